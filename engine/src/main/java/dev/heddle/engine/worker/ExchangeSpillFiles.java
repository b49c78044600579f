package dev.heddle.engine.worker;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import dev.heddle.physical.spill.SpillSpace;
import dev.heddle.physical.spill.SpillWriter;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Puts rows of exchanges into a query's spill files. */
record ExchangeSpillFiles(SpillSpace space) implements ExchangeSpill {
  @Override
  public File open(List<DataType> types, MemoryAccount account, int blockBytes) {
    return new SpilledRows(space.writer("exchange", types, account, blockBytes));
  }

  private static final class SpilledRows implements File {
    private final SpillWriter writer;
    private @Nullable SpillFile file;

    SpilledRows(SpillWriter writer) {
      this.writer = writer;
    }

    @Override
    public void write(Batch batch) {
      writer.write(batch);
    }

    @Override
    public void finish() {
      file = writer.finish();
    }

    @Override
    public Reader open(MemoryAccount account) {
      if (file == null) {
        throw new IllegalStateException("Rows are read before they have been written");
      }
      return new SpilledReader(file.open(account));
    }

    @Override
    public void close() {
      writer.close();
      if (file != null) {
        file.close();
      }
    }
  }

  private record SpilledReader(SpillReader reader) implements Reader {
    @Override
    public @Nullable Batch next() {
      return reader.next();
    }

    @Override
    public void close() {
      reader.close();
    }
  }
}
