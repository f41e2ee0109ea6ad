package dev.setpoint.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class QueryStringTest {
    @Test
    void decodesNamesAndValuesInOrder() {
        assertThat(QueryString.parse("labelSelector=app%3Dweb%2Ctier+in+(a)&watch&dryRun=All&dryRun=x"))
                .containsExactly(
                        Map.entry("labelSelector", List.of("app=web,tier in (a)")),
                        Map.entry("watch", List.of("")),
                        Map.entry("dryRun", List.of("All", "x")));
    }

    @Test
    void leavesOutWhatCannotBeDecoded() {
        assertThat(QueryString.parse("a=%zz&b=1&c;d=2&&e=%E2%82%AC")).containsOnlyKeys("b", "e");
        assertThat(QueryString.parse("e=%E2%82%AC")).containsEntry("e", List.of("€"));
        assertThat(QueryString.parse(null)).isEmpty();
    }
}
