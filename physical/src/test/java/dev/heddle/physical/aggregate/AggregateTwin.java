package dev.heddle.physical.aggregate;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.plan.AggregateCall;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Aggregates rows one by one, on the heap: what the operator is compared with. */
final class AggregateTwin {
  private AggregateTwin() {}

  /** Returns the rows of keys and results. */
  static List<List<@Nullable Object>> aggregate(
      List<List<@Nullable Object>> rows, List<Integer> keys, List<AggregateCall> calls) {
    Map<List<@Nullable Object>, List<List<@Nullable Object>>> groups = new LinkedHashMap<>();
    if (keys.isEmpty()) {
      groups.put(List.of(), new ArrayList<>());
    }
    for (List<@Nullable Object> row : rows) {
      List<@Nullable Object> key = new ArrayList<>();
      keys.forEach(k -> key.add(canonical(row.get(k))));
      groups.computeIfAbsent(key, _ -> new ArrayList<>()).add(row);
    }
    List<List<@Nullable Object>> results = new ArrayList<>();
    groups.forEach(
        (key, members) -> {
          List<@Nullable Object> result = new ArrayList<>(key);
          calls.forEach(call -> result.add(result(call, members)));
          results.add(result);
        });
    return results;
  }

  static @Nullable Object canonical(@Nullable Object value) {
    return switch (value) {
      case Double d -> d + 0.0;
      case Float f -> f + 0.0f;
      case null, default -> value;
    };
  }

  private static @Nullable Object result(AggregateCall call, List<List<@Nullable Object>> all) {
    List<List<@Nullable Object>> rows =
        all.stream()
            .filter(r -> call.filter().isEmpty() || r.get(call.filter().getAsInt()) == Boolean.TRUE)
            .toList();
    if (call.arguments().isEmpty()) {
      return (long) rows.size();
    }
    int argument = call.arguments().getFirst();
    if (!call.orderBy().isEmpty()) {
      return ordered(call, rows, argument);
    }
    if (call.arguments().size() > 1) {
      return ofSeveral(call, rows);
    }
    List<Object> values = new ArrayList<>();
    rows.forEach(
        r -> {
          Object value = r.get(argument);
          if (value != null) {
            values.add(value);
          }
        });
    if (call.distinct()) {
      LinkedHashSet<Object> distinct = new LinkedHashSet<>();
      values.forEach(v -> distinct.add(Objects.requireNonNull(canonical(v))));
      values.clear();
      values.addAll(distinct);
    }
    return resultOf(call, values);
  }

  private static @Nullable Object ordered(
      AggregateCall call, List<List<@Nullable Object>> rows, int argument) {
    int by = call.orderBy().getFirst().column(); // unique integers
    Comparator<List<@Nullable Object>> order =
        Comparator.comparingLong(r -> (Long) Objects.requireNonNull(r.get(by)));
    return switch (call.function()) {
      case FIRST -> rows.stream().min(order).map(r -> canonical(r.get(argument))).orElse(null);
      case LAST -> rows.stream().max(order).map(r -> canonical(r.get(argument))).orElse(null);
      case ARRAY_AGG -> {
        List<@Nullable Object> list = new ArrayList<>();
        rows.stream().sorted(order).forEach(r -> list.add(r.get(argument)));
        yield list.isEmpty() ? null : list;
      }
      default -> throw new AssertionError(call.function());
    };
  }

