package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.catalog.KeyRange;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.KeyBounds;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.TreeMap;
import java.util.function.Predicate;

/**
 * Finds the scans of a plan that are better divided among tasks by ranges of a key than by where
 * rows are, since rows that meet by this key are then in one task already.
 *
 * <p>That is so where files are written in about the order of the key: its bounds in row groups
 * show which of them a task has to read. Tables that are joined by such keys, directly or through
 * others, are divided by the same bounds, chosen so that the tasks have about equally many rows.
 */
final class KeyRanges {
  /** How much longer all ranges of a column may be than the one of the whole table. */
  private static final double MAX_OVERLAP = 1.25;

  /** This number of groups at least make it worthwhile for an aggregation alone. */
  private static final double MIN_GROUPS = 100_000;

  /** How a scan is divided. */
  record Division(KeyBounds bounds, int group, int output) {}

  /** A column of a scan's output. */
  private record Key(PhysicalPlan.Scan scan, int output) {
    int column() {
      return scan.request().outputs().get(output);
    }

    int inTable() {
      return scan.request().columns().get(column());
    }

    DataType type() {
      return scan.output().field(output).type();
    }

    double rows() {
      return scan.table().statistics().rowCount().orElse(0);
    }
  }

  /** Keys whose equal values should be in one task; one key where rows are only grouped by it. */
  private record Wish(List<Key> keys, double rows) {}

  private final int partitions;
  private final Predicate<PhysicalPlan.Scan> isDivided;
  private final List<Wish> wishes = new ArrayList<>();
  private final Map<PhysicalPlan.Scan, Map<Integer, List<KeyRange>>> known = new HashMap<>();

  private KeyRanges(int partitions, Predicate<PhysicalPlan.Scan> isDivided) {
    this.partitions = partitions;
    this.isDivided = isDivided;
  }

  /**
   * Returns how the scans are divided for which that pays.
   *
   * @param isDivided whether tasks have shares of a scan at all
   */
  static Map<PhysicalPlan.Scan, Division> of(
      PhysicalPlan plan, int partitions, Predicate<PhysicalPlan.Scan> isDivided) {
    KeyRanges ranges = new KeyRanges(partitions, isDivided);
    ranges.find(plan);
    return ranges.divide();
  }

  private void find(PhysicalPlan plan) {
    plan.inputs().forEach(this::find);
    if (plan instanceof PhysicalPlan.HashJoin join) {
      for (int i = 0; i < join.leftKeys().size(); i++) {
        Optional<Key> left = clustered(join.left(), join.leftKeys().get(i));
        Optional<Key> right = clustered(join.right(), join.rightKeys().get(i));
        if (left.isPresent() && right.isPresent()) {
          addMeeting(left.get(), right.get());
        }
      }
    } else if (plan instanceof PhysicalPlan.Aggregate aggregate
        && !aggregate.mode().isPiecewise()
        && aggregate.estimate().rows() >= MIN_GROUPS) {
      for (int column : aggregate.keys()) {
        clustered(aggregate.input(), column)
            .ifPresent(key -> wishes.add(new Wish(List.of(key), aggregate.estimate().rows())));
      }
    }
  }

  private void addMeeting(Key left, Key right) {
    if (left.equals(right)) {
      wishes.add(new Wish(List.of(left), left.rows()));
    } else if (left.type().equals(right.type()) && !left.scan().equals(right.scan())) {
      wishes.add(new Wish(List.of(left, right), Math.min(left.rows(), right.rows())));
    }
  }

  /**
   * Returns the column of a scan that a column of a plan is, if the scan's table is in its order.
   */
  private Optional<Key> clustered(PhysicalPlan plan, int column) {
    return key(plan, column)
        .filter(key -> isDivided.test(key.scan()) && key.scan().request().limit().isEmpty())
        .filter(key -> !ranges(key).isEmpty());
  }

