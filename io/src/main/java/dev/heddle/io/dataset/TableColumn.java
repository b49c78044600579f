package dev.heddle.io.dataset;

import dev.heddle.io.scan.ScanRequest;

/** Where a column of a dataset comes from, whichever file is read. */
sealed interface TableColumn {
  /**
   * Stored in the files, under the column's name.
   *
   * @param inPart whether fields of structs that cannot be read are left out
   */
  record InFiles(boolean inPart) implements TableColumn {}

  /**
   * From the names of folders.
   *
   * @param key position among the dataset's partition keys
   */
  record Partition(int key) implements TableColumn {}

  /**
   * Stored in a file that cannot be read there; asking for it is an error.
   *
   * @param why the file and the reason
   */
  record Unreadable(String why) implements TableColumn {}

  /** The path of the row's file. */
  record FilePath() implements TableColumn {}

  /** The position of the row in its file, from 0. */
  record RowNumber() implements TableColumn {}

  /** What tells the row apart from those of all files: {@link ScanRequest#ROW_LOCATOR}. */
  record RowLocator() implements TableColumn {}
}