  private static @Nullable Object ofSeveral(AggregateCall call, List<List<@Nullable Object>> rows) {
    List<List<Object>> tuples = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<Object> tuple = new ArrayList<>();
      for (int argument : call.arguments()) {
        Object value = canonical(row.get(argument));
        if (value != null) {
          tuple.add(value);
        }
      }
      if (tuple.size() == call.arguments().size()) {
        tuples.add(tuple);
      }
    }
    if (call.function() == AggregateFunction.COUNT) {
      return call.distinct() ? (long) new LinkedHashSet<>(tuples).size() : (long) tuples.size();
    }
    double n = tuples.size();
    double meanY = tuples.stream().mapToDouble(t -> number(t, 0)).sum() / n;
    double meanX = tuples.stream().mapToDouble(t -> number(t, 1)).sum() / n;
    double product =
        tuples.stream().mapToDouble(t -> (number(t, 0) - meanY) * (number(t, 1) - meanX)).sum();
    return switch (call.function()) {
      case REGR_COUNT -> (long) tuples.size();
      case REGR_AVGX -> n == 0 ? null : meanX;
      case REGR_SXY -> n == 0 ? null : product;
      case COVAR_SAMP -> n < 2 ? null : product / (n - 1);
      case COVAR_POP -> n == 0 ? null : product / n;
      default -> throw new AssertionError(call.function());
    };
  }

  private static double number(List<Object> tuple, int index) {
    return ((Number) tuple.get(index)).doubleValue();
  }

  private static @Nullable Object resultOf(AggregateCall call, List<Object> values) {
    int n = values.size();
    switch (call.function()) {
      case COUNT:
        return (long) n;
      case SUM:
        return n == 0 ? null : sum(values, call.type());
      case MIN:
        return values.stream()
            .min(AggregateTwin::compare)
            .map(AggregateTwin::canonical)
            .orElse(null);
      case MAX:
        return values.stream()
            .max(AggregateTwin::compare)
            .map(AggregateTwin::canonical)
            .orElse(null);
      case BOOL_AND:
        return n == 0 ? null : !values.contains(false);
      case BOOL_OR:
        return n == 0 ? null : values.contains(true);
      default:
        return statistic(
            call, values.stream().mapToDouble(v -> ((Number) v).doubleValue()).sorted().toArray());
    }
  }

  private static @Nullable Object statistic(AggregateCall call, double[] sorted) {
    int n = sorted.length;
    double mean = 0;
    for (double value : sorted) {
      mean += value / n;
    }
    double squares = 0;
    for (double value : sorted) {
      squares += (value - mean) * (value - mean);
    }
    return switch (call.function()) {
      case AVG -> n == 0 ? null : mean;
      case VAR_POP -> n == 0 ? null : squares / n;
      case VAR_SAMP -> n < 2 ? null : squares / (n - 1);
      case STDDEV_POP -> n == 0 ? null : Math.sqrt(squares / n);
      case STDDEV_SAMP -> n < 2 ? null : Math.sqrt(squares / (n - 1));
      case PRODUCT -> n == 0 ? null : product(sorted);
      case COMPENSATED_SUM -> n == 0 ? null : exactSum(sorted);
      case COMPENSATED_MEAN -> n == 0 ? null : exactSum(sorted) / n;
      case MEDIAN -> n == 0 ? null : quantile(sorted, 0.5);
      case QUANTILE -> n == 0 ? null : quantile(sorted, 0.25);
      default -> throw new AssertionError(call.function());
    };
  }

  private static double exactSum(double[] values) {
    BigDecimal sum = BigDecimal.ZERO;
    double special = 0;
    for (double value : values) {
      if (Double.isFinite(value)) {
        sum = sum.add(new BigDecimal(value));
      } else {
        special += value;
      }
    }
    return special == 0 ? sum.doubleValue() : special;
  }

  private static double product(double[] values) {
    BigDecimal product = BigDecimal.ONE;
    double special = 1;
    for (double value : values) {
      if (value == 0 || !Double.isFinite(value)) {
        special *= value;
      } else {
        product = product.multiply(new BigDecimal(value), MathContext.DECIMAL128);
      }
    }
    return special == 1 ? product.doubleValue() : special * product.signum();
  }

  private static double quantile(double[] sorted, double fraction) {
    double place = fraction * (sorted.length - 1);
    int below = (int) place;
    int above = Math.min(below + 1, sorted.length - 1);
    double share = place - below;
    return share == 0 ? sorted[below] : sorted[below] + (sorted[above] - sorted[below]) * share;
  }

  private static Object sum(List<Object> values, DataType type) {
    if (type.isFloat()) {
      return values.stream().mapToDouble(v -> ((Number) v).doubleValue()).sum();
    }
    BigDecimal sum = BigDecimal.ZERO;
    for (Object value : values) {
      sum = sum.add(value instanceof BigDecimal d ? d : new BigDecimal((Long) value));
    }
    return type instanceof DataType.Decimal d
        ? sum.setScale(d.scale())
        : (Object) sum.toBigIntegerExact().longValueExact();
  }

  @SuppressWarnings({"unchecked", "rawtypes"}) // values of one column are of one class
  private static int compare(Object left, Object right) {
    if (left instanceof String a && right instanceof String b) {
      boolean isBinary = a.startsWith("0x") && b.startsWith("0x");
      return isBinary
          ? a.compareTo(b)
          : java.util.Arrays.compareUnsigned(
              a.getBytes(java.nio.charset.StandardCharsets.UTF_8),
              b.getBytes(java.nio.charset.StandardCharsets.UTF_8));
    }
    return ((Comparable) left).compareTo(right);
  }

  /** Returns whether two results are equal, doubles up to a relative error. */
  static boolean isClose(@Nullable Object left, @Nullable Object right) {
    if (left instanceof Double a && right instanceof Double b) {
      double scale = Math.max(1, Math.max(Math.abs(a), Math.abs(b)));
      return a.equals(b) || Math.abs(a - b) <= 1e-7 * scale;
    }
    return Objects.equals(left, right);
  }
}
