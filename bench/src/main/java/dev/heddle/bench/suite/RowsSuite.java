package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import java.nio.file.Path;
import java.util.function.Consumer;

/** A suite whose size is a number of rows, and whose tables are made in a folder of its own. */
interface RowsSuite extends Suite {
  /** Returns the number of rows. */
  long rows();

  /** Makes the tables that are not in the folder. */
  void make(Path folder, Consumer<String> progress);

  @Override
  default String size() {
    return Long.toString(rows());
  }

  @Override
  default Path ensure(Path parent, Consumer<String> progress) {
    Path folder = TableFiles.folder(parent, name() + "-" + rows());
    make(folder, progress);
    return folder;
  }
}
