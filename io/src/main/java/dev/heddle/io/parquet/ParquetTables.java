package dev.heddle.io.parquet;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Opens Parquet files, folders and globs as tables. */
public final class ParquetTables {
  private static final List<String> SUFFIXES = List.of(".parquet", ".parq", ".pq");

  private ParquetTables() {}

  /** Opens one file, folder or glob. */
  public static ParquetTable open(String path) {
    return open(List.of(path));
  }

  /**
   * Opens files, folders and globs as one table: lists them and reads the first footer.
   *
   * <p>In folders files that end in {@code .parquet}, {@code .parq} or {@code .pq} count. Folders
   * and globs leave out hidden files and those of no bytes. A file that is found twice is read
   * once.
   *
   * @throws HeddleException with code {@code NOT_FOUND} for a path without files, {@code
   *     CORRUPT_FILE} if the first file is no Parquet file, {@code UNSUPPORTED} if none of its
   *     columns can be read
   */
  public static ParquetTable open(List<String> paths) {
    if (paths.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read Parquet: no path is given; name one at least");
    }
    Set<StoredFile> files = new LinkedHashSet<>();
    for (String path : paths) {
      files.addAll(Storages.of(path).resolve(path, SUFFIXES));
    }
    String name = paths.size() == 1 ? paths.getFirst() : paths.getFirst() + ", ...";
    ParquetTable table = new ParquetTable(name, new ArrayList<>(files));
    if (table.schema().size() == 0) {
      String why =
          table.unsupportedColumns().isEmpty()
              ? "it has no columns"
              : "none of its columns can be read: " + table.unsupportedColumns();
      throw new HeddleException(
          ErrorCode.UNSUPPORTED, "Cannot read " + files.iterator().next().path() + ": " + why);
    }
    return table;
  }
}
