package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.physical.kernel.number.Digits;

/** What computes each {@link ValueFunction}, see {@link RowCallNode}. */
public final class ValueFunctions {
  private ValueFunctions() {}

  /** Returns a function that one thread calls. */
  public static RowCallNode.Function of(ValueFunction function) {
    return switch (function) {
      case FACTORIAL -> row -> Digits.factorial((Long) row[0]);
      case BINOM -> row -> Digits.binomial((Long) row[0], (Long) row[1]);
      case TO_BASE ->
          row -> Digits.inBase((Long) row[0], (Long) row[1], row.length > 2 ? (Long) row[2] : 0);
      case CONV -> row -> Digits.converted((String) row[0], (Long) row[1], (Long) row[2]);
      case FORMAT_BYTES -> row -> Digits.bytes((Long) row[0]);
      case BAR ->
          row ->
              Digits.bar(
                  (Double) row[0],
                  (Double) row[1],
                  (Double) row[2],
                  row.length > 3 ? (Double) row[3] : Digits.BAR_WIDTH);
      case WIDTH_BUCKET ->
          row -> Digits.bucket((Double) row[0], (Double) row[1], (Double) row[2], (Long) row[3]);
    };
  }
}
