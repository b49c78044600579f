package dev.heddle.frame;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.DateUnit;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Functions;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.AsOfDirection;
import dev.heddle.frame.plan.JoinKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.verb.ExprChecks;
import dev.heddle.frame.verb.Projections;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Builds the plan of an as-of join: one look backward or forward, or one of each to choose the
 * nearer from; then the tolerance, and the columns that appear once.
 */
final class AsOfJoins {
  private static final String ACTION = "Cannot join as of";

  /** The place of the right row that was found, in the order; null if none was. */
  private static final String FOUND = "$found";

  /** Starts the names of what looking forward has found. */
  private static final String AFTER = "$after.";

  private static final long MICROS_PER_DAY = 86_400_000_000L;

  private final LogicalPlan left;
  private final LogicalPlan right; // with the place as one more column
  private final AsOf join;
  private final List<JoinKey> keys;
  private final Expr leftOn;
  private final DataType place;
  private final List<String> rightNames; // in the result
  private final Set<String> shared = new HashSet<>();

  private AsOfJoins(LogicalPlan left, LogicalPlan right, AsOf join) {
    this.left = left;
    this.join = join;
    Join.Pair on = join.on();
    if (on == null) {
      throw new AnalysisException(ACTION + ": no order is given; name a column by on(...)");
    }
    JoinKey order = Joins.keys(left.schema(), right.schema(), List.of(on), ACTION).getFirst();
    this.leftOn = order.left();
    this.place = order.comparedAs();
    this.keys = Joins.keys(left.schema(), right.schema(), join.by(), ACTION);
    checkPlace();
    List<Expr> columns = new ArrayList<>();
    right.schema().names().forEach(name -> columns.add(new Expr.Column(name)));
    columns.add(order.right().cast(place).named(FOUND));
    this.right = Projections.select(right, columns);
    Schema pairs = Joins.pairSchema(left.schema(), right.schema(), join.suffix(), ACTION);
    this.rightNames = pairs.names().subList(left.schema().size(), pairs.size());
    if (on.isShared()) {
      shared.add(((Expr.Column) on.left()).name());
    }
    for (Join.Pair pair : join.by()) {
      if (pair.isShared()) {
        shared.add(((Expr.Column) pair.left()).name());
      }
    }
  }

  static LogicalPlan join(LogicalPlan left, LogicalPlan right, AsOf join) {
    return new AsOfJoins(left, right, join).build();
  }

  private void checkPlace() {
    if (!TypeCoercion.isOrdered(place) || place instanceof DataType.Null) {
      throw new AnalysisException(
          ACTION + ": values of " + place.sqlName() + " have no order; join on another column");
    }
    boolean isMeasured = join.strategy() == AsOf.Strategy.NEAREST || join.tolerance() != null;
    if (isMeasured && !place.isNumeric() && !isDay() && !isMoment()) {
      throw new AnalysisException(
          ACTION
              + ": values of "
              + place.sqlName()
              + " have no distance, which nearest() and tolerance(...) need; look backward() or"
              + " forward()");
    }
    if (join.strategy() == AsOf.Strategy.NEAREST && !join.allowsEqual()) {
      throw new AnalysisException(
          ACTION + ": nearest() takes rows at the same place; strict() goes with the others");
    }
  }

  private boolean isDay() {
    return place instanceof DataType.Date;
  }

  private boolean isMoment() {
    return place instanceof DataType.Timestamp;
  }

  private LogicalPlan build() {
    LogicalPlan joined =
        switch (join.strategy()) {
          case BACKWARD -> look(left, AsOfDirection.BACKWARD, "");
          case FORWARD -> look(left, AsOfDirection.FORWARD, "");
          case NEAREST -> nearer(both());
        };
    if (join.tolerance() != null) {
      joined = within(joined, limit(join.tolerance()));
    }
    if (!join.keepsUnmatched()) {
      joined = new LogicalPlan.Filter(joined, found("").isNotNull());
    }
    List<NamedExpr> columns = leftColumns();
    for (int i = 0; i < rightNames.size(); i++) {
      if (!shared.contains(right.schema().field(i).name())) {
        columns.add(same(rightNames.get(i)));
      }
    }
    return Projections.project(joined, columns, ACTION);
  }

