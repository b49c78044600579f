package dev.heddle.bench.suite;

import java.nio.file.Path;
import java.util.List;

/** An engine under test: opened over the tables of a folder, asked queries one at a time. */
public interface Engine extends AutoCloseable {
  /** Returns the name in reports. */
  String name();

  /** Makes the tables of a folder known. */
  void openTables(Path folder, List<String> tables);

  /** Makes one table known by a name. */
  void openTable(String name, Path file);

  /** Runs a query and reads its whole result. */
  Answer run(String sql);

  @Override
  void close();
}
