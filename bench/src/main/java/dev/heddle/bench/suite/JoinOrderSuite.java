package dev.heddle.bench.suite;

import dev.heddle.bench.data.FilmData;
import dev.heddle.bench.data.TableFiles;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Queries of 4 to 15 joins over the tables of a film database that {@link FilmData} makes, whose
 * values are skewed and go together: estimates are wrong there, and what counts is how much a plan
 * that was made from them loses.
 *
 * @param rows about the number of rows of the largest table
 */
public record JoinOrderSuite(long rows) implements Suite {
  static final String NAME = "joinorder";

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
    return "Queries of 4 to 15 joins over a synthetic film database with "
        + rows
        + " rows of casts, skewed and correlated.";
  }

  @Override
  public List<String> tables() {
    return FilmData.tables();
  }

  @Override
  public Path ensure(Path parent, Consumer<String> progress) {
    Path folder = TableFiles.folder(parent, NAME + "-" + rows);
    new FilmData(rows).ensure(folder, progress);
    return folder;
  }

  @Override
  public List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    for (String sql : text().split(";\n")) {
      if (!sql.isBlank()) {
        questions.add(new Question("q" + (questions.size() + 1), sql.strip(), Question.Use.READ));
      }
    }
    return questions;
  }

  private static String text() {
    try (InputStream in = JoinOrderSuite.class.getResourceAsStream("/films/queries.sql")) {
      if (in == null) {
        throw new IllegalStateException("The queries are missing on the class path");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
