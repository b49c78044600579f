package dev.heddle.bench.data;

import dev.heddle.frame.option.ParquetCompression;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.write.SortField;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * Makes the tables of the suite of cliffs, seeded: events with a skewed key, narrow numbers, texts
 * that begin alike, and addresses of pages; spans of event numbers that overlap; a table by the
 * key; sorted keys in zstd; texts without dictionary in snappy; two tables by a key that their
 * files declare to be sorted by, repeated in one of them.
 *
 * @param rows number of events
 */
public record CliffsData(long rows) {
  /** The names of the tables. */
  public static final List<String> TABLES =
      List.of("events", "spans", "dim", "sorted", "words", "runs", "marks");

  private static final long SEED = 88;
  private static final long DAY_MICROS = 86_400_000_000L;
  private static final long START = LocalDate.of(2024, 1, 1).toEpochDay();
  private static final Schema EVENTS =
      new Schema(
          List.of(
              field("id", DataType.INT64),
              field("k", DataType.INT32),
              field("few", DataType.INT32),
              field("n", DataType.INT16),
              field("t", DataType.STRING),
              field("url", DataType.STRING),
              field("ts", new DataType.Timestamp(TimestampUnit.MICROS, false)),
              field("day", DataType.DATE),
              field("amount", DataType.FLOAT64)));
  private static final Schema SPANS =
      new Schema(
          List.of(
              field("a", DataType.INT64),
              field("b", DataType.INT64),
              field("few", DataType.INT32)));
  private static final Schema DIM =
      new Schema(
          List.of(
              field("k", DataType.INT32),
              field("region", DataType.INT32),
              field("name", DataType.STRING)));
  private static final Schema SORTED =
      new Schema(List.of(field("key", DataType.INT64), field("v", DataType.INT32)));
  private static final Schema WORDS = new Schema(List.of(field("t", DataType.STRING)));

  private static final Schema RUNS =
      new Schema(List.of(field("key", DataType.INT64), field("v", DataType.INT32)));
  private static final Schema MARKS =
      new Schema(List.of(field("key", DataType.INT64), field("w", DataType.INT32)));
  private static final List<SortField> BY_KEY = List.of(new SortField("key", false, false));

  private static Field field(String name, DataType type) {
    return new Field(name, type, false);
  }

  private int keys() {
    return Math.clamp(rows / 20, 10, Integer.MAX_VALUE);
  }

  /** Makes the tables that are not there. */
  public void ensure(Path folder, Consumer<String> progress) {
    ParquetWriteOptions zstd = ParquetWriteOptions.DEFAULT;
    ParquetWriteOptions snappy =
        zstd.withCompression(ParquetCompression.SNAPPY).withoutDictionary();
    TableFiles.ensure(folder, "events", EVENTS, zstd, progress, this::events);
    TableFiles.ensure(folder, "spans", SPANS, zstd, progress, this::spans);
    TableFiles.ensure(folder, "dim", DIM, zstd, progress, this::dim);
    TableFiles.ensure(folder, "sorted", SORTED, zstd, progress, this::sorted);
    TableFiles.ensure(folder, "words", WORDS, snappy, progress, this::words);
    TableFiles.ensure(folder, "runs", RUNS, zstd, BY_KEY, progress, () -> keyed(2 * rows, 7));
    TableFiles.ensure(folder, "marks", MARKS, zstd, BY_KEY, progress, () -> keyed(rows / 2, 1));
  }

