package dev.heddle.physical.kernel.list;

import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.physical.kernel.compare.IntervalOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * The order that SQL gives to the Java values of a type, as rows have them: equal are those that
 * {@code =} takes for equal. Nulls, which can be parts of nested values, come last. Stateless.
 */
public final class ValueOrder {
  private ValueOrder() {}

  /** Returns the order of values of a type. */
  public static Comparator<Object> of(DataType type) {
    return Comparator.nullsLast(ofPresent(type));
  }

  @SuppressWarnings("unchecked") // values of a type have one class
  private static Comparator<Object> ofPresent(DataType type) {
    return switch (type) {
      case DataType.Str _, DataType.Json _ ->
          (left, right) ->
              Arrays.compareUnsigned(
                  ((String) left).getBytes(StandardCharsets.UTF_8),
                  ((String) right).getBytes(StandardCharsets.UTF_8));
      case DataType.Binary _ ->
          (left, right) -> Arrays.compareUnsigned((byte[]) left, (byte[]) right);
      case DataType.Enumeration labelled -> Comparator.comparing(labelled.positions()::get);
      case DataType.Uuid _ -> (left, right) -> compare((UUID) left, (UUID) right);
      case DataType.Float32 _, DataType.Float64 _ -> Comparator.comparing(ValueOrder::number);
      case DataType.Interval _ ->
          (left, right) -> IntervalOrder.compare((CalendarInterval) left, (CalendarInterval) right);
      case DataType.ListOf(DataType element) -> {
        Comparator<Object> order = of(element);
        yield (left, right) ->
            compare(((List<?>) left).iterator(), ((List<?>) right).iterator(), order);
      }
      case DataType.MapOf(DataType key, DataType value) -> {
        Comparator<Object> keys = of(key);
        Comparator<Object> values = of(value);
        yield (left, right) -> {
          Map<?, ?> a = (Map<?, ?>) left;
          Map<?, ?> b = (Map<?, ?>) right;
          int order = compare(a.keySet().iterator(), b.keySet().iterator(), keys);
          return order != 0 ? order : compare(a.values().iterator(), b.values().iterator(), values);
        };
      }
      case DataType.Struct(List<Field> fields) -> {
        Comparator<Object> order = (_, _) -> 0;
        for (Field field : fields) {
          order =
              order.thenComparing(
                  struct -> ((Map<?, ?>) struct).get(field.name()), of(field.type()));
        }
        yield order;
      }
      case DataType.Null _,
          DataType.Bool _,
          DataType.Int8 _,
          DataType.Int16 _,
          DataType.Int32 _,
          DataType.Int64 _,
          DataType.Unsigned _,
          DataType.Int128 _,
          DataType.Decimal _,
          DataType.Date _,
          DataType.Time _,
          DataType.Timestamp _ ->
          (left, right) -> ((Comparable<Object>) left).compareTo(right);
    };
  }

  /** Java compares the words of a UUID as signed numbers. */
  private static int compare(UUID left, UUID right) {
    int high = Long.compareUnsigned(left.getMostSignificantBits(), right.getMostSignificantBits());
    return high != 0
        ? high
        : Long.compareUnsigned(left.getLeastSignificantBits(), right.getLeastSignificantBits());
  }

  private static Double number(Object value) {
    return ((Number) value).doubleValue() + 0.0; // -0.0 equals 0.0
  }

  private static int compare(Iterator<?> left, Iterator<?> right, Comparator<Object> order) {
    while (left.hasNext() && right.hasNext()) {
      int difference = order.compare(left.next(), right.next());
      if (difference != 0) {
        return difference;
      }
    }
    return Boolean.compare(left.hasNext(), right.hasNext());
  }
}
