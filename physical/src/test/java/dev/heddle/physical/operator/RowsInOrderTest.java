package dev.heddle.physical.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.write.Workers;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Rows come out in the order of their positions, whichever thread brings them and joins when. */
class RowsInOrderTest {
  private static final Schema SCHEMA = Schema.of(Field.of("n", DataType.INT64));

  private final MemoryAccount account = new MemoryLedger(64 << 20).open("test");
  private final TestTask task = new TestTask(account, 3);

  @AfterEach
  void nothingIsLeft() {
    account.close(); // demands that all has been given back
  }

  private Batch row(long value) {
    Buffer values = account.allocate(8);
    Memory.putLong(values.address(), value);
    return Batch.of(account, 1, Column.fixed(DataType.INT64, 1, values, null));
  }

  /** Notes what it is given, and does something after the first. */
  private static final class Noted implements RowTarget {
    private final List<Long> values = new ArrayList<>();
    private Runnable afterFirst = () -> {};

    @Override
    public void write(Batch batch, Workers workers) {
      ScannedRows.of(batch).forEach(row -> values.add((Long) row.getFirst()));
      if (values.size() == 2) {
        afterFirst.run();
      }
    }

    @Override
    public void close() {}
  }

  @Test
  void rowsWaitForThoseOfLesserPositions() {
    Noted target = new Noted();
    try (RowsInOrder rows = new RowsInOrder(target, SCHEMA, 1 << 20)) {
      RowsInOrder.Member a = rows.join(task);
      RowsInOrder.Member b = rows.join(task);
      b.write(row(1), 1);
      b.write(row(2), 2);
      assertThat(target.values).isEmpty(); // a may still bring 0
      a.write(row(0), 0);
      assertThat(target.values).containsExactly(0L);
      a.finish();
      assertThat(target.values).containsExactly(0L, 1L, 2L);
      b.finish();
    }
  }

  @Test
  void aThreadThatJoinsWhileAnotherWritesDoesNotLetRowsPass() {
    Noted target = new Noted();
    try (RowsInOrder rows = new RowsInOrder(target, SCHEMA, 1 << 20)) {
      RowsInOrder.Member a = rows.join(task);
      RowsInOrder.Member b = rows.join(task);
      b.write(row(1), 1);
      b.write(row(2), 2);
      b.write(row(4), 4);
      a.write(row(0), 0);
      List<RowsInOrder.Member> late = new ArrayList<>();
      target.afterFirst = () -> late.add(rows.join(task));
      a.write(row(3), 3); // its turn, after 1 and 2
      assertThat(target.values).containsExactly(0L, 1L, 2L, 3L);
      late.getFirst().write(row(5), 5);
      a.finish();
      b.finish();
      late.getFirst().finish();
      assertThat(target.values).containsExactly(0L, 1L, 2L, 3L, 4L, 5L);
    }
  }

  @Test
  void aSourceThatGoesBackIsAnErrorAndNotAnotherOrder() {
    Noted target = new Noted();
    try (RowsInOrder rows = new RowsInOrder(target, SCHEMA, 1 << 20)) {
      RowsInOrder.Member a = rows.join(task);
      a.write(row(7), 7);
      assertThatThrownBy(() -> a.write(row(6), 6))
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("Rows of position 6 came after those of 7");
    }
  }

  @Test
  void threadsThatJoinAtAnyTimeKeepTheOrder() throws Exception {
    try (ExecutorService threads = Executors.newFixedThreadPool(3)) {
      for (int round = 0; round < 300; round++) {
        inOrderFrom(threads, 40, round % 2 == 0 ? 1 << 20 : 64);
      }
    }
  }

  private void inOrderFrom(ExecutorService threads, int blocks, long maxWaitingBytes)
      throws Exception {
    Noted target = new Noted();
    AtomicInteger next = new AtomicInteger();
    try (RowsInOrder rows = new RowsInOrder(target, SCHEMA, maxWaitingBytes)) {
      List<Future<?>> all = new ArrayList<>();
      for (int thread = 0; thread < 3; thread++) {
        all.add(threads.submit(() -> bring(rows.join(task), next, blocks)));
      }
      for (Future<?> one : all) {
        one.get();
      }
    }
    assertThat(target.values).isEqualTo(LongStream.range(0, 3L * blocks).boxed().toList());
  }

  private void bring(RowsInOrder.Member member, AtomicInteger next, int blocks) {
    for (int block = next.getAndIncrement(); block < blocks; block = next.getAndIncrement()) {
      for (int i = 0; i < 3; i++) {
        member.write(row(3L * block + i), block);
      }
    }
    member.finish();
  }
}
