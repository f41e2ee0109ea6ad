package dev.setpoint.expressions;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionsTest {
    private static final ValueType POINT =
            ValueType.object("Point", Map.of("x", ValueType.INTEGER, "label", ValueType.TEXT));

    @ParameterizedTest
    @ValueSource(
            strings = {
                "[1, 2, 2].isSorted() && ![2, 1].isSorted()",
                "[1, 2, 3].sum() == 6 && [1.5, 2.5].sum() == 4.0",
                "[3, 1, 2].min() == 1 && ['a', 'c'].max() == 'c'",
                "['a', 'b', 'a'].indexOf('a') == 0 && ['a', 'b', 'a'].lastIndexOf('a') == 2",
                "'abc 123 45'.find('[0-9]+') == '123' && 'abc'.find('[0-9]+') == ''",
                "'abc 123 45'.findAll('[0-9]+') == ['123', '45'] && 'a1b2'.findAll('[0-9]', 1) == ['1']",
                "'%s is %d of %.1f'.format(['a', 1, 2.0]) == 'a is 1 of 2.0'",
                "isURL('https://example.com:80/p?a=b') && !isURL('::')",
                "url('https://example.com:80/p?a=b').getHost() == 'example.com:80'",
                "url('https://example.com/p?a=b&a=c').getQuery() == {'a': ['b', 'c']}",
                "quantity('500m').isLessThan(quantity('1')) && quantity('1k').compareTo(quantity('1000')) == 0",
                "quantity('1').add(quantity('500m')).sub(1).asApproximateFloat() == 0.5",
                "isQuantity('1Gi') && !isQuantity('1Zi2') && quantity('2').asInteger() == 2",
                "ip('192.168.0.1').family() == 4 && ip('::1').isLoopback() && !isIP('300.1.1.1')",
                "ip.isCanonical('2001:db8::1') && !ip.isCanonical('2001:DB8::1')",
                "cidr('10.0.0.0/8').containsIP('10.1.2.3') && !cidr('10.0.0.0/8').containsCIDR('11.0.0.0/16')",
                "string(cidr('10.1.2.3/8').masked()) == '10.0.0.0/8' && cidr('::/64').prefixLength() == 64",
                "semver('1.2.3').isLessThan(semver('1.10.0')) && semver('1.0.0-rc.1').compareTo(semver('1.0.0')) == -1",
                "isSemver('1.2.3') && !isSemver('v1.2') && semver('4.5.6').minor() == 5",
                "sets.contains([1, 2, 3], [2]) && 'a-b'.split('-') == ['a', 'b']",
                "optional.of(1).hasValue() && 1 < 1.5",
            })
    void knowsWhatKubernetesKnows(String expression) {
        assertThat(evaluate(expression)).isEqualTo(true);
    }

    @Test
    void seesTheFieldsOfObjects() {
        Expression expression = Expressions.compile(
                "has(self.label) && self.x > 1", List.of(new Variable("self", POINT)), ValueType.BOOLEAN);
        assertThat(expression.evaluate(Map.of("self", Map.of("x", 2L, "label", "a")), new CostBudget(1000)))
                .isEqualTo(true);
        assertThat(expression.evaluate(Map.of("self", Map.of("x", 2L)), new CostBudget(1000)))
                .isEqualTo(false);
        assertThat(expression.mentions("self")).isTrue();
        assertThat(expression.mentions("oldSelf")).isFalse();
    }

    @Test
    void refusesAFieldThatIsNotThere() {
        assertThatThrownBy(() ->
                        Expressions.compile("self.y == 1", List.of(new Variable("self", POINT)), ValueType.BOOLEAN))
                .isInstanceOf(MalformedExpressionException.class)
                .hasMessageContaining("undefined field 'y'");
    }

    @Test
    void refusesAnExpressionOfAnotherType() {
        assertThatThrownBy(() -> Expressions.compile("1 + 1", List.of(), ValueType.BOOLEAN))
                .isInstanceOf(MalformedExpressionException.class);
    }

    @Test
    void saysWhyThereIsNoValue() {
        assertThatThrownBy(() -> evaluate("1 / (1 - 1) > 0"))
                .isInstanceOf(EvaluationException.class)
                .hasMessage("division by zero");
    }

    @Test
    void givesUpWhatCostsTooMuch() {
        Expression endless = Expressions.compile(
                "self.all(a, self.all(b, self.all(c, a + b + c >= 0)))",
                List.of(new Variable("self", ValueType.list(ValueType.INTEGER))),
                ValueType.BOOLEAN);
        List<Long> numbers = LongStream.range(0, 1000).boxed().toList();
        CostBudget budget = new CostBudget(Long.MAX_VALUE);
        assertThatThrownBy(() -> endless.evaluate(Map.of("self", numbers), budget))
                .isInstanceOf(BudgetExceededException.class);
        assertThat(budget.exhausted()).isFalse();
        assertThatThrownBy(() -> endless.evaluate(Map.of("self", numbers), new CostBudget(100)))
                .isInstanceOf(BudgetExceededException.class);
    }

    private static Object evaluate(String expression) {
        return Expressions.compile(expression, List.of(), ValueType.BOOLEAN)
                .evaluate(Map.of(), new CostBudget(1_000_000));
    }
}
