package dev.heddle.bench.data;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.write.ParquetOutput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.write.SortField;
import dev.heddle.io.write.Workers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The Parquet files of a suite's tables: one file a table, made once by a generator. */
public final class TableFiles {
  private static final long BUDGET_BYTES = 512L << 20;

  private TableFiles() {}

  /** Appends one row after the other to the builders of the columns. */
  public interface RowSource {
    /** Appends the next row and returns true, or returns false at the end. */
    boolean append(List<ColumnBuilder> columns);
  }

  /**
   * Returns the file or folder of a table in a folder that somebody made: {@code t.parquet} or
   * {@code t}.
   */
  public static Path find(Path folder, String table) {
    for (Path candidate : List.of(folder.resolve(table + ".parquet"), folder.resolve(table))) {
      if (Files.exists(candidate)) {
        return candidate;
      }
    }
    throw new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find table "
            + table
            + " in "
            + folder
            + ": neither "
            + table
            + ".parquet nor "
            + table);
  }

  /** Returns a folder, which is made if it is not there. */
  public static Path folder(Path parent, String name) {
    Path folder = parent.resolve(name);
    try {
      return Files.createDirectories(folder);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot make folder " + folder + " (" + e + "); set HEDDLE_CACHE to one that can be made",
          e);
    }
  }

  /** Makes the file of a table unless it is there. */
  public static void ensure(
      Path folder,
      String table,
      Schema schema,
      Consumer<String> progress,
      Supplier<RowSource> rows) {
    ensure(folder, table, schema, ParquetWriteOptions.DEFAULT, progress, rows);
  }

  /** Makes the file of a table as asked unless it is there; none of its columns is nullable. */
  static void ensure(
      Path folder,
      String table,
      Schema schema,
      ParquetWriteOptions options,
      Consumer<String> progress,
      Supplier<RowSource> rows) {
    ensure(folder, table, schema, options, List.of(), progress, rows);
  }

  /**
   * Makes the file of a table as asked unless it is there.
   *
   * @param order what the rows are sorted by, as the file states
   */
  static void ensure(
      Path folder,
      String table,
      Schema schema,
      ParquetWriteOptions options,
      List<SortField> order,
      Consumer<String> progress,
      Supplier<RowSource> rows) {
    Path file = folder.resolve(table + ".parquet");
    if (!Files.exists(file)) {
      progress.accept(table);
      write(file, schema, options, order, rows.get());
    }
  }

  private static void write(
      Path file,
      Schema schema,
      ParquetWriteOptions options,
      List<SortField> order,
      RowSource rows) {
    MemoryLedger ledger = new MemoryLedger(BUDGET_BYTES);
    List<ColumnBuilder> columns = new ArrayList<>();
    try (MemoryAccount account = ledger.open("making " + file.getFileName());
        ParquetOutput output =
            new ParquetOutput(
                Storages.of(file.toString()).create(file.toString()),
                schema,
                options,
                order,
                account)) {
      try {
        for (Field field : schema.fields()) {
          columns.add(new ColumnBuilder(field.type(), account));
        }
        boolean isOpen = true;
        while (isOpen) {
          int count = 0;
          while (count < Batch.MAX_ROWS && (isOpen = rows.append(columns))) {
            count++;
          }
          if (count > 0) {
            Column[] made = columns.stream().map(ColumnBuilder::build).toArray(Column[]::new);
            try (Batch batch = Batch.of(account, count, made)) {
              output.write(batch, Workers.CALLER);
            }
          }
        }
      } finally {
        columns.forEach(ColumnBuilder::close);
      }
      output.publish(Workers.CALLER);
    }
  }
}