  private static NamedExpr same(String name) {
    return new NamedExpr(name, new Expr.Column(name));
  }

  private List<NamedExpr> leftColumns() {
    List<NamedExpr> columns = new ArrayList<>();
    left.schema().names().forEach(name -> columns.add(same(name)));
    return columns;
  }

  private static Expr found(String prefix) {
    return new Expr.Column(prefix + FOUND);
  }

  private LogicalPlan look(LogicalPlan input, AsOfDirection direction, String prefix) {
    List<Field> fields = new ArrayList<>(input.schema().fields());
    for (int i = 0; i < right.schema().size(); i++) {
      String name = i < rightNames.size() ? rightNames.get(i) : FOUND;
      fields.add(new Field(prefix + name, right.schema().field(i).type(), true));
    }
    return new LogicalPlan.AsOfJoin(
        input,
        right,
        direction,
        join.allowsEqual(),
        keys,
        leftOn,
        new Expr.Column(FOUND),
        place,
        ExprChecks.schema(ACTION, fields));
  }

  private LogicalPlan both() {
    return look(look(left, AsOfDirection.BACKWARD, ""), AsOfDirection.FORWARD, AFTER);
  }

  private LogicalPlan nearer(LogicalPlan both) {
    Expr place = leftOn.cast(this.place);
    Expr isAfter =
        found("").isNull().or(distance(place, found(AFTER)).lt(distance(found(""), place)));
    List<NamedExpr> columns = leftColumns();
    for (String name : foundNames()) {
      Expr chosen =
          Functions.caseWhen(isAfter, new Expr.Column(AFTER + name))
              .otherwise(new Expr.Column(name));
      columns.add(new NamedExpr(name, chosen));
    }
    return Projections.project(both, columns, ACTION);
  }

  private List<String> foundNames() {
    List<String> names = new ArrayList<>(rightNames);
    names.add(FOUND);
    return names;
  }

  /**
   * How far the later place is from the earlier one: a number, microseconds for dates and times.
   */
  private Expr distance(Expr earlier, Expr later) {
    if (isDay() || isMoment()) {
      DataType moment = isDay() ? DataType.TIMESTAMP : place;
      return Functions.dateDiff(DateUnit.MICROSECOND, earlier.cast(moment), later.cast(moment));
    }
    if (place.isInteger()) {
      DataType wide = new DataType.Decimal(20, 0);
      return later.cast(wide).minus(earlier.cast(wide));
    }
    return later.minus(earlier);
  }

  private Expr.Literal limit(Expr.Literal tolerance) {
    Object value = tolerance.value();
    if ((isDay() || isMoment()) && value instanceof CalendarInterval interval) {
      long micros = Math.addExact(interval.days() * MICROS_PER_DAY, interval.micros());
      if (interval.months() == 0 && micros >= 0) {
        return Functions.lit(micros);
      }
    } else if (place.isNumeric() && value instanceof Number number && number.doubleValue() >= 0) {
      return tolerance;
    }
    throw new AnalysisException(
        ACTION
            + ": a tolerance of "
            + tolerance
            + " does not fit values of "
            + place.sqlName()
            + "; give "
            + (place.isNumeric()
                ? "a number of at least 0"
                : "an interval of days, hours, minutes or seconds of at least 0"));
  }

  private LogicalPlan within(LogicalPlan joined, Expr.Literal limit) {
    Expr here = leftOn.cast(place);
    Expr near =
        switch (join.strategy()) {
          case BACKWARD -> distance(found(""), here).ltEq(limit);
          case FORWARD -> distance(here, found("")).ltEq(limit);
          case NEAREST ->
              distance(found(""), here).ltEq(limit).and(distance(here, found("")).ltEq(limit));
        };
    List<NamedExpr> columns = leftColumns();
    for (String name : foundNames()) {
      columns.add(
          new NamedExpr(name, Functions.caseWhen(near, new Expr.Column(name)).otherwiseNull()));
    }
    return Projections.project(joined, columns, ACTION);
  }
}
