package dev.setpoint.resources.strategy;

import static dev.setpoint.resources.strategy.Samples.texts;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class AddressValidationTest {
    private static final FieldPath PATH = FieldPath.of("ip");

    @Test
    void readsAddresses() {
        assertThat(canonical("10.9.8.7")).isEqualTo("10.9.8.7");
        assertThat(canonical("2001:db8::ffff")).isEqualTo("2001:db8::ffff");
        assertThat(canonical("2001:DB8:0:0:0:0:0:1")).isEqualTo("2001:db8::1");
        assertThat(canonical("::")).isEqualTo("::");
        assertThat(canonical("1::")).isEqualTo("1::");
        assertThat(canonical("::1")).isEqualTo("::1");
        assertThat(canonical("1:0:0:2:0:0:0:3")).isEqualTo("1:0:0:2::3");
        assertThat(canonical("1:0:2:3:4:5:6:7")).isEqualTo("1:0:2:3:4:5:6:7");
        assertThat(canonical("::ffff:10.0.0.1")).isEqualTo("10.0.0.1");
        assertThat(canonical("64:ff9b::10.0.0.1")).isEqualTo("64:ff9b::a00:1");
    }

    @Test
    void refusesWhatIsNone() {
        for (String text : List.of(
                "",
                "x",
                "1.2.3",
                "1.2.3.4.5",
                "1.2.3.256",
                "1..2.3",
                "1.2.3.4 ",
                ":",
                ":::",
                "1:2",
                "1::2::3",
                "12345::",
                "1:2:3:4:5:6:7:8:9",
                "1:2:3:4:5:6:7:1.2.3.4",
                "::1.2.3",
                "1:2:3:4:5:6:7:8::",
                "g::")) {
            assertThat(IpAddress.parse(text)).as(text).isNull();
        }
    }

    @Test
    void refusesSpellingsThatMislead() {
        assertThat(address("10.9.8.7")).isEmpty();
        assertThat(address("2001:DB8::1")).isEmpty();
        assertThat(address("x"))
                .containsExactly(
                        "ip: Invalid value: \"x\": must be a valid IP address, (e.g. 10.9.8.7 or" + " 2001:db8::ffff)");
        assertThat(address("010.9.8.7")).containsExactly("ip: Invalid value: \"010.9.8.7\": must not have leading 0s");
        assertThat(address("::ffff:1.2.3.4"))
                .containsExactly("ip: Invalid value: \"::ffff:1.2.3.4\": must not be an IPv4-mapped IPv6 address");
    }

    @Test
    void newerFieldsTakeTheCanonicalSpellingAlone() {
        FieldErrors errors = new FieldErrors();
        AddressValidation.canonicalAddress("2001:DB8::1", PATH, errors);
        assertThat(texts(errors.list()))
                .containsExactly(
                        "ip: Invalid value: \"2001:DB8::1\": must be in canonical form" + " (\"2001:db8::1\")");
    }

    @Test
    void rangesEndWhereTheirPrefixEnds() {
        assertThat(range("10.9.8.0/24")).isEmpty();
        assertThat(range("::/0")).isEmpty();
        assertThat(range("10.9.8.7/24"))
                .containsExactly("ip: Invalid value: \"10.9.8.7/24\": must not have bits set beyond the prefix length");
        for (String text : List.of("10.9.8.0", "10.9.8.0/33", "10.9.8.0/", "10.9.8.0/x", "x/8")) {
            assertThat(range(text))
                    .containsExactly("ip: Invalid value: \"" + text
                            + "\": must be a valid CIDR value, (e.g. 10.9.8.0/24" + " or 2001:db8::/64)");
        }
    }

    private static String canonical(String text) {
        return requireNonNull(IpAddress.parse(text)).toString();
    }

    private static List<String> address(String text) {
        FieldErrors errors = new FieldErrors();
        AddressValidation.address(text, List.of(), PATH, errors);
        return texts(errors.list());
    }

    private static List<String> range(String text) {
        FieldErrors errors = new FieldErrors();
        AddressValidation.range(text, List.of(), PATH, errors);
        return texts(errors.list());
    }
}
