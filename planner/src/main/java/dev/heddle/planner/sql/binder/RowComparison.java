package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/**
 * Compares rows field by field, as the structs that they make: equality is that of all fields, an
 * order goes by the first field that differs. Null equals null and comes behind all values, so the
 * result is never unknown.
 */
final class RowComparison {
  private final Comparing comparing;
  private final Predicate<Expr> isNullable;

  private RowComparison(Comparing comparing, Predicate<Expr> isNullable) {
    this.comparing = comparing;
    this.isNullable = isNullable;
  }

  /** Makes a comparison of two values. */
  @FunctionalInterface
  interface Comparing {
    /** Returns the call. */
    Expr compare(ScalarFunction function, Expr left, Expr right);
  }

  /**
   * Returns a comparison of two rows.
   *
   * @param isNullable whether a field's expression may be null
   */
  static Expr of(
      ScalarFunction function,
      List<Expr> left,
      List<Expr> right,
      Comparing comparing,
      Predicate<Expr> isNullable) {
    RowComparison rows = new RowComparison(comparing, isNullable);
    return switch (function) {
      case EQ -> rows.equal(left, right);
      case NOT_EQ -> rows.equal(left, right).not();
      case LT -> rows.before(left, right, false);
      case LT_EQ -> rows.before(left, right, true);
      case GT -> rows.before(right, left, false);
      default -> rows.before(right, left, true);
    };
  }

  private Expr equal(List<Expr> left, List<Expr> right) {
    List<Expr> conditions = new ArrayList<>();
    for (int i = 0; i < left.size(); i++) {
      conditions.add(equal(left.get(i), right.get(i)));
    }
    return conditions.size() == 1
        ? conditions.getFirst()
        : new Expr.Call(ScalarFunction.AND, conditions);
  }

  private Expr equal(Expr left, Expr right) {
    if (isNullable.test(left) && isNullable.test(right)) {
      return comparing.compare(ScalarFunction.IS_NOT_DISTINCT_FROM, left, right);
    }
    return known(ScalarFunction.EQ, left, right);
  }

  /** Returns a comparison that is false where a side is null. */
  private Expr known(ScalarFunction function, Expr left, Expr right) {
    Expr compared = comparing.compare(function, left, right);
    return isNullable.test(left) || isNullable.test(right)
        ? Expr.Call.of(ScalarFunction.IS_TRUE, compared)
        : compared;
  }

  private Expr before(List<Expr> left, List<Expr> right, boolean orEqual) {
    int last = left.size() - 1;
    Expr result = before(left.get(last), right.get(last));
    if (orEqual) {
      result = Expr.Call.of(ScalarFunction.OR, result, equal(left.get(last), right.get(last)));
    }
    for (int i = last - 1; i >= 0; i--) {
      result =
          Expr.Call.of(
              ScalarFunction.OR,
              before(left.get(i), right.get(i)),
              Expr.Call.of(ScalarFunction.AND, equal(left.get(i), right.get(i)), result));
    }
    return result;
  }

  private Expr before(Expr left, Expr right) {
    Expr less = known(ScalarFunction.LT, left, right);
    if (!isNullable.test(right)) {
      return less;
    }
    Expr isLast = Expr.Call.of(ScalarFunction.IS_NULL, right);
    if (isNullable.test(left)) {
      isLast =
          Expr.Call.of(ScalarFunction.AND, Expr.Call.of(ScalarFunction.IS_NOT_NULL, left), isLast);
    }
    return Expr.Call.of(ScalarFunction.OR, less, isLast);
  }
}
