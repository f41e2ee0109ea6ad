package dev.setpoint.scheduler.plugin;

/// Stretches raw scores, none of them negative, so that the largest becomes 100; or turns that around.
enum Normalization {
    MORE_IS_BETTER,
    FEWER_IS_BETTER;

    /// Brings scores of any sign into the range, the least to 0 and the largest to 100; all to 0 when they are equal.
    static void stretch(long[] scores) {
        long least = Long.MAX_VALUE;
        long largest = Long.MIN_VALUE;
        for (long score : scores) {
            least = Math.min(least, score);
            largest = Math.max(largest, score);
        }
        for (int i = 0; i < scores.length; i++) {
            scores[i] = largest == least ? 0 : Score.MAX * (scores[i] - least) / (largest - least);
        }
    }

    void apply(long[] scores) {
        long largest = 0;
        for (long score : scores) {
            largest = Math.max(largest, score);
        }
        for (int i = 0; i < scores.length; i++) {
            long stretched = largest == 0 ? 0 : Score.MAX * scores[i] / largest;
            scores[i] = this == MORE_IS_BETTER ? stretched : Score.MAX - stretched;
        }
    }
}
