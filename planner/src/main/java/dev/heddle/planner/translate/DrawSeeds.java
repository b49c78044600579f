package dev.heddle.planner.translate;

import dev.heddle.frame.expr.Expr;
import dev.heddle.planner.rel.LogicalRandomKey;
import java.util.SplittableRandom;
import org.apache.calcite.rel.RelNode;

/**
 * The seeds of a query's random numbers: of its own seed one after the other, or those that calls
 * state. Not thread-safe.
 */
final class DrawSeeds {
  private static final long STATED = 0xD1B54A32D192ED03L; // apart from seeds of samples
  private static final long GOLDEN_GAMMA = 0x9E3779B97F4A7C15L;

  private final SplittableRandom seeds;

  DrawSeeds(long querySeed) {
    seeds = new SplittableRandom(querySeed);
  }

  /** Returns rows with one more column, the numbers of a call. */
  RelNode drawn(RelNode rows, Expr.Call call) {
    if (call.arguments().size() == 1) {
      return LogicalRandomKey.ofQuery(rows, seeds.nextLong());
    }
    long number = literal(call.arguments().get(0));
    long seed = literal(call.arguments().get(1));
    return LogicalRandomKey.create(rows, seed + STATED + GOLDEN_GAMMA * number);
  }

  private static long literal(Expr expr) {
    if (expr instanceof Expr.Literal literal && literal.value() instanceof Number value) {
      return value.longValue();
    }
    throw new IllegalStateException("No number of a draw: " + expr);
  }
}
