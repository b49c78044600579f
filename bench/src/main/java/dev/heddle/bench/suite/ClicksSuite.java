package dev.heddle.bench.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * The shapes of ClickBench's 43 queries over a table of page views that is made by {@link
 * ClicksData}, not over its data. Where the original leaves open which of several equal rows come
 * first, these name more columns to order by, so that answers can be compared.
 *
 * @param rows number of page views
 */
public record ClicksSuite(long rows) implements Suite {
  static final String NAME = "clickbench-like";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String size() {
    return Long.toString(rows);
  }

  @Override
  public String about() {
    return "The shapes of ClickBench's 43 queries over " + rows + " synthetic page views.";
  }

  @Override
  public List<String> tables() {
    return List.of("hits");
  }

  @Override
  public Path ensure(Path parent, Consumer<String> progress) {
    Path folder = TableFiles.folder(parent, NAME + "-" + rows);
    TableFiles.ensure(
        folder, "hits", ClicksData.SCHEMA, progress, () -> new ClicksData().generator(rows));
    return folder;
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
