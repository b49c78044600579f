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
  private byte[] outcomes = {};
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
    return evaluation.narrow(columns, rows, selection, count, output);
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
    if (dictionary == decided) {
      return;
    }
    int entries = dictionary.rows();
    outcomes = new byte[Math.max(1, Integer.highestOneBit(entries)) << 1];
    Arrays.fill(outcomes, entries, outcomes.length, BEYOND);
    Buffer passing = account.allocate(4L * entries);
    try {
      Column[] lent = {dictionary};
      int passed = evaluation.narrow(lent, entries, 0, entries, passing.address());
      for (int i = 0; i < passed; i++) {
        outcomes[Memory.getInt(passing.address() + 4L * i)] = PASSES;
      }
    } finally {
      passing.release();
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
      Buffer passing = account.allocate(4);
      try (ColumnBuilder builder = new ColumnBuilder(column.type(), account)) {
        builder.appendNull();
        Column[] lent = {builder.build()};
        try {
          nullOutcome = evaluation.narrow(lent, 1, 0, 1, passing.address());
        } finally {
          Column.releaseAll(lent);
        }
      } finally {
        passing.release();
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
