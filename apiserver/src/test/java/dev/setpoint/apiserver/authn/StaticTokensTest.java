package dev.setpoint.apiserver.authn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.setpoint.apiserver.pipeline.User;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StaticTokensTest {
    @TempDir
    Path folder;

    @Test
    void knowsWhomAFileNames() throws IOException {
        StaticTokens tokens = read("# administrators\nsecret,alice,1001,\"system:masters, devs\"\n\nother,bob,\n");
        assertThat(tokens.find("secret"))
                .contains(
                        new User("alice", "1001", List.of("system:masters", "devs", "system:authenticated"), Map.of()));
        assertThat(tokens.find("other")).contains(new User("bob", "", List.of("system:authenticated"), Map.of()));
        assertThat(tokens.find("Secret")).isEmpty();
        assertThat(tokens).hasToString("2 static tokens");
    }

    @Test
    void saysWhichLineItDoesNotUnderstand() {
        assertThatThrownBy(() -> read("secret,alice,1001\nsecret\n"))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("tokens.csv, line 2: not a token (expected: token,user,uid");
    }

    private StaticTokens read(String text) throws IOException {
        return StaticTokens.read(Files.writeString(folder.resolve("tokens.csv"), text));
    }
}
