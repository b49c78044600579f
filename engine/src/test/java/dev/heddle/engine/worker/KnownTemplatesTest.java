package dev.heddle.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;

class KnownTemplatesTest {
  private static final Schema SCHEMA = new Schema(List.of(new Field("a", DataType.INT64, true)));

  private final KnownTemplates known = new KnownTemplates();
  private int reads;

  private static StageContent names(int number, ContentHash... archives) {
    return new StageContent(new ContentHash(number, 0), List.of(), List.of(archives));
  }

  private StageTemplate of(StageContent names, long bytes, PhysicalPlan plan) {
    return known.of(
        names,
        bytes,
        () -> {
          reads++;
          return new StageTemplate(0, plan, 1, List.of(), new StageOutput.Result());
        });
  }

  private static PhysicalPlan values() {
    return new PhysicalPlan.Values(List.of(), SCHEMA, Estimate.UNKNOWN);
  }

  @Test
  void aTemplateIsReadOnceForAllJobs() {
    StageTemplate first = of(names(1), 10, values());
    assertThat(of(names(1), 10, values())).isSameAs(first);
    assertThat(of(names(2), 10, values())).isNotSameAs(first);
    assertThat(reads).isEqualTo(2);
  }

  @Test
  void whatIsLargeOrHasCodeIsReadForEachJob() {
    StageContent withCode = names(1, new ContentHash(2, 2));
    assertThat(of(withCode, 10, values())).isNotSameAs(of(withCode, 10, values()));
    StageContent large = names(2);
    assertThat(of(large, KnownTemplates.MAX_BYTES + 1, values()))
        .isNotSameAs(of(large, KnownTemplates.MAX_BYTES + 1, values()));
    assertThat(reads).isEqualTo(4);
  }

  @Test
  void rowsInMemoryAreReadForEachJob() {
    MemoryLedger ledger = new MemoryLedger(1 << 20);
    MemoryAccount account = ledger.open("test");
    try (MemoryTable table = MemoryTable.of("rows", SCHEMA, List.of(), account)) {
      ScanRequest request =
          new ScanRequest(List.of(0), List.of(0), ScanFilter.NONE, OptionalLong.empty());
      PhysicalPlan scan = new PhysicalPlan.Scan(table, request, SCHEMA, Estimate.UNKNOWN);
      PhysicalPlan union =
          new PhysicalPlan.UnionAll(List.of(values(), scan), SCHEMA, Estimate.UNKNOWN);
      assertThat(of(names(1), 10, union)).isNotSameAs(of(names(1), 10, union));
    }
    account.close();
  }

  @Test
  void theOneNotUsedForLongestGoes() {
    for (int i = 0; i < KnownTemplates.MAX_TEMPLATES; i++) {
      of(names(i), 10, values());
    }
    of(names(0), 10, values());
    assertThat(reads).isEqualTo(KnownTemplates.MAX_TEMPLATES);
    of(names(-1), 10, values());
    of(names(0), 10, values());
    assertThat(reads).isEqualTo(KnownTemplates.MAX_TEMPLATES + 1);
    of(names(1), 10, values());
    assertThat(reads).isEqualTo(KnownTemplates.MAX_TEMPLATES + 2);
  }
}
