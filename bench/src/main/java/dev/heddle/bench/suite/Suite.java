package dev.heddle.bench.suite;

import dev.heddle.bench.data.TableFiles;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/** Data and questions that engines are compared on. Immutable. */
public interface Suite {
  /** Returns the name, as on the command line. */
  String name();

  /** Returns how much data it has, in a few words, such as {@code sf1}. */
  String size();

  /** Returns what tells it, together with its name, from all others: see {@link Suites#named}. */
  default String key() {
    return size();
  }

  /** Returns one sentence about what it measures and where its recipe comes from. */
  String about();

  /** Returns the tables, by name. */
  List<String> tables();

  /**
   * Returns the folder with the tables, one Parquet file each, which are made if they are not
   * there.
   *
   * @param parent the folder of folders of data that is made once
   * @param progress receives the name of each table that is made
   */
  Path ensure(Path parent, Consumer<String> progress);

  /** Returns where a table is in the folder of the data, which anybody may have made. */
  default Path find(Path folder, String table) {
    return TableFiles.find(folder, table);
  }

  /** Returns the questions in order. */
  List<Question> questions();
}
