package dev.heddle.bench.suite;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Scans of one file of line items.
 *
 * @param file name of the file in the folder of the data
 */
record ScanSuite(String file) implements Suite {
  static final String NAME = "scan";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String size() {
    return file;
  }

  @Override
  public String about() {
    return "Aggregates of many columns of TPC-H line items, which cost little beside the scan.";
  }

  @Override
  public List<String> tables() {
    return List.of("lineitem");
  }

  @Override
  public Path find(Path folder, String table) {
    return folder.resolve(file);
  }

  @Override
  public Path ensure(Path parent, Consumer<String> progress) {
    return parent;
  }

  @Override
  public List<Question> questions() {
    List<Question> questions = new ArrayList<>();
    ScanQueries.scans()
        .forEach((name, sql) -> questions.add(new Question(name, sql, Question.Use.READ)));
    return questions;
  }
}
