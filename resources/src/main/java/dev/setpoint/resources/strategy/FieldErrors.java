package dev.setpoint.resources.strategy;

import dev.setpoint.machinery.api.FieldError;
import dev.setpoint.machinery.text.Quoted;
import java.util.ArrayList;
import java.util.List;

/// Collects what is wrong with an object, in the order in which it was found. Costs nothing while nothing is wrong.
public final class FieldErrors {
    private List<FieldError> errors = List.of();

    public List<FieldError> list() {
        return errors;
    }

    public boolean isEmpty() {
        return errors.isEmpty();
    }

    public int size() {
        return errors.size();
    }

    public void add(FieldError error) {
        if (errors.isEmpty()) {
            errors = new ArrayList<>();
        }
        errors.add(error);
    }

    public void addAll(List<FieldError> more) {
        more.forEach(this::add);
    }

    public void required(FieldPath path, String detail) {
        add(FieldError.required(path.toString(), detail));
    }

    public void invalid(FieldPath path, String value, String detail) {
        add(FieldError.invalid(path.toString(), Quoted.of(value), detail));
    }

    public void invalid(FieldPath path, long value, String detail) {
        add(FieldError.invalid(path.toString(), Long.toString(value), detail));
    }

    public void invalid(FieldPath path, boolean value, String detail) {
        add(FieldError.invalid(path.toString(), Boolean.toString(value), detail));
    }

    /// @param shown a value that is neither text nor number, already as the message shows it
    public void invalidShown(FieldPath path, String shown, String detail) {
        add(FieldError.invalid(path.toString(), shown, detail));
    }

    /// An error about a value that is better not shown.
    public void invalidOmitted(FieldPath path, String detail) {
        add(new FieldError("FieldValueInvalid", path.toString(), "Invalid value: " + detail));
    }

    /// One error for each sentence that a syntax check came back with.
    public void invalid(FieldPath path, String value, List<String> details) {
        for (String detail : details) {
            invalid(path, value, detail);
        }
    }

    public void notSupported(FieldPath path, String value, List<String> supported) {
        add(FieldError.notSupported(path.toString(), value, supported));
    }

    public void duplicate(FieldPath path, String value) {
        add(FieldError.duplicate(path.toString(), Quoted.of(value)));
    }

    public void duplicateShown(FieldPath path, String shown) {
        add(FieldError.duplicate(path.toString(), shown));
    }

    public void forbidden(FieldPath path, String detail) {
        add(FieldError.forbidden(path.toString(), detail));
    }

    /// @param detail what else could have been meant
    public void notFound(FieldPath path, String value, String detail) {
        add(FieldError.notFound(path.toString(), Quoted.of(value) + ": " + detail));
    }

    public void notFound(FieldPath path, String value) {
        add(FieldError.notFound(path.toString(), Quoted.of(value)));
    }

    public void tooMany(FieldPath path, int actual, int maximum) {
        add(new FieldError(
                "FieldValueTooMany",
                path.toString(),
                "Too many: " + actual + ": must have at most " + maximum + (maximum == 1 ? " item" : " items")));
    }

    public void tooLong(FieldPath path, int maximumBytes) {
        add(FieldError.tooLong(path.toString(), maximumBytes));
    }
}