  private static String letters(SplittableRandom random, int length) {
    char[] letters = new char[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }

  /** Returns words, of which the first are the likely ones of {@link #skewed}. */
  private static String[] words(SplittableRandom random, int count) {
    String[] words = new String[count];
    for (int i = 0; i < count; i++) {
      words[i] = letters(random, 2 + random.nextInt(9));
    }
    return words;
  }

  private static int skewed(SplittableRandom random, int bound) {
    double uniform = random.nextDouble();
    return (int) (bound * uniform * uniform * uniform);
  }

  private TableFiles.RowSource events() {
    SplittableRandom random = new SplittableRandom(SEED);
    String[] words = words(random, 5000);
    int keys = keys();
    long[] next = {0};
    return columns -> {
      long row = next[0]++;
      if (row == rows) {
        return false;
      }
      long at = START * DAY_MICROS + (long) ((double) row / rows * 60 * DAY_MICROS);
      String site = words[skewed(random, 500)];
      columns.get(0).appendLong(row);
      columns.get(1).appendLong(skewed(random, keys));
      columns.get(2).appendLong(random.nextInt(8));
      columns.get(3).appendLong(random.nextInt(400));
      columns.get(4).appendString(words[skewed(random, words.length)] + letters(random, 6));
      columns
          .get(5)
          .appendString(
              (random.nextBoolean() ? "http://" : "https://")
                  + (random.nextInt(3) == 0 ? "www." : "")
                  + site
                  + ".com/"
                  + words[random.nextInt(words.length)]
                  + "/"
                  + words[random.nextInt(words.length)]
                  + ".html?ref="
                  + site
                  + "&id="
                  + random.nextInt(1_000_000));
      columns.get(6).appendLong(at);
      columns.get(7).appendLong(Math.floorDiv(at, DAY_MICROS));
      columns.get(8).appendDouble(Math.round(random.nextDouble() * 1e6) / 100.0);
      return true;
    };
  }

  private TableFiles.RowSource spans() {
    SplittableRandom random = new SplittableRandom(SEED + 1);
    long count = Math.max(10, rows / 50);
    long[] next = {0};
    return columns -> {
      if (next[0]++ == count) {
        return false;
      }
      long from = random.nextLong(rows);
      columns.get(0).appendLong(from);
      columns.get(1).appendLong(from + 1 + random.nextInt(200));
      columns.get(2).appendLong(random.nextInt(8));
      return true;
    };
  }

  private TableFiles.RowSource dim() {
    SplittableRandom random = new SplittableRandom(SEED + 2);
    int[] next = {0};
    return columns -> {
      int row = next[0]++;
      if (row == keys()) {
        return false;
      }
      columns.get(0).appendLong(row);
      columns.get(1).appendLong(random.nextInt(10));
      columns.get(2).appendString("name " + row % 2000);
      return true;
    };
  }

  private TableFiles.RowSource sorted() {
    SplittableRandom random = new SplittableRandom(SEED + 3);
    long[] next = {0, 0};
    return columns -> {
      if (next[0]++ == 2 * rows) {
        return false;
      }
      next[1] += 1 + random.nextInt(3);
      columns.get(0).appendLong(next[1]);
      columns.get(1).appendLong(random.nextInt(1000));
      return true;
    };
  }

  /** Returns rows with ascending keys, each of which has up to a number of rows. */
  private static TableFiles.RowSource keyed(long count, int maxRowsOfKey) {
    SplittableRandom random = new SplittableRandom(SEED + 5);
    long[] next = {0, 0, 0}; // the row, its key, and how many more rows have the key
    return columns -> {
      if (next[0]++ == count) {
        return false;
      }
      if (next[2] == 0) {
        next[1] += 1 + random.nextInt(2);
        next[2] = 1 + random.nextInt(maxRowsOfKey);
      }
      next[2]--;
      columns.get(0).appendLong(next[1]);
      columns.get(1).appendLong(random.nextInt(1000));
      return true;
    };
  }

  private TableFiles.RowSource words() {
    SplittableRandom random = new SplittableRandom(SEED + 4);
    String[] words = words(random, 3000);
    long[] next = {0};
    return columns -> {
      if (next[0]++ == rows) {
        return false;
      }
      columns
          .getFirst()
          .appendString(
              words[skewed(random, 3000)]
                  + " "
                  + words[skewed(random, 3000)]
                  + " "
                  + words[random.nextInt(3000)]);
      return true;
    };
  }
}
