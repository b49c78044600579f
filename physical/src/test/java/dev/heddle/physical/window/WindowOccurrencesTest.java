package dev.heddle.physical.window;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.join.JoinInputs;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillWriter;
import dev.heddle.physical.testing.TestTask;
import dev.heddle.physical.window.WindowOccurrences.Which;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class WindowOccurrencesTest {
  private static final int VALUE = 0;
  private static final int FILTER = 1;
  private static final int BLOCK_BYTES = 32 << 10;
  private static final long AMPLE = 100_000_000;
  private static final long TIGHT = 1_500_000; // fewer bytes than all values take at once
  private static final List<DataType> VALUE_TYPES =
      List.of(DataType.INT64, DataType.STRING, new DataType.Decimal(30, 4));

  private final AtomicInteger batchesRead = new AtomicInteger();

  private static AggregateCall call(AggregateFunction function, boolean isFiltered) {
    return new AggregateCall(
        function,
        List.of(VALUE),
        List.of(),
        true,
        isFiltered ? OptionalInt.of(FILTER) : OptionalInt.empty(),
        List.of(),
        DataType.INT64);
  }

  private static BitSet expected(
      List<List<@Nullable Object>> rows, AggregateCall call, Which which) {
    BitSet found = new BitSet();
    Set<@Nullable Object> seen = new HashSet<>();
    for (int i = 0; i < rows.size(); i++) {
      int number = which == Which.FIRST ? i : rows.size() - 1 - i;
      List<@Nullable Object> row = rows.get(number);
      boolean passes = call.filter().isEmpty() || Boolean.TRUE.equals(row.get(FILTER));
      boolean counts = call.function() == AggregateFunction.ARRAY_AGG || row.get(VALUE) != null;
      if (passes && counts && seen.add(row.get(VALUE))) {
        found.set(number);
      }
    }
    return found;
  }

  /** Returns the task, which counts how often it is asked whether it has been cancelled. */
  private TaskContext counting(TestTask task) {
    return (TaskContext)
        Proxy.newProxyInstance(
            TaskContext.class.getClassLoader(),
            new Class<?>[] {TaskContext.class},
            (_, method, arguments) -> {
              if (method.getName().equals("checkCancelled")) {
                batchesRead.incrementAndGet();
              }
              try {
                return method.invoke(task, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private BitSet find(
      AggregateCall call, Which which, DataType type, SpillFile file, long bytes, TestTask task) {
    MemoryLedger ledger = task.account().ledger();
    long before = ledger.limitBytes();
    ledger.setLimitBytes(ledger.usedBytes() + bytes);
    batchesRead.set(0);
    BitSet found = new BitSet();
    try (Reservation memory = task.account().reserve("window", 0);
        WindowOccurrences occurrences =
            WindowOccurrences.find(call, which, type, file, counting(task), memory)) {
      int rowsAtOnce = 1000; // bytes of bits are not aligned with pieces
      for (int from = 0; from < file.rows(); from += rowsAtOnce) {
        int rows = (int) Math.min(rowsAtOnce, file.rows() - from);
        Column some = occurrences.of(from, rows, task.account());
        for (int i = 0; i < rows; i++) {
          found.set(from + i, some.booleanAt(i));
        }
        some.release();
      }
    } finally {
      ledger.setLimitBytes(before);
    }
    return found;
  }

  @Test
  void findsTheSameInSeveralPassesAsInOne() {
    for (int seed = 0; seed < Effort.of(3, 1); seed++) {
      DataType type = VALUE_TYPES.get(seed);
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          JoinInputs inputs =
              new JoinInputs(seed, List.of(type, DataType.BOOL), 60_000, 0.05, account)) {
        TestTask task = new TestTask(account, 1);
        List<Batch> batches = inputs.batches(100_000, 4000);
        List<List<@Nullable Object>> rows = ScannedRows.of(batches);
        List<DataType> types = List.of(type, DataType.BOOL, DataType.INT32);
        try (SpillWriter writer = task.spill().writer("rows", types, account, BLOCK_BYTES)) {
          for (Batch batch : batches) {
            try (batch) {
              writer.write(batch);
            }
          }
          try (SpillFile file = writer.finish()) {
            for (Which which : Which.values()) {
              check(call(AggregateFunction.COUNT, false), which, type, file, rows, task);
              check(call(AggregateFunction.ARRAY_AGG, true), which, type, file, rows, task);
            }
          }
        }
      }
    }
  }

  private void check(
      AggregateCall call,
      Which which,
      DataType type,
      SpillFile file,
      List<List<@Nullable Object>> rows,
      TestTask task) {
    BitSet expected = expected(rows, call, which);
    assertThat(find(call, which, type, file, AMPLE, task)).isEqualTo(expected);
    int batchesInAPass = batchesRead.get();
    assertThat(find(call, which, type, file, TIGHT, task)).isEqualTo(expected);
    assertThat(batchesRead.get()).as("%s of %s", which, type).isGreaterThan(2 * batchesInAPass);
  }
}
