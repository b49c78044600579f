package dev.heddle.engine.setting;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprParts;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.plan.LogicalPlan;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * What the random numbers of a session's queries follow from: of each query another seed, drawn
 * anew, or the next one of the series that {@code SET seed} or {@code setseed} began. Thread-safe.
 */
final class QuerySeeds {
  private static final String NONE = "none";

  private @Nullable SplittableRandom series;
  private String text = NONE;

  /** Begins the series of a number. */
  synchronized void startAt(String value) {
    double number;
    try {
      number = Double.parseDouble(value);
    } catch (NumberFormatException e) {
      throw new HeddleException(
          ErrorCode.ANALYSIS, "Cannot set seed to " + value + ": it is a number, such as 0.42", e);
    }
    startAt(number, value);
  }

  /** Begins the series that a query's {@code setseed} names, if there is one. */
  synchronized void startAt(LogicalPlan plan) {
    Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
    Deque<LogicalPlan> left = new ArrayDeque<>(List.of(plan));
    while (!left.isEmpty()) {
      LogicalPlan next = left.pop();
      if (seen.add(next)) {
        left.addAll(next.inputs());
        if (next instanceof LogicalPlan.Project project) {
          project.columns().forEach(column -> ExprParts.forEach(column.expr(), this::startAt));
        }
      }
    }
  }

  private void startAt(Expr expr) {
    if (expr instanceof Expr.Call call
        && call.function() == ScalarFunction.VALUE
        && isSeed(call.arguments().getFirst())
        && call.arguments().getLast() instanceof Expr.Literal literal
        && literal.value() instanceof Double number) {
      startAt(number, number.toString());
    }
  }

  private static boolean isSeed(Expr name) {
    return name instanceof Expr.Literal literal
        && ValueFunction.SESSION_SEED.key().equals(literal.value());
  }

  private void startAt(double number, String written) {
    series = new SplittableRandom(Double.doubleToLongBits(number));
    text = written;
  }

  synchronized void reset() {
    series = null;
    text = NONE;
  }

  synchronized long next() {
    return series == null ? ThreadLocalRandom.current().nextLong() : series.nextLong();
  }

  synchronized String text() {
    return text;
  }
}
