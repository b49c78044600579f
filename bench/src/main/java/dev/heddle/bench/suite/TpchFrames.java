package dev.heddle.bench.suite;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Join;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.SortKey;
import java.util.Map;

/** The 22 TPC-H queries in the fluent API, with the specification's validation parameters. */
public final class TpchFrames {
  private TpchFrames() {}

  /**
   * Returns the frame of a query, with the columns and the order of its SQL text.
   *
   * @param number 1 to 22
   * @param tables frames of the eight tables by name
   */
  public static DataFrame query(int number, Map<String, DataFrame> tables) {
    TpchFramesFirst first = new TpchFramesFirst(tables);
    TpchFramesSecond second = new TpchFramesSecond(tables);
    return switch (number) {
      case 1 -> first.q1();
      case 2 -> first.q2();
      case 3 -> first.q3();
      case 4 -> first.q4();
      case 5 -> first.q5();
      case 6 -> first.q6();
      case 7 -> first.q7();
      case 8 -> first.q8();
      case 9 -> first.q9();
      case 10 -> first.q10();
      case 11 -> first.q11();
      case 12 -> second.q12();
      case 13 -> second.q13();
      case 14 -> second.q14();
      case 15 -> second.q15();
      case 16 -> second.q16();
      case 17 -> second.q17();
      case 18 -> second.q18();
      case 19 -> second.q19();
      case 20 -> second.q20();
      case 21 -> second.q21();
      case 22 -> second.q22();
      default -> throw new IllegalArgumentException("No TPC-H query " + number + ": 1 to 22");
    };
  }

  /** Price after discount. */
  static Expr discountedPrice() {
    return col("l_extendedprice").times(lit(1).minus(col("l_discount")));
  }

  /** Inner join on two columns of different names. */
  static Join on(String left, String right) {
    return Join.inner().on(col(left), col(right));
  }

  /** Large values first. */
  static SortKey descending(String column) {
    return col(column).descending();
  }

  /** Small values first. */
  static SortKey ascending(String column) {
    return col(column).ascending();
  }
}
