package dev.heddle.frame.plan;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** Makes limits whose numbers are expressions, and expresses them by numbers of rows. Stateless. */
public final class ComputedLimits {
  private static final String NUMBER = "$row";
  private static final String RANK = "$rank";
  private static final String TOTAL = "$rows";

  private ComputedLimits() {}

  /**
   * Returns a limit, a plain one where the numbers are literals.
   *
   * @param offset a BIGINT, null for none
   * @param count a BIGINT, of kind {@code PERCENT} a DOUBLE; null for all
   * @throws AnalysisException if a literal is negative, or more than 100 percent
   */
  public static LogicalPlan of(
      LogicalPlan input, @Nullable Expr offset, @Nullable Expr count, LimitKind kind) {
    check(offset, "OFFSET");
    check(count, "LIMIT");
    boolean isPercent = kind == LimitKind.PERCENT && !isNone(count);
    if (isPercent && count instanceof Expr.Literal(Double percent, DataType _) && percent > 100) {
      throw new AnalysisException(
          "Cannot limit: " + percent + " percent; a percentage is from 0 to 100");
    }
    boolean isPlain = kind == LimitKind.ROWS || isNone(count) || isZero(count);
    if (isPlain && isConstant(offset) && isConstant(count)) {
      long skipped = isNone(offset) ? 0 : number(offset);
      long kept = isNone(count) ? LogicalPlan.Limit.ALL : number(count);
      return skipped == 0 && kept == LogicalPlan.Limit.ALL
          ? input
          : new LogicalPlan.Limit(input, skipped, kept);
    }
    return new LogicalPlan.ComputedLimit(
        input, isNone(offset) ? null : offset, isNone(count) ? null : count, kind);
  }

  /**
   * Returns a plan with a limit on its sort, which is the plan or below its projection; null if
   * there is none.
   */
  public static @Nullable LogicalPlan onSort(LogicalPlan plan, UnaryOperator<LogicalPlan> limit) {
    return switch (plan) {
      case LogicalPlan.Sort sort -> limit.apply(sort);
      case LogicalPlan.Project p when p.input() instanceof LogicalPlan.Sort sort ->
          new LogicalPlan.Project(limit.apply(sort), p.columns(), p.schema());
      default -> null;
    };
  }

  private static void check(@Nullable Expr number, String clause) {
    if (number instanceof Expr.Literal(Number value, DataType _) && value.doubleValue() < 0) {
      throw new AnalysisException(
          "Cannot limit: " + clause + " must not be negative, not " + value);
    }
  }

  private static boolean isConstant(@Nullable Expr number) {
    return number == null || number instanceof Expr.Literal;
  }

  private static boolean isNone(@Nullable Expr number) {
    return number == null || (number instanceof Expr.Literal literal && literal.isNullLiteral());
  }

  private static boolean isZero(@Nullable Expr number) {
    return number instanceof Expr.Literal(Number value, DataType _) && value.doubleValue() == 0;
  }

  private static long number(@Nullable Expr number) {
    return number instanceof Expr.Literal(Number value, DataType _) ? value.longValue() : 0;
  }

