package dev.heddle.io.dataset;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter.Conjunct;
import java.util.List;
import java.util.Optional;

/** Rewrites conjuncts over a request's columns to one that has them at other positions. */
final class MovedConjunct {
  private MovedConjunct() {}

  /**
   * Returns the conjunct in terms of the other request.
   *
   * @param positions where the other request has each column, in the same order
   */
  static Conjunct of(Conjunct conjunct, int[] positions) {
    List<Integer> columns = conjunct.rows().columns();
    List<Integer> moved = columns.stream().map(i -> positions[i]).toList();
    return moved.equals(columns)
        ? conjunct
        : new Conjunct(
            conjunct.text(),
            new MovedFilter(
                conjunct.rows(),
                moved,
                conjunct.rows().byFields().map(fields -> move(fields, positions))),
            conjunct.pruning().map(predicate -> move(predicate, positions)),
            conjunct.residual());
  }

  private static FieldFilter move(FieldFilter filter, int[] positions) {
    return new FieldFilter(
        filter.inputs().stream()
            .map(input -> new FieldPath(positions[input.column()], input.names()))
            .toList(),
        filter.rows());
  }

  private static PruningPredicate move(PruningPredicate predicate, int[] positions) {
    return switch (predicate) {
      case PruningPredicate.Compare p ->
          new PruningPredicate.Compare(positions[p.column()], p.operator(), p.value());
      case PruningPredicate.In p -> new PruningPredicate.In(positions[p.column()], p.values());
      case PruningPredicate.Among p ->
          new PruningPredicate.Among(positions[p.column()], p.values());
      case PruningPredicate.StartsWith p ->
          new PruningPredicate.StartsWith(positions[p.column()], p.prefix());
      case PruningPredicate.IsNull p -> new PruningPredicate.IsNull(positions[p.column()]);
      case PruningPredicate.IsNotNull p -> new PruningPredicate.IsNotNull(positions[p.column()]);
      case PruningPredicate.Runtime p ->
          new PruningPredicate.Runtime(positions[p.column()], p.filter());
      case PruningPredicate.InStruct p ->
          new PruningPredicate.InStruct(
              positions[p.column()], p.path(), move(p.predicate(), positions));
      case PruningPredicate.AnyOf p ->
          new PruningPredicate.AnyOf(
              p.predicates().stream().map(each -> move(each, positions)).toList());
      case PruningPredicate.AllOf p ->
          new PruningPredicate.AllOf(
              p.predicates().stream().map(each -> move(each, positions)).toList());
    };
  }

  /** The same decision with other positions of its columns. */
  private record MovedFilter(
      RowFilter filter, List<Integer> columns, Optional<FieldFilter> byFields)
      implements RowFilter {
    @Override
    public boolean isDecidedByValue() {
      return filter.isDecidedByValue();
    }

    @Override
    public boolean isOptional() {
      return filter.isOptional();
    }

    @Override
    public long version() {
      return filter.version();
    }

    @Override
    public Evaluation start(MemoryAccount account) {
      return filter.start(account); // it is handed columns, not positions
    }
  }
}
