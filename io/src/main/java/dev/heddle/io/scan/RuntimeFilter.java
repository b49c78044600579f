package dev.heddle.io.scan;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A place for what a running query finds out about the values of a column that it wants, such as
 * the keys on the build side of a join, or the bound of a top-N.
 *
 * <p>It is empty at first, which means that every value is wanted. It is filled once, or tightened
 * again and again; the party that fills it keeps what it was filled with alive until it is {@link
 * #clear}ed. It only saves work: rows with other values never change the answer, so a reader may
 * deliver them. Thread-safe.
 */
public final class RuntimeFilter {
  private static final Optional<String> RESIDUAL = Optional.of("known only while the query runs");

  private volatile @Nullable Keys wanted;

  /** The values that are wanted. Immutable, thread-safe. */
  public interface Keys {
    /** Returns a predicate over a column of a request that holds for every wanted value. */
    PruningPredicate pruning(int column);

    /**
     * Writes the positions of the rows whose value may be wanted, see {@link
     * RowFilter.Evaluation#narrow}; the account pays for intermediates.
     */
    int narrow(Column column, long selection, int count, long output, MemoryAccount account);

    /** Returns a number that is another one once other values are wanted. */
    default long version() {
      return 1;
    }

    /** As {@link RowFilter.Evaluation#narrowPacked}. */
    default int narrowPacked(PackedNumbers numbers, long selection, int count, long output) {
      return -1;
    }
  }

  /** Sets which values are wanted; replaces and tightens what was set before. */
  public void fill(Keys values) {
    wanted = values;
  }

  /** Forgets what it was filled with. */
  public void clear() {
    wanted = null;
  }

  /** Returns a predicate over a column of a request that holds for every value wanted now. */
  public PruningPredicate pruning(int column) {
    Keys now = wanted;
    return now == null
        ? new PruningPredicate.AnyOf(
            List.of(new PruningPredicate.IsNull(column), new PruningPredicate.IsNotNull(column)))
        : now.pruning(column);
  }

  /** Returns the conjunct by which a scan applies it to a column of its request. */
  public ScanFilter.Conjunct conjunct(int column, String text) {
    return new ScanFilter.Conjunct(
        text,
        new KeyFilter(this, column),
        Optional.of(new PruningPredicate.Runtime(column, this)),
        RESIDUAL);
  }

  /** Applies it to rows. */
  private record KeyFilter(RuntimeFilter filter, int column) implements RowFilter {
    @Override
    public List<Integer> columns() {
      return List.of(column);
    }

    @Override
    public boolean isDecidedByValue() {
      return true;
    }

    @Override
    public boolean isOptional() {
      return true;
    }

    @Override
    public long version() {
      Keys now = filter.wanted;
      return now == null ? 0 : now.version();
    }

    @Override
    public Evaluation start(MemoryAccount account) {
      return new Evaluation() {
        @Override
        public int narrow(Column[] columns, int rows, long selection, int count, long output) {
          Keys now = filter.wanted;
          return now == null
              ? RowFilters.keepAll(selection, count, output)
              : now.narrow(columns[0], selection, count, output, account);
        }

        @Override
        public int narrowPacked(PackedNumbers numbers, long selection, int count, long output) {
          Keys now = filter.wanted;
          return now == null ? -1 : now.narrowPacked(numbers, selection, count, output);
        }

        @Override
        public void close() {}
      };
    }
  }
}
