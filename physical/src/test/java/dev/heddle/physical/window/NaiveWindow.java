package dev.heddle.physical.window;

import dev.heddle.frame.expr.FrameUnit;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.NullTreatment;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.WindowBounds;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.sort.NaiveOrder;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Computes window calls row by row, straight from their meaning. */
final class NaiveWindow {
  private final PhysicalPlan.Window plan;
  private final List<DataType> types;

  NaiveWindow(PhysicalPlan.Window plan, List<DataType> types) {
    this.plan = plan;
    this.types = types;
  }

  /** Returns the rows with the calls' values behind them, in the window's order. */
  List<List<@Nullable Object>> rows(List<List<@Nullable Object>> input) {
    List<SortOrder> keys =
        plan.partitionKeys().stream()
            .map(k -> new SortOrder(k, SortDirection.ASCENDING, NullPlacement.FIRST))
            .toList();
    NaiveOrder byPartition = new NaiveOrder(keys, types);
    NaiveOrder inPartition = new NaiveOrder(plan.order(), types);
    List<List<@Nullable Object>> sorted = new ArrayList<>(input);
    sorted.sort(byPartition.thenComparing(inPartition));
    List<List<@Nullable Object>> output = new ArrayList<>();
    int from = 0;
    while (from < sorted.size()) {
      int to = from;
      while (to < sorted.size() && byPartition.compare(sorted.get(from), sorted.get(to)) == 0) {
        to++;
      }
      List<List<@Nullable Object>> partition = sorted.subList(from, to);
      for (int i = 0; i < partition.size(); i++) {
        List<@Nullable Object> row = new ArrayList<>(partition.get(i));
        for (WindowCall call : plan.calls()) {
          row.add(value(call, partition, i, inPartition));
        }
        output.add(row);
      }
      from = to;
    }
    return output;
  }

  private @Nullable Object value(
      WindowCall call, List<List<@Nullable Object>> partition, int row, NaiveOrder order) {
    int size = partition.size();
    int firstPeer = row;
    while (firstPeer > 0 && order.compare(partition.get(firstPeer - 1), partition.get(row)) == 0) {
      firstPeer--;
    }
    int endPeer = row;
    while (endPeer < size && order.compare(partition.get(endPeer), partition.get(row)) == 0) {
      endPeer++;
    }
    if (call.aggregate().isPresent()) {
      List<List<@Nullable Object>> frame = frame(call, partition, row, firstPeer, endPeer, order);
      return aggregate(call.aggregate().get(), frame, call.type());
    }
    return switch (call.function().orElseThrow()) {
      case ROW_NUMBER -> row + 1L;
      case RANK -> firstPeer + 1L;
      case DENSE_RANK -> groupsBefore(partition, row, order) + 1L;
      case PERCENT_RANK -> size == 1 ? 0.0 : (double) firstPeer / (size - 1);
      case CUME_DIST -> (double) endPeer / size;
      case NTILE -> bucket(row, size, constant(call, 0));
      case LAG -> shifted(call, partition, row, -1);
      case LEAD -> shifted(call, partition, row, 1);
      case FIRST_VALUE, LAST_VALUE, NTH_VALUE -> {
        List<@Nullable Object> values =
            new ArrayList<>(
                frame(call, partition, row, firstPeer, endPeer, order).stream()
                    .map(r -> r.get(call.arguments().getFirst()))
                    .toList());
        if (call.nulls() == NullTreatment.IGNORE) {
          values.removeIf(Objects::isNull);
        }
        int place =
            switch (call.function().orElseThrow()) {
              case FIRST_VALUE -> 0;
              case LAST_VALUE -> values.size() - 1;
              default -> (int) constant(call, 0) - 1;
            };
        yield place >= 0 && place < values.size() ? values.get(place) : null;
      }
    };
  }

  private static int groupsBefore(
      List<List<@Nullable Object>> partition, int row, NaiveOrder order) {
    int groups = 0;
    for (int i = 1; i <= row; i++) {
      groups += order.compare(partition.get(i - 1), partition.get(i)) == 0 ? 0 : 1;
    }
    return groups;
  }

