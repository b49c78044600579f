package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Opens CSV files, folders and globs as tables. */
public final class CsvTables {
  private static final List<String> SUFFIXES = List.of(".csv", ".tsv", ".csv.gz", ".tsv.gz");

  private CsvTables() {}

  /**
   * Opens files, folders and globs as one table: lists them and reads a sample of the first.
   *
   * <p>In folders files that end in {@code .csv} or {@code .tsv}, perhaps with {@code .gz}, count.
   *
   * @throws HeddleException with code {@code NOT_FOUND} for a path without files, {@code
   *     CORRUPT_FILE} if the sample cannot be split into fields, {@code UNSUPPORTED} for a stated
   *     type that text cannot hold
   */
  public static CsvTable open(List<String> paths, CsvReadOptions options) {
    if (paths.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read csv: no path is given; name one at least");
    }
    Set<StoredFile> files = new LinkedHashSet<>();
    for (String path : paths) {
      files.addAll(Storages.of(path).resolve(path, SUFFIXES));
    }
    String name = paths.size() == 1 ? paths.getFirst() : paths.getFirst() + ", ...";
    CsvSample sample = CsvSample.read(files.iterator().next(), options);
    for (Field field : sample.schema().fields()) {
      FieldParser.check(field.name(), field.type());
    }
    if (sample.schema().size() == 0) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read "
              + files.iterator().next().path()
              + ": it has no line that names columns; state a schema");
    }
    return new CsvTable(name, new ArrayList<>(files), options, sample);
  }
}
