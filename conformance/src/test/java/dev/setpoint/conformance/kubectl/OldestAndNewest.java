package dev.setpoint.conformance.kubectl;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// A test that runs with the oldest and with the newest kubectl; its first parameter is the version.
@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@ParameterizedTest(name = "kubectl {0}")
@ValueSource(strings = {"1.27", "1.33"})
@interface OldestAndNewest {}
