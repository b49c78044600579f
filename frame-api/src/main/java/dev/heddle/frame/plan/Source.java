package dev.heddle.frame.plan;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.JsonReadOptions;
import java.util.List;
import java.util.function.Function;

/**
 * Where the rows of a scan come from. Paths are files, folders or globs, as the user wrote them.
 */
public sealed interface Source {
  /** Returns whether a path ends as files of some format do. */
  static boolean hasKnownEnd(String path) {
    return FileEndings.hasKnownEnd(path);
  }

  /**
   * Returns what a path may mean, in the format of its end, with its default options. Where that is
   * unknown, these are the formats of which a folder may have files, in the order to try.
   */
  static List<Source> ofPath(String path, DatasetOptions dataset) {
    return FileEndings.sources(path, dataset);
  }

  /**
   * Returns what is made of the first source that can be found.
   *
   * @throws HeddleException of the first one, if none can be
   */
  static <T> T firstFound(List<Source> sources, Function<Source, T> open) {
    HeddleException first = null;
    for (Source source : sources) {
      try {
        return open.apply(source);
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.NOT_FOUND || sources.size() == 1) {
          throw e;
        }
        first = first == null ? e : first;
      }
    }
    throw requireNonNull(first, "no source is given");
  }

  /**
   * Parquet files with compatible schemas.
   *
   * @param paths at least one file, folder or glob
   * @param dataset how the files become one table
   */
  record Parquet(List<String> paths, DatasetOptions dataset) implements Source {
    /** Copies the list. */
    public Parquet {
      paths = Arguments.all(paths, "paths");
      requireNonNull(dataset, "dataset is null");
    }

    @Override
    public String toString() {
      return "parquet " + String.join(", ", paths);
    }
  }

  /**
   * CSV files with the same columns.
   *
   * @param paths at least one file, folder or glob
   * @param options how the text is read
   * @param dataset how the files become one table
   */
  record Csv(List<String> paths, CsvReadOptions options, DatasetOptions dataset) implements Source {
    /** Copies the list. */
    public Csv {
      paths = Arguments.all(paths, "paths");
      requireNonNull(dataset, "dataset is null");
      requireNonNull(options, "options is null");
    }

    @Override
    public String toString() {
      return "csv " + String.join(", ", paths);
    }
  }

  /**
   * JSON files: an object a line, or one array of objects.
   *
   * @param paths at least one file, folder or glob
   * @param options how the text is read
   * @param dataset how the files become one table
   */
  record Json(List<String> paths, JsonReadOptions options, DatasetOptions dataset)
      implements Source {
    /** Copies the list. */
    public Json {
      paths = Arguments.all(paths, "paths");
      requireNonNull(dataset, "dataset is null");
      requireNonNull(options, "options is null");
    }

    @Override
    public String toString() {
      return "json " + String.join(", ", paths);
    }
  }

  /**
   * Arrow IPC files, of the file format or the stream format.
   *
   * @param paths at least one file, folder or glob
   * @param dataset how the files become one table
   */
  record Arrow(List<String> paths, DatasetOptions dataset) implements Source {
    /** Copies the list. */
    public Arrow {
      paths = Arguments.all(paths, "paths");
      requireNonNull(dataset, "dataset is null");
    }

    @Override
    public String toString() {
      return "arrow " + String.join(", ", paths);
    }
  }

  /**
   * Files of any kind, a row each.
   *
   * @param paths at least one file, folder or glob; those without files have no rows
   * @param columns what is known of each file
   * @param dataset how the files become one table
   */
  record Files(List<String> paths, FileColumns columns, DatasetOptions dataset) implements Source {
    /** Copies the list. */
    public Files {
      paths = Arguments.all(paths, "paths");
      requireNonNull(columns, "columns is null");
      requireNonNull(dataset, "dataset is null");
    }

    @Override
    public String toString() {
      return "files " + String.join(", ", paths);
    }
  }

  /** The columns of {@link Files}. */
  enum FileColumns {
    /** The path, as {@code file}. */
    PATH,
    /** Path, content as text, size and the second of the last change. */
    TEXT,
    /** Path, content as bytes, size and the second of the last change. */
    BYTES
  }

  /**
   * What the footers of Parquet files say, in rows of its own.
   *
   * @param paths at least one file, folder or glob
   * @param part which rows
   * @param dataset how the files become one table
   */
  record ParquetFooters(List<String> paths, FooterPart part, DatasetOptions dataset)
      implements Source {
    /** Copies the list. */
    public ParquetFooters {
      paths = Arguments.all(paths, "paths");
      requireNonNull(part, "part is null");
      requireNonNull(dataset, "dataset is null");
    }

    @Override
    public String toString() {
      return "parquet footers " + String.join(", ", paths);
    }
  }

  /** The rows of {@link ParquetFooters}. */
  enum FooterPart {
    /** One for each file. */
    FILE,
    /** One for each column of each row group, with its statistics. */
    CHUNKS,
    /** One for each element of the schema. */
    ELEMENTS,
    /** One for each entry of the file's key-value metadata. */
    KEY_VALUES,
    /** One for each file, with all of the others in lists. */
    ALL
  }

  /**
   * A table in the session's memory. Its content never changes: inserting into a session table
   * makes a new one.
   *
   * @param id number given by the engine, unique in the session
   * @param name for plans and messages
   */
  record Memory(long id, String name) implements Source {
    /** Checks that nothing is missing. */
    public Memory {
      requireNonNull(name, "name is null");
    }

    @Override
    public String toString() {
      return "memory " + name;
    }
  }
}
