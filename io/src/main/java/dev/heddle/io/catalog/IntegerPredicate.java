package dev.heddle.io.catalog;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A conjunct over integers in a form that is decided for all rows of a chunk at once, exactly.
 * Columns are positions in the table. Immutable.
 */
sealed interface IntegerPredicate {
  /** The number is in {@code [low, high]}, or, negated, it is not. */
  record Range(int column, long low, long high, boolean negated) implements IntegerPredicate {}

  /** There is a value. */
  record Present(int column) implements IntegerPredicate {}

  /** One of them is true. */
  record Any(List<IntegerPredicate> tests) implements IntegerPredicate {
    /** Copies the list. */
    public Any {
      tests = List.copyOf(tests);
    }
  }

  /** All of them are true. */
  record All(List<IntegerPredicate> tests) implements IntegerPredicate {
    /** Copies the list. */
    public All {
      tests = List.copyOf(tests);
    }
  }

  /** Longer lists are looked up in other ways. */
  int MAX_VALUES = 16;

  /** Returns the form of a conjunct, if it has one. */
  static Optional<IntegerPredicate> of(
      ScanFilter.Conjunct conjunct, ScanRequest request, Schema schema) {
    return conjunct.residual().isPresent()
        ? Optional.empty()
        : conjunct.pruning().flatMap(predicate -> of(predicate, request, schema));
  }

  private static Optional<IntegerPredicate> of(
      PruningPredicate predicate, ScanRequest request, Schema schema) {
    return switch (predicate) {
      case PruningPredicate.Compare(
              int column,
              PruningPredicate.Operator operator,
              ScanValue.Whole(BigInteger value))
          when value.bitLength() < Long.SIZE && isNumber(column, request, schema) ->
          Optional.of(range(request.columns().get(column), operator, value.longValue()));
      case PruningPredicate.In(int column, List<ScanValue> values)
          when values.size() <= MAX_VALUES && isNumber(column, request, schema) -> {
        List<IntegerPredicate> tests = new ArrayList<>();
        for (ScanValue value : values) {
          if (!(value instanceof ScanValue.Whole(BigInteger whole))
              || whole.bitLength() >= Long.SIZE) {
            yield Optional.empty();
          }
          tests.add(
              range(
                  request.columns().get(column),
                  PruningPredicate.Operator.EQUAL,
                  whole.longValue()));
        }
        yield Optional.of(new Any(tests));
      }
      case PruningPredicate.Among among -> of(among.range(), request, schema);
      case PruningPredicate.IsNotNull(int column) when isNumber(column, request, schema) ->
          Optional.of(new Present(request.columns().get(column)));
      case PruningPredicate.AnyOf(List<PruningPredicate> parts) ->
          all(parts, request, schema).map(Any::new);
      case PruningPredicate.AllOf(List<PruningPredicate> parts) ->
          all(parts, request, schema).map(IntegerPredicate::both);
      case PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.InStruct _,
          PruningPredicate.Runtime _ ->
          Optional.empty();
    };
  }

  private static Optional<List<IntegerPredicate>> all(
      List<PruningPredicate> parts, ScanRequest request, Schema schema) {
    List<IntegerPredicate> tests = new ArrayList<>();
    for (PruningPredicate part : parts) {
      Optional<IntegerPredicate> test = of(part, request, schema);
      if (test.isEmpty()) {
        return Optional.empty();
      }
      tests.add(test.get());
    }
    return Optional.of(tests);
  }

  /** Returns whether all are true; two ranges of one column become one. */
  private static IntegerPredicate both(List<IntegerPredicate> tests) {
    List<IntegerPredicate> merged = new ArrayList<>();
    for (IntegerPredicate test : tests) {
      if (test instanceof Range next
          && !next.negated()
          && !merged.isEmpty()
          && merged.getLast() instanceof Range before
          && !before.negated()
          && before.column() == next.column()) {
        merged.removeLast();
        merged.add(
            new Range(
                next.column(),
                Math.max(before.low(), next.low()),
                Math.min(before.high(), next.high()),
                false));
      } else {
        merged.add(test);
      }
    }
    return merged.size() == 1 ? merged.getFirst() : new All(merged);
  }

  private static boolean isNumber(int column, ScanRequest request, Schema schema) {
    Layout layout = Layout.of(schema.field(request.columns().get(column)).type());
    return layout.isInteger();
  }

  private static IntegerPredicate range(
      int column, PruningPredicate.Operator operator, long value) {
    return switch (operator) {
      case EQUAL -> new Range(column, value, value, false);
      case NOT_EQUAL -> new Range(column, value, value, true);
      case LESS ->
          value == Long.MIN_VALUE
              ? new Range(column, 0, -1, false)
              : new Range(column, Long.MIN_VALUE, value - 1, false);
      case LESS_OR_EQUAL -> new Range(column, Long.MIN_VALUE, value, false);
      case GREATER ->
          value == Long.MAX_VALUE
              ? new Range(column, 0, -1, false)
              : new Range(column, value + 1, Long.MAX_VALUE, false);
      case GREATER_OR_EQUAL -> new Range(column, value, Long.MAX_VALUE, false);
    };
  }
}
