package dev.heddle.physical.operator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reservation;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.physical.spill.SpillFolder;
import dev.heddle.physical.testing.TestTask;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CollectSinkTest {
  @TempDir private Path folder;

  @Test
  void rowsOnDiskAndInMemoryComeInOrderTakenOrLookedAt() {
    for (int seed = 0; seed < 30; seed++) {
      Random random = new Random(seed);
      RandomBatches batches = RandomBatches.seed(seed);
      Schema schema = batches.schema(1 + random.nextInt(4));
      try (SpillFolder spill = new SpillFolder(folder, Long.MAX_VALUE);
          MemoryAccount account = new MemoryLedger(1L << 30).open("test");
          Reservation reservation = account.reserve("result", 0)) {
        List<Batch> input = new ArrayList<>();
        List<List<@Nullable Object>> expected = new ArrayList<>();
        for (int i = random.nextInt(30); i > 0; i--) {
          Batch batch = batches.batch(schema, random.nextInt(4097), account);
          expected.addAll(ScannedRows.of(batch));
          input.add(batch);
        }
        long most = random.nextInt(3) == 0 ? 0 : random.nextLong(1 << 20);
        TestTask task = new TestTask(account, 1 + random.nextInt(3));
        try (CollectSinkFactory sink =
            new CollectSinkFactory(schema, reservation, spill.open(), most)) {
          task.fill(input, sink);
          try (CollectedRows rows = sink.moveRows()) {
            assertThat(rows.rowCount()).isEqualTo(expected.size());
            lookAt(rows, expected, random, seed);
            List<List<@Nullable Object>> taken = new ArrayList<>();
            for (Batch batch = rows.take(); batch != null; batch = rows.take()) {
              try (Batch piece = batch) {
                taken.addAll(ScannedRows.of(piece));
              }
              if (seed % 5 == 4 && taken.size() > 5000) {
                break; // closing frees the others
              }
            }
            assertThat(taken)
                .as("seed %d", seed)
                .isEqualTo(expected.subList(0, seed % 5 == 4 ? taken.size() : expected.size()));
          }
        }
        assertThat(spill.usedBytes()).isZero();
      }
    }
  }

  private static void lookAt(
      CollectedRows rows, List<List<@Nullable Object>> expected, Random random, int seed) {
    int[] starts = new int[rows.pieceCount() + 1];
    for (int i = 0; i < rows.pieceCount(); i++) {
      starts[i + 1] = starts[i] + rows.rows(i);
    }
    for (int look = 0; look < 5 && rows.pieceCount() > 0; look++) {
      int piece = random.nextInt(rows.pieceCount());
      Batch held = rows.held(piece);
      List<List<@Nullable Object>> seen;
      if (held != null) {
        seen = ScannedRows.of(held);
      } else {
        try (Batch read = rows.read(piece)) {
          seen = ScannedRows.of(read);
        }
      }
      assertThat(seen)
          .as("seed %d, piece %d", seed, piece)
          .isEqualTo(expected.subList(starts[piece], starts[piece + 1]));
    }
  }
}
