package dev.setpoint.apiserver.registry.catalog;

/// The definition of a resource changed while a request for it was handled: handle it anew.
public final class OutdatedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    public OutdatedException(String resource) {
        super("the definition of " + resource + " has changed", null, false, false);
    }
}
