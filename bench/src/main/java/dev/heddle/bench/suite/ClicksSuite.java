package dev.heddle.bench.suite;

import dev.heddle.bench.data.ClicksData;
import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.schema.Schema;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
    List<Question> questions = new ArrayList<>();
    for (String sql : text().split(";\n")) {
      if (!sql.isBlank()) {
        questions.add(new Question("q" + questions.size(), sql.strip(), Question.Use.READ));
      }
    }
    return questions;
  }

  private static String text() {
    try (InputStream in = ClicksSuite.class.getResourceAsStream("/clicks/queries.sql")) {
      if (in == null) {
        throw new IllegalStateException("The queries are missing on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
