package dev.heddle.io.scan;

import java.util.List;

/**
 * What a conjunct requires of single columns, in a form that statistics can disprove: a reader
 * skips a part where the predicate is certainly not true for any row. Always a hint: the rows that
 * are read are still filtered.
 *
 * <p>Columns are positions in the request's columns. Values have the Java form of {@link ScanValue}
 * and the column's type.
 */
public sealed interface PruningPredicate {
  /** Column compared with a value; null rows do not satisfy it. */
  record Compare(int column, Operator operator, ScanValue value) implements PruningPredicate {}

  /** Column equal to one of the values. */
  record In(int column, List<ScanValue> values) implements PruningPredicate {
    /** Copies the values. */
    public In {
      values = List.copyOf(values);
    }
  }

  /** Text column that starts with the bytes. */
  record StartsWith(int column, ScanValue prefix) implements PruningPredicate {}

  /** Column is null. */
  record IsNull(int column) implements PruningPredicate {}

  /** Column is not null. */
  record IsNotNull(int column) implements PruningPredicate {}

  /** At least one of the predicates is true. */
  record AnyOf(List<PruningPredicate> predicates) implements PruningPredicate {
    /** Copies the predicates. */
    public AnyOf {
      predicates = List.copyOf(predicates);
    }
  }

  /** All of the predicates are true. */
  record AllOf(List<PruningPredicate> predicates) implements PruningPredicate {
    /** Copies the predicates. */
    public AllOf {
      predicates = List.copyOf(predicates);
    }
  }

  /** Column has a value that is wanted, as far as that is known when it is asked. */
  record Runtime(int column, RuntimeFilter filter) implements PruningPredicate {
    /** Returns what is known now. */
    public PruningPredicate now() {
      return filter.pruning(column);
    }
  }

  /**
   * A field in a struct column, at any depth, of which a predicate on a single column is true; it
   * is null where a struct around it is.
   *
   * @param path names from the column's field to the one meant
   * @param predicate a comparison, list, prefix or test of null, on this column
   */
  record InStruct(int column, List<String> path, PruningPredicate predicate)
      implements PruningPredicate {
    /** Copies the path. */
    public InStruct {
      path = List.copyOf(path);
    }
  }

  /** Column of integers equal to one of many values. */
  record Among(int column, SortedIntegers values) implements PruningPredicate {
    /** Returns what it implies: the column is in the range of the values. */
    public PruningPredicate range() {
      return values.size() == 0
          ? new In(column, List.of())
          : new AllOf(
              List.of(
                  new Compare(column, Operator.GREATER_OR_EQUAL, ScanValue.Whole.of(values.at(0))),
                  new Compare(
                      column,
                      Operator.LESS_OR_EQUAL,
                      ScanValue.Whole.of(values.at(values.size() - 1)))));
    }
  }

  /** How a column is compared with a value. */
  enum Operator {
    /** Equal. */
    EQUAL,
    /** Not equal. */
    NOT_EQUAL,
    /** Less. */
    LESS,
    /** Less or equal. */
    LESS_OR_EQUAL,
    /** Greater. */
    GREATER,
    /** Greater or equal. */
    GREATER_OR_EQUAL
  }
}
