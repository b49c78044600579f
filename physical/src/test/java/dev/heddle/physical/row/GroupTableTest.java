package dev.heddle.physical.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class GroupTableTest {
  private static final int ROWS = 3000;

  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void givesEqualKeysOneGroupWhicheverWayTheyCome() {
    for (int seed = 0; seed < Effort.of(80); seed++) {
      new Trial(seed).run();
    }
  }

  /** Rows of keys that differ in few bits at first, and in more of them later. */
  private final class Trial {
    private final Random random;
    private final String label;
    private final List<Field> fields = new ArrayList<>();
    private final Map<List<@Nullable Object>, Integer> known = new HashMap<>();
    private final int oneInWide; // of the texts of batches with long ones
    private int range = 1;

    Trial(int seed) {
      random = new Random(seed);
      oneInWide = random.nextBoolean() ? 20 : 2;
      label = "seed " + seed;
      int keys = 1 + random.nextInt(3);
      for (int i = 0; i < keys; i++) {
        DataType type =
            switch (random.nextInt(4)) {
              case 0 -> DataType.INT32;
              case 1 -> DataType.INT64;
              default -> DataType.STRING;
            };
        fields.add(new Field("k" + i, type, random.nextBoolean()));
      }
    }

    void run() {
      KeyLayout layout = new KeyLayout(fields);
      try (GroupTable table = new GroupTable(layout, tester.account());
          GroupTable other = new GroupTable(layout, tester.account())) {
        for (int batch = 0; batch < 12; batch++) {
          range = (int) Math.min(1_000_000, range * (1L + random.nextInt(20)));
          List<List<@Nullable Object>> rows = rows(random.nextInt(3) == 0 ? 7 : ROWS);
          switch (random.nextInt(5)) {
            case 0 -> some(table, rows);
            case 1 -> throughAnother(table, other, rows);
            default -> atOnce(table, rows);
          }
          if (random.nextInt(4) == 0) {
            table.rest();
          }
        }
        assertThat(table.groupCount()).as(label).isEqualTo(known.size());
        assertThat(new HashSet<>(known.values())).as(label).hasSize(known.size());
        assertThat(keysOf(table)).as(label).isEqualTo(known);
      }
    }

    private List<List<@Nullable Object>> rows(int count) {
      boolean isLong = random.nextInt(12) == 0;
      List<List<@Nullable Object>> rows = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Field field : fields) {
          row.add(field.nullable() && random.nextInt(9) == 0 ? null : value(field, isLong));
        }
        rows.add(row);
      }
      return rows;
    }

    private Object value(Field field, boolean isLong) {
      int number = random.nextInt(range);
      if (!field.type().equals(DataType.STRING)) {
        return (long) (random.nextInt(50) == 0 ? -number : number);
      }
      boolean isWide = isLong && random.nextInt(oneInWide) == 0;
      return isWide ? "a text beyond its row " + number : "id" + number % (100 * range);
    }

    private void atOnce(GroupTable table, List<List<@Nullable Object>> rows) {
      Column[] columns = columns(rows);
      Buffer numbers = tester.account().allocate(4L * rows.size());
      table.locate(columns, rows.size(), numbers.address());
      check(rows, numbers);
      release(columns);
    }

    private void some(GroupTable table, List<List<@Nullable Object>> rows) {
      Column[] columns = columns(rows);
      int share = 1 + random.nextInt(rows.size());
      List<List<@Nullable Object>> some = new ArrayList<>();
      Buffer positions = tester.account().allocate(4L * rows.size());
      for (int i = 0; i < rows.size(); i++) {
        if (random.nextInt(share) == 0) {
          Memory.putInt(positions.address() + 4L * some.size(), i);
          some.add(rows.get(i));
        }
      }
      Buffer numbers = tester.account().allocate(4L * rows.size());
      table.locate(columns, rows.size(), positions.address(), some.size(), numbers.address());
      positions.release();
      check(some, numbers);
      release(columns);
    }

    private void throughAnother(
        GroupTable table, GroupTable other, List<List<@Nullable Object>> rows) {
      Column[] columns = columns(rows);
      Buffer theirs = tester.account().allocate(4L * rows.size());
      Buffer numbers = tester.account().allocate(4L * rows.size());
      other.locate(columns, rows.size(), theirs.address());
      table.locateGroups(other, theirs.address(), rows.size(), numbers.address());
      theirs.release();
      check(rows, numbers);
      release(columns);
    }

    private void check(List<List<@Nullable Object>> rows, Buffer numbers) {
      for (int i = 0; i < rows.size(); i++) {
        check(rows.get(i), Memory.getInt(numbers.address() + 4L * i));
      }
      numbers.release();
    }

    private void check(List<@Nullable Object> row, int group) {
      int expected = known.computeIfAbsent(row, _ -> group);
      if (group != expected) {
        throw new AssertionError(label + ": " + row + " is in groups " + expected + ", " + group);
      }
    }

    private Column[] columns(List<List<@Nullable Object>> rows) {
      Column[] columns = new Column[fields.size()];
      for (int key = 0; key < columns.length; key++) {
        try (ColumnBuilder builder = new ColumnBuilder(fields.get(key).type(), tester.account())) {
          for (List<@Nullable Object> row : rows) {
            switch (row.get(key)) {
              case null -> builder.appendNull();
              case Long number -> builder.appendLong(number);
              case Object text -> builder.appendString(text.toString());
            }
          }
          columns[key] = builder.build();
        }
      }
      return columns;
    }

    private void release(Column[] columns) {
      for (Column column : columns) {
        column.release();
      }
    }

    private Map<List<@Nullable Object>, Integer> keysOf(GroupTable table) {
      int count = table.groupCount();
      Buffer all = tester.account().allocate(4L * count);
      for (int i = 0; i < count; i++) {
        Memory.putInt(all.address() + 4L * i, i);
      }
      Column[] columns = table.keys(all.address(), count);
      Map<List<@Nullable Object>, Integer> keys = new HashMap<>();
      for (int i = 0; i < count; i++) {
        List<@Nullable Object> row = new ArrayList<>();
        for (Column column : columns) {
          row.add(ScannedRows.value(column, i));
        }
        keys.put(row, i);
      }
      release(columns);
      all.release();
      return keys;
    }
  }
}
