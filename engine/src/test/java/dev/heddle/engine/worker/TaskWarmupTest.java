package dev.heddle.engine.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.planner.check.PhysicalChecker;
import java.nio.file.Path;
import java.time.ZoneOffset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TaskWarmupTest {
  @TempDir private Path folder;

  @Test
  void itRunsToItsEndAndLeavesNothing() {
    new TaskWarmup(folder).run();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void itsPlansAreOfTheFormsThatThePlannerMakes() {
    WarmupPlans plans = new WarmupPlans(new QueryTime(0, ZoneOffset.UTC));
    MemoryLedger ledger = new MemoryLedger(1L << 26);
    try (MemoryAccount account = ledger.open("test");
        MemoryTable rows = WarmupPlans.rows(account)) {
      PhysicalChecker.check(plans.groups(rows));
      PhysicalChecker.check(plans.joined(rows));
    }
    assertThat(ledger.usedBytes()).isZero();
  }
}
