package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.schema.Schema;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** A suite over one table, which is made row by row. */
interface OneTableSuite extends RowsSuite {
  /** Returns the table's name. */
  String table();

  /** Returns the table's columns. */
  Schema schema();

  /** Returns the rows from the first on; the same ones each time. */
  TableFiles.RowSource generator();

  @Override
  default List<String> tables() {
    return List.of(table());
  }

  @Override
  default void make(Path folder, Consumer<String> progress) {
    TableFiles.ensure(folder, table(), schema(), progress, this::generator);
  }
}
