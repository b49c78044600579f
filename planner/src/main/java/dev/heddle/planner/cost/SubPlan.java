package dev.heddle.planner.cost;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A part of a query by what its rows are, in whatever order they are computed: joined units, the
 * conjuncts over them, and which columns are equal. Equal parts have an equal {@link #number} in
 * every process; few others have.
 *
 * <p>A unit is what joins take as a whole: a table with the conjuncts on it, or groups. A part that
 * joins a unit twice, with the same conjuncts, has no sub-plan: its columns would be the same.
 *
 * <p>Immutable.
 */
public final class SubPlan {
  private final long[] units; // sorted
  private final long conjuncts; // a sum
  private final List<long[]> equal; // columns of each class, sorted
  private final long[] columns;
  private final @Nullable Unit unit;

  /** A single unit before its conjuncts, and its columns then. */
  private record Unit(long base, long conjuncts, long[] columns) {}

  private SubPlan(
      long[] units, long conjuncts, List<long[]> equal, long[] columns, @Nullable Unit unit) {
    this.units = units;
    this.conjuncts = conjuncts;
    this.equal = equal;
    this.columns = columns;
    this.unit = unit;
  }

  /**
   * Makes a unit.
   *
   * @param base what it is
   * @param columns its columns, 0 for one of which that is not known
   */
  static SubPlan unit(long base, long[] columns) {
    return unit(base, 0, columns);
  }

  private static SubPlan unit(long base, long conjuncts, long[] columns) {
    long number = Mix.of(base, conjuncts);
    long[] own = new long[columns.length];
    for (int i = 0; i < own.length; i++) {
      own[i] = columns[i] == 0 ? 0 : Mix.of(number, columns[i]);
    }
    return new SubPlan(
        new long[] {number}, 0, List.of(), own, new Unit(base, conjuncts, columns.clone()));
  }

  /** Returns the number that its rows are remembered by. */
  public long number() {
    long classes = 0;
    for (long[] columnsOfClass : equal) {
      classes += ofClass(columnsOfClass, columnsOfClass.length);
    }
    long sum = 0;
    for (long one : units) {
      sum += one;
    }
    return number(sum, conjuncts + classes);
  }

  /**
   * Returns the number of a part.
   *
   * @param units the sum of its units
   * @param conjuncts the sum of its conjuncts and classes
   */
  public static long number(long units, long conjuncts) {
    return Mix.of(units, conjuncts) | 1; // never 0
  }

  /** Returns what a class of equal columns adds to the conjuncts. */
  public static long ofClass(long[] equalColumns, int count) {
    long sum = count;
    for (int i = 0; i < count; i++) {
      sum += Mix.of(equalColumns[i], 1);
    }
    return Mix.of(sum, 2);
  }

  /** Returns the columns, by numbers that are the same wherever they are used. */
  public long[] columns() {
    return columns.clone();
  }

  /** Returns the sum of the units. */
  public long unitSum() {
    return Arrays.stream(units).sum();
  }

  /** Returns whether no unit of this one is one of another one. */
  public boolean isApartFrom(SubPlan other) {
    return Arrays.stream(units).noneMatch(one -> Arrays.binarySearch(other.units, one) >= 0);
  }

  /** Returns the sum of the conjuncts, without the equalities of columns. */
  public long conjunctSum() {
    return conjuncts;
  }

  /** Returns the classes of equal columns. */
  public List<long[]> equalColumns() {
    return equal.stream().map(long[]::clone).toList();
  }

  /** Returns what conjuncts are written over, which are about to be added. */
  long[] conjunctColumns() {
    return unit == null ? columns : unit.columns;
  }

  /** Returns this part with further conjuncts over {@link #conjunctColumns}. */
  SubPlan with(Conjuncts more) {
    if (unit != null) {
      return unit(unit.base, unit.conjuncts + more.sumOfAll(), unit.columns);
    }
    return new SubPlan(units, conjuncts + more.sum, merged(equal, more.pairs), columns, null);
  }

  /** Returns this part with conjuncts that are not of columns alone, such as a semi-join's. */
  SubPlan restricted(long by) {
    return new SubPlan(units, conjuncts + by, equal, columns, null);
  }

  /** Returns this part with other columns. */
  SubPlan withColumns(long[] newColumns, long[] newConjunctColumns) {
    return new SubPlan(
        units,
        conjuncts,
        equal,
        newColumns,
        unit == null ? null : new Unit(unit.base, unit.conjuncts, newConjunctColumns));
  }

  /** Returns the join of two parts without its conjuncts; null if it joins a unit twice. */
  @Nullable SubPlan joined(SubPlan right) {
    if (!isApartFrom(right)) {
      return null;
    }
    long[] all = Arrays.copyOf(units, units.length + right.units.length);
    System.arraycopy(right.units, 0, all, units.length, right.units.length);
    Arrays.sort(all);
    long[] both = Arrays.copyOf(columns, columns.length + right.columns.length);
    System.arraycopy(right.columns, 0, both, columns.length, right.columns.length);
    List<long[]> classes = new ArrayList<>(equal);
    classes.addAll(right.equal);
    return new SubPlan(all, conjuncts + right.conjuncts, classes, both, null);
  }

  /** Returns classes of which none has a column of another one. */
  public static List<long[]> merged(List<long[]> classes, List<long[]> more) {
    List<long[]> merged = new ArrayList<>(classes);
    for (long[] added : more) {
      long[] all = added;
      for (int i = merged.size() - 1; i >= 0; i--) {
        if (sharesColumn(merged.get(i), all)) {
          all = union(merged.remove(i), all);
        }
      }
      merged.add(all);
    }
    return merged;
  }

  private static boolean sharesColumn(long[] one, long[] other) {
    for (long column : other) {
      if (Arrays.binarySearch(one, column) >= 0) {
        return true;
      }
    }
    return false;
  }

  private static long[] union(long[] one, long[] other) {
    long[] all = Arrays.copyOf(one, one.length + other.length);
    System.arraycopy(other, 0, all, one.length, other.length);
    Arrays.sort(all);
    int kept = 0;
    for (int i = 0; i < all.length; i++) {
      if (i == 0 || all[i] != all[i - 1]) {
        all[kept++] = all[i];
      }
    }
    return Arrays.copyOf(all, kept);
  }

  /** Conjuncts: pairs of equal columns, and the sum of the others. */
  static final class Conjuncts {
    private final List<long[]> pairs = new ArrayList<>();
    private long sum;

    void addEqual(long one, long other) {
      pairs.add(new long[] {Math.min(one, other), Math.max(one, other)});
    }

    void add(long conjunct) {
      sum += conjunct;
    }

    /** Returns the sum of all. */
    long sumOfAll() {
      long all = sum;
      for (long[] pair : pairs) {
        all += ofClass(pair, pair.length);
      }
      return all;
    }
  }
}
