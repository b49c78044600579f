package dev.heddle.shuffle.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.PartitionTotals;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class MemoryExchangeBackendTest extends ExchangeBackendContract {
  @Override
  protected ExchangeBackend open() {
    return new MemoryExchangeBackend();
  }

  @Override
  protected void report(SealedMap sealed) {} // it keeps the winners itself

  @Override
  protected void release(ExchangeId exchange) {
    backend().release(exchange);
  }

  @Override
  protected void shut() {}

  @Test
  void whatIsBeyondAShareOfTheMemoryOverflows() {
    create(1, 2);
    ledger.setLimitBytes(4 << 20);
    writeMap(0, 0, 0, 100_000, 2);
    assertThat(spill.rows).isGreaterThan(50_000);
    assertThat(account.usedBytes()).isLessThan(4 << 20);
  }

  @Test
  void aLostBatchIsAnErrorThatNamesTheExchange() {
    MemoryAccount own = new MemoryLedger(1 << 20).open("own");
    MapOutput output = new MapOutput(4);
    PartitionTotals committed;
    try (Batch lost = KeyedRows.of(10, 10, own)) {
      Batch kept = KeyedRows.of(0, 10, own);
      PartitionTotals totals = RowLedger.totals(kept, own);
      output.add(3, kept, 100, totals);
      committed = totals.plus(RowLedger.totals(lost, own));
    }
    try (output;
        MemoryExchangeReader reader =
            new MemoryExchangeReader(
                "partition 3 of " + ID,
                new ExchangePart(3, 4, 0, 1, List.of(0, 1)),
                List.of(output),
                Optional.empty(),
                committed,
                own)) {
      reader.next().orElseThrow().close();
      assertThatThrownBy(reader::next)
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("partition 3 of exchange 1 of job 7")
          .hasMessageContaining("committed 20 rows");
    }
    own.close();
  }
}
