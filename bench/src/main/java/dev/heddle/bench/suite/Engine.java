package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import java.nio.file.Path;
import java.util.List;

/** An engine under test: opened over some tables, asked queries one at a time. */
public interface Engine extends AutoCloseable {
  /** Returns the name in reports. */
  String name();

  /** Makes the tables of a folder known. */
  default void openTables(Path folder, List<String> tables) {
    tables.forEach(table -> openTable(table, TableFiles.find(folder, table)));
  }

  /** Makes one table known by a name. */
  void openTable(String name, Path file);

  /** Reads one table into the memory of whatever runs queries, and makes it known by a name. */
  void holdTable(String name, Path file);

  /** Runs a query and reads its whole result as Java values. */
  RowsAnswer run(String sql);

  /** Answers a question; what it holds is freed when that is closed. */
  Held hold(Question question);

  /** Returns the processes that work for it beside this one. */
  default List<ProcessHandle> processes() {
    return List.of();
  }

  /** The result of a question. */
  interface Held extends AutoCloseable {
    /** Returns the answer, which may read the whole result again. */
    Answer answer();

    @Override
    void close();
  }

  @Override
  void close();
}
