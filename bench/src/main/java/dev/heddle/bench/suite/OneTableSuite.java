package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.schema.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A suite over one table of this number of rows, which is made row by row. */
interface OneTableSuite extends Suite {
  /** Returns the number of rows. */
  long rows();

  /** Returns the table's name. */
  String table();

  /** Returns the table's columns. */
  Schema schema();

  /** Returns the rows from the first on; the same ones each time. */
  TableFiles.RowSource generator();

  @Override
  default String size() {
    return Long.toString(rows());
  }

  @Override
  default List<String> tables() {
    return List.of(table());
  }

  @Override
  default Path ensure(Path parent, Consumer<String> progress) {
    Path folder = TableFiles.folder(parent, name() + "-" + rows());
    TableFiles.ensure(folder, table(), schema(), progress, this::generator);
    return folder;
  }
}
