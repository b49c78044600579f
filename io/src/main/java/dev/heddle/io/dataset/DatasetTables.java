package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.util.Collections;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Opens files, folders and globs of a format as tables. */
public final class DatasetTables {
  private DatasetTables() {}

  /**
   * Opens files, folders and globs as one table: lists them and inspects the first file.
   *
   * <p>In folders files with the format's suffixes count. Folders and globs leave out hidden files
   * and those of no bytes. A file that is found twice is read once.
   *
   * @throws HeddleException with code {@code NOT_FOUND} for a path without files, {@code
   *     UNSUPPORTED} if none of the first file's columns can be read, and what the format throws
   */
  public static Table open(FileFormat format, List<String> paths) {
    if (paths.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + format.name() + ": no path is given; name one at least");
    }
    Set<StoredFile> files = new LinkedHashSet<>();
    for (String path : paths) {
      files.addAll(Storages.of(path).resolve(path, format.suffixes()));
    }
    String name = paths.size() == 1 ? paths.getFirst() : paths.getFirst() + ", ...";
    ListedFiles listed =
        new ListedFiles(files.stream().map(file -> new DatasetFile(file, List.of())).toList());
    InspectedFile first = format.inspect(listed.first().file());
    List<Field> fields = first.schema().fields();
    if (fields.isEmpty()) {
      String why =
          first.unsupported().isEmpty()
              ? "it has no columns"
              : "none of its columns can be read: " + first.unsupported();
      throw new HeddleException(
          ErrorCode.UNSUPPORTED, "Cannot read " + first.file().path() + ": " + why);
    }
    if (files.size() > 1) { // another file may have nulls where the first can have none
      fields = fields.stream().map(f -> Field.of(f.name(), f.type())).toList();
    }
    return new DatasetTable(
        name,
        format,
        listed,
        first,
        new Schema(fields),
        Collections.nCopies(fields.size(), new TableColumn.InFiles()));
  }
}
