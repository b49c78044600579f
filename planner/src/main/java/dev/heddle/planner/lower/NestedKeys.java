package dev.heddle.planner.lower;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowCall;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

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
      case PhysicalPlan.Aggregate aggregate -> byLengths(aggregate);
      case PhysicalPlan.HashJoin join -> join(join);
      case PhysicalPlan.Window window -> window(window);
      case PhysicalPlan.Sort sort -> sort(sort);
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

  private static List<Integer> columns(List<SortOrder> order) {
    return order.stream().map(SortOrder::column).toList();
  }

  private static void requireOrdered(List<SortOrder> order, Schema input) {
    for (SortOrder key : order) {
      requireOrder("sort by", input.field(key.column()));
    }
  }

  private static void requireOrder(String action, Field field) {
    if (field.type().isNested() && !TypeCoercion.isSortable(field.type())) {
      throw noOrder(action, field);
    }
  }

  private static HeddleException noOrder(String action, Field field) {
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

  private static boolean isNested(Schema schema, int column) {
    return schema.field(column).type().isNested();
  }

  private static boolean isInterval(Schema schema, int column) {
    return schema.field(column).type() instanceof DataType.Interval;
  }

  private static boolean isEncoded(Schema schema, int column) {
    return isNested(schema, column) || isInterval(schema, column);
  }

  /** The bytes of a nested value, the length of an interval. */
  private static PhysicalExpr encoded(Schema schema, int column) {
    PhysicalExpr value = Rex.column(column, schema);
    return isInterval(schema, column)
        ? new PhysicalExpr.Call(
            ScalarFunction.INTERVAL_LENGTH, List.of(value), LENGTH, value.nullable())
        : Rex.cast(value, DataType.BINARY);
  }

  private static Field encodedField(Field field) {
    return field.withType(field.type() instanceof DataType.Interval ? LENGTH : DataType.BINARY);
  }

  private static PhysicalPlan project(
      PhysicalPlan input, List<PhysicalExpr> expressions, List<Field> fields) {
    return new PhysicalPlan.Project(
        input,
        expressions,
        new Schema(fields),
        Estimates.of(input.estimate().rows(), new Schema(fields)));
  }

  /**
   * Returns whether an aggregation reads nested columns, or compares intervals; if not, it may be
   * cut in halves.
   */
  static boolean areRead(Schema input, List<Integer> keys, List<AggregateCall> calls) {
    calls.forEach(call -> check(call, input));
    return areNestedRead(input, keys, calls)
        || compared(keys, calls).stream().anyMatch(column -> isInterval(input, column));
  }

  private static boolean areNestedRead(
      Schema input, List<Integer> keys, List<AggregateCall> calls) {
    return read(keys, calls).stream().anyMatch(column -> isNested(input, column));
  }

  /** The columns whose values are told apart or put in order. */
  private static Set<Integer> compared(List<Integer> keys, List<AggregateCall> calls) {
    Set<Integer> compared = new TreeSet<>(keys);
    for (AggregateCall call : calls) {
      compared.addAll(columns(call.orderBy()));
      if (countsDistinct(call)) {
        compared.addAll(call.arguments());
      }
    }
    return compared;
  }

  private static boolean countsDistinct(AggregateCall call) {
    return call.distinct() && call.function() == AggregateFunction.COUNT;
  }

  /** Groups by the lengths of intervals; a group shows the first of its intervals. */
  private static PhysicalPlan byLengths(PhysicalPlan.Aggregate plan) {
    Schema input = plan.input().output();
    List<Integer> intervals =
        compared(plan.keys(), plan.calls()).stream().filter(c -> isInterval(input, c)).toList();
    if (plan.mode() != AggregateMode.SINGLE || intervals.isEmpty()) {
      return aggregate(plan);
    }
    Extended lengths = Extended.of(plan.input(), intervals);
    List<AggregateCall> calls = new ArrayList<>();
    for (AggregateCall call : plan.calls()) {
      List<Integer> arguments = call.arguments();
      calls.add(
          new AggregateCall(
              call.function(),
              countsDistinct(call) ? lengths.moved(arguments) : arguments,
              call.constants(),
              call.distinct(),
              call.filter(),
              lengths.ordered(call.orderBy()),
              call.type()));
    }
    List<Field> fields = new ArrayList<>(plan.output().fields());
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      places.add(i);
    }
    for (int i = 0; i < plan.keys().size(); i++) {
      int key = plan.keys().get(i);
      if (isInterval(input, key)) {
        Field shown = fields.get(i);
        fields.set(i, encodedField(shown));
        places.set(i, fields.size());
        fields.add(shown);
        calls.add(
            new AggregateCall(
                AggregateFunction.FIRST,
                List.of(key),
                List.of(),
                false,
                OptionalInt.empty(),
                List.of(),
                shown.type()));
      }
    }
    Schema output = new Schema(fields);
    PhysicalPlan grouped =
        aggregate(
            new PhysicalPlan.Aggregate(
                lengths.plan,
                lengths.moved(plan.keys()),
                calls,
                plan.mode(),
                output,
                plan.estimate()));
    return project(
        grouped,
        places.stream().map(place -> Rex.column(place, output)).toList(),
        plan.output().fields());
  }

  private static Set<Integer> read(List<Integer> keys, List<AggregateCall> calls) {
    Set<Integer> read = new TreeSet<>(keys);
    for (AggregateCall call : calls) {
      read.addAll(call.arguments());
      read.addAll(columns(call.orderBy()));
    }
    return read;
  }

  /** Every nested column that the aggregate reads becomes bytes; nested results are read back. */
  private static PhysicalPlan aggregate(PhysicalPlan.Aggregate plan) {
    Schema input = plan.input().output();
    if (plan.mode() != AggregateMode.SINGLE) {
      return plan;
    }
    plan.calls().forEach(call -> check(call, input));
    if (!areNestedRead(input, plan.keys(), plan.calls())) {
      return plan;
    }
    Set<Integer> read = read(plan.keys(), plan.calls());
    List<PhysicalExpr> expressions = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < input.size(); i++) {
      boolean isEncoded = isNested(input, i) && read.contains(i);
      expressions.add(isEncoded ? encoded(input, i) : Rex.column(i, input));
      fields.add(isEncoded ? encodedField(input.field(i)) : input.field(i));
    }
    List<AggregateCall> calls = plan.calls().stream().map(c -> overBytes(c, input)).toList();
    List<Field> results = new ArrayList<>();
    for (int i = 0; i < plan.output().size(); i++) {
      Field field = plan.output().field(i);
      int call = i - plan.keys().size();
      DataType type = field.type().isNested() ? DataType.BINARY : field.type();
      results.add(field.withType(call < 0 ? type : calls.get(call).type()));
    }
    Schema output = new Schema(results);
    PhysicalPlan aggregate =
        new PhysicalPlan.Aggregate(
            project(plan.input(), expressions, fields),
            plan.keys(),
            calls,
            plan.mode(),
            output,
            plan.estimate());
    List<PhysicalExpr> back = new ArrayList<>();
    for (int i = 0; i < output.size(); i++) {
      DataType type = plan.output().field(i).type();
      PhysicalExpr column = Rex.column(i, output);
      back.add(column.type().equals(type) ? column : Rex.cast(column, type));
    }
    return project(aggregate, back, plan.output().fields());
  }

  private static void check(AggregateCall call, Schema input) {
    requireOrdered(call.orderBy(), input);
    switch (call.function()) {
      case MIN, MAX -> {
        Field argument = input.field(call.arguments().getFirst());
        if (!TypeCoercion.isSortable(argument.type())) {
          throw noOrder("take the extreme of", argument);
        }
      }
      default -> {}
    }
  }

  private static AggregateCall overBytes(AggregateCall call, Schema input) {
    return new AggregateCall(
        call.function(),
        call.arguments(),
        call.constants(),
        call.distinct(),
        call.filter(),
        call.orderBy(),
        overBytes(call.type(), call.arguments(), input));
  }

  /** The type of what a call picks, or collects, once nested columns of its input are bytes. */
  private static DataType overBytes(DataType result, List<Integer> arguments, Schema input) {
    DataType argument =
        arguments.isEmpty() ? DataType.NULL : input.field(arguments.getFirst()).type();
    if (!argument.isNested()) {
      return result;
    }
    boolean isList = result instanceof DataType.ListOf(DataType of) && of.equals(argument);
    return isList
        ? new DataType.ListOf(DataType.BINARY)
        : result.isNested() ? DataType.BINARY : result;
  }

  /** A plan with the bytes, or lengths, of some of its columns behind its own ones. */
  private record Extended(PhysicalPlan plan, Map<Integer, Integer> places) {
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

    /** Returns where arguments stand; intervals are computed with as they are. */
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
                check(aggregate, input);
                addNested(aggregate.arguments(), input, read);
                read.addAll(compared(List.of(), List.of(aggregate)));
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
            .map(a -> overBytes(a, input))
            .map(
                a ->
                    new AggregateCall(
                        a.function(),
                        countsDistinct(a)
                            ? extended.moved(a.arguments())
                            : extended.arguments(a.arguments()),
                        a.constants(),
                        a.distinct(),
                        a.filter(),
                        extended.ordered(a.orderBy()),
                        a.type()));
    return new WindowCall(
        call.function(),
        aggregate,
        extended.arguments(call.arguments()),
        call.constants().stream().map(NestedKeys::overBytes).toList(),
        call.frame(),
        call.nulls(),
        overBytes(
            call.type(),
            call.aggregate().map(AggregateCall::arguments).orElse(call.arguments()),
            input));
  }

  /** There are no nested constants but nulls. */
  private static PhysicalExpr.Literal overBytes(PhysicalExpr.Literal literal) {
    return literal.type().isNested() ? PhysicalExpr.Literal.nullOf(DataType.BINARY) : literal;
  }
}