  private static long constant(WindowCall call, int number) {
    return ((ScanValue.Whole) call.constants().get(number).value().orElseThrow())
        .value()
        .longValueExact();
  }

  private static long bucket(int row, int size, long buckets) {
    long number = 1;
    long used = 0;
    while (true) {
      long rows = size / buckets + (number <= size % buckets ? 1 : 0);
      if (row < used + rows) {
        return number;
      }
      used += rows;
      number++;
    }
  }

  private @Nullable Object shifted(
      WindowCall call, List<List<@Nullable Object>> partition, int row, int direction) {
    long offset;
    if (call.arguments().size() > 2) {
      Object distance = partition.get(row).get(call.arguments().get(2));
      if (distance == null) {
        return null;
      }
      long far = Integer.MAX_VALUE;
      offset = direction * Math.clamp(((Number) distance).longValue(), -far, far);
    } else {
      offset = direction * constant(call, 0);
    }
    int column = call.arguments().getFirst();
    int step = offset < 0 ? -1 : 1;
    long left = Math.abs(offset);
    int at = row;
    while (left > 0) {
      at += step;
      if (at < 0 || at >= partition.size()) {
        return call.arguments().size() > 1 ? partition.get(row).get(call.arguments().get(1)) : null;
      }
      if (call.nulls() == NullTreatment.RESPECT || partition.get(at).get(column) != null) {
        left--;
      }
    }
    return partition.get(at).get(column);
  }

  private List<List<@Nullable Object>> frame(
      WindowCall call,
      List<List<@Nullable Object>> partition,
      int row,
      int firstPeer,
      int endPeer,
      NaiveOrder order) {
    List<List<@Nullable Object>> frame = new ArrayList<>();
    for (int i = 0; i < partition.size(); i++) {
      if (isBehind(call.frame(), call.frame().start(), partition, row, i, firstPeer, endPeer, order)
              >= 0
          && isBehind(
                  call.frame(), call.frame().end(), partition, row, i, firstPeer, endPeer, order)
              <= 0
          && !isLeftOut(call.frame().exclusion(), i, row, firstPeer, endPeer)) {
        frame.add(partition.get(i));
      }
    }
    return frame;
  }

  private static boolean isLeftOut(
      WindowBounds.Exclusion exclusion, int i, int row, int firstPeer, int endPeer) {
    boolean isPeer = i >= firstPeer && i < endPeer;
    return switch (exclusion) {
      case NOTHING -> false;
      case CURRENT_ROW -> i == row;
      case GROUP -> isPeer;
      case TIES -> isPeer && i != row;
    };
  }

  /** Returns the number of rows that a row states, at most those that there are. */
  private static long rows(List<List<@Nullable Object>> partition, int row, int column) {
    return Math.min((Long) partition.get(row).get(column), partition.size());
  }

  /** Returns where row {@code i} stands to a bound of the frame of {@code row}. */
  private int isBehind(
      WindowBounds frame,
      WindowBounds.Bound bound,
      List<List<@Nullable Object>> partition,
      int row,
      int i,
      int firstPeer,
      int endPeer,
      NaiveOrder order) {
    int peers = i < firstPeer ? -1 : i >= endPeer ? 1 : 0;
    long offset;
    PhysicalExpr.Literal literal;
    switch (bound) {
      case WindowBounds.Unbounded _ -> {
        return 0;
      }
      case WindowBounds.CurrentRow _ -> {
        return frame.unit() == FrameUnit.ROWS ? Integer.compare(i, row) : peers;
      }
      case WindowBounds.PrecedingBy(int column) -> {
        return Long.compare(i, row - rows(partition, row, column));
      }
      case WindowBounds.FollowingBy(int column) -> {
        return Long.compare(i, row + rows(partition, row, column));
      }
      case WindowBounds.Preceding(PhysicalExpr.Literal l) -> {
        literal = l;
        offset = -1;
      }
      case WindowBounds.Following(PhysicalExpr.Literal l) -> {
        literal = l;
        offset = 1;
      }
    }
    BigInteger distance = ((ScanValue.Whole) literal.value().orElseThrow()).value();
    switch (frame.unit()) {
      case ROWS -> {
        return Long.compare(i, row + offset * distance.longValueExact());
      }
      case GROUPS -> {
        return Long.compare(
            groupsBefore(partition, i, order),
            groupsBefore(partition, row, order) + offset * distance.longValueExact());
      }
      case RANGE -> {}
    }
    SortOrder key = plan.order().getFirst();
    Object here = partition.get(row).get(key.column());
    Object there = partition.get(i).get(key.column());
    if (here == null) {
      return peers;
    }
    if (there == null) {
      return key.nulls() == NullPlacement.FIRST ? -1 : 1;
    }
    boolean isDescending = key.direction() == SortDirection.DESCENDING;
    BigDecimal step = new BigDecimal(distance).multiply(BigDecimal.valueOf(offset));
    int compared;
    if (here instanceof Double d) {
      double target = d + (isDescending ? -step.doubleValue() : step.doubleValue());
      compared = Double.compare((Double) there + 0.0, target + 0.0);
    } else {
      BigDecimal target = isDescending ? decimal(here).subtract(step) : decimal(here).add(step);
      compared = decimal(there).compareTo(target);
    }
    return isDescending ? -compared : compared;
  }

