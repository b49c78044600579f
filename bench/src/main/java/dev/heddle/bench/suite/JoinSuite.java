package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Join;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The five join questions of H2O's db-benchmark, by its recipe {@code J1_N_NA_0_0}: a table of N
 * rows is joined with tables of N / 1,000,000, N / 1,000 and N rows. Of the keys 90 % are in both
 * tables, 10 % in one only; every key of a table occurs at least once.
 *
 * @param rows number of rows of the large tables (N)
 */
public record JoinSuite(long rows) implements RowsSuite {
  static final String NAME = "h2o-join";

  private static final long SEED = 108;

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "Join questions of H2O's db-benchmark (J1_" + rows + "_NA_0_0); results in memory.";
  }

  @Override
  public List<String> tables() {
    return List.of("x", "small", "medium", "big");
  }

  @Override
  public void make(Path folder, Consumer<String> progress) {
    int large = Math.toIntExact(rows);
    int medium = Math.max(10, large / 1000);
    int small = Math.max(10, large / 1_000_000);
    Keys first = new Keys(small, SEED);
    Keys second = new Keys(medium, SEED + 1);
    Keys third = new Keys(large, SEED + 2);
    make(folder, "x", "v1", large, false, List.of(first, second, third), progress);
    make(folder, "small", "v2", small, true, List.of(first), progress);
    make(folder, "medium", "v2", medium, true, List.of(first, second), progress);
    make(folder, "big", "v2", large, true, List.of(first, second, third), progress);
  }

  private static void make(
      Path folder,
      String table,
      String value,
      int rows,
      boolean isRight,
      List<Keys> keys,
      Consumer<String> progress) {
    List<Field> fields = new ArrayList<>();
    for (int i = 1; i <= keys.size(); i++) {
      fields.add(new Field("id" + i, DataType.INT32, false));
    }
    for (int i = 1; i <= keys.size(); i++) {
      fields.add(new Field("id" + (i + 3), DataType.STRING, false));
    }
    fields.add(new Field(value, DataType.FLOAT64, false));
    TableFiles.ensure(
        folder,
        table,
        new Schema(fields),
        progress,
        () -> {
          SplittableRandom random = new SplittableRandom(SEED + rows + (isRight ? 7 : 0));
          List<int[]> columns = keys.stream().map(k -> k.sample(rows, isRight, random)).toList();
          int[] next = {0};
          return builders -> {
            int row = next[0]++;
            if (row == rows) {
              return false;
            }
            for (int i = 0; i < columns.size(); i++) {
              int key = columns.get(i)[row];
              builders.get(i).appendLong(key);
              builders.get(columns.size() + i).appendString("id" + key);
            }
            GroupBySuite.appendAmount(builders.getLast(), random);
            return true;
          };
        });
  }

  @Override
  public List<Question> questions() {
    return List.of(
        question(
            "q1",
            "select x.id1, x.id2, x.id3, x.id4, x.id5, x.id6, x.v1, small.id4 as small_id4,"
                + " small.v2 from x join small on x.id1 = small.id1",
            Join.inner().on("id1"),
            "small"),
        question(
            "q2",
            "select x.id1, x.id2, x.id3, x.id4, x.id5, x.id6, x.v1, medium.id1 as medium_id1,"
                + " medium.id4 as medium_id4, medium.id5 as medium_id5, medium.v2 from x"
                + " join medium on x.id2 = medium.id2",
            Join.inner().on("id2"),
            "medium"),
        question(
            "q3",
            "select x.id1, x.id2, x.id3, x.id4, x.id5, x.id6, x.v1, medium.id1 as medium_id1,"
                + " medium.id4 as medium_id4, medium.id5 as medium_id5, medium.v2 from x"
                + " left join medium on x.id2 = medium.id2",
            Join.left().on("id2"),
            "medium"),
        question(
            "q4",
            "select x.id1, x.id2, x.id3, x.id4, x.id5, x.id6, x.v1, medium.id1 as medium_id1,"
                + " medium.id2 as medium_id2, medium.id4 as medium_id4, medium.v2 from x"
                + " join medium on x.id5 = medium.id5",
            Join.inner().on("id5"),
            "medium"),
        question(
            "q5",
            "select x.id1, x.id2, x.id3, x.id4, x.id5, x.id6, x.v1, big.id1 as big_id1,"
                + " big.id2 as big_id2, big.id4 as big_id4, big.id5 as big_id5,"
                + " big.id6 as big_id6, big.v2 from x join big on x.id3 = big.id3",
            Join.inner().on("id3"),
            "big"));
  }

  private static Question question(String name, String sql, Join join, String right) {
    return new Question(name, sql, tables -> joined(tables, join, right), Question.Use.HOLD);
  }

  private static DataFrame joined(Map<String, DataFrame> tables, Join join, String right) {
    return tables.get("x").join(tables.get(right), join.suffix("_" + right));
  }

  /** The values of a key: in random order, first those of both sides, then those of one only. */
  private static final class Keys {
    private final int count;
    private final long seed;

    Keys(int count, long seed) {
      this.count = count;
      this.seed = seed;
    }

    /**
     * Returns this number of values of a side: each at least once if there is room, in random
     * order.
     */
    int[] sample(int rows, boolean isRight, SplittableRandom random) {
      int[] values = IntStream.rangeClosed(1, Math.toIntExact(count * 11L / 10)).toArray();
      shuffle(values, new SplittableRandom(seed));
      int shared = Math.toIntExact(count * 9L / 10);
      int[] own = Arrays.copyOf(values, count);
      if (isRight) {
        System.arraycopy(values, count, own, shared, values.length - count);
      }
      int[] sample = new int[rows];
      for (int i = 0; i < rows; i++) {
        sample[i] = own[i < count ? i : random.nextInt(count)];
      }
      shuffle(sample, random);
      return sample;
    }

    private static void shuffle(int[] values, SplittableRandom random) {
      for (int i = values.length - 1; i > 0; i--) {
        int other = random.nextInt(i + 1);
        int value = values[i];
        values[i] = values[other];
        values[other] = value;
      }
    }
  }
}
