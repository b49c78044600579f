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
 * @param partitionBy columns whose values name folders, {@code year=2024/month=1}
 * @param partitionColumns whether these columns are in the files too
 * @param maxFileBytes size at which a file is ended and another begun; files come out a little
 *     larger
 * @param maxFileRows most rows of a file
 * @param maxOpenFiles how many files may be open at a time; if the partitions need more, the rows
 *     are sorted by the partition columns first
 * @param place which processes write the files
 * @param fileNames what files of a folder are called
 */
public record WriteLayout(
    WriteShape shape,
    List<String> partitionBy,
    PartitionColumns partitionColumns,
    long maxFileBytes,
    long maxFileRows,
    int maxOpenFiles,
    WritePlace place,
    FileNamePattern fileNames) {
  /** No partitions, files of up to 512 MiB, 100 of them open. */
  public static final WriteLayout DEFAULT =
      new WriteLayout(
          WriteShape.AUTOMATIC,
          List.of(),
          PartitionColumns.IN_FOLDERS,
          512L << 20,
          Long.MAX_VALUE,
          100,
          WritePlace.WORKERS,
          FileNamePattern.DEFAULT);

  /** Checks the ranges. */
  public WriteLayout {
    requireNonNull(shape, "shape is null");
    partitionBy = Arguments.all(partitionBy, "partitionBy");
    requireNonNull(partitionColumns, "partitionColumns is null");
    require(maxFileBytes >= 1, "maxFileBytes", maxFileBytes);
    require(maxFileRows >= 1, "maxFileRows", maxFileRows);
    require(maxOpenFiles >= 1, "maxOpenFiles", maxOpenFiles);
    requireNonNull(place, "place is null");
    requireNonNull(fileNames, "fileNames is null");
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
    return new WriteLayout(
        newShape,
        partitionBy,
        partitionColumns,
        maxFileBytes,
        maxFileRows,
        maxOpenFiles,
        place,
        fileNames);
  }

  /** Returns this layout with partition columns. */
  public WriteLayout withPartitionBy(List<String> columns) {
    return new WriteLayout(
        shape,
        columns,
        partitionColumns,
        maxFileBytes,
        maxFileRows,
        maxOpenFiles,
        place,
        fileNames);
  }

  /** Returns this layout with the partition columns in the files or not. */
  public WriteLayout withPartitionColumns(PartitionColumns columns) {
    return new WriteLayout(
        shape, partitionBy, columns, maxFileBytes, maxFileRows, maxOpenFiles, place, fileNames);
  }

  /** Returns this layout with a size at which files are ended. */
  public WriteLayout withMaxFileBytes(long bytes) {
    return new WriteLayout(
        shape, partitionBy, partitionColumns, bytes, maxFileRows, maxOpenFiles, place, fileNames);
  }

  /** Returns this layout with a largest number of rows a file. */
  public WriteLayout withMaxFileRows(long rows) {
    return new WriteLayout(
        shape, partitionBy, partitionColumns, maxFileBytes, rows, maxOpenFiles, place, fileNames);
  }

  /** Returns this layout with a largest number of open files. */
  public WriteLayout withMaxOpenFiles(int files) {
    return new WriteLayout(
        shape, partitionBy, partitionColumns, maxFileBytes, maxFileRows, files, place, fileNames);
  }

  /** Returns this layout for other processes that write. */
  public WriteLayout withPlace(WritePlace newPlace) {
    return new WriteLayout(
        shape,
        partitionBy,
        partitionColumns,
        maxFileBytes,
        maxFileRows,
        maxOpenFiles,
        newPlace,
        fileNames);
  }

  /** Returns this layout with other names of a folder's files. */
  public WriteLayout withFileNames(FileNamePattern names) {
    return new WriteLayout(
        shape,
        partitionBy,
        partitionColumns,
        maxFileBytes,
        maxFileRows,
        maxOpenFiles,
        place,
        names);
  }

  /** Returns whether it asks for what one file cannot be. */
  public boolean needsFolder() {
    return shape == WriteShape.FOLDER
        || !partitionBy.isEmpty()
        || maxFileBytes != DEFAULT.maxFileBytes
        || maxFileRows != DEFAULT.maxFileRows;
  }

  /** Returns the columns that are not in the files. */
  public List<String> omittedColumns() {
    return partitionColumns == PartitionColumns.IN_FILES_TOO ? List.of() : partitionBy;
  }

  /**
   * Returns the columns of the files: those that no folder is named by, unless these are in them.
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
    left.removeIf(field -> omittedColumns().contains(field.name()));
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
