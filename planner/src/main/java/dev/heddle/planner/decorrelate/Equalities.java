package dev.heddle.planner.decorrelate;

import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/**
 * Columns of a plan and of the outer rows that are equal in every row that counts: a partition,
 * stored as a union-find. The outer columns follow the plan's.
 */
final class Equalities {
  private final int width;
  private final int[] parent;

  /** Makes the partition in which nothing is known. */
  Equalities(int width, int outerWidth) {
    this.width = width;
    this.parent = new int[width + outerWidth];
    Arrays.setAll(parent, i -> i);
  }

  /** Returns how many columns the plan has. */
  int width() {
    return width;
  }

  int outerWidth() {
    return parent.length - width;
  }

  private int root(int node) {
    int at = node;
    while (parent[at] != at) {
      at = parent[at];
    }
    return at;
  }

  /** Notes that two are equal; outer columns count from {@link #width}. */
  void unite(int one, int other) {
    int a = root(one);
    int b = root(other);
    parent[Math.max(a, b)] = Math.min(a, b);
  }

  /** Returns a column of the plan that equals the outer column, or -1. */
  int columnOf(int outer) {
    int found = root(width + outer);
    return found < width ? found : -1;
  }

  /** Returns whether each outer column equals a column of the plan. */
  boolean coverAll() {
    for (int i = 0; i < outerWidth(); i++) {
      if (columnOf(i) < 0) {
        return false;
      }
    }
    return true;
  }

  Equalities copy() {
    Equalities copy = new Equalities(width, outerWidth());
    System.arraycopy(parent, 0, copy.parent, 0, parent.length);
    return copy;
  }

  /**
   * Returns what is known of the columns of another plan and other outer rows.
   *
   * @param column position of a column in the other plan, or negative
   * @param outer position of an outer column in the other outer rows, or negative
   */
  Equalities mapped(
      int newWidth, IntUnaryOperator column, int newOuterWidth, IntUnaryOperator outer) {
    Equalities mapped = new Equalities(newWidth, newOuterWidth);
    int[] first = new int[parent.length];
    Arrays.fill(first, -1);
    for (int i = 0; i < parent.length; i++) {
      int to = i < width ? column.applyAsInt(i) : outer.applyAsInt(i - width);
      if (to >= 0) {
        int node = i < width ? to : newWidth + to;
        int root = root(i);
        if (first[root] < 0) {
          first[root] = node;
        } else {
          mapped.unite(first[root], node);
        }
      }
    }
    return mapped;
  }

  /** Returns what is known of the columns of another plan. */
  Equalities mapped(int newWidth, IntUnaryOperator column) {
    return mapped(newWidth, column, outerWidth(), i -> i);
  }

  private int[] roots() {
    int[] roots = new int[parent.length];
    Arrays.setAll(roots, this::root);
    return roots;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Equalities that
        && width == that.width
        && Arrays.equals(roots(), that.roots());
  }

  @Override
  public int hashCode() {
    return 31 * width + Arrays.hashCode(roots());
  }
}
