package dev.heddle.bench.suite;

import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The 22 TPC-H queries with the validation parameters of the specification.
 *
 * @param scale 1 is about 6 million line items
 */
public record TpchSuite(double scale) implements Suite {
  static final String NAME = "tpch";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String size() {
    return "sf" + Suites.plain(scale);
  }

  @Override
  public String about() {
    return "The 22 TPC-H queries over Parquet files of the specification's generator.";
  }

  @Override
  public List<String> tables() {
    return TpchData.TABLES;
  }

  @Override
  public Path ensure(Path parent, Consumer<String> progress) {
    return TpchData.ensure(parent, scale, progress);
  }

  @Override
  public List<Question> questions() {
    return IntStream.rangeClosed(1, TpchQueries.COUNT)
        .mapToObj(
            number ->
                new Question(
                    "q" + number,
                    TpchQueries.sql(number),
                    tables -> TpchFrames.query(number, tables),
                    Question.Use.READ))
        .toList();
  }
}
