package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * How rows are divided into files.
 *
 * @param shape one file or a folder
 * @param partitionBy columns whose values name folders, {@code year=2024/month=1}, instead of being
 *     written into the files
 * @param maxFileBytes size at which a file is ended and another begun; files come out a little
 *     larger
 * @param maxFileRows most rows of a file
 * @param maxOpenFiles how many files may be open at a time; if the partitions need more, the rows
 *     are sorted by the partition columns first
 * @param place which processes write the files
 */
public record WriteLayout(
    WriteShape shape,
    List<String> partitionBy,
    long maxFileBytes,
    long maxFileRows,
    int maxOpenFiles,
    WritePlace place) {
  /** No partitions, files of up to 512 MiB, 100 of them open. */
  public static final WriteLayout DEFAULT =
      new WriteLayout(
          WriteShape.AUTOMATIC, List.of(), 512L << 20, Long.MAX_VALUE, 100, WritePlace.WORKERS);

  /** Checks the ranges. */
  public WriteLayout {
    requireNonNull(shape, "shape is null");
    partitionBy = Arguments.all(partitionBy, "partitionBy");
    require(maxFileBytes >= 1, "maxFileBytes", maxFileBytes);
    require(maxFileRows >= 1, "maxFileRows", maxFileRows);
    require(maxOpenFiles >= 1, "maxOpenFiles", maxOpenFiles);
    requireNonNull(place, "place is null");
    if (shape == WriteShape.FILE && !partitionBy.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write one file: partitions by " + partitionBy + " need a folder");
    }
  }

  private static void require(boolean holds, String name, long value) {
    if (!holds) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write: " + name + " is " + value + ", it must be at least 1");
    }
  }

  /** Returns this layout for a file or a folder. */
  public WriteLayout withShape(WriteShape newShape) {
    return new WriteLayout(newShape, partitionBy, maxFileBytes, maxFileRows, maxOpenFiles, place);
  }

  /** Returns this layout with partition columns. */
  public WriteLayout withPartitionBy(List<String> columns) {
    return new WriteLayout(shape, columns, maxFileBytes, maxFileRows, maxOpenFiles, place);
  }

  /** Returns this layout with a size at which files are ended. */
  public WriteLayout withMaxFileBytes(long bytes) {
    return new WriteLayout(shape, partitionBy, bytes, maxFileRows, maxOpenFiles, place);
  }

  /** Returns this layout with a largest number of rows a file. */
  public WriteLayout withMaxFileRows(long rows) {
    return new WriteLayout(shape, partitionBy, maxFileBytes, rows, maxOpenFiles, place);
  }

  /** Returns this layout with a largest number of open files. */
  public WriteLayout withMaxOpenFiles(int files) {
    return new WriteLayout(shape, partitionBy, maxFileBytes, maxFileRows, files, place);
  }

  /** Returns this layout for other processes that write. */
  public WriteLayout withPlace(WritePlace newPlace) {
    return new WriteLayout(shape, partitionBy, maxFileBytes, maxFileRows, maxOpenFiles, newPlace);
  }

  /** Returns whether it asks for what one file cannot be. */
  public boolean needsFolder() {
    return shape == WriteShape.FOLDER
        || !partitionBy.isEmpty()
        || maxFileBytes != DEFAULT.maxFileBytes
        || maxFileRows != DEFAULT.maxFileRows;
  }

  /**
   * Returns the columns of the files: those that no folder is named by.
   *
   * @throws AnalysisException if a partition column does not exist, is named twice, has a type
   *     whose values cannot name folders, or no column is left
   */
  public Schema fileColumns(Schema schema) {
    requireNonNull(schema, "schema is null");
    Set<String> seen = new HashSet<>();
    for (String name : partitionBy) {
      int at =
          schema
              .indexOf(name)
              .orElseThrow(
                  () ->
                      new AnalysisException(
                          "Cannot partition: "
                              + NearestNames.missing("column", name, schema.names())));
      if (!seen.add(name)) {
        throw new AnalysisException("Cannot partition: column \"" + name + "\" is named twice");
      }
      checkType(schema.field(at));
    }
    List<Field> left = new ArrayList<>(schema.fields());
    left.removeIf(field -> seen.contains(field.name()));
    if (left.isEmpty() && schema.size() > 0) {
      throw new AnalysisException(
          "Cannot partition by " + partitionBy + ": no column is left to write into the files");
    }
    return new Schema(left);
  }

  private static void checkType(Field field) {
    if (!HivePartitions.canHold(field.type())) {
      throw new AnalysisException(
          "Cannot partition by column \""
              + field.name()
              + "\" of type "
              + field.type().sqlName()
              + ": its values cannot name folders; cast it to VARCHAR");
    }
  }
}
