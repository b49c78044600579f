package dev.heddle.physical.expr;

import dev.heddle.io.scan.PruningPredicate;
import java.util.Optional;

/**
 * What statistics can prove of a predicate.
 *
 * @param predicate what the predicate implies for single columns, if that is anything
 * @param residual why rows must be looked at even where {@code predicate} is true, or why there is
 *     none; empty if it is true exactly where the predicate is
 */
public record PruningForm(Optional<PruningPredicate> predicate, Optional<String> residual) {
  /** Returns a form that is true exactly where the predicate is. */
  static PruningForm exact(PruningPredicate predicate) {
    return new PruningForm(Optional.of(predicate), Optional.empty());
  }

  /** Returns a form that the predicate implies. */
  static PruningForm implied(PruningPredicate predicate, String residual) {
    return new PruningForm(Optional.of(predicate), Optional.of(residual));
  }

  /** Returns the form of a predicate that statistics cannot disprove. */
  static PruningForm none(String why) {
    return new PruningForm(Optional.empty(), Optional.of(why));
  }
}
