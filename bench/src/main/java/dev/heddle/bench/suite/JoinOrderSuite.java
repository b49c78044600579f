package dev.heddle.bench.suite;

import dev.heddle.bench.data.FilmData;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

/**
 * Queries of 4 to 15 joins over the tables of a film database that {@link FilmData} makes, whose
 * values are skewed and go together: estimates are wrong there, and what counts is how much a plan
 * that was made from them loses.
 *
 * @param rows about the number of rows of the largest table
 */
public record JoinOrderSuite(long rows) implements RowsSuite {
  static final String NAME = "joinorder";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "Queries of 4 to 15 joins over a synthetic film database with "
        + rows
        + " rows of casts, skewed and correlated.";
  }

  @Override
  public List<String> tables() {
    return FilmData.tables();
  }

  @Override
  public void make(Path folder, Consumer<String> progress) {
    new FilmData(rows).ensure(folder, progress);
  }

  @Override
  public List<Question> questions() {
    return QueryFile.questions("/films/queries.sql", 1);
  }
}
