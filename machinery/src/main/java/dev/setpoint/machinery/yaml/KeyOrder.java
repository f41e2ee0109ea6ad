package dev.setpoint.machinery.yaml;

import java.math.BigInteger;
import java.util.Comparator;

/// The order of keys in written YAML: text by code point, but runs of digits by their value and letters after all else.
///
///     a-1 < a2 < a10 < aB < ab
final class KeyOrder implements Comparator<String> {
    static final KeyOrder INSTANCE = new KeyOrder();

    private KeyOrder() {}

    @Override
    public int compare(String left, String right) {
        int[] first = left.codePoints().toArray();
        int[] second = right.codePoints().toArray();
        for (int i = 0; i < first.length && i < second.length; i++) {
            if (first[i] != second[i]) {
                return compareFrom(i, first, second);
            }
        }
        return Integer.compare(first.length, second.length);
    }

    private static int compareFrom(int at, int[] left, int[] right) {
        boolean leftLetter = Character.isLetter(left[at]);
        boolean rightLetter = Character.isLetter(right[at]);
        if (leftLetter != rightLetter) {
            return leftLetter ? 1 : -1;
        }
        if (!leftLetter) {
            int start = numberStart(at, left);
            int byNumber = number(start, left).compareTo(number(start, right));
            if (byNumber != 0) {
                return byNumber;
            }
        }
        return Integer.compare(left[at], right[at]);
    }

    /// Both texts are equal before `at`, so a number that began there is common to both.
    private static int numberStart(int at, int[] text) {
        int start = at;
        while (start > 0 && isDigit(text[start - 1])) {
            start--;
        }
        return start;
    }

    private static BigInteger number(int from, int[] text) {
        int end = from;
        while (end < text.length && isDigit(text[end])) {
            end++;
        }
        return end == from ? BigInteger.ZERO : new BigInteger(new String(text, from, end - from));
    }

    private static boolean isDigit(int character) {
        return character >= '0' && character <= '9';
    }
}