  private static BigDecimal decimal(Object number) {
    return number instanceof BigDecimal d ? d : BigDecimal.valueOf((Long) number);
  }

  private @Nullable Object aggregate(
      AggregateCall call, List<List<@Nullable Object>> frame, DataType type) {
    List<List<@Nullable Object>> rows = new ArrayList<>(frame);
    if (call.filter().isPresent()) {
      rows.removeIf(row -> !Boolean.TRUE.equals(row.get(call.filter().getAsInt())));
    }
    if (call.function() == AggregateFunction.COUNT_ALL) {
      return (long) rows.size();
    }
    int column = call.arguments().getFirst();
    List<@Nullable Object> all = new ArrayList<>();
    rows.forEach(row -> all.add(row.get(column)));
    if (call.function() == AggregateFunction.FIRST) {
      return all.isEmpty() ? null : all.getFirst();
    }
    if (call.function() == AggregateFunction.LAST) {
      return all.isEmpty() ? null : all.getLast();
    }
    List<Object> values = new ArrayList<>();
    all.stream().filter(Objects::nonNull).forEach(values::add);
    if (call.distinct()) {
      values = new ArrayList<>(new LinkedHashSet<>(values));
    }
    if (call.function() == AggregateFunction.COUNT) {
      return (long) values.size();
    }
    if (values.isEmpty()) {
      return null;
    }
    return switch (call.function()) {
      case SUM -> sum(values, type);
      case AVG ->
          values.getFirst() instanceof Double
              ? (Double) sum(values, DataType.FLOAT64) / values.size()
              : values.stream()
                      .map(NaiveWindow::decimal)
                      .reduce(BigDecimal::add)
                      .orElseThrow()
                      .doubleValue()
                  / values.size();
      case MIN, MAX -> {
        Object best = values.getFirst();
        for (Object value : values) {
          int order = NaiveOrder.compare(value, best, types.get(column));
          if (call.function() == AggregateFunction.MIN ? order < 0 : order > 0) {
            best = value;
          }
        }
        yield best;
      }
      case ANY_VALUE -> values.getFirst();
      case VAR_POP -> {
        double mean = values.stream().mapToDouble(v -> (Long) v).average().orElseThrow();
        yield values.stream().mapToDouble(v -> ((Long) v - mean) * ((Long) v - mean)).sum()
            / values.size();
      }
      case MEDIAN -> {
        double[] sorted = values.stream().mapToDouble(v -> (Long) v).sorted().toArray();
        int n = sorted.length;
        yield (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
      }
      default -> throw new IllegalStateException("Not tested: " + call.function());
    };
  }

  private static Object sum(List<Object> values, DataType type) {
    if (values.getFirst() instanceof Double) {
      return values.stream().mapToDouble(v -> (Double) v).sum();
    }
    BigDecimal sum =
        values.stream().map(NaiveWindow::decimal).reduce(BigDecimal::add).orElseThrow();
    return type.equals(DataType.INT64) ? (Object) sum.longValueExact() : sum;
  }
}
