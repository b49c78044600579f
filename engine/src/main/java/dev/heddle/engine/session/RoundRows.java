package dev.heddle.engine.session;

import dev.heddle.engine.recursion.RecursionRounds;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reservation;
import java.util.HashMap;
import java.util.Map;

/** The rows of a query's recursions, in memory up to the end of the query. Used by one thread. */
final class RoundRows implements RecursionRounds, AutoCloseable {
  private final MemoryLedger ledger;
  private final MemoryTables tables;
  private final FrameCache.Filler filler;
  private final Map<Source, MemoryAccount> accounts = new HashMap<>();

  RoundRows(MemoryLedger ledger, MemoryTables tables, FrameCache.Filler filler) {
    this.ledger = ledger;
    this.tables = tables;
    this.filler = filler;
  }

  @Override
  public Held compute(LogicalPlan plan, Schema schema) {
    MemoryAccount account = ledger.open("rows of a recursion");
    try (Reservation memory = account.reserve("rows", 0)) {
      MemoryTable table = filler.round(plan, schema, memory);
      LogicalPlan.Scan scan = tables.add(table);
      accounts.put(scan.source(), account);
      return new Held(scan, table.statistics().rowCount().orElse(0));
    } catch (Throwable e) {
      QueryExecutor.closeAfter(account, e);
      if (e instanceof HeddleException error && error.code() == ErrorCode.OUT_OF_MEMORY) {
        throw new HeddleException(
            ErrorCode.OUT_OF_MEMORY,
            "Cannot hold the rows of a recursion: " + error.getMessage(),
            error);
      }
      throw e;
    }
  }

  @Override
  public void drop(Held rows) {
    Source source = rows.scan().source();
    tables.drop((Source.Memory) source);
    MemoryAccount account = accounts.remove(source);
    if (account != null) {
      account.close();
    }
  }

  @Override
  public int maxRounds() {
    return filler.maxRounds();
  }

  @Override
  public void close() {
    accounts.forEach(
        (source, account) -> {
          tables.drop((Source.Memory) source);
          account.close();
        });
    accounts.clear();
  }
}
