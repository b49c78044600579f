package dev.heddle.bench.suite;

import dev.heddle.bench.data.CliffsData;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * A query for each rewrite of the optimizer that can be switched off, named after it, over the
 * tables of {@link CliffsData}: one for which it should pay.
 *
 * @param rows number of events
 */
public record RewritesSuite(long rows) implements RowsSuite {
  /** The suite's name. */
  public static final String NAME = "rewrites";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "A query for each rewrite of the optimizer, over " + rows + " synthetic events.";
  }

  @Override
  public List<String> tables() {
    return CliffsData.TABLES;
  }

  @Override
  public Path ensure(Path parent, Consumer<String> progress) {
    return new CliffsSuite(rows).ensure(parent, progress);
  }

  @Override
  public void make(Path folder, Consumer<String> progress) {
    new CliffsData(rows).ensure(folder, progress);
  }

  @Override
  public List<Question> questions() {
    return QueryFile.questions("/rewrites/queries.sql", 0);
  }
}
