package dev.heddle.io.scan;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * One thread's evaluation of a conjunct; decides it once for each entry of a dictionary where that
 * is possible.
 */
public final class ConjunctState implements AutoCloseable {
  /** The outcome of a code whose entry does not pass. */
  public static final byte FAILS = 0;

  /** The outcome of a code whose entry passes. */
  public static final byte PASSES = 1;

  /** The outcome of a code that the dictionary does not have. */
  public static final byte BEYOND = 2;

  private final int position;
  private final RowFilter filter;
  private final RowFilter.Evaluation evaluation;
  private final MemoryAccount account;
  private @Nullable Column decided;
  private long version; // of the filter when it was last evaluated
  private long rowsSince; // rows that have been read since then
  private boolean isDue;
  private byte[] outcomes = {};
  private int passing; // entries of the dictionary that was decided
  private int nullOutcome = -1;

  /** Starts the evaluation of the conjunct at a position of the request's filter. */
  public ConjunctState(int position, RowFilter filter, MemoryAccount account) {
    this.position = position;
    this.filter = filter;
    this.account = account;
    this.evaluation = filter.start(account);
  }

  /** Returns the position of the conjunct in the request's filter. */
  public int position() {
    return position;
  }

  /** Returns what is evaluated. */
  public RowFilter filter() {
    return filter;
  }

  /** Returns whether the conjunct can be decided by the entries of one column's dictionary. */
  public boolean isDecidedByValue() {
    return filter.isDecidedByValue() && filter.columns().size() == 1;
  }

  /** As {@link RowFilter.Evaluation#narrow}. */
  public int narrow(Column[] columns, int rows, long selection, int count, long output) {
    if (isDecidedByValue() && columns[0].isDictionary()) {
      decide(columns[0].dictionary());
      return narrowByCodes(columns[0], selection, count, output);
    }
    noteVersion();
    return evaluation.narrow(columns, rows, selection, count, output);
  }

  /** Notes that a reader goes on with further rows, whether or not it applies the conjunct. */
  public void noteRows(int rows) {
    rowsSince += rows;
    isDue = hasLearnt();
  }

  /**
   * Returns whether the filter, when rows were noted last, decided values otherwise than when it
   * was last evaluated, and at least one row has been read since then for each entry of the
   * dictionary that it was evaluated for.
   */
  public boolean isDue() {
    return isDue;
  }

  private boolean hasLearnt() {
    return filter.version() != version && (decided == null || rowsSince >= decided.rows());
  }

  private void noteVersion() {
    version = filter.version();
    rowsSince = 0;
  }

  /** As {@link RowFilter.Evaluation#narrowPacked}. */
  int narrowPacked(PackedNumbers numbers, long selection, int count, long output) {
    return evaluation.narrowPacked(numbers, selection, count, output);
  }

  /**
   * Decides a conjunct that {@link #isDecidedByValue} for the entries of a dictionary.
   *
   * @return by code: {@link #PASSES}, {@link #FAILS}, or {@link #BEYOND} behind the last entry;
   *     lent until the next call. There are all codes of the bits that the number of entries has.
   */
  public byte[] outcomes(Column dictionary) {
    decide(dictionary);
    return outcomes;
  }

  private void decide(Column dictionary) {
    if (dictionary == decided && (passing == 0 || !hasLearnt())) {
      return;
    }
    noteVersion();
    int entries = dictionary.rows();
    outcomes = new byte[Math.max(1, Integer.highestOneBit(entries)) << 1];
    Arrays.fill(outcomes, entries, outcomes.length, BEYOND);
    Buffer positions = account.allocate(4L * entries);
    try {
      Column[] lent = {dictionary};
      passing = evaluation.narrow(lent, entries, 0, entries, positions.address());
      for (int i = 0; i < passing; i++) {
        outcomes[Memory.getInt(positions.address() + 4L * i)] = PASSES;
      }
    } finally {
      positions.release();
    }
    forget();
    decided = dictionary.retain(); // retained, so that no other dictionary can be taken for it
  }

  private int narrowByCodes(Column column, long selection, int count, long output) {
    long codes = column.values();
    byte[] passes = outcomes;
    int kept = 0;
    if (column.mayHaveNulls()) {
      long validity = column.validity();
      int ofNull = nullOutcome(column);
      for (int i = 0; i < count; i++) {
        int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        boolean present = Bits.get(validity, row);
        Memory.putInt(output + 4L * kept, row);
        kept += present ? passes[Memory.getInt(codes + 4L * row)] : ofNull;
      }
    } else if (selection == 0) {
      for (int row = 0; row < count; row++) {
        Memory.putInt(output + 4L * kept, row);
        kept += passes[Memory.getInt(codes + 4L * row)];
      }
    } else {
      for (int i = 0; i < count; i++) {
        int row = Memory.getInt(selection + 4L * i);
        Memory.putInt(output + 4L * kept, row);
        kept += passes[Memory.getInt(codes + 4L * row)];
      }
    }
    return kept;
  }

  private int nullOutcome(Column column) {
    if (nullOutcome < 0) {
      Buffer position = account.allocate(4);
      try (ColumnBuilder builder = new ColumnBuilder(column.type(), account)) {
        builder.appendNull();
        Column[] lent = {builder.build()};
        try {
          nullOutcome = evaluation.narrow(lent, 1, 0, 1, position.address());
        } finally {
          Column.releaseAll(lent);
        }
      } finally {
        position.release();
      }
    }
    return nullOutcome;
  }

  private void forget() {
    if (decided != null) {
      decided.release();
      decided = null;
    }
  }

  @Override
  public void close() {
    forget();
    outcomes = Arrays.copyOf(outcomes, 0);
    evaluation.close();
  }
}
