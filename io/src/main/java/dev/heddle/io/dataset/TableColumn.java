package dev.heddle.io.dataset;

/** Where a column of a dataset comes from, whichever file is read. */
sealed interface TableColumn {
  /** Stored in the files, under the column's name. */
  record InFiles() implements TableColumn {}

  /**
   * Said by the names of folders.
   *
   * @param key position among the dataset's partition keys
   */
  record Partition(int key) implements TableColumn {}

  /** The path of the row's file. */
  record FilePath() implements TableColumn {}

  /** The position of the row in its file, from 0. */
  record RowNumber() implements TableColumn {}
}
