package dev.heddle.physical.sort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.KeyOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class PositionSortTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          new DataType.Decimal(30, 4),
          DataType.DATE,
          DataType.STRING);

  @Test
  void wordsOfRowsAndComparingThemAloneGiveTheSameOrder() {
    for (int seed = 0; seed < 300; seed++) {
      RandomBatches batches = RandomBatches.seed(seed);
      Random random = batches.random();
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
        int keys = 1 + random.nextInt(2);
        int rows = 1 + random.nextInt(random.nextBoolean() ? 30 : 3000);
        int few = 1 + random.nextInt(random.nextBoolean() ? 4 : rows);
        boolean mayBeNull = random.nextBoolean();
        List<Field> fields = new ArrayList<>();
        List<SortOrder> order = new ArrayList<>();
        for (int i = 0; i < keys; i++) {
          DataType type = TYPES.get(random.nextInt(TYPES.size()));
          fields.add(new Field("k" + i, type, mayBeNull || random.nextBoolean()));
          order.add(
              new SortOrder(
                  i,
                  SortDirection.values()[random.nextInt(2)],
                  NullPlacement.values()[random.nextInt(2)]));
        }
        double nullShare = mayBeNull ? 0.1 : 0;
        Column[] columns =
            Column.makeAll(
                keys, i -> batches.column(fields.get(i).type(), rows, nullShare, few, account));
        KeyLayout layout = new KeyLayout(fields);
        Buffer encoded = account.allocate((long) rows * layout.rowBytes());
        layout.encode(columns, rows, encoded.address());
        PositionSort sort =
            new PositionSort(
                layout, new KeyOrder(order), encoded.address(), columns[0].mayHaveNulls());
        assertThat(sorted(sort, rows, true, account))
            .as("seed %d: %s by %s", seed, fields, order)
            .isEqualTo(sorted(sort, rows, false, account));
        encoded.release();
        Column.releaseAll(columns);
      }
    }
  }

  private static List<Integer> sorted(
      PositionSort sort, int rows, boolean usesWords, MemoryAccount account) {
    Buffer numbers = account.allocate(4L * rows);
    Buffer scratch = account.allocate(4L * rows);
    Buffer words = account.allocate((long) PositionSort.WORD_BYTES * rows);
    for (int i = 0; i < rows; i++) {
      Memory.putInt(numbers.address() + 4L * i, i);
    }
    if (usesWords) {
      sort.sort(numbers.address(), rows, scratch.address(), words.address());
    } else {
      sort.sort(numbers.address(), rows, scratch.address());
    }
    List<Integer> order =
        IntStream.range(0, rows)
            .map(i -> Memory.getInt(numbers.address() + 4L * i))
            .boxed()
            .toList();
    numbers.release();
    scratch.release();
    words.release();
    return order;
  }
}
