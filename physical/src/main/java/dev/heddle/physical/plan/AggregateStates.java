package dev.heddle.physical.plan;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/**
 * The columns in which a partial aggregation hands its states to the final one.
 *
 * <table>
 *   <caption>States by function</caption>
 *   <tr><td>count(*), count</td><td>the count</td></tr>
 *   <tr><td>sum</td><td>the sum (int64 for narrower integers, 38 digits for int64 and decimals,
 *   double for floats), null over no value</td></tr>
 *   <tr><td>avg</td><td>the sum (38 digits, or double for floats), the count</td></tr>
 *   <tr><td>min, max, bool_and, bool_or</td><td>the value, null over no value</td></tr>
 *   <tr><td>first, last, any_value, single_value</td><td>the value, the columns of the call's order,
 *   whether there is a row</td></tr>
 *   <tr><td>approximate counts and quantiles</td><td>the sketch's bytes, null over no
 *   value</td></tr>
 *   <tr><td>aggregates of the user's own</td><td>the state, null over no row</td></tr>
 *   <tr><td>variances and deviations</td><td>count, mean, sum of squared distances from the
 *   mean</td></tr>
 *   <tr><td>correlation, covariances, regressions</td><td>count, mean of y, mean of x, sums of
 *   squared distances of y and of x, sum of products of distances</td></tr>
 * </table>
 *
 * Distinct calls, quantiles and lists have no partial state; they appear in mode {@code SINGLE}
 * only.
 */
public final class AggregateStates {
  private AggregateStates() {}

  /** Returns whether the call can be computed in two halves. */
  public static boolean isMergeable(AggregateCall call) {
    return call.function().isMergeable() && !call.needsDistinct();
  }

  /** Returns how many state columns a call has. */
  public static int width(AggregateCall call) {
    return switch (call.function().family()) {
      case COUNT, SUM, EXTREME, SKETCH, USER -> 1;
      case MEAN -> 2;
      case FOLD -> call.function().stateColumns().size();
      case PICK -> 2 + call.orderBy().size();
      case QUANTILE, LIST, GROUPING -> throw stateless(call);
    };
  }

  private static IllegalStateException stateless(AggregateCall call) {
    return new IllegalStateException("No partial state of " + call.function());
  }

  /**
   * Returns the columns of a partial aggregation: the keys, then the states of each call.
   *
   * @param keys columns of the input
   * @param input columns of the partial node's input
   */
  public static Schema output(List<Integer> keys, List<AggregateCall> calls, Schema input) {
    List<Field> fields = new ArrayList<>();
    for (int key : keys) {
      fields.add(input.field(key));
    }
    for (int i = 0; i < calls.size(); i++) {
      fields.addAll(fields(calls.get(i), input, "$state" + i));
    }
    return new Schema(fields);
  }

  /**
   * Returns the state columns of a call.
   *
   * @param input columns of the partial node's input
   * @param name what the columns' names begin with
   */
  public static List<Field> fields(AggregateCall call, Schema input, String name) {
    return switch (call.function().family()) {
      case COUNT -> List.of(new Field(name, DataType.INT64, false));
      case SUM -> List.of(new Field(name, sumType(argument(call, input)), true));
      case MEAN ->
          List.of(
              new Field(name + "_sum", averageSumType(argument(call, input)), true),
              new Field(name + "_count", DataType.INT64, false));
      case EXTREME -> List.of(new Field(name, argument(call, input), true));
      case SKETCH -> List.of(new Field(name, DataType.BINARY, true));
      case USER -> List.of(new Field(name, stateType(call), true));
      case FOLD ->
          call.function().stateColumns().stream()
              .map(field -> new Field(name + "_" + field.name(), field.type(), field.nullable()))
              .toList();
      case PICK -> {
        List<Field> fields = new ArrayList<>();
        fields.add(new Field(name, argument(call, input), true));
        for (SortOrder order : call.orderBy()) {
          DataType type = input.fields().get(order.column()).type();
          fields.add(new Field(name + "_order" + fields.size(), type, true));
        }
        fields.add(new Field(name + "_present", DataType.BOOL, false));
        yield List.copyOf(fields);
      }
      case QUANTILE, LIST, GROUPING -> throw stateless(call);
    };
  }

  private static DataType stateType(AggregateCall call) {
    return call.code().orElseThrow().argumentTypes().getFirst();
  }

  private static DataType argument(AggregateCall call, Schema input) {
    return input.fields().get(call.arguments().getFirst()).type();
  }

  /** Returns the type in which values of a type are summed. */
  public static DataType sumType(DataType argument) {
    return switch (argument) {
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _ -> DataType.INT64;
      case DataType.Int64 _ -> new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0);
      case DataType.Int128 _ -> DataType.INT128;
      case DataType.Decimal d -> new DataType.Decimal(DataType.Decimal.MAX_PRECISION, d.scale());
      case DataType.Float32 _, DataType.Float64 _ -> DataType.FLOAT64;
      case DataType.Bool _,
          DataType.Str _,
          DataType.Binary _,
          DataType.Unsigned _,
          DataType.Uuid _,
          DataType.Enumeration _,
          DataType.Json _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _,
          DataType.Interval _,
          DataType.ListOf _,
          DataType.Struct _,
          DataType.MapOf _,
          DataType.Null _ ->
          throw new IllegalStateException("No sum of " + argument.sqlName());
    };
  }

  /** Returns the type in which the values of a mean are summed. */
  public static DataType averageSumType(DataType argument) {
    return argument.isInteger()
        ? new DataType.Decimal(DataType.Decimal.MAX_PRECISION, 0)
        : sumType(argument);
  }
}
