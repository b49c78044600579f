package dev.heddle.io.parquet.write;

import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.write.SortField;
import dev.heddle.io.write.Workers;
import java.nio.file.Path;
import java.util.List;

/** Parquet files of ours. */
public final class TestOutputs {
  private TestOutputs() {}

  /** Begins a file. */
  public static ParquetOutput open(
      Path file,
      Schema schema,
      ParquetWriteOptions options,
      MemoryAccount account,
      SortField... order) {
    return new ParquetOutput(
        Storages.of(file.toString()).create(file.toString()),
        schema,
        options,
        List.of(order),
        account);
  }

  /** Writes a file of batches, which stay the caller's. */
  static Path write(
      Path file,
      Schema schema,
      List<Batch> batches,
      ParquetWriteOptions options,
      MemoryAccount account,
      Workers workers) {
    try (ParquetOutput output = open(file, schema, options, account)) {
      batches.forEach(batch -> output.write(batch, workers));
      output.publish(workers);
    }
    return file;
  }
}
