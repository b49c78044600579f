package dev.heddle.io.batch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import java.util.List;
import org.junit.jupiter.api.Test;

class BatchAppenderTest {
  private static final List<DataType> TYPES =
      List.of(
          DataType.FLOAT64,
          DataType.STRING,
          new DataType.ListOf(new DataType.ListOf(DataType.INT32)),
          new DataType.ListOf(DataType.STRING));

  @Test
  void freesAllMemoryWhicheverAllocationIsRefused() {
    int refused = 0;
    while (isRefused(refused)) {
      refused++;
    }
    assertThat(refused).isGreaterThan(TYPES.size());
  }

  /** Returns whether an allocation after so many was one too many, and all memory is free then. */
  private static boolean isRefused(int allocations) {
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    boolean isRefused = false;
    try (MemoryAccount account = ledger.open("appended")) {
      try (Batch batch = batch(account);
          BatchAppender appender = new BatchAppender(TYPES, account)) {
        ledger.refuseAfter(allocations);
        appender.append(batch);
        appender.build().close();
      } catch (HeddleException e) {
        isRefused = true;
      } finally {
        ledger.endRefusing();
      }
      assertThat(account.usedBytes()).as("after " + allocations + " allocations").isZero();
    }
    return isRefused;
  }

  private static Batch batch(MemoryAccount account) {
    RandomBatches random = RandomBatches.seed(1);
    return Batch.of(
        account, 3, Column.makeAll(TYPES.size(), i -> random.column(TYPES.get(i), 3, account)));
  }
}
