package dev.heddle.planner.translate;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.Stability;
import dev.heddle.frame.plan.ComputedLimits;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.ConstantFolder;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.expr.QueryTime;
import java.time.ZoneOffset;
import java.util.List;
import org.apache.calcite.rex.RexNode;
import org.jspecify.annotations.Nullable;

/** Computes the numbers of limits that are constant expressions. Stateless. */
final class ConstantLimits {
  private static final Schema NO_COLUMNS = new Schema(List.of());
  private static final QueryTime NO_TIME = new QueryTime(0, ZoneOffset.UTC);

  private ConstantLimits() {}

  /** Returns the same limit, with literals for numbers that are constant. */
  static LogicalPlan folded(LogicalPlanTranslator plans, LogicalPlan.ComputedLimit limit) {
    return ComputedLimits.of(
        limit.input(), folded(plans, limit.offset()), folded(plans, limit.count()), limit.kind());
  }

  private static @Nullable Expr folded(LogicalPlanTranslator plans, @Nullable Expr number) {
    if (number == null || number instanceof Expr.Literal || !isConstant(number)) {
      return number;
    }
    ExprTranslator translator =
        new ExprTranslator(
            plans,
            NO_COLUMNS,
            List.of(),
            query -> {
              throw new IllegalStateException("No constant: " + query);
            },
            draw -> {
              throw new IllegalStateException("No constant: " + draw);
            });
    RexNode rex = translator.translate(number);
    PhysicalExpr value =
        ConstantFolder.fold(RexToPhysical.convert(rex, NO_COLUMNS, NO_TIME), NO_TIME);
    if (!(value instanceof PhysicalExpr.Literal literal)) {
      return number;
    }
    return switch (literal.value().orElse(null)) {
      case ScanValue.Whole whole -> new Expr.Literal(whole.value().longValue(), DataType.INT64);
      case ScanValue.Floating real -> new Expr.Literal(real.value(), DataType.FLOAT64);
      case null -> null;
      default -> number;
    };
  }

  private static boolean isConstant(Expr expr) {
    boolean isOwn =
        switch (expr) {
          case Expr.Literal _, Expr.Cast _, Expr.Case _, Expr.In _ -> true;
          case Expr.Call call -> call.function().stability() == Stability.IMMUTABLE;
          default -> false;
        };
    return isOwn && expr.children().stream().allMatch(ConstantLimits::isConstant);
  }
}
