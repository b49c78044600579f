package dev.heddle.io.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class NestedColumnsTest {
  private static final DataType STRUCT =
      DataType.Struct.of(
          Field.of("number", DataType.INT64),
          Field.of("text", DataType.STRING),
          Field.of("list", new DataType.ListOf(DataType.INT32)));
  private static final List<DataType> TYPES =
      List.of(
          new DataType.ListOf(DataType.INT32),
          new DataType.ListOf(DataType.STRING),
          STRUCT,
          new DataType.ListOf(STRUCT),
          new DataType.MapOf(DataType.STRING, DataType.FLOAT64),
          new DataType.ListOf(new DataType.ListOf(DataType.BOOL)),
          new DataType.MapOf(DataType.INT32, new DataType.ListOf(STRUCT)));

  private interface Check {
    void run(DataType type, Random random, RandomBatches batches, MemoryAccount account);
  }

  private static void each(Check check) {
    for (int seed = 0; seed < 10; seed++) {
      for (DataType type : TYPES) {
        MemoryLedger ledger = new MemoryLedger(1L << 30);
        try (MemoryAccount account = ledger.open("nested " + type.sqlName() + " seed " + seed)) {
          check.run(type, new Random(seed), RandomBatches.seed(seed), account);
        }
        assertThat(ledger.usedBytes()).as(type.sqlName() + " seed " + seed).isZero();
      }
    }
  }

  private static Buffer positions(int[] positions, MemoryAccount account) {
    Buffer buffer = account.allocate(4L * positions.length);
    for (int i = 0; i < positions.length; i++) {
      Memory.putInt(buffer.address() + 4L * i, positions[i]);
    }
    return buffer;
  }

  @Test
  void gathersRowsAndNulls() {
    each(
        (type, random, batches, account) -> {
          Column column = batches.column(type, 100, account);
          List<@Nullable Object> all = ScannedRows.of(column, 100);
          int[] wanted = random.ints(200, -5, 100).toArray();
          Buffer positions = positions(wanted, account);
          Column found = Gather.rowsOrNull(column, positions.address(), wanted.length, account);
          List<@Nullable Object> expected = new ArrayList<>();
          for (int position : wanted) {
            expected.add(position < 0 ? null : all.get(position));
          }
          assertThat(ScannedRows.of(found, wanted.length)).isEqualTo(expected);
          positions.release();
          column.release();
          found.release();
        });
  }

  @Test
  void appendsWhatIsGathered() {
    each(
        (type, random, batches, account) -> {
          List<@Nullable Object> expected = new ArrayList<>();
          try (ColumnAppender appender = new ColumnAppender(type, account)) {
            for (int part = 0; part < 5; part++) {
              Column column = batches.column(type, 50, account);
              int[] wanted = random.ints(30, 0, 50).sorted().toArray();
              Buffer positions = positions(wanted, account);
              Column found = Gather.rows(column, positions.address(), wanted.length, account);
              appender.append(found, 0, wanted.length);
              appender.append(column, positions.address(), wanted.length);
              expected.addAll(ScannedRows.of(found, wanted.length));
              expected.addAll(ScannedRows.of(found, wanted.length));
              positions.release();
              column.release();
              found.release();
            }
            Column built = appender.build();
            assertThat(ScannedRows.of(built, expected.size())).isEqualTo(expected);
            built.release();
          }
        });
  }

  @Test
  void hashesEqualValuesAlike() {
    each(
        (type, random, batches, account) -> {
          Column column = batches.column(type, 100, account);
          Buffer hashes = account.allocate(8L * 100);
          RowHash.hashColumn(column, 100, hashes.address());
          try (ColumnAppender appender = new ColumnAppender(type, account)) {
            appender.append(column, 0, 100);
            Column copy = appender.build();
            for (int row = 0; row < 100; row++) {
              assertThat(RowHash.ofValue(0, copy, row))
                  .isEqualTo(Memory.getLong(hashes.address() + 8L * row));
            }
            copy.release();
          }
          hashes.release();
          column.release();
        });
  }

  @Test
  void makesNullsOfEveryType() {
    each(
        (type, random, batches, account) -> {
          Column nulls = ConstantColumns.nulls(type, 7, account);
          assertThat(ScannedRows.of(nulls, 7)).containsOnlyNulls();
          nulls.release();
        });
  }
}
