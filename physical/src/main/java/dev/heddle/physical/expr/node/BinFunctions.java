package dev.heddle.physical.expr.node;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.DateText;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.list.ListStatistics;
import dev.heddle.physical.kernel.list.ValueOrder;
import dev.heddle.physical.kernel.number.EqualBins;
import dev.heddle.physical.kernel.time.Infinity;
import dev.heddle.physical.kernel.time.TimeBins;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What computes ends of bins, and counts values in bins. */
final class BinFunctions {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private BinFunctions() {}

  static RowCallNode.Function of(ValueFunction function, List<DataType> types, DataType result) {
    return switch (function) {
      case EQUI_WIDTH_BINS -> ends(types.getFirst());
      case LIST_BINNED -> {
        DataType key = ((DataType.MapOf) result).key();
        Object other = other(key);
        Comparator<Object> order = ValueOrder.of(key);
        yield row ->
            Boolean.TRUE.equals(row[2])
                ? ListStatistics.inBins((List<?>) row[0], bins(row[1]), other, order)
                : ListStatistics.inRanges((List<?>) row[0], bins(row[1]), other, order);
      }
      case IS_OTHER_BIN -> {
        DataType type = types.getFirst();
        if (type instanceof DataType.Null || type instanceof DataType.Bool) {
          yield row -> false;
        }
        Object other = other(type);
        Comparator<Object> order = ValueOrder.of(type);
        yield row -> order.compare(requireNonNull(row[0]), other) == 0;
      }
      default -> throw new IllegalStateException("No function of bins: " + function);
    };
  }

  private static RowCallNode.Function ends(DataType type) {
    if (type.isInteger()) {
      return row -> EqualBins.ofIntegers((Long) row[0], (Long) row[1], (Long) row[2], kind(row[3]));
    }
    if (type.isNumeric()) {
      return row ->
          EqualBins.ofReals((Double) row[0], (Double) row[1], (Long) row[2], kind(row[3]));
    }
    if (type instanceof DataType.Date) {
      return row ->
          TimeBins.of(start(row[0]), start(row[1]), (Long) row[2], kind(row[3])).stream()
              .map(LocalDateTime::toLocalDate)
              .toList();
    }
    return row ->
        TimeBins.of((LocalDateTime) row[0], (LocalDateTime) row[1], (Long) row[2], kind(row[3]));
  }

  private static LocalDateTime start(@Nullable Object day) {
    LocalDate date = (LocalDate) requireNonNull(day);
    if (DateText.infinity(date) != null) {
      throw Failures.argument("Cannot make bins from or to an infinite date");
    }
    return date.atStartOfDay();
  }

  private static EqualBins.Ends kind(@Nullable Object isNice) {
    return Boolean.TRUE.equals(isNice) ? EqualBins.Ends.NICE : EqualBins.Ends.EVEN;
  }

  private static List<?> bins(@Nullable Object given) {
    List<?> bins = (List<?>) requireNonNull(given);
    if (bins.stream().anyMatch(bin -> bin == null)) {
      throw Failures.argument("Cannot count values in bins of which one is null; leave it out");
    }
    return bins;
  }

  /** Returns the value of a type under which those are counted that are in no bin. */
  private static Object other(DataType type) {
    return switch (type) {
      case DataType.Bool _ -> Boolean.TRUE;
      case DataType.Int8 _ -> Byte.MAX_VALUE;
      case DataType.Int16 _ -> Short.MAX_VALUE;
      case DataType.Int32 _ -> Integer.MAX_VALUE;
      case DataType.Int64 _ -> Long.MAX_VALUE;
      case DataType.Int128 _ -> BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
      case DataType.Unsigned(int bits) when bits == Long.SIZE ->
          BigInteger.ONE.shiftLeft(Long.SIZE).subtract(BigInteger.ONE);
      case DataType.Unsigned(int bits) when bits == Integer.SIZE -> (1L << bits) - 1;
      case DataType.Unsigned(int bits) when bits == Short.SIZE -> (1 << bits) - 1;
      case DataType.Unsigned _ -> (short) 255;
      case DataType.Float32 _ -> Float.POSITIVE_INFINITY;
      case DataType.Float64 _ -> Double.POSITIVE_INFINITY;
      case DataType.Decimal decimal ->
          new BigDecimal(
              BigInteger.TEN.pow(decimal.precision()).subtract(BigInteger.ONE), decimal.scale());
      case DataType.Str _ -> "";
      case DataType.Binary _ -> new byte[0];
      case DataType.Date _ -> LocalDate.ofEpochDay(Infinity.DAY);
      case DataType.Timestamp time -> last(time);
      case DataType.ListOf _ -> List.of();
      case DataType.Struct(List<Field> fields) -> {
        Map<String, @Nullable Object> empty = new LinkedHashMap<>();
        fields.forEach(field -> empty.put(field.name(), null));
        yield empty;
      }
      default -> throw new IllegalStateException("No bin of other values: " + type);
    };
  }

  private static LocalDateTime last(DataType.Timestamp type) {
    long perSecond = type.unit() == TimestampUnit.MICROS ? 1_000_000 : NANOS_PER_SECOND;
    long nanos = Infinity.MOMENT % perSecond * (NANOS_PER_SECOND / perSecond);
    return LocalDateTime.ofEpochSecond(Infinity.MOMENT / perSecond, (int) nanos, ZoneOffset.UTC);
  }
}