  private static Optional<Key> key(PhysicalPlan plan, int column) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> Optional.of(new Key(scan, column));
      case PhysicalPlan.Filter filter -> key(filter.input(), column);
      case PhysicalPlan.Project project
          when project.expressions().get(column) instanceof PhysicalExpr.ColumnRef ref ->
          key(project.input(), ref.index());
      case PhysicalPlan.Aggregate aggregate
          when column < aggregate.keys().size() && !aggregate.mode().readsStates() ->
          key(aggregate.input(), aggregate.keys().get(column));
      case PhysicalPlan.HashJoin join ->
          switch (join.kind()) {
            case RIGHT_SEMI, RIGHT_ANTI -> key(join.right(), column);
            case INNER,
                LEFT,
                RIGHT,
                FULL,
                LEFT_SEMI,
                LEFT_ANTI,
                LEFT_ANTI_NULL_AWARE,
                LEFT_MARK -> {
              int width = join.left().output().size();
              if (column < width) {
                yield key(join.left(), column);
              }
              yield column - width < join.right().output().size()
                      && join.output().size() == width + join.right().output().size()
                  ? key(join.right(), column - width)
                  : Optional.empty();
            }
          };
      default -> Optional.empty();
    };
  }

  /**
   * Returns the ranges of a column in the parts of its table; none unless they narrow what to read.
   */
  private List<KeyRange> ranges(Key key) {
    return known
        .computeIfAbsent(key.scan(), _ -> new TreeMap<>())
        .computeIfAbsent(key.inTable(), column -> inOrder(key.scan().table().ranges(column)));
  }

  private List<KeyRange> inOrder(List<KeyRange> ranges) {
    if (ranges.size() < 2 || ranges.size() * 2 < partitions) {
      return List.of();
    }
    double spans = 0;
    double low = Double.POSITIVE_INFINITY;
    double high = Double.NEGATIVE_INFINITY;
    for (KeyRange range : ranges) {
      spans += span((double) range.minimum(), (double) range.maximum());
      low = Math.min(low, (double) range.minimum());
      high = Math.max(high, (double) range.maximum());
    }
    return spans <= MAX_OVERLAP * span(low, high) ? ranges : List.of();
  }

  private static double span(double low, double high) {
    return high - low + 1;
  }

  private Map<PhysicalPlan.Scan, Division> divide() {
    wishes.sort(Comparator.comparingDouble(Wish::rows).reversed());
    List<List<Key>> groups = new ArrayList<>();
    for (Wish wish : wishes) {
      List<List<Key>> found = new ArrayList<>();
      boolean isPossible = true;
      for (Key key : wish.keys()) {
        List<Key> group =
            groups.stream()
                .filter(each -> each.stream().anyMatch(other -> other.scan().equals(key.scan())))
                .findFirst()
                .orElse(List.of(key));
        isPossible &= group.contains(key);
        found.add(group);
      }
      if (isPossible && (found.size() == 1 || !found.getFirst().equals(found.getLast()))) {
        List<Key> joined = new ArrayList<>();
        found.forEach(joined::addAll);
        groups.removeAll(found);
        groups.add(joined);
      }
    }
    Map<PhysicalPlan.Scan, Division> divisions = new HashMap<>();
    for (int i = 0; i < groups.size(); i++) {
      int number = i;
      bounds(groups.get(i))
          .ifPresent(
              bounds -> {
                for (Key key : groups.get(number)) {
                  divisions.put(
                      key.scan(),
                      new Division(new KeyBounds(key.column(), bounds), number, key.output()));
                }
              });
    }
    return divisions;
  }

  /** Returns bounds between which the tables of a group have about equally many rows. */
  private Optional<List<Long>> bounds(List<Key> group) {
    List<KeyRange> all = new ArrayList<>();
    group.forEach(key -> all.addAll(ranges(key)));
    double rows = all.stream().mapToDouble(KeyRange::rows).sum();
    long low = all.stream().mapToLong(KeyRange::minimum).min().orElse(0);
    long high = all.stream().mapToLong(KeyRange::maximum).max().orElse(0);
    List<Long> bounds = new ArrayList<>();
    for (int i = 1; i < partitions; i++) {
      OptionalLong bound = bound(all, low, high, rows * i / partitions);
      if (bound.isEmpty() || bound.getAsLong() <= (bounds.isEmpty() ? low : bounds.getLast())) {
        return Optional.empty();
      }
      bounds.add(bound.getAsLong());
    }
    return Optional.of(bounds);
  }

  /** Returns the least value below which about this number of rows are. */
  private static OptionalLong bound(List<KeyRange> ranges, long low, long high, double rows) {
    long from = low;
    long to = high;
    while (from < to) {
      long middle = from + ((to - from) >>> 1);
      if (rowsBelow(ranges, middle) < rows) {
        from = middle + 1;
      } else {
        to = middle;
      }
    }
    return rowsBelow(ranges, from) < rows ? OptionalLong.empty() : OptionalLong.of(from);
  }

  /**
   * Returns about how many rows have a value below one, if values are evenly distributed in their
   * ranges.
   */
  private static double rowsBelow(List<KeyRange> ranges, long value) {
    double rows = 0;
    for (KeyRange range : ranges) {
      double share =
          ((double) value - range.minimum())
              / span((double) range.minimum(), (double) range.maximum());
      rows += range.rows() * Math.clamp(share, 0, 1);
    }
    return rows;
  }
}
