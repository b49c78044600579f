package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * How several files of one format become one table; immutable.
 *
 * @param hivePartitions whether folders named {@code key=value} give columns
 * @param hiveTypes stated types of such columns, by name; the types of others are inferred from
 *     their values: {@code BIGINT}, {@code DATE}, {@code TIMESTAMP}, else {@code VARCHAR}
 * @param unionByName whether the table has the columns of all files, each of the narrowest type
 *     that holds the types of all of them, and null where a file lacks one; all files are inspected
 *     when the table is named. Otherwise the first file determines the columns, and the others must
 *     have the same, in any order, of types that convert to the first file's without loss
 * @param filePathColumn name of a column with the path of each row's file; null for none
 * @param rowNumberColumn name of a column with each row's position in its file, from 0; null for
 *     none
 * @param skipsUnreadable whether columns that cannot be read, and fields of structs that cannot,
 *     are left out, which the result's profile lists; otherwise they are columns, and asking for
 *     one is an error
 * @param readsTableFolders whether the data files of a table of Delta Lake, Iceberg or Hudi are
 *     read directly, deleted and replaced rows included; otherwise naming one is an error
 */
public record DatasetOptions(
    HivePartitions hivePartitions,
    List<Field> hiveTypes,
    boolean unionByName,
    @Nullable String filePathColumn,
    @Nullable String rowNumberColumn,
    boolean skipsUnreadable,
    boolean readsTableFolders) {
  /** Hive partitions where there are some, the first file's columns, nothing added. */
  public static final DatasetOptions DEFAULT =
      new DatasetOptions(HivePartitions.DETECT, List.of(), false, null, null, false, false);

  /** Copies the list. */
  public DatasetOptions {
    requireNonNull(hivePartitions, "hivePartitions is null");
    hiveTypes = Arguments.all(hiveTypes, "hiveTypes");
  }

  /** Returns these options with another rule for folders named {@code key=value}. */
  public DatasetOptions withHivePartitions(HivePartitions rule) {
    return new DatasetOptions(
        rule,
        hiveTypes,
        unionByName,
        filePathColumn,
        rowNumberColumn,
        skipsUnreadable,
        readsTableFolders);
  }

  /** Returns these options with a stated type for the values of a key in folders' names. */
  public DatasetOptions withHiveType(String key, DataType type) {
    List<Field> types = new ArrayList<>(hiveTypes);
    types.removeIf(field -> field.name().equals(key));
    types.add(Field.of(key, type));
    return new DatasetOptions(
        hivePartitions,
        types,
        unionByName,
        filePathColumn,
        rowNumberColumn,
        skipsUnreadable,
        readsTableFolders);
  }

  /** Returns these options with the columns of all files. */
  public DatasetOptions withUnionByName() {
    return new DatasetOptions(
        hivePartitions,
        hiveTypes,
        true,
        filePathColumn,
        rowNumberColumn,
        skipsUnreadable,
        readsTableFolders);
  }

  /** Returns these options with a column of the path of each row's file. */
  public DatasetOptions withFilePath(String column) {
    return new DatasetOptions(
        hivePartitions,
        hiveTypes,
        unionByName,
        column,
        rowNumberColumn,
        skipsUnreadable,
        readsTableFolders);
  }

  /** Returns these options with a column of the position of each row in its file. */
  public DatasetOptions withRowNumber(String column) {
    return new DatasetOptions(
        hivePartitions,
        hiveTypes,
        unionByName,
        filePathColumn,
        column,
        skipsUnreadable,
        readsTableFolders);
  }

  /** Returns these options without the columns that cannot be read. */
  public DatasetOptions withUnreadableSkipped() {
    return new DatasetOptions(
        hivePartitions,
        hiveTypes,
        unionByName,
        filePathColumn,
        rowNumberColumn,
        true,
        readsTableFolders);
  }

  /** Returns these options with the data files of table formats read directly. */
  public DatasetOptions withRawTableFolders() {
    return new DatasetOptions(
        hivePartitions,
        hiveTypes,
        unionByName,
        filePathColumn,
        rowNumberColumn,
        skipsUnreadable,
        true);
  }
}
