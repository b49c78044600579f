package dev.heddle.engine.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class StageCodecTest {
  private final MemoryLedger ledger = new MemoryLedger(1L << 28);
  private MemoryAccount account;
  private MemoryTable table;

  @BeforeEach
  void open() {
    account = ledger.open("test");
    RandomBatches random = RandomBatches.seed(7);
    Schema schema = random.schema(3);
    Batch batch = random.batch(schema, 100, account);
    table = MemoryTable.of("rows", schema, List.of(batch), account);
  }

  @AfterEach
  void close() {
    table.close();
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private PhysicalPlan.Scan scan() {
    List<Integer> all = IntStream.range(0, table.schema().size()).boxed().toList();
    ScanRequest request = new ScanRequest(all, all, ScanFilter.NONE, OptionalLong.empty());
    return new PhysicalPlan.Scan(table, request, table.schema(), Estimate.UNKNOWN);
  }

  private StageGraph graph(int partitions) {
    PhysicalPlan both =
        new PhysicalPlan.UnionAll(List.of(scan(), scan()), table.schema(), Estimate.UNKNOWN);
    PhysicalPlan scattered =
        new PhysicalPlan.Exchange(both, new Distribution.Hash(List.of(0)), Estimate.UNKNOWN);
    PhysicalPlan gathered =
        new PhysicalPlan.Exchange(scattered, new Distribution.Single(List.of()), Estimate.UNKNOWN);
    return StageCutter.cut(gathered, partitions);
  }

  @Test
  void aTableThatIsReadTwiceIsSentOnce() {
    EncodedGraph encoded = StageCodec.encode(graph(3), account, CodeSource.NONE);
    assertThat(encoded.tables()).hasSize(1);
    assertThat(encoded.stages().getFirst().tables()).hasSize(1);
    try (StageTables tables =
        new StageTables(account, encoded.tables()::get, PinnedRows.ELSEWHERE)) {
      StageTemplate read = StageCodec.decode(encoded.stages().getFirst(), tables, StageCode.NONE);
      PhysicalPlan.UnionAll union = (PhysicalPlan.UnionAll) read.fragment();
      PhysicalPlan.Scan first = (PhysicalPlan.Scan) union.inputs().get(0);
      PhysicalPlan.Scan second = (PhysicalPlan.Scan) union.inputs().get(1);
      assertThat(first.table()).isSameAs(second.table());
      assertThat(first.table().schema()).isEqualTo(table.schema());
    }
  }

  @Test
  void equalTemplatesHaveEqualNamesAndOthersHaveOthers() {
    EncodedStage stage = StageCodec.encode(graph(3), account, CodeSource.NONE).stages().getFirst();
    assertThat(stage.hash())
        .isEqualTo(StageCodec.encode(graph(3), account, CodeSource.NONE).stages().getFirst().hash())
        .isNotEqualTo(
            StageCodec.encode(graph(4), account, CodeSource.NONE).stages().getFirst().hash());
  }

  @Test
  void aGraphOfAMillionTasksIsSmall() {
    EncodedGraph encoded = StageCodec.encode(graph(500_000), account, CodeSource.NONE);
    assertThat(encoded.stages().stream().mapToInt(stage -> stage.template().length).sum())
        .isLessThan(1 << 10);
    try (StageTables tables =
        new StageTables(account, encoded.tables()::get, PinnedRows.ELSEWHERE)) {
      int tasks = 0;
      for (EncodedStage stage : encoded.stages()) {
        tasks += StageCodec.decode(stage, tables, StageCode.NONE).tasks();
      }
      assertThat(tasks).isGreaterThan(1_000_000);
    }
  }

  @Test
  void bytesOfATableThatAreNotWhatWasSentAreAnError() {
    EncodedGraph encoded = StageCodec.encode(graph(3), account, CodeSource.NONE);
    try (StageTables tables =
        new StageTables(
            account,
            hash -> {
              byte[] changed = encoded.tables().get(hash).clone();
              changed[changed.length / 2] ^= 1;
              return changed;
            },
            PinnedRows.ELSEWHERE)) {
      assertThatThrownBy(
              () -> StageCodec.decode(encoded.stages().getFirst(), tables, StageCode.NONE))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("are not what was sent");
    }
  }
}
