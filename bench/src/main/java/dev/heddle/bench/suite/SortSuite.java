package dev.heddle.bench.suite;

import static dev.heddle.frame.expr.Functions.col;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;

/**
 * Sorts of a whole table whose result is stored in order: by a 64-bit integer of any size, by a
 * text of 6 to 16 letters (some of which are equal in their first 8), by an integer with all
 * columns behind it, and by two keys of which the first has a thousand values. The recipe is our
 * own.
 *
 * @param rows number of rows
 */
public record SortSuite(long rows) implements OneTableSuite {
  static final String NAME = "sort";

  private static final long SEED = 4711;
  private static final int GROUPS = 1000;
  private static final int STEMS = 2000;
  private static final Schema SCHEMA =
      new Schema(
          List.of(
              new Field("i", DataType.INT64, false),
              new Field("t", DataType.STRING, false),
              new Field("g", DataType.INT32, false),
              new Field("p", DataType.INT64, false),
              new Field("d", DataType.FLOAT64, false)));

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "Sorts of " + rows + " rows by integers and text; results are stored in order.";
  }

  @Override
  public String table() {
    return "s";
  }

  @Override
  public Schema schema() {
    return SCHEMA;
  }

  @Override
  public TableFiles.RowSource generator() {
    SplittableRandom random = new SplittableRandom(SEED);
    String[] stems = new String[STEMS];
    for (int i = 0; i < STEMS; i++) {
      stems[i] = letters(random, 8);
    }
    long[] next = {0};
    return columns -> {
      long row = next[0]++;
      if (row == rows) {
        return false;
      }
      columns.get(0).appendLong(random.nextLong());
      String text =
          random.nextInt(4) == 0
              ? stems[random.nextInt(STEMS)] + letters(random, random.nextInt(9))
              : letters(random, 6 + random.nextInt(11));
      columns.get(1).appendString(text);
      columns.get(2).appendLong(random.nextInt(GROUPS));
      columns.get(3).appendLong(row);
      columns.get(4).appendDouble(random.nextDouble());
      return true;
    };
  }

  private static String letters(SplittableRandom random, int length) {
    char[] letters = new char[length];
    for (int i = 0; i < length; i++) {
      letters[i] = (char) ('a' + random.nextInt(26));
    }
    return new String(letters);
  }

  @Override
  public List<Question> questions() {
    return List.of(
        question(
            "integer",
            "select i, p from s order by i",
            s -> s.select("i", "p").sort(col("i").ascending())),
        question(
            "text",
            "select t, p from s order by t",
            s -> s.select("t", "p").sort(col("t").ascending())),
        question(
            "wide", "select i, t, g, p, d from s order by i", s -> s.sort(col("i").ascending())),
        question(
            "two-keys",
            "select g, i, p from s order by g, i desc",
            s -> s.select("g", "i", "p").sort(col("g").ascending(), col("i").descending())));
  }

  private static Question question(String name, String sql, Function<DataFrame, DataFrame> frame) {
    return new Question(
        name, sql, tables -> frame.apply(tables.get("s")), Question.Use.HOLD_SORTED);
  }
}
