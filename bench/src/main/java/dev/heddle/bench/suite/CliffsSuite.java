package dev.heddle.bench.suite;

import dev.heddle.bench.data.CliffsData;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Queries of shapes and data on which engines fall off a cliff: one shape each, over tables that
 * are made by {@link CliffsData}. The recipe is our own.
 *
 * @param rows number of events
 */
public record CliffsSuite(long rows) implements RowsSuite {
  static final String NAME = "cliffs";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "Queries of shapes on which engines fall off, over " + rows + " synthetic events.";
  }

  @Override
  public List<String> tables() {
    return CliffsData.TABLES;
  }

  @Override
  public void make(Path folder, Consumer<String> progress) {
    new CliffsData(rows).ensure(folder, progress);
  }

  @Override
  public List<Question> questions() {
    return QueryFile.questions("/cliffs/queries.sql", 0);
  }
}
