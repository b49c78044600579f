package dev.heddle.physical.join;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What is set aside for a table is enough for it. */
class JoinMemoryTest {
  private static final List<DataType> TYPES = List.of(DataType.INT64, DataType.STRING);
  private static final List<DataType> ALL_TYPES =
      List.of(DataType.INT64, DataType.STRING, DataType.INT32);
  private static final Schema SCHEMA = RandomBatches.schema(ALL_TYPES);
  private static final long SCRATCH_BYTES = 64 << 10;
  private static final int ROWS = 600_000;
  private static final int LEFT_BATCHES = 100;
  private static final long FREE_BYTES = 4L << 20;

  @ParameterizedTest
  @ValueSource(ints = {1, 90, 5_000, 33_000, 70_000, 140_000})
  void aTableTakesNoMoreThanIsSetAsideForIt(int count) {
    for (List<Integer> keys : List.of(List.of(0), List.of(1), List.of(0, 1))) {
      for (JoinKind kind : List.of(JoinKind.INNER, JoinKind.FULL)) {
        MemoryLedger ledger = new MemoryLedger(1L << 30);
        try (MemoryAccount account = ledger.open("test");
            JoinInputs inputs = new JoinInputs(count, TYPES, count, 0.1, account);
            RowCollector rows = new RowCollector(ALL_TYPES, account)) {
          for (Batch batch : inputs.batches(count, 4_000)) {
            rows.append(batch, 0);
            batch.close();
          }
          ledger.setLimitBytes(
              ledger.usedBytes() + HashJoin.tableBytes(rows.rows()) + SCRATCH_BYTES);
          HashJoin join = new HashJoin(plan(kind, keys));
          try (JoinPart part = JoinPart.of(join, rows.toStore(), 0, new TestTask(account, 1))) {
            assertThat(part.store().rows()).isBetween(1, count);
          }
        }
      }
    }
  }

  @Test
  void aThreadThatBeginsWhenAnotherHasFilledTheMemoryHasRoomToWriteItsRows() {
    PhysicalPlan.HashJoin plan = plan(JoinKind.FULL, List.of(0));
    long floor = HashJoin.floorBytes(plan, 2);
    try (MemoryAccount source = new MemoryLedger(1L << 30).open("source");
        JoinInputs inputs = new JoinInputs(ROWS, TYPES, ROWS, 0.1, source);
        MemoryAccount account = new MemoryLedger(floor).admit("join", 0, floor, () -> {})) {
      Deque<Batch> batches = new ArrayDeque<>(inputs.batches(ROWS, 1_000));
      TestTask task = new TestTask(account, 2);
      try (SinkFactory build = new HashJoin(plan).build();
          Sink first = build.open(task)) {
        while (account.usedBytes() < floor - FREE_BYTES) {
          first.consume(batches.remove());
        }
        try (Sink second = build.open(task)) {
          while (batches.size() > LEFT_BATCHES) {
            second.consume(batches.remove());
          }
          while (!batches.isEmpty()) {
            first.consume(batches.remove());
          }
          second.finish();
        }
        first.finish();
        build.complete(task);
      }
      assertThat(task.spill().writtenBytes()).isPositive();
    }
  }

  private static PhysicalPlan.HashJoin plan(JoinKind kind, List<Integer> keys) {
    PhysicalPlan input = HashJoinTest.values(SCHEMA);
    return new PhysicalPlan.HashJoin(
        input,
        input,
        kind,
        keys,
        keys,
        keys.stream().map(k -> false).toList(),
        Optional.empty(),
        SCHEMA,
        Estimate.UNKNOWN);
  }
}
