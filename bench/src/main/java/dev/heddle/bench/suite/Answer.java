package dev.heddle.bench.suite;

import java.io.Serializable;
import java.util.Optional;

/** What an engine answered, in a form in which answers of engines are compared. */
public sealed interface Answer extends Serializable permits RowsAnswer, Digest {
  /** Allowed difference of floating-point numbers, relative to their size. */
  double RELATIVE_ERROR = 1e-9;

  /** Returns how this differs from what is expected, or nothing if it does not. */
  Optional<String> differenceFrom(Answer expected);
}
