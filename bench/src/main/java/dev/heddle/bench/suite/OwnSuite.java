package dev.heddle.bench.suite;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Queries of the user's own over tables of the user's own. Each {@code .sql} file of a folder is a
 * query, named as the file is; a single file has queries that end with a semicolon and a line end,
 * each named by a comment in the line before it or by its number from 1 on.
 *
 * @param folder the tables: {@code NAME.parquet}, or {@code NAME/} with Parquet files
 * @param queries a file, or a folder of files
 */
public record OwnSuite(Path folder, Path queries) implements Suite {
  static final String NAME = "queries";

  private static final String PARQUET = ".parquet";
  private static final String SQL = ".sql";

  /** Checks that nothing is missing and that both are there. */
  public OwnSuite {
    requireNonNull(folder, "folder is null");
    requireNonNull(queries, "queries is null");
    folder = folder.toAbsolutePath().normalize();
    queries = queries.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder)) {
      throw missing("tables in " + folder + ": it is not a folder");
    }
    if (!Files.exists(queries)) {
      throw missing("queries in " + queries + ": there is no such file or folder");
    }
  }

  /** Returns the suite that has a {@link #key}. */
  static OwnSuite of(String key) {
    int cut = key.indexOf(File.pathSeparatorChar);
    return new OwnSuite(Path.of(key.substring(0, cut)), Path.of(key.substring(cut + 1)));
  }

  private static HeddleException missing(String what) {
    return new HeddleException(ErrorCode.NOT_FOUND, "Cannot find " + what);
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String size() {
    return withoutEnd(String.valueOf(queries.getFileName()), SQL);
  }

  @Override
  public String key() {
    return folder.toString() + File.pathSeparatorChar + queries;
  }

  @Override
  public String about() {
    return "The queries of " + queries + " over the tables in " + folder + ".";
  }

  @Override
  public List<String> tables() {
    List<String> tables =
        entries(folder).stream()
            .filter(path -> path.toString().endsWith(PARQUET) || Files.isDirectory(path))
            .map(path -> withoutEnd(String.valueOf(path.getFileName()), PARQUET))
            .filter(name -> !name.startsWith(".") && !name.startsWith("_"))
            .distinct()
            .toList();
    if (tables.isEmpty()) {
      throw missing("tables in " + folder + ": it has no NAME.parquet and no folder");
    }
    return tables;
  }

  @Override
  public Path ensure(Path parent, Consumer<String> progress) {
    return folder;
  }

  @Override
  public List<Question> questions() {
    if (!Files.isDirectory(queries)) {
      return QueryFile.parse(text(queries), 1);
    }
    List<Question> questions = new ArrayList<>();
    for (Path file : entries(queries)) {
      String name = String.valueOf(file.getFileName());
      if (name.endsWith(SQL)) {
        String sql = text(file).strip();
        while (sql.endsWith(";")) {
          sql = sql.substring(0, sql.length() - 1).strip();
        }
        questions.add(new Question(withoutEnd(name, SQL), sql, Question.Use.READ));
      }
    }
    if (questions.isEmpty()) {
      throw missing("queries in " + queries + ": it has no file that ends in " + SQL);
    }
    return questions;
  }

  private static String withoutEnd(String name, String end) {
    return name.endsWith(end) ? name.substring(0, name.length() - end.length()) : name;
  }

  private static List<Path> entries(Path folder) {
    try (Stream<Path> paths = Files.list(folder)) {
      return paths.sorted().toList();
    } catch (IOException e) {
      throw unreadable(folder, e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw unreadable(file, e);
    }
  }

  private static HeddleException unreadable(Path path, IOException cause) {
    return new HeddleException(ErrorCode.IO, "Cannot read " + path + " (" + cause + ")", cause);
  }
}
