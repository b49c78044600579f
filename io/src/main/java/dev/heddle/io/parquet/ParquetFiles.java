package dev.heddle.io.parquet;

import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.RowOrder;
import java.util.List;

/**
 * Begins Parquet files.
 *
 * @param options how they are written
 * @param order what the rows of each file are sorted by, as the files will say
 */
public record ParquetFiles(ParquetWriteOptions options, List<RowOrder> order)
    implements FileWriterFactory {
  /** Copies the list. */
  public ParquetFiles {
    order = List.copyOf(order);
  }

  @Override
  public FileWriter open(PublishedOutput output, Schema schema, MemoryAccount account) {
    return new ParquetOutput(output, schema, options, order, account);
  }
}
