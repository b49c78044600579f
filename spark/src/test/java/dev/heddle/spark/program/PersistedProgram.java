package dev.heddle.spark.program;

import static dev.heddle.frame.expr.Functions.col;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.spark.HeddleSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import scala.jdk.javaapi.CollectionConverters;

/** A user's program that persists rows and queries them while executors go. */
public final class PersistedProgram {
  private static final int MAX_QUERIES = 500;
  private static final int PARTITIONS = 4; // some on each of two executors

  private PersistedProgram() {}

  /**
   * Runs until an executor has gone, and once more.
   *
   * @param arguments a file of rows with columns id, k and city; the file that appears when rows
   *     are persisted; and the file of the answers
   */
  public static void main(String[] arguments) throws IOException {
    List<String> lines = new ArrayList<>();
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Session session =
            HeddleSpark.session(spark, SessionOptions.defaults().withPartitions(PARTITIONS))) {
      DataFrame kept = persisted(session, arguments[0]);
      lines.add(answer(session));
      Set<String> before = executors(spark);
      Files.writeString(Path.of(arguments[1]), "");
      while (executors(spark).containsAll(before) && lines.size() < MAX_QUERIES) {
        lines.add(answer(session));
      }
      lines.add(answer(session));
      kept.unpersist();
    }
    Files.write(Path.of(arguments[2]), lines);
  }

  /** Persists a part of the rows under the name kept. */
  public static DataFrame persisted(Session session, String file) {
    DataFrame kept =
        session.read().parquet(file).filter(col("id").mod(2).eqTo(0)).select("id", "k", "city");
    DataFrame persisted = kept.persist();
    session.createView("kept", persisted);
    return persisted;
  }

  /** Returns what a query of the persisted rows gives, in one line. */
  public static String answer(Session session) {
    return session
        .sql("select k % 10 as g, count(*), sum(id), min(city) from kept group by g order by g")
        .toText(100)
        .replace('\n', ' ');
  }

  private static Set<String> executors(JavaSparkContext spark) {
    return new TreeSet<>(
        CollectionConverters.asJava(spark.sc().getExecutorMemoryStatus().keys().toSeq()));
  }
}
