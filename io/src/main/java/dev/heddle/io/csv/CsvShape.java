package dev.heddle.io.csv;

import dev.heddle.frame.option.BadRows;
import java.io.IOException;
import java.io.Reader;
import java.io.StringReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * How many fields the records of a sample have in some dialect.
 *
 * @param fields how many most of them have
 * @param fitting how many records have this number of fields
 * @param records how many records there are
 * @param quoted how many fields are quoted
 * @param isBroken whether the sample breaks the rules of quoting
 */
record CsvShape(int fields, int fitting, int records, int quoted, boolean isBroken) {
  private static final int MAX_RECORDS = 1_000;

  /** Splits a sample. */
  static CsvShape of(String sample, CsvDialect dialect) {
    Counter counter = new Counter();
    boolean isBroken = false;
    Reader text = CsvInput.text(new StringReader(sample), dialect, BadRows.FAIL);
    try (CsvInput<Counter> input = new CsvInput<>(text, dialect, counter)) {
      while (counter.counts.size() < MAX_RECORDS && input.advance()) {
        // the counter has seen it
      }
    } catch (CsvInput.BrokenCsvException | IOException e) {
      isBroken = true;
    }
    Map<Integer, Integer> byCount = new HashMap<>();
    int fields = 0;
    int fitting = 0;
    for (int count : counter.counts) {
      int same = byCount.merge(count, 1, Integer::sum);
      if (same > fitting) {
        fitting = same;
        fields = count;
      }
    }
    return new CsvShape(fields, fitting, counter.counts.size(), counter.quoted, isBroken);
  }

  /** Returns whether enough records have one number of fields to make the dialect likely. */
  boolean isLikely() {
    return fields > 1 && fitting * 2 >= records;
  }

  /** Returns whether this speaks more for its dialect than another shape does for its own. */
  boolean isBetterThan(CsvShape other) {
    if (isLikely() != other.isLikely()) {
      return isLikely();
    }
    if (isBroken != other.isBroken) {
      return other.isBroken;
    }
    long misfits = (long) (records - fitting) * Math.max(1, other.records);
    long otherMisfits = (long) (other.records - other.fitting) * Math.max(1, records);
    if (isLikely() && misfits != otherMisfits) {
      return misfits < otherMisfits;
    }
    return fields == other.fields ? quoted > other.quoted : fields > other.fields;
  }

  private static final class Counter extends CsvHandler<Counter> {
    private final List<Integer> counts = new ArrayList<>();
    private int quoted;

    @Override
    void field(char[] buffer, int offset, int length) {
      quoted += isQuoted() ? 1 : 0;
    }

    @Override
    boolean record() {
      if (isEmpty()) {
        return false;
      }
      counts.add(fields());
      return true;
    }

    @Override
    Counter self() {
      return this;
    }
  }
}
