package dev.heddle.frame.verb;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.plan.LogicalPlan;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.List;

/**
 * Divides rows at random: by a hash of the row, the seed, and the row's number among equal ones.
 * Hashes are 64 bits, of which each part has a range in proportion to its weight.
 */
public final class Splits {
  private static final String ACTION = "Cannot split";
  private static final String NUMBER = "$number";
  private static final BigInteger ALL = BigInteger.ONE.shiftLeft(Long.SIZE);

  private Splits() {}

  /** One plan for each weight. */
  public static List<LogicalPlan> byWeights(LogicalPlan input, long seed, double... weights) {
    if (weights.length == 0) {
      throw new AnalysisException(ACTION + ": no weight is given");
    }
    BigDecimal total = BigDecimal.ZERO;
    for (double weight : weights) {
      if (!(weight > 0 && Double.isFinite(weight))) {
        throw new AnalysisException(
            ACTION + ": the weight " + weight + " is not positive and finite");
      }
      total = total.add(new BigDecimal(weight));
    }
    LogicalPlan numbered = numbered(input);
    Expr hash = hash(input, Functions.col(NUMBER), Functions.lit(seed));
    List<LogicalPlan> parts = new ArrayList<>();
    BigDecimal sum = BigDecimal.ZERO;
    BigInteger low = BigInteger.ZERO;
    for (double weight : weights) {
      sum = sum.add(new BigDecimal(weight));
      BigInteger high =
          new BigDecimal(ALL).multiply(sum).divide(total, 0, RoundingMode.HALF_UP).toBigInteger();
      Expr isHere = low.equals(ALL) ? Functions.lit(false) : hash.gtEq(bound(low));
      if (!high.equals(ALL)) {
        isHere = isHere.and(hash.lt(bound(high)));
      }
      LogicalPlan rows = new LogicalPlan.Filter(numbered, isHere);
      parts.add(Projections.columns(rows, input.schema(), ACTION));
      low = high;
    }
    return parts;
  }

  /** Returns the hash that a part of all hashes, counted from 0, ends before. */
  private static Expr bound(BigInteger position) {
    return Functions.lit(position.add(BigInteger.valueOf(Long.MIN_VALUE)).longValue());
  }

  /**
   * The rows with their number among equal ones; the order makes it that of the same row always.
   */
  private static LogicalPlan numbered(LogicalPlan input) {
    List<String> names = input.schema().names();
    WindowSpec equalRows =
        Functions.partitionBy(names.toArray(String[]::new)).orderBy(hash(input).ascending());
    return Projections.withColumns(
        input, List.of(Functions.rowNumber().over(equalRows).named(NUMBER)));
  }

  private static Expr hash(LogicalPlan input, Expr... more) {
    List<Expr> values = new ArrayList<>();
    input.schema().names().forEach(name -> values.add(Functions.col(name)));
    values.addAll(List.of(more));
    return Functions.call("xxhash64", values.toArray(Expr[]::new));
  }
}