  /** Returns the same rows as a plan that numbers them and keeps those of some numbers. */
  public static LogicalPlan expanded(LogicalPlan.ComputedLimit limit) {
    int width = limit.schema().size();
    LogicalPlan rows = limit.input();
    Expr number;
    Expr counted;
    if (limit.kind() == LimitKind.WITH_TIES) {
      LogicalPlan.Sort sort = (LogicalPlan.Sort) limit.input();
      WindowSpec window = WindowSpec.whole().orderBy(sort.keys().toArray(SortKey[]::new));
      rows =
          windows(
              sort.input(),
              new NamedWindow(NUMBER, over(WindowFunction.ROW_NUMBER, window)),
              new NamedWindow(RANK, over(WindowFunction.RANK, window)));
      number = new Expr.BoundColumn(width, NUMBER);
      counted = new Expr.BoundColumn(width + 1, RANK);
    } else {
      rows = numbered(rows);
      if (limit.kind() == LimitKind.PERCENT) {
        Expr.Over total = Expr.Aggregate.of(AggregateFunction.COUNT_ALL).over(WindowSpec.whole());
        rows = windows(rows, new NamedWindow(TOTAL, total));
      }
      number = new Expr.BoundColumn(width, NUMBER);
      counted = number;
    }
    List<Expr> conditions = new ArrayList<>();
    if (limit.offset() != null) {
      Expr offset = Functions.coalesce(notNegative(limit.offset()), Functions.lit(0L));
      conditions.add(number.gt(offset));
      counted = limit.count() == null ? counted : counted.minus(offset);
    }
    if (limit.count() != null) {
      Expr count =
          limit.kind() == LimitKind.PERCENT
              ? percentage(limit.count())
              : notNegative(limit.count());
      if (limit.kind() == LimitKind.PERCENT) {
        Expr total = new Expr.BoundColumn(width + 1, TOTAL);
        count =
            Expr.Call.of(
                    ScalarFunction.FLOOR,
                    count
                        .div(Functions.lit(100.0))
                        .times(new Expr.Cast(total, DataType.FLOAT64, CastMode.STRICT)))
                .cast(DataType.INT64);
      }
      count = Functions.coalesce(count, Functions.lit(Long.MAX_VALUE));
      conditions.add(counted.ltEq(count));
      if (limit.kind() == LimitKind.WITH_TIES) {
        conditions.add(count.gt(Functions.lit(0L)));
      }
    }
    LogicalPlan kept =
        conditions.isEmpty()
            ? rows
            : new LogicalPlan.Filter(
                rows,
                conditions.size() == 1
                    ? conditions.getFirst()
                    : new Expr.Call(ScalarFunction.AND, conditions));
    LogicalPlan ordered =
        isOrdered(limit.input()) ? new LogicalPlan.Sort(kept, List.of(number.ascending())) : kept;
    return firstColumns(ordered, width);
  }

  /** Fails for a negative number when the query runs. */
  private static Expr notNegative(Expr number) {
    return number instanceof Expr.Literal
        ? number
        : failingIf(number.lt(Functions.lit(0L)), "a negative number of rows", number);
  }

  /** Fails for what is no percentage when the query runs. */
  private static Expr percentage(Expr number) {
    return number instanceof Expr.Literal
        ? number
        : failingIf(number.gt(Functions.lit(100.0)), "a percentage above 100", notNegative(number));
  }

  private static Expr failingIf(Expr condition, String what, Expr otherwise) {
    return Functions.caseWhen(condition, Functions.lit(what).cast(DataType.INT64))
        .otherwise(otherwise);
  }

  private static Expr.Over over(WindowFunction function, WindowSpec window) {
    return Expr.WindowCall.of(function).over(window);
  }

  private static LogicalPlan numbered(LogicalPlan input) {
    List<Field> fields = new ArrayList<>(List.of(new Field(NUMBER, DataType.INT64, false)));
    fields.addAll(input.schema().fields());
    LogicalPlan numbered = new LogicalPlan.RowIndex(input, NUMBER, 1, new Schema(fields));
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 1; i < fields.size(); i++) {
      columns.add(column(numbered, i));
    }
    columns.add(column(numbered, 0));
    List<Field> moved = new ArrayList<>(fields.subList(1, fields.size()));
    moved.add(fields.getFirst());
    return new LogicalPlan.Project(numbered, columns, new Schema(moved));
  }

  private static LogicalPlan windows(LogicalPlan input, NamedWindow... windows) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    for (NamedWindow window : windows) {
      fields.add(new Field(window.name(), DataType.INT64, false));
    }
    return new LogicalPlan.Window(input, List.of(windows), new Schema(fields));
  }

  private static NamedExpr column(LogicalPlan plan, int index) {
    String name = plan.schema().field(index).name();
    return new NamedExpr(name, new Expr.BoundColumn(index, name));
  }

  private static LogicalPlan firstColumns(LogicalPlan plan, int count) {
    List<NamedExpr> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(column(plan, i));
    }
    return new LogicalPlan.Project(
        plan, columns, new Schema(plan.schema().fields().subList(0, count)));
  }

  /** Returns whether the rows of a plan come in an order that it specifies. */
  private static boolean isOrdered(LogicalPlan plan) {
    return switch (plan) {
      case LogicalPlan.Sort _ -> true;
      case LogicalPlan.Project p -> isOrdered(p.input());
      case LogicalPlan.Limit p -> isOrdered(p.input());
      case LogicalPlan.ComputedLimit p -> isOrdered(p.input());
      case LogicalPlan.RowIndex p -> isOrdered(p.input());
      default -> false;
    };
  }
}
