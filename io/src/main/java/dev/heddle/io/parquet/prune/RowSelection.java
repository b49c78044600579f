package dev.heddle.io.parquet.prune;

import dev.heddle.io.parquet.footer.RowRanges;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.Verdict;
import java.util.List;
import java.util.function.Function;

/**
 * What statistics prove of a predicate over the rows of a row group. Immutable.
 *
 * @param possible the rows for which it may be true
 * @param certain those of them for which it certainly is
 */
public record RowSelection(RowRanges possible, RowRanges certain) {
  /** Returns what one verdict for all rows of a row group means. */
  static RowSelection of(Verdict verdict, long rows) {
    RowRanges all = RowRanges.of(0, rows);
    return switch (verdict) {
      case NEVER -> new RowSelection(RowRanges.NONE, RowRanges.NONE);
      case MAYBE -> new RowSelection(all, RowRanges.NONE);
      case ALWAYS -> new RowSelection(all, all);
    };
  }

  /**
   * Returns what is proven of a predicate over a row group.
   *
   * @param leaves returns what is proven of predicates on a single column
   */
  static RowSelection of(
      PruningPredicate predicate, Function<PruningPredicate, RowSelection> leaves) {
    return switch (predicate) {
      case PruningPredicate.Runtime runtime -> of(runtime.now(), leaves);
      case PruningPredicate.AnyOf(List<PruningPredicate> predicates) -> {
        RowSelection either = RowSelection.of(Verdict.NEVER, 0);
        for (PruningPredicate part : predicates) {
          either = either.or(of(part, leaves));
        }
        yield either;
      }
      case PruningPredicate.AllOf(List<PruningPredicate> predicates) -> {
        RowSelection both = of(predicates.getFirst(), leaves);
        for (int i = 1; i < predicates.size() && !both.possible().isEmpty(); i++) {
          both = both.and(of(predicates.get(i), leaves));
        }
        yield both;
      }
      case PruningPredicate.Compare _,
          PruningPredicate.In _,
          PruningPredicate.Among _,
          PruningPredicate.StartsWith _,
          PruningPredicate.IsNull _,
          PruningPredicate.IsNotNull _,
          PruningPredicate.InStruct _ ->
          leaves.apply(predicate);
    };
  }

  /** Returns what is proven of the conjunction of both predicates. */
  RowSelection and(RowSelection other) {
    return new RowSelection(possible.and(other.possible), certain.and(other.certain));
  }

  /** Returns what is proven of the disjunction of both predicates. */
  RowSelection or(RowSelection other) {
    return new RowSelection(possible.or(other.possible), certain.or(other.certain));
  }
}
