package dev.heddle.physical.aggregate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.Extreme;
import dev.heddle.physical.aggregate.state.PickAggregator;
import dev.heddle.physical.aggregate.state.TextExtremeAggregator;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.KeyOrder;
import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Texts that give way to others leave nothing behind. */
class ReplacedTextsTest {
  private static final int ROWS = 1000;
  private static final int BATCHES = 200;
  private static final long LIMIT_BYTES = 1L << 20; // a fifth of all texts

  private final MemoryLedger ledger = new MemoryLedger(LIMIT_BYTES);

  @Test
  void largestOfAscendingTexts() {
    for (int groups : new int[] {1, 100}) {
      check(
          groups,
          false,
          account -> new TextExtremeAggregator(DataType.STRING, Extreme.LARGEST, account));
    }
  }

  @Test
  void smallestOfDescendingTexts() {
    for (int groups : new int[] {1, 100}) {
      check(
          groups,
          true,
          account -> new TextExtremeAggregator(DataType.STRING, Extreme.SMALLEST, account));
    }
  }

  @Test
  void lastText() {
    for (int groups : new int[] {1, 100}) {
      check(groups, false, account -> pick(AggregateFunction.LAST, List.of(), account));
    }
  }

  @Test
  void firstTextByItsOwnDescendingOrder() {
    SortOrder descending = new SortOrder(0, SortDirection.DESCENDING, NullPlacement.LAST);
    for (int groups : new int[] {1, 100}) {
      check(groups, false, account -> pick(AggregateFunction.FIRST, List.of(descending), account));
    }
  }

  private static PickAggregator pick(
      AggregateFunction function, List<SortOrder> order, MemoryAccount account) {
    List<Field> fields = List.of(new Field("t", DataType.STRING, true));
    return new PickAggregator(function, fields, new KeyOrder(order), account);
  }

  private interface Maker {
    Aggregator make(MemoryAccount account);
  }

  /** Feeds texts of which each is to replace the one before, some of them short. */
  private void check(int groups, boolean isDescending, Maker maker) {
    Random random = new Random(groups);
    TreeMap<Integer, @Nullable Object> last = new TreeMap<>();
    try (MemoryAccount account = ledger.open("texts");
        Aggregator aggregator = maker.make(account)) {
      Buffer numbers = account.allocate(4L * ROWS);
      aggregator.grow(groups);
      for (int batch = 0; batch < BATCHES; batch++) {
        try (ColumnBuilder texts = new ColumnBuilder(DataType.STRING, account)) {
          for (int row = 0; row < ROWS; row++) {
            int number = BATCHES * ROWS + (isDescending ? -1 : 1) * (batch * ROWS + row);
            String text =
                "%09d".formatted(number)
                    + "x".repeat(random.nextInt(8) == 0 ? 1 : random.nextInt(40));
            int group = random.nextInt(groups);
            Memory.putInt(numbers.address() + 4L * row, group);
            texts.appendString(text);
            last.put(group, text);
          }
          Column column = texts.build();
          aggregator.update(numbers.address(), new Column[] {column}, ROWS);
          column.release();
        }
      }
      aggregator.seal();
      for (int group = 0; group < groups; group++) {
        Memory.putInt(numbers.address() + 4L * group, group);
      }
      try (Batch batch = Batch.of(account, groups, aggregator.result(numbers.address(), groups))) {
        assertThat(ScannedRows.of(List.of(batch)).stream().map(row -> row.getFirst()).toList())
            .isEqualTo(List.copyOf(last.values()));
      }
      assertThat(aggregator.bytes()).isLessThan(LIMIT_BYTES / 4);
      numbers.release();
    }
  }
}
