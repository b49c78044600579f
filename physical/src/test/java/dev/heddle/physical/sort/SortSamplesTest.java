package dev.heddle.physical.sort;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import dev.heddle.physical.testing.TestTask;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class SortSamplesTest {
  private static final List<DataType> TYPES = List.of(DataType.INT32, DataType.INT64);
  private static final List<SortOrder> ORDER =
      List.of(new SortOrder(1, SortDirection.ASCENDING, NullPlacement.FIRST));
  private static final int ROOM = 1000;
  private static final int RUNS = 5;
  private static final int DROPPED = 3;

  private static Batch block(long key, MemoryAccount account) {
    try (ColumnBuilder numbers = new ColumnBuilder(DataType.INT32, account);
        ColumnBuilder keys = new ColumnBuilder(DataType.INT64, account)) {
      for (int row = 0; row < 3; row++) {
        numbers.appendLong(row);
        keys.appendLong(key + row);
      }
      return Batch.of(account, 3, numbers.build(), keys.build());
    }
  }

  private static SortRun run(int number, TestTask task) {
    SpillSpace space = task.spill();
    try (SpillWriter writer = space.writer("test", TYPES, task.account(), 1 << 10)) {
      SpillFile file = writer.finish();
      return new SortRun(number, file, 0, 0);
    }
  }

  @Test
  void staysWithinItsRoomAndFindsWhereToBegin() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<List<Long>> keys = new ArrayList<>(); // by run, of the block that starts at each mark
      try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          SortSamples samples = new SortSamples(TYPES, ORDER, ROOM, account)) {
        TestTask task = new TestTask(account, 1);
        List<SortRun> runs = new ArrayList<>();
        for (int number = 0; number < RUNS; number++) {
          runs.add(run(number, task));
          keys.add(keys(random));
        }
        for (SortRun run : runs) {
          fill(run, keys.get(run.number()), samples, account);
        }
        samples.drop(List.of(runs.get(DROPPED)));
        samples.complete();
        check(samples, runs, keys, seed);
        runs.forEach(SortRun::close);
      }
    }
  }

  private static List<Long> keys(Random random) {
    List<Long> keys = new ArrayList<>();
    long key = random.nextInt(100);
    int blocks = random.nextInt(400);
    for (int i = 0; i < blocks; i++) {
      keys.add(key);
      key += random.nextInt(4); // some are peers
    }
    return keys;
  }

  private static void fill(
      SortRun run, List<Long> keys, SortSamples samples, MemoryAccount account) {
    long bytesSinceSample = 0;
    for (int mark = 0; mark < keys.size(); mark++) {
      if (bytesSinceSample >= samples.distanceBytes()) {
        try (Batch block = block(keys.get(mark), account)) {
          samples.add(run.number(), mark, block);
        }
        bytesSinceSample = 0;
      }
      bytesSinceSample += SortRunWriter.BLOCK_BYTES;
    }
  }

  private static void check(
      SortSamples samples, List<SortRun> runs, List<List<Long>> keys, int seed) {
    List<SortBounds.Sample> sorted = samples.sorted();
    assertThat(sorted).as("seed %d", seed).isNotEmpty().hasSizeLessThanOrEqualTo(ROOM / 8);
    long distance = samples.distanceBytes() / SortRunWriter.BLOCK_BYTES;
    long before = Long.MIN_VALUE;
    for (SortBounds.Sample from : sorted) {
      long key = from.batch().physicalColumn(0).longAt(from.row());
      assertThat(key).as("seed %d", seed).isGreaterThanOrEqualTo(before);
      before = key;
      for (SortRun run : runs) {
        List<Long> blocks = keys.get(run.number());
        long smaller = blocks.stream().filter(k -> k < key).count();
        int first = (int) samples.firstByte(run, from);
        assertThat(first).as("seed %d", seed).isLessThanOrEqualTo((int) Math.max(0, smaller - 1));
        if (run.number() != DROPPED) {
          assertThat(smaller - first).as("seed %d", seed).isLessThanOrEqualTo(2 * distance);
        }
      }
    }
  }
}
