package dev.heddle.physical.row;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.testing.OperatorTester;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class CodeMapTest {
  private final OperatorTester tester = new OperatorTester();

  @AfterEach
  void provesThatNothingIsLeft() {
    tester.close();
  }

  @Test
  void findsOneGroupForEqualKeysOfChangingDictionariesAndRanges() {
    for (int seed = 0; seed < 60; seed++) {
      new Trial(seed).run();
    }
  }

  private final class Trial {
    private final Random random;
    private final String label;
    private final List<Field> fields = new ArrayList<>();
    private final List<@Nullable Column> dictionaries = new ArrayList<>();
    private final Map<List<@Nullable Object>, Integer> known = new HashMap<>();
    private final int maxEntries;
    private int located;

    Trial(int seed) {
      random = new Random(seed);
      label = "seed " + seed;
      maxEntries = 1 << random.nextInt(14);
      int keys = 1 + random.nextInt(3);
      for (int i = 0; i < keys; i++) {
        DataType type = random.nextBoolean() ? DataType.STRING : DataType.INT32;
        fields.add(new Field("k" + i, type, random.nextBoolean()));
        dictionaries.add(null);
      }
    }

    void run() {
      try (GroupTable groups = new GroupTable(new KeyLayout(fields), tester.account());
          CodeMap codes = new CodeMap(tester.account())) {
        for (int batch = 0; batch < 20; batch++) {
          locate(codes, groups, 1 + random.nextInt(2000));
        }
        assertThat(groups.groupCount()).as(label).isEqualTo(known.size());
        assertThat(maxEntries > 16 || located > 0).as("%s is located", label).isTrue();
      } finally {
        dictionaries.forEach(this::release);
      }
    }

    private void release(@Nullable Column column) {
      if (column != null) {
        column.release();
      }
    }

    private void locate(CodeMap codes, GroupTable groups, int rows) {
      Column[] columns = new Column[fields.size()];
      for (int i = 0; i < columns.length; i++) {
        columns[i] =
            fields.get(i).type().equals(DataType.STRING) ? codes(i, rows) : numbers(i, rows);
      }
      Buffer numbers = tester.account().allocate(4L * rows);
      if (codes.locate(groups, columns, rows, numbers.address())) {
        located++;
      } else {
        groups.locate(columns, rows, numbers.address());
      }
      for (int row = 0; row < rows; row++) {
        List<@Nullable Object> key = new ArrayList<>();
        for (Column column : columns) {
          key.add(ScannedRows.value(column, row));
        }
        int group = Memory.getInt(numbers.address() + 4L * row);
        int expected = known.computeIfAbsent(key, _ -> group);
        if (group != expected) {
          throw new AssertionError(label + ": " + key + " is in groups " + expected + ", " + group);
        }
      }
      numbers.release();
      for (Column column : columns) {
        column.release();
      }
    }

    private Column codes(int key, int rows) {
      Column dictionary = dictionaries.get(key);
      if (dictionary == null || random.nextInt(4) == 0) {
        release(dictionary);
        dictionary = dictionary();
        dictionaries.set(key, dictionary);
      }
      Buffer codes = tester.account().allocate(4L * rows);
      Buffer validity = validity(key, rows);
      for (int i = 0; i < rows; i++) {
        boolean isNull = validity != null && !Bits.get(validity.address(), i);
        int code = isNull ? Integer.MAX_VALUE : random.nextInt(dictionary.rows());
        Memory.putInt(codes.address() + 4L * i, code);
      }
      return Column.codes(rows, codes, validity, dictionary.retain());
    }

    private Column dictionary() {
      try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, tester.account())) {
        int entries = 1 + random.nextInt(maxEntries);
        int first = random.nextInt(3) * random.nextInt(maxEntries);
        String prefix = random.nextInt(5) == 0 ? "longer than a view is " : "";
        for (int i = 0; i < entries; i++) {
          builder.appendString(prefix + (first + i));
        }
        return builder.build();
      }
    }

    private Column numbers(int key, int rows) {
      try (ColumnBuilder builder = new ColumnBuilder(DataType.INT32, tester.account())) {
        int range = 1 + random.nextInt(maxEntries);
        for (int i = 0; i < rows; i++) {
          if (fields.get(key).nullable() && random.nextInt(9) == 0) {
            builder.appendNull();
          } else {
            builder.appendLong(random.nextInt(range) - range / 2);
          }
        }
        return builder.build();
      }
    }

    private @Nullable Buffer validity(int key, int rows) {
      if (!fields.get(key).nullable() || random.nextInt(3) == 0) {
        return null;
      }
      Buffer validity = tester.account().allocateZeroed(Bits.bytesFor(rows));
      for (int i = 0; i < rows; i++) {
        if (random.nextInt(5) > 0) {
          Bits.set(validity.address(), i);
        }
      }
      return validity;
    }
  }
}
