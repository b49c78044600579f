package dev.heddle.physical.sort;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.time.Calendar;
import dev.heddle.physical.plan.SortOrder;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Compares rows of Java values by an order. */
public record NaiveOrder(List<SortOrder> order, List<DataType> types)
    implements Comparator<List<@Nullable Object>> {
  @Override
  public int compare(List<@Nullable Object> a, List<@Nullable Object> b) {
    for (SortOrder key : order) {
      Object left = a.get(key.column());
      Object right = b.get(key.column());
      int difference;
      if (left == null || right == null) {
        boolean isFirst = key.nulls() == NullPlacement.FIRST;
        difference = left == right ? 0 : (left == null) == isFirst ? -1 : 1;
      } else {
        difference = compare(left, right, types.get(key.column()));
        difference = key.direction() == SortDirection.ASCENDING ? difference : -difference;
      }
      if (difference != 0) {
        return difference;
      }
    }
    return 0;
  }

  @SuppressWarnings({"unchecked", "rawtypes"})
  public static int compare(Object a, Object b, DataType type) {
    return switch (type) {
      case DataType.Float32 _ -> Float.compare((Float) a + 0.0f, (Float) b + 0.0f);
      case DataType.Float64 _ -> Double.compare((Double) a + 0.0, (Double) b + 0.0);
      case DataType.Str _ ->
          Arrays.compareUnsigned(
              a.toString().getBytes(StandardCharsets.UTF_8),
              b.toString().getBytes(StandardCharsets.UTF_8));
      case DataType.Enumeration(List<String> labels) ->
          Integer.compare(labels.indexOf(a.toString()), labels.indexOf(b.toString()));
      case DataType.Uuid _ -> a.toString().compareTo(b.toString()); // Java compares signed words
      case DataType.Interval _ -> nanos(a).compareTo(nanos(b));
      default -> ((Comparable) a).compareTo(b);
    };
  }

  private static BigInteger nanos(Object interval) {
    String[] words = interval.toString().split(" ");
    return new BigInteger(words[0])
        .multiply(BigInteger.valueOf(30))
        .add(new BigInteger(words[2]))
        .multiply(BigInteger.valueOf(Calendar.NANOS_PER_DAY))
        .add(new BigInteger(words[4]));
  }
}
