package dev.heddle.physical.plan;

import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.WriteFormat;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.storage.Staging;
import dev.heddle.io.write.SortField;
import java.util.List;

/**
 * What tasks that write files have to know.
 *
 * @param columns the columns of the rows, as files name them
 * @param destination where the files go
 * @param format their format
 * @param partitionBy columns that name folders
 * @param omitted those of them that are not in the files
 * @param limits when files are ended
 * @param order what is known and wanted of the order of rows
 * @param sortedBy what the rows of each file are sorted by
 * @param zone id of the zone that shows timestamps with zone as text
 */
public record WriteSpec(
    Schema columns,
    Destination destination,
    WriteFormat format,
    List<String> partitionBy,
    List<String> omitted,
    Limits limits,
    RowOrder order,
    List<SortField> sortedBy,
    String zone) {
  /**
   * One row for each file: its path, how the storage finds its bytes, their number, the rows and
   * the sum of the rows' hashes; and one row for each task, without path, with what it has read. A
   * task that would have needed more open files than there may be states so by {@link
   * #NEEDED_MORE_FILES}.
   */
  public static final Schema OUTPUT =
      new Schema(
          List.of(
              new Field("file", new DataType.Str(), true),
              new Field("token", new DataType.Str(), false),
              new Field("bytes", new DataType.Int64(), false),
              new Field("rows", new DataType.Int64(), false),
              new Field("checksum", new DataType.Int64(), false)));

  /** The token of a task's row that has stopped since it needed more files. */
  public static final String NEEDED_MORE_FILES = "needed more files";

  /** Copies the lists. */
  public WriteSpec {
    partitionBy = List.copyOf(partitionBy);
    omitted = List.copyOf(omitted);
    sortedBy = List.copyOf(sortedBy);
  }

  /** Where files go. */
  public sealed interface Destination {}

  /**
   * They wait for the commit of a write.
   *
   * @param staging where
   * @param target the path that the write names, for messages
   * @param names what files of a folder are called
   */
  public record Staged(Staging staging, String target, FileNamePattern names)
      implements Destination {}

  /**
   * One file, which is written in the process that asked for it.
   *
   * @param path of the file
   * @param number of the file in this process
   */
  public record Direct(String path, long number) implements Destination {}

  /**
   * When files are ended.
   *
   * @param fileBytes size of a file
   * @param fileRows maximum rows of a file
   * @param openFiles maximum number of files that a task writes at a time
   */
  public record Limits(long fileBytes, long fileRows, int openFiles) {
    /** Those of a single file. */
    public static final Limits ONE_FILE = new Limits(Long.MAX_VALUE, Long.MAX_VALUE, 1);
  }

  /** What is known and wanted of the order of rows. */
  public enum RowOrder {
    /** Rows may be written in any order. */
    NONE,
    /** Rows are written in the order of the query. */
    AS_THEY_COME,
    /** As {@link #AS_THEY_COME}, and those of a folder come one after the other. */
    BY_FOLDER
  }
}
