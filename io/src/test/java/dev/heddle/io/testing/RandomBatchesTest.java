package dev.heddle.io.testing;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.List;
import org.junit.jupiter.api.Test;

class RandomBatchesTest {
  @Test
  void everyValueGoesThroughDuckDbAndBack() {
    try (MemoryAccount account = new MemoryLedger(1L << 28).open("test");
        DuckDbOracle duck = DuckDbOracle.open()) {
      Schema schema = RandomBatches.schema(RandomBatches.TYPES);
      for (int seed = 0; seed < 10; seed++) {
        RandomBatches random = RandomBatches.seed(seed);
        try (Batch first = random.batch(schema, 70, account);
            Batch second = random.selectedBatch(schema, 50, account)) {
          duck.load("t" + seed, schema, List.of(first, second));
          assertThat(duck.rows("FROM t" + seed).toString())
              .as("seed %d", seed)
              .isEqualTo(ScannedRows.of(List.of(first, second)).toString());
        }
      }
    }
  }

  @Test
  void theSameSeedGivesTheSameRows() {
    try (MemoryAccount account = new MemoryLedger(1L << 28).open("test")) {
      Schema schema = RandomBatches.seed(3).schema(6);
      try (Batch one = RandomBatches.seed(5).batch(schema, 100, account);
          Batch other = RandomBatches.seed(5).batch(schema, 100, account)) {
        assertThat(ScannedRows.of(one)).isEqualTo(ScannedRows.of(other));
      }
    }
  }
}
