package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.codegen.LoopArguments;
import dev.heddle.physical.codegen.LoopForm;
import dev.heddle.physical.codegen.LoopKind;
import dev.heddle.physical.codegen.ValueRanges;
import dev.heddle.physical.kernel.Validity;
import dev.heddle.physical.kernel.number.Magnitudes;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedSet;
import org.jspecify.annotations.Nullable;

/**
 * The inputs of generated code in one batch after the other: their columns, as stored, the ranges
 * of their values, and the rows that have values. Used by one thread.
 */
final class FusedInputs {
  private final FusedPlan plan;
  private final MemoryAccount account;
  private final ValueRanges ranges;
  private final Column[] columns;
  private final boolean[] isDense;
  private final @Nullable Buffer[] validity; // by input; lent by the columns
  private final @Nullable Buffer[] masks; // by set of inputs; owned until released
  private final @Nullable Column[] dictionaries; // whose magnitudes are known; not owned
  private final long[] dictionaryMagnitudes;
  private boolean looksAtNarrow; // values of fewer than 64 bits, since their types prove too little
  private long largestSum; // largest absolute value that is added to an exact sum

  FusedInputs(FusedPlan plan, MemoryAccount account) {
    int count = plan.inputs().size();
    this.plan = plan;
    this.account = account;
    this.ranges = new ValueRanges(count, plan.constants());
    this.columns = new Column[count];
    this.isDense = new boolean[count];
    this.validity = new Buffer[count];
    this.masks = new Buffer[plan.maskInputs().size()];
    this.dictionaries = new Column[count];
    this.dictionaryMagnitudes = new long[count];
  }

  /**
   * Looks at a batch, and at what has been prepared beside it; both are lent until the release.
   *
   * @return whether generated code computes the same as kernels would
   */
  boolean take(Batch raw, Batch side) {
    boolean hasNulls = false;
    for (int i = 0; i < columns.length; i++) {
      int place = plan.inputs().get(i);
      if (place >= 0) {
        columns[i] = side.column(place);
        isDense[i] = raw.hasSelection();
      } else {
        columns[i] = raw.physicalColumn(-1 - place);
        isDense[i] = raw.hasSelection() && columns[i].mayHaveNulls();
        if (isDense[i]) {
          columns[i] = raw.column(-1 - place);
        }
      }
      if (!isReadable(columns[i])) {
        return false;
      }
      validity[i] = nulls(columns[i], raw.rowCount());
      hasNulls |= validity[i] != null;
    }
    if (hasNulls && !plan.isStrict()) {
      return false;
    }
    if (hasNulls) {
      combineMasks(raw.rowCount());
    }
    if (isProved(raw)) {
      return true;
    }
    if (looksAtNarrow) {
      return false;
    }
    looksAtNarrow = true;
    return isProved(raw);
  }

  private static boolean isReadable(Column column) {
    return !column.isDictionary()
        || (!column.dictionary().mayHaveNulls() && !column.dictionary().isDictionary());
  }

  private static @Nullable Buffer nulls(Column column, int rows) {
    Buffer bits = column.validityBuffer();
    return bits == null || Bits.count(bits.address(), rows) == rows ? null : bits;
  }

  private void setRange(int input, Batch raw) {
    Column column = columns[input];
    int bits =
        switch (column.layout()) {
          case BIT -> 1;
          case INT8 -> Byte.SIZE;
          case INT16 -> Short.SIZE;
          case INT32 -> Integer.SIZE;
          case INT64, INT128 -> Long.SIZE;
          case FLOAT32, FLOAT64 -> 0;
          case VIEW, INTERVAL, LIST, STRUCT ->
              throw new IllegalStateException("No number in layout " + column.layout());
        };
    if (bits == Long.SIZE || (looksAtNarrow && bits > 1)) {
      long magnitude = column.isDictionary() ? ofDictionary(input) : ofRows(input, raw);
      if (magnitude < 0) {
        ranges.setUnknown(input);
      } else {
        ranges.setInput(input, -1 - magnitude, magnitude);
      }
    } else if (bits > 0) {
      long half = 1L << (bits - 1);
      ranges.setInput(input, -half, Math.max(1, half - 1)); // or 0 and 1
    }
  }

  private long ofRows(int input, Batch raw) {
    long positions = isDense[input] ? 0 : raw.selection();
    return Magnitudes.of(columns[input], positions, raw.rowCount());
  }

  private long ofDictionary(int input) {
    Column dictionary = columns[input].dictionary();
    if (dictionaries[input] != dictionary) {
      dictionaries[input] = dictionary;
      dictionaryMagnitudes[input] = Magnitudes.of(dictionary, 0, dictionary.rows());
    }
    return dictionaryMagnitudes[input];
  }

  private void combineMasks(int rows) {
    for (int i = 0; i < masks.length; i++) {
      SortedSet<Integer> set = plan.maskInputs().get(i);
      Buffer combined = null;
      for (int input : set) {
        Buffer both = Validity.both(combined, validity[input], rows, account);
        if (combined != null) {
          combined.release();
        }
        combined = both;
      }
      masks[i] = combined;
    }
  }

  private boolean isProved(Batch raw) {
    for (int i = 0; i < columns.length; i++) {
      setRange(i, raw);
    }
    largestSum = 1; // of row counts
    for (FusedPlan.Note note : plan.notes()) {
      if (!ranges.proves(note.value())) {
        return false;
      }
      if (note.value().kind() == LoopKind.LONG) {
        long larger = Math.max(ranges.high(), -1 - ranges.low());
        largestSum = Math.max(largestSum, larger);
      }
    }
    return true;
  }

  /** Returns whether exact sums over this number of rows fit 64 bits. */
  boolean sumsFit(int rows) {
    return largestSum < Long.MAX_VALUE / rows - 1;
  }

  /** Returns the form of a batch whose columns these are. */
  LoopForm form(LoopForm.Target target, Batch batch) {
    List<LoopForm.Input> inputs = new ArrayList<>(columns.length);
    for (int i = 0; i < columns.length; i++) {
      inputs.add(new LoopForm.Input(columns[i].layout(), columns[i].isDictionary(), isDense[i]));
    }
    List<Integer> numbers = new ArrayList<>(plan.masks().size());
    for (int mask : plan.masks()) {
      numbers.add(mask < 0 || masks[mask] == null ? -1 : mask);
    }
    return new LoopForm(target, batch.hasSelection(), inputs, numbers);
  }

  /** Writes the addresses of columns and masks into a loop's arguments. */
  void place(long[] arguments, LoopArguments places) {
    for (int i = 0; i < columns.length; i++) {
      arguments[places.values(i)] = columns[i].values();
      if (columns[i].isDictionary()) {
        arguments[places.dictionary(i)] = columns[i].dictionary().values();
      }
    }
    for (int i = 0; i < masks.length; i++) {
      arguments[places.mask(i)] = validity(i);
    }
  }

  /** Returns where the validity of a set of inputs starts, or 0 if they have no nulls. */
  long validity(int mask) {
    Buffer bits = masks[mask];
    return bits == null ? 0 : bits.address();
  }

  /** Gives back what was made for the batch. */
  void release() {
    for (int i = 0; i < masks.length; i++) {
      Buffer bits = masks[i];
      if (bits != null) {
        bits.release();
        masks[i] = null;
      }
    }
  }
}
