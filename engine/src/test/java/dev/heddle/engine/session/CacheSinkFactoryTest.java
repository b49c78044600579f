package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.testing.TestTask;
import java.util.List;
import org.junit.jupiter.api.Test;

class CacheSinkFactoryTest {
  private static final Schema SCHEMA =
      RandomBatches.schema(List.of(DataType.INT64, DataType.STRING));
  private static final long LIMIT = 16L << 20;

  @Test
  void givesAllBackOnceOneThreadFindsThatMemoryIsShort() {
    MemoryLedger ledger = new MemoryLedger(LIMIT);
    RandomBatches random = RandomBatches.seed(1);
    try (MemoryAccount others = ledger.open("others");
        MemoryAccount source = new MemoryLedger(LIMIT).open("source");
        MemoryAccount held = ledger.open("held");
        Reservation memory = held.reserve("rows", 0);
        CacheSinkFactory sinks = new CacheSinkFactory(SCHEMA, memory)) {
      TestTask task = new TestTask(source, 2);
      try (Sink first = sinks.open(task);
          Sink second = sinks.open(task)) {
        first.consume(random.batch(SCHEMA, 1_000, source));
        first.finish();
        assertThat(held.usedBytes()).isPositive();
        second.consume(random.batch(SCHEMA, 1_000, source));
        assertThat(sinks.isTooLarge()).isFalse();
        others.charge(LIMIT - ledger.usedBytes() - 1);
        assertThat(second.consume(random.batch(SCHEMA, 1_000, source))).isEqualTo(Status.DONE);
        others.discharge(others.usedBytes());
        second.finish();
      }
      sinks.complete(task);
      assertThat(sinks.isTooLarge()).isTrue();
      assertThat(sinks.moveBatches()).isEmpty();
      assertThat(held.usedBytes()).isZero();
    }
  }
}
