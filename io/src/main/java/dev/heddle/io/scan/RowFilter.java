package dev.heddle.io.scan;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;
import java.util.Optional;

/**
 * One conjunct that a reader applies to rows while it decodes, so that other columns are decoded
 * for survivors only.
 *
 * <p>An immutable description, implemented in {@code physical.expr}; each thread starts an {@link
 * Evaluation} of its own. A reader that applies the conjunct to all rows it returns reports that,
 * and the plan then holds no filter for it.
 */
public interface RowFilter {
  /** Returns the columns it reads, as positions in the request's columns, ascending. */
  List<Integer> columns();

  /**
   * Returns whether the outcome for a row depends on one column's value only and the conjunct
   * cannot fail, so that a reader may decide it once for each entry of a dictionary.
   */
  boolean isDecidedByValue();

  /**
   * Returns whether rows for which it is not true may be delivered too, so that a reader may leave
   * it out where it costs more than it saves.
   */
  default boolean isOptional() {
    return false;
  }

  /**
   * Returns a number that is another one once values are decided otherwise, which may only happen
   * if it {@link #isOptional}: a reader that remembers decisions may then make them anew.
   */
  default long version() {
    return 0;
  }

  /**
   * Returns the same decision over single fields of struct columns, if it reads no more of some of
   * them: a reader may then decode these fields first and others for survivors only.
   */
  default Optional<FieldFilter> byFields() {
    return Optional.empty();
  }

  /** Starts an evaluation for one thread; the account pays for intermediates. */
  Evaluation start(MemoryAccount account);

  /** The per-thread state. */
  interface Evaluation extends AutoCloseable {
    /**
     * Writes the positions of the rows for which the conjunct is true.
     *
     * @param columns the columns of {@link RowFilter#columns()}, in that order; lent
     * @param rows how many rows the columns have
     * @param selection where ascending int32 positions of the rows to look at start, or 0 for all
     *     {@code rows}
     * @param count how many rows to look at
     * @param output where to write the surviving positions; may be {@code selection} itself
     * @return how many rows survive
     */
    int narrow(Column[] columns, int rows, long selection, int count, long output);

    /**
     * As {@link #narrow} for the only column it reads, which is packed.
     *
     * @return how many rows survive, or -1 if it cannot be done on packed numbers
     */
    default int narrowPacked(PackedNumbers numbers, long selection, int count, long output) {
      return -1;
    }

    @Override
    void close();
  }
}
