package dev.heddle.planner.lower;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lets aggregations group and pick by nested values, as their bytes, and by intervals, as their
 * lengths; see {@link NestedKeys}. Stateless.
 */
final class NestedAggregates {
  private NestedAggregates() {}

  /**
   * Returns whether an aggregation reads nested columns, or compares intervals; if not, it may be
   * cut in halves.
   */
  static boolean areRead(Schema input, List<Integer> keys, List<AggregateCall> calls) {
    calls.forEach(call -> check(call, input));
    return areNestedRead(input, keys, calls)
        || compared(keys, calls).stream().anyMatch(column -> NestedKeys.isInterval(input, column));
  }

  private static boolean areNestedRead(
      Schema input, List<Integer> keys, List<AggregateCall> calls) {
    return read(keys, calls).stream().anyMatch(column -> NestedKeys.isNested(input, column));
  }

  /** The columns whose values are compared or sorted. */
  static Set<Integer> compared(List<Integer> keys, List<AggregateCall> calls) {
    Set<Integer> compared = new TreeSet<>(keys);
    for (AggregateCall call : calls) {
      compared.addAll(NestedKeys.columns(call.orderBy()));
      if (countsDistinct(call)) {
        compared.addAll(call.arguments());
      }
    }
    return compared;
  }

  static boolean countsDistinct(AggregateCall call) {
    return call.distinct() && call.function() == AggregateFunction.COUNT;
  }

  /** Groups by the lengths of intervals; a group shows the first of its intervals. */
  static PhysicalPlan byLengths(PhysicalPlan.Aggregate plan) {
    Schema input = plan.input().output();
    List<Integer> intervals =
        compared(plan.keys(), plan.calls()).stream()
            .filter(c -> NestedKeys.isInterval(input, c))
            .toList();
    if (plan.mode() != AggregateMode.SINGLE || intervals.isEmpty()) {
      return aggregate(plan);
    }
    NestedKeys.Extended lengths = NestedKeys.Extended.of(plan.input(), intervals);
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
              call.type(),
              call.code()));
    }
    List<Field> fields = new ArrayList<>(plan.output().fields());
    List<Integer> places = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      places.add(i);
    }
    for (int i = 0; i < plan.keys().size(); i++) {
      int key = plan.keys().get(i);
      if (NestedKeys.isInterval(input, key)) {
        Field shown = fields.get(i);
        fields.set(i, NestedKeys.encodedField(shown));
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
                lengths.plan(),
                lengths.moved(plan.keys()),
                calls,
                plan.mode(),
                output,
                plan.estimate()));
    return NestedKeys.project(
        grouped,
        places.stream().map(place -> Rex.column(place, output)).toList(),
        plan.output().fields());
  }

  private static Set<Integer> read(List<Integer> keys, List<AggregateCall> calls) {
    Set<Integer> read = new TreeSet<>(keys);
    for (AggregateCall call : calls) {
      read.addAll(call.arguments());
      read.addAll(NestedKeys.columns(call.orderBy()));
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
      boolean isEncoded = NestedKeys.isNested(input, i) && read.contains(i);
      expressions.add(isEncoded ? NestedKeys.encoded(input, i) : Rex.column(i, input));
      fields.add(isEncoded ? NestedKeys.encodedField(input.field(i)) : input.field(i));
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
            NestedKeys.project(plan.input(), expressions, fields),
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
    return NestedKeys.project(aggregate, back, plan.output().fields());
  }

  /** Checks that a call compares only what has an order. */
  static void check(AggregateCall call, Schema input) {
    NestedKeys.requireOrdered(call.orderBy(), input);
    switch (call.function()) {
      case MIN, MAX -> {
        Field argument = input.field(call.arguments().getFirst());
        if (!TypeCoercion.isComparable(argument.type())) {
          throw NestedKeys.noOrder("take the extreme of", argument);
        }
      }
      default -> {}
    }
  }

  /** Returns a call once nested columns of its input are bytes. */
  static AggregateCall overBytes(AggregateCall call, Schema input) {
    return new AggregateCall(
        call.function(),
        call.arguments(),
        call.constants(),
        call.distinct(),
        call.filter(),
        call.orderBy(),
        overBytes(call.type(), call.arguments(), input),
        call.code());
  }

  /** The type of what a call picks, or collects, once nested columns of its input are bytes. */
  static DataType overBytes(DataType result, List<Integer> arguments, Schema input) {
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
}
