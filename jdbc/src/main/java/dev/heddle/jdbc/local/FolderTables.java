package dev.heddle.jdbc.local;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** The files of a folder as tables, by their names without what follows the first dot. */
final class FolderTables {
  private static final Pattern READ =
      Pattern.compile(
          "[^._].*\\.(?:(?:csv|tsv|json|jsonl|ndjson)(?:\\.(?:gz|zst|lz4))?"
              + "|arrow|arrows|feather|ipc|parquet)");

  private FolderTables() {}

  /**
   * Returns the paths by the names of the tables; files that are hidden, or that no format has, are
   * left out.
   *
   * @throws HeddleException {@code NOT_FOUND} if there is no such folder; {@code INVALID_ARGUMENT}
   *     if two files have one name; {@code IO} if it cannot be listed
   */
  static Map<String, String> of(String folder) {
    Map<String, String> tables = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (Path file : list(folder)) {
      String fileName = file.getFileName().toString();
      if (!READ.matcher(fileName.toLowerCase(Locale.ROOT)).matches()) {
        continue;
      }
      String name = fileName.substring(0, fileName.indexOf('.'));
      String other = tables.put(name, file.toString());
      if (other != null) {
        throw LocalUrl.invalid(
            "Cannot make tables of "
                + folder
                + ": "
                + Path.of(other).getFileName()
                + " and "
                + fileName
                + " would both be "
                + name
                + "; rename one, or name them by t.NAME=PATH");
      }
    }
    return tables;
  }

  private static List<Path> list(String folder) {
    try {
      Path path = Path.of(folder);
      if (!Files.isDirectory(path)) {
        throw new HeddleException(
            ErrorCode.NOT_FOUND,
            "Cannot connect to folder " + folder + ": there is none; name one that exists");
      }
      try (Stream<Path> files = Files.list(path)) {
        return files.filter(Files::isRegularFile).sorted().toList();
      }
    } catch (IOException | InvalidPathException e) {
      throw new HeddleException(
          ErrorCode.IO, "Cannot list folder " + folder + ": " + e.getMessage(), e);
    }
  }
}
