package dev.heddle.engine.database;

import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.ParquetFiles;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.write.FileWriter;
import dev.heddle.io.write.SortField;
import dev.heddle.io.write.Workers;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Writes the data files of a table. Used by one thread; closed without an end it leaves none. */
public final class TableFiles implements AutoCloseable {
  private static final long MAX_FILE_BYTES = 256L << 20;
  private static final long MAX_MERGED_ROWS = 1 << 17;

  private final DatabaseFolder folder;
  private final String table;
  private final Schema schema;
  private final List<SortField> order;
  private final MemoryAccount account;
  private final List<DataFile> written = new ArrayList<>();
  private @Nullable FileWriter open;
  private String openName = "";
  private long openRows;

  /**
   * Makes a writer.
   *
   * @param table its name, for those of the files
   * @param order what the rows are sorted by, as the files will state
   * @param account pays for open row groups
   */
  public TableFiles(
      DatabaseFolder folder,
      String table,
      Schema schema,
      List<SortField> order,
      MemoryAccount account) {
    folder.requireWritable();
    this.order = List.copyOf(order);
    this.folder = folder;
    this.table = table;
    this.schema = schema;
    this.account = account;
  }

  /**
   * Returns which of a table's files are written anew together with added rows: the last ones, each
   * small and no larger than all behind it.
   */
  public static List<DataFile> merged(List<DataFile> files, long addedRows) {
    long rows = addedRows;
    int from = files.size();
    while (from > 0
        && files.get(from - 1).rows() <= rows
        && rows + files.get(from - 1).rows() <= MAX_MERGED_ROWS) {
      rows += files.get(--from).rows();
    }
    return files.subList(from, files.size());
  }

  /** Appends the rows of a batch, which stays the caller's. */
  public void append(Batch batch) {
    if (batch.rowCount() == 0) {
      return;
    }
    FileWriter file = open == null ? begin() : open;
    file.write(batch, Workers.CALLER);
    openRows += batch.rowCount();
    if (file.fileBytes() >= MAX_FILE_BYTES) {
      end(file);
    }
  }

  private FileWriter begin() {
    folder.steps().before("create data file");
    openName = folder.newName(table);
    String path = folder.path(new DataFile(openName, 0, 0));
    ParquetFiles files = new ParquetFiles(ParquetWriteOptions.DEFAULT, order, List.of());
    FileWriter file = files.open(Storages.of(path).create(path), schema, account);
    open = file;
    return file;
  }

  private void end(FileWriter file) {
    folder.steps().before("publish data file");
    long bytes = file.publish(Workers.CALLER);
    file.close();
    open = null;
    written.add(new DataFile(openName, openRows, bytes));
    openRows = 0;
  }

  /** Ends the last file and returns all, which are the caller's; none if there were no rows. */
  public List<DataFile> end() {
    if (open != null) {
      end(open);
    }
    List<DataFile> all = List.copyOf(written);
    written.clear();
    return all;
  }

  @Override
  public void close() {
    if (open != null) {
      open.close();
      open = null;
    }
    folder.discard(written);
    written.clear();
  }
}
