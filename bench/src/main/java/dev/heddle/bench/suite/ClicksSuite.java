package dev.heddle.bench.suite;

import dev.heddle.bench.data.ClicksData;
import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * The shapes of ClickBench's 43 queries over a table of page views that is made by {@link
 * ClicksData}, not over its data. Where the original leaves open which of several equal rows come
 * first, these name more columns to order by, so that answers can be compared.
 *
 * @param rows number of page views
 */
public record ClicksSuite(long rows) implements OneTableSuite {
  static final String NAME = "clickbench-like";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String about() {
    return "The shapes of ClickBench's 43 queries over " + rows + " synthetic page views.";
  }

  @Override
  public String table() {
    return "hits";
  }

  @Override
  public Schema schema() {
    return ClicksData.SCHEMA;
  }

  @Override
  public TableFiles.RowSource generator() {
    return new ClicksData().generator(rows);
  }

  @Override
  public List<Question> questions() {
    return QueryFile.questions("/clicks/queries.sql", 0);
  }
}
