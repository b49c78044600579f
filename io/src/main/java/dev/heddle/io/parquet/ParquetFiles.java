package dev.heddle.io.parquet;

import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.write.ParquetOutput;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.io.write.SortField;
import java.util.List;

/**
 * Begins Parquet files.
 *
 * @param options how they are written
 * @param order what the rows of each file are sorted by, as the files will state
 * @param partitions columns that name the files' folders and are not in them
 */
public record ParquetFiles(
    ParquetWriteOptions options, List<SortField> order, List<Field> partitions)
    implements FileWriterFactory {
  /** Copies the lists. */
  public ParquetFiles {
    order = List.copyOf(order);
    partitions = List.copyOf(partitions);
  }

  @Override
  public FileWriter open(PublishedOutput output, Schema schema, MemoryAccount account) {
    return new ParquetOutput(output, schema, options, order, partitions, account);
  }
}
