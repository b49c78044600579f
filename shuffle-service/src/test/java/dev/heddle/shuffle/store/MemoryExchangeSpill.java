package dev.heddle.shuffle.store;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Keeps rows in memory that another ledger counts. */
public final class MemoryExchangeSpill implements ExchangeSpill {
  final MemoryAccount kept = new MemoryLedger(1L << 30).open("kept");

  /** How many rows have come here. */
  public long rows;

  @Override
  public File open(List<DataType> types, MemoryAccount account, int blockBytes) {
    List<Batch> batches = new ArrayList<>();
    return new File() {
      @Override
      public void write(Batch batch) {
        rows += batch.rowCount();
        try (BatchAppender copy = new BatchAppender(types, kept)) {
          copy.append(batch);
          batches.add(copy.build());
        }
      }

      @Override
      public void finish() {}

      @Override
      public Reader open(MemoryAccount account) {
        return reader(batches, types, account);
      }

      @Override
      public void close() {
        batches.forEach(Batch::close);
        batches.clear();
      }
    };
  }

  private static ExchangeSpill.Reader reader(
      List<Batch> batches, List<DataType> types, MemoryAccount account) {
    return new ExchangeSpill.Reader() {
      private int next;

      @Override
      public @Nullable Batch next() {
        if (next == batches.size()) {
          return null;
        }
        try (BatchAppender copy = new BatchAppender(types, account)) {
          copy.append(batches.get(next++));
          return copy.build();
        }
      }

      @Override
      public void close() {}
    };
  }
}
