package dev.heddle.planner.lower;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Lets operators group, join, sort and pick by lists, structs and maps, which they only carry
 * otherwise: they get the values as bytes that are equal, and ordered, as the values are, and what
 * they pick is turned back. Instead of intervals they group, join and sort by their lengths.
 */
final class NestedKeys {
  private static final DataType LENGTH = new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);

  private NestedKeys() {}

  static PhysicalPlan apply(PhysicalPlan plan) {
    PhysicalPlan over = plan.withInputs(plan.inputs().stream().map(NestedKeys::apply).toList());
    return switch (over) {
      case PhysicalPlan.Aggregate aggregate -> NestedAggregates.byLengths(aggregate);
      case PhysicalPlan.HashJoin join -> join(join);
      case PhysicalPlan.Window window -> window(window);
      case PhysicalPlan.Sort sort -> sort(sort);
      case PhysicalPlan.Repartition rows -> repartition(rows);
      case PhysicalPlan.TopN top -> top(top);
      case PhysicalPlan.GroupLimit limit -> limit(limit);
      default -> over;
    };
  }

  private static PhysicalPlan sort(PhysicalPlan.Sort plan) {
    Extended input = ordered(plan.input(), plan.order());
    return input.places.isEmpty()
        ? plan
        : input.own(
            new PhysicalPlan.Sort(input.plan, input.ordered(plan.order()), plan.estimate()),
            plan.output());
  }

  private static PhysicalPlan repartition(PhysicalPlan.Repartition plan) {
    Extended input = ordered(plan.input(), plan.keys());
    return input.places.isEmpty()
        ? plan
        : input.own(
            new PhysicalPlan.Repartition(
                input.plan, plan.kind(), plan.parts(), input.ordered(plan.keys()), plan.estimate()),
            plan.output());
  }

  private static PhysicalPlan top(PhysicalPlan.TopN plan) {
    Extended input = ordered(plan.input(), plan.order());
    return input.places.isEmpty()
        ? plan
        : input.own(
            new PhysicalPlan.TopN(
                input.plan,
                input.ordered(plan.order()),
                plan.offset(),
                plan.limit(),
                plan.runtime(),
                plan.estimate()),
            plan.output());
  }

  private static Extended ordered(PhysicalPlan input, List<SortOrder> order) {
    requireOrdered(order, input.output());
    return Extended.of(input, columns(order));
  }

  /** It need not leave out anything. */
  private static PhysicalPlan limit(PhysicalPlan.GroupLimit plan) {
    Schema input = plan.output();
    boolean isNested =
        isEncoded(input, plan.order().column())
            || plan.keys().stream().anyMatch(column -> isEncoded(input, column));
    return isNested ? plan.input() : plan;
  }

  static List<Integer> columns(List<SortOrder> order) {
    return order.stream().map(SortOrder::column).toList();
  }

  static void requireOrdered(List<SortOrder> order, Schema input) {
    for (SortOrder key : order) {
      requireOrder("sort by", input.field(key.column()));
    }
  }

  private static void requireOrder(String action, Field field) {
    if (field.type().isNested() && !TypeCoercion.isSortable(field.type())) {
      throw noOrder(action, field);
    }
  }

  static HeddleException noOrder(String action, Field field) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot "
            + action
            + " \""
            + field.name()
            + "\": it is "
            + field.type().sqlName()
            + ", which has no order; use a field, an element or its text");
  }

  static boolean isNested(Schema schema, int column) {
    return schema.field(column).type().isNested();
  }

  static boolean isInterval(Schema schema, int column) {
    return schema.field(column).type() instanceof DataType.Interval;
  }

  private static boolean isEncoded(Schema schema, int column) {
    return isNested(schema, column) || isInterval(schema, column);
  }

  /** The bytes of a nested value, the length of an interval. */
  static PhysicalExpr encoded(Schema schema, int column) {
    PhysicalExpr value = Rex.column(column, schema);
    return isInterval(schema, column)
        ? new PhysicalExpr.Call(
            ScalarFunction.INTERVAL_LENGTH, List.of(value), LENGTH, value.nullable())
        : Rex.cast(value, DataType.BINARY);
  }

  static Field encodedField(Field field) {
    return field.withType(field.type() instanceof DataType.Interval ? LENGTH : DataType.BINARY);
  }

  static PhysicalPlan project(
      PhysicalPlan input, List<PhysicalExpr> expressions, List<Field> fields) {
    return new PhysicalPlan.Project(
        input,
        expressions,
        new Schema(fields),
        Estimates.of(input.estimate().rows(), new Schema(fields)));
  }

  /** A plan with the bytes, or lengths, of some of its columns behind its own ones. */
  record Extended(PhysicalPlan plan, Map<Integer, Integer> places) {
    static Extended of(PhysicalPlan plan, Iterable<Integer> columns) {
      Schema input = plan.output();
      Map<Integer, Integer> places = new LinkedHashMap<>();
      List<PhysicalExpr> expressions = new ArrayList<>();
      List<Field> fields = new ArrayList<>();
      for (int i = 0; i < input.size(); i++) {
        expressions.add(Rex.column(i, input));
        fields.add(input.field(i));
      }
      for (int column : columns) {
        if (isEncoded(input, column) && !places.containsKey(column)) {
          places.put(column, fields.size());
          expressions.add(encoded(input, column));
          fields.add(encodedField(input.field(column)));
        }
      }
      return new Extended(places.isEmpty() ? plan : project(plan, expressions, fields), places);
    }

    List<SortOrder> ordered(List<SortOrder> order) {
      return order.stream()
          .map(
              key ->
                  new SortOrder(
                      places.getOrDefault(key.column(), key.column()),
                      key.direction(),
                      key.nulls()))
          .toList();
    }

    /** Returns the first columns of a plan over this one: those that it is wanted for. */
    PhysicalPlan own(PhysicalPlan over, Schema wanted) {
      List<PhysicalExpr> expressions = new ArrayList<>();
      for (int i = 0; i < wanted.size(); i++) {
        expressions.add(Rex.column(i, over.output()));
      }
      return project(over, expressions, wanted.fields());
    }

    List<Integer> moved(List<Integer> columns) {
      return columns.stream().map(column -> places.getOrDefault(column, column)).toList();
    }

    /** Returns the positions of arguments; intervals are not converted. */
    List<Integer> arguments(List<Integer> columns) {
      return columns.stream()
          .map(
              column ->
                  isInterval(plan.output(), column) ? column : places.getOrDefault(column, column))
          .toList();
    }
  }

  private static PhysicalPlan join(PhysicalPlan.HashJoin plan) {
    Extended left = Extended.of(plan.left(), plan.leftKeys());
    Extended right = Extended.of(plan.right(), plan.rightKeys());
    int more = left.places.size();
    if (more == 0) {
      return plan;
    }
    int width = plan.left().output().size();
    List<Field> fields = new ArrayList<>();
    List<Integer> kept = new ArrayList<>();
    int wanted = plan.output().size();
    boolean hasLeft = plan.kind() != JoinKind.RIGHT_SEMI && plan.kind() != JoinKind.RIGHT_ANTI;
    boolean hasRight =
        switch (plan.kind()) {
          case INNER, LEFT, RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> true;
          case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
        };
    int at = 0;
    if (hasLeft) {
      for (int i = 0; i < width + more; i++) {
        boolean isOwn = i < width;
        fields.add(isOwn ? plan.output().field(i) : left.plan.output().field(i));
        if (isOwn) {
          kept.add(i);
        }
      }
      at = width;
    }
    Schema rightSide = right.plan.output();
    if (hasRight) {
      for (int i = 0; i < rightSide.size(); i++) {
        boolean isOwn = at < wanted && i < plan.right().output().size();
        if (isOwn) {
          kept.add(fields.size());
        }
        fields.add(isOwn ? plan.output().field(at++) : rightSide.field(i));
      }
    } else if (at < wanted) { // the mark
      kept.add(fields.size());
      fields.add(plan.output().field(at));
    }
    Schema output = new Schema(fields);
    PhysicalPlan join =
        new PhysicalPlan.HashJoin(
            left.plan,
            right.plan,
            plan.kind(),
            left.moved(plan.leftKeys()),
            right.moved(plan.rightKeys()),
            plan.nullSafe(),
            plan.residual().map(residual -> shifted(residual, width, more)),
            output,
            plan.estimate());
    List<PhysicalExpr> expressions = new ArrayList<>();
    kept.forEach(column -> expressions.add(Rex.column(column, output)));
    return project(join, expressions, plan.output().fields());
  }

  /** An expression over both sides of a join after the left one has got more columns. */
  private static PhysicalExpr shifted(PhysicalExpr expression, int from, int more) {
    if (!(expression instanceof PhysicalExpr.ColumnRef ref)) {
      return Expressions.mapChildren(expression, part -> shifted(part, from, more));
    }
    return ref.index() < from
        ? ref
        : new PhysicalExpr.ColumnRef(ref.index() + more, ref.type(), ref.nullable());
  }

  /** Keys and arguments are bytes behind the input's columns; nested results are read back. */
  private static PhysicalPlan window(PhysicalPlan.Window plan) {
    Schema input = plan.input().output();
    requireOrdered(plan.order(), input);
    List<Integer> read = new ArrayList<>(plan.partitionKeys());
    read.addAll(columns(plan.order()));
    for (WindowCall call : plan.calls()) {
      addNested(call.arguments(), input, read);
      call.aggregate()
          .ifPresent(
              aggregate -> {
                NestedAggregates.check(aggregate, input);
                addNested(aggregate.arguments(), input, read);
                read.addAll(NestedAggregates.compared(List.of(), List.of(aggregate)));
              });
    }
    Extended extended = Extended.of(plan.input(), read);
    if (extended.places.isEmpty()) {
      return plan;
    }
    List<Field> fields = new ArrayList<>(extended.plan.output().fields());
    List<WindowCall> calls = new ArrayList<>();
    for (int i = 0; i < plan.calls().size(); i++) {
      WindowCall call = overBytes(plan.calls().get(i), extended, input);
      fields.add(plan.output().field(input.size() + i).withType(call.type()));
      calls.add(call);
    }
    Schema output = new Schema(fields);
    PhysicalPlan window =
        new PhysicalPlan.Window(
            extended.plan,
            extended.moved(plan.partitionKeys()),
            extended.ordered(plan.order()),
            calls,
            output,
            plan.estimate());
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < plan.output().size(); i++) {
      int at = i < input.size() ? i : i + extended.places.size();
      DataType type = plan.output().field(i).type();
      PhysicalExpr column = Rex.column(at, output);
      expressions.add(column.type().equals(type) ? column : Rex.cast(column, type));
    }
    return project(window, expressions, plan.output().fields());
  }

  private static void addNested(List<Integer> columns, Schema input, List<Integer> target) {
    columns.stream().filter(column -> isNested(input, column)).forEach(target::add);
  }

  private static WindowCall overBytes(WindowCall call, Extended extended, Schema input) {
    Optional<AggregateCall> aggregate =
        call.aggregate()
            .map(a -> NestedAggregates.overBytes(a, input))
            .map(
                a ->
                    new AggregateCall(
                        a.function(),
                        NestedAggregates.countsDistinct(a)
                            ? extended.moved(a.arguments())
                            : extended.arguments(a.arguments()),
                        a.constants(),
                        a.distinct(),
                        a.filter(),
                        extended.ordered(a.orderBy()),
                        a.type(),
                        a.code()));
    return new WindowCall(
        call.function(),
        aggregate,
        extended.arguments(call.arguments()),
        call.constants().stream().map(NestedKeys::overBytes).toList(),
        call.frame(),
        call.nulls(),
        NestedAggregates.overBytes(
            call.type(),
            call.aggregate().map(AggregateCall::arguments).orElse(call.arguments()),
            input));
  }

  /** There are no nested constants but nulls. */
  private static PhysicalExpr.Literal overBytes(PhysicalExpr.Literal literal) {
    return literal.type().isNested() ? PhysicalExpr.Literal.nullOf(DataType.BINARY) : literal;
  }
}
