package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Random numbers and what is made of them. */
public final class RandomDefinitions {
  private static final AtomicLong NEXT_CALL = new AtomicLong();

  private RandomDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar("random,rand", 0, 1, RandomDefinitions::uniform),
        ExprFunction.scalar("randn", 0, 1, RandomDefinitions::normal),
        ExprFunction.scalar("uuid,gen_random_uuid,uuidv4", 0, 0, _ -> uuid()),
        ExprFunction.scalar("setseed", 1, 1, RandomDefinitions::sessionSeed),
        ExprFunction.scalar("uuidv7", 0, 0, _ -> timedUuid()),
        ExprFunction.scalar(
            "shuffle", 1, 2, parts -> shuffled(parts, 1, lit((long) Integer.MAX_VALUE))),
        ExprFunction.scalar("list_sample", 2, 3, parts -> shuffled(parts, 2, parts.argument(1))));
  }

  /** Returns a number from 0 up to but not 1, another one for each call and row. */
  public static Expr draw() {
    return call(ScalarFunction.RANDOM, lit(NEXT_CALL.getAndIncrement()));
  }

  private static Expr uniform(CallParts parts) {
    return draw("rand", parts, 0, 0);
  }

  /** By the method of Box and Muller. */
  private static Expr normal(CallParts parts) {
    Expr radius = draw("randn", parts, 0, 0);
    Expr angle = draw("randn", parts, 0, 1);
    return call(ScalarFunction.LN, lit(1.0).minus(radius))
        .times(-2.0)
        .sqrt()
        .times(call(ScalarFunction.COS, angle.times(2 * Math.PI)));
  }

  private static Expr uuid() {
    return ValueFunction.UUID_OF_DRAWS.call(List.of(draw(), draw(), draw())).cast(DataType.UUID);
  }

  private static Expr timedUuid() {
    Expr millis = call(ScalarFunction.EPOCH_MS, call(ScalarFunction.CURRENT_TIMESTAMP));
    return ValueFunction.UUID_OF_DRAWS
        .call(List.of(draw(), draw(), draw(), millis))
        .cast(DataType.UUID);
  }

  private static boolean isNegated(Expr number) {
    return number instanceof Expr.Call call && call.function() == ScalarFunction.NEGATE;
  }

  /** Returns a number without the sign that precedes it. */
  private static Expr unsigned(Expr number) {
    return isNegated(number) ? number.children().getFirst() : number;
  }

  private static Expr sessionSeed(CallParts parts) {
    Expr given = parts.argument(0);
    if (!(unsigned(given) instanceof Expr.Literal literal)
        || (literal.value() != null && !(literal.value() instanceof Number))) {
      throw new AnalysisException("setseed takes a literal number from -1 to 1, not " + given);
    }
    if (!(literal.value() instanceof Number value)) {
      return ValueFunction.SESSION_SEED.call(List.of(new Expr.Literal(null, DataType.FLOAT64)));
    }
    double seed = isNegated(given) ? -value.doubleValue() : value.doubleValue();
    if (!(Math.abs(seed) <= 1)) {
      throw new AnalysisException("setseed takes a number from -1 to 1, not " + seed);
    }
    return ValueFunction.SESSION_SEED.call(List.of(lit(seed)));
  }

  private static Expr shuffled(CallParts parts, int seed, Expr count) {
    return ValueFunction.SHUFFLED.call(
        List.of(parts.argument(0), count, draw("shuffle", parts, seed, 2)));
  }

  /**
   * Returns a draw, by a seed if there is one.
   *
   * @param position of the seed among the arguments
   * @param number what sets the draw apart from others of the same seed
   */
  private static Expr draw(String name, CallParts parts, int position, long number) {
    if (parts.count() <= position) {
      return draw();
    }
    Expr given = parts.argument(position);
    if (unsigned(given) instanceof Expr.Literal literal
        && literal.type().isInteger()
        && literal.value() instanceof Number value) {
      long seed = isNegated(given) ? -value.longValue() : value.longValue();
      return call(ScalarFunction.RANDOM, lit(number), lit(seed));
    }
    throw new AnalysisException(
        name
            + " takes a literal integer as its seed, not "
            + given
            + "; leave it out for others"
            + " each time");
  }
}
