package dev.setpoint.resources.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class UnifiedDiffTest {
    @Test
    void showsThreeLinesAroundEachChange() {
        assertThat(UnifiedDiff.of(
                        lines(1, 20),
                        lines(1, 20).replace("\n4\n", "\n4\nnew\n").replace("15\n", "fifteen\n")))
                .isEqualTo("""
                        @@ -2,6 +2,7 @@
                         2
                         3
                         4
                        +new
                         5
                         6
                         7
                        @@ -12,7 +13,7 @@
                         12
                         13
                         14
                        -15
                        +fifteen
                         16
                         17
                         18
                        """);
    }

    @Test
    void writesOneLineAndNoneAsGoDoes() {
        assertThat(UnifiedDiff.of("a\n", "b\n")).isEqualTo("@@ -1 +1 @@\n-a\n+b\n");
        assertThat(UnifiedDiff.of("", "b\n")).isEqualTo("@@ -0,0 +1 @@\n+b\n");
        assertThat(UnifiedDiff.of("a\n", "a\n")).isEmpty();
    }

    @Test
    void keepsWhatIsAlikeBetweenChanges() {
        assertThat(UnifiedDiff.of("x\na\nb\ny\n", "1\na\nb\n2\n"))
                .isEqualTo("@@ -1,4 +1,4 @@\n-x\n+1\n a\n b\n-y\n+2\n");
    }

    /// A client may send a spec of as many lines as fit into a body: their square would be 40 GB.
    @Test
    void doesNotCompareWithoutEnd() {
        assertThat(UnifiedDiff.of(lines(0, 100_000), lines(200_000, 300_000)))
                .startsWith("@@ -1,100001 +1,100001 @@\n-0\n-1\n")
                .endsWith("+299999\n+300000\n");
    }

    private static String lines(int from, int to) {
        return IntStream.rangeClosed(from, to).mapToObj(Integer::toString).collect(Collectors.joining("\n", "", "\n"));
    }
}
