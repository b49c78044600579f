package dev.heddle.spark.program;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.HeddleSpark;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.jspecify.annotations.Nullable;

/** A user's program that runs queries over tables of their own, in sessions of several sizes. */
public final class RandomQueriesProgram {
  private static final int TABLES = 3;
  private static final int DIGITS = 12; // of a sum whose order is free
  private static final int[] PARTITIONS = {0, 3, 1, 7};

  private RandomQueriesProgram() {}

  /**
   * Runs on Spark.
   *
   * @param arguments the folder of the questions, each of which has a folder with its tables and
   *     its query; rows are put beside it
   */
  public static void main(String[] arguments) throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf())) {
      run(spark, Path.of(arguments[0]));
    }
  }

  /** Answers the questions of a folder in an application. */
  public static void run(JavaSparkContext spark, Path folder) throws IOException {
    List<Path> questions = new ArrayList<>();
    try (var all = Files.list(folder)) {
      all.sorted().forEach(questions::add);
    }
    List<Session> sessions = new ArrayList<>();
    for (int partitions : PARTITIONS) {
      sessions.add(
          HeddleSpark.session(spark, SessionOptions.defaults().withPartitions(partitions)));
    }
    for (int i = 0; i < questions.size(); i++) {
      Path question = questions.get(i);
      Session session = sessions.get(i % sessions.size());
      Files.write(question.resolve("rows.txt"), answer(session, question));
    }
    sessions.forEach(Session::close);
  }

  private static List<String> answer(Session session, Path question) throws IOException {
    String sql = Files.readString(question.resolve("query.sql"));
    try {
      return rows(session, question, sql);
    } catch (RuntimeException e) { // a wrong answer too; others follow
      return List.of(e.toString());
    }
  }

  /** Returns the rows of a query over the tables of a folder, in no order. */
  public static List<String> rows(Session session, Path tables, String sql) {
    for (int t = 0; t < TABLES; t++) {
      String name = "t" + t;
      session.createView(name, session.read().parquet(tables.resolve(name + ".parquet") + ""));
    }
    List<String> rows = new ArrayList<>();
    try (QueryResult result = session.sql(sql).collect()) {
      for (Row row : result) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < row.schema().size(); i++) {
          text.append(text(row.value(i))).append('|');
        }
        rows.add(text.toString().replace('\n', ' '));
      }
    }
    rows.sort(null);
    return rows;
  }

  private static String text(@Nullable Object value) {
    if (value instanceof Double number && !number.isNaN() && !number.isInfinite()) {
      BigDecimal rounded = new BigDecimal(number).round(new MathContext(DIGITS));
      return rounded.signum() == 0 ? "0" : rounded.stripTrailingZeros().toPlainString();
    }
    return String.valueOf(value);
  }
}
