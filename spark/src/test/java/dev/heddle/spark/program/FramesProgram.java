package dev.heddle.spark.program;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.sum;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.spark.HeddleSpark;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;

/**
 * A user's program of frames: records, functions of its own, Arrow batches, rows that stay.
 * Everything of its own is in the application's jar.
 */
public final class FramesProgram {
  private static final int RECORDS = 1_000;
  private static final long DATASET_ROWS = 20_000;
  private static final int TOO_MANY = 130_000; // of a text of random bytes each
  private static final int TEXT_BYTES = 600;

  /** Rows of the user's own. */
  public record Order(long id, String city, double price) {}

  /** What comes back. */
  public record City(String code, long orders) {}

  private FramesProgram() {}

  /**
   * Runs on Spark.
   *
   * @param arguments a file of rows with columns id and city, and the file of the answers
   */
  public static void main(String[] arguments) throws IOException {
    try (JavaSparkContext spark = new JavaSparkContext(new SparkConf());
        Session session = HeddleSpark.session(spark)) {
      run(session, Path.of(arguments[0]), Path.of(arguments[1]));
    }
  }

  /** Runs in an application's session, whose rows and refusals go to a file. */
  public static void run(Session session, Path facts, Path answers) throws IOException {
    List<String> lines = answers(session, facts);
    SparkSession sql = SparkSession.builder().getOrCreate();
    lines.addAll(handedOver(session, sql, facts));
    lines.addAll(refusals(session, sql, facts));
    Files.write(answers, lines);
  }

  /** Returns the answers of a session, here or there. */
  public static List<String> answers(Session session, Path file) {
    List<String> lines = new ArrayList<>();
    DataFrame facts = session.read().parquet(file.toString());
    records(session, facts, lines);
    functions(session, facts, lines);
    arrow(facts, lines);
    persisted(session, facts, lines);
    lines.add(events(session, facts));
    return lines;
  }

  private static void records(Session session, DataFrame facts, List<String> lines) {
    List<Order> orders =
        LongStream.range(0, RECORDS).mapToObj(i -> new Order(i * 7, "c" + i % 5, i / 4.0)).toList();
    session
        .from(orders)
        .join(facts.select("id", "day"), "id")
        .groupBy(col("city").named("code"))
        .agg(count().named("orders"))
        .sort("code")
        .rows(City.class)
        .forEach(each -> lines.add(each.toString()));
  }

  private static void functions(Session session, DataFrame facts, List<String> lines) {
    session.register(
        UserFunction.of(
            "discount", Discount.class, DataType.STRING, DataType.INT64, DataType.STRING));
    session.createView("facts", facts);
    lines.add(
        session
            .sql(
                "select discount(id, city) as code, count(*) as c from facts"
                    + " group by code order by code")
            .toText(100));
    lines.add(tried(session.sql("select discount(id, 'nowhere') from facts where id = 5")));
  }

  /** Returns what a listener is told of a query that is the same wherever it runs. */
  private static String events(Session session, DataFrame facts) {
    List<QueryEvent> events = new ArrayList<>();
    ProgressListener listener =
        new ProgressListener() {
          @Override
          public void progress(QueryProgress progress) {}

          @Override
          public void event(QueryEvent event) {
            events.add(event);
          }
        };
    session.addProgressListener(listener);
    facts.groupBy("city").agg(count().named("orders")).sort("city").collect().close();
    session.removeProgressListener(listener);
    Set<QueryStep> steps = EnumSet.noneOf(QueryStep.class);
    Map<Integer, Integer> open = new HashMap<>(); // tasks without an end by stage
    for (QueryEvent event : events) {
      switch (event) {
        case QueryEvent.StepEnded it -> steps.add(it.step());
        case QueryEvent.StageStarted it -> open.merge(it.stage(), it.tasks(), Integer::sum);
        case QueryEvent.TaskEnded it -> open.merge(it.stage(), -1, Integer::sum);
        case QueryEvent.StageEnded it -> open.remove(it.stage(), 0);
        case QueryEvent.Began _, QueryEvent.Planned _, QueryEvent.TaskStarted _ -> {}
        case QueryEvent.Profiled it -> throw new IllegalStateException("was not asked for: " + it);
        case QueryEvent.Ended it ->
            steps.removeIf(_ -> it.failure().isPresent() || it.profile().isEmpty());
      }
    }
    return steps + ", without an end " + open;
  }

  private static void arrow(DataFrame facts, List<String> lines) {
    long rows = 0;
    long sum = 0;
    try (ArrowStream batches = facts.select("id").sort("id").toArrow()) {
      while (batches.next()) {
        BigIntVector ids = (BigIntVector) batches.root().getVector(0);
        for (int i = 0; i < ids.getValueCount(); i++) {
          sum += ids.get(i) * (rows + i);
        }
        rows += ids.getValueCount();
      }
    }
    lines.add("arrow " + rows + " " + sum);
  }

  private static void persisted(Session session, DataFrame facts, List<String> lines) {
    DataFrame even = facts.filter(col("id").mod(2).eqTo(0)).select("id", "k", "city").persist();
    for (int round = 0; round < 2; round++) {
      lines.add(even.agg(count(), sum("id"), sum("k")).toText(10));
    }
    session.createView("even", even);
    lines.add(
        session
            .sql(
                "select count(*), min(a.city) from even a join even b on a.id = b.id + 2"
                    + " where a.k < 500")
            .toText(10));
    DataFrame sorted = even.sort(col("id").descending()).persist();
    lines.add(sorted.limit(3).toText(10));
    lines.add(sorted.agg(count()).toText(10));
    DataFrame none =
        facts
            .filter(col("city").eqTo("nowhere"))
            .join(facts.select(col("id"), col("x")), "id")
            .select("id", "x")
            .persist();
    lines.add(none.agg(count(), sum("id")).toText(10));
    none.unpersist();
    sorted.unpersist();
    even.unpersist();
    lines.add(even.agg(count()).toText(10));
  }

  /** Returns whether rows of all types are the same when they have been there and back. */
  private static List<String> handedOver(Session session, SparkSession sql, Path file) {
    Dataset<Row> rows =
        sql.range(0, DATASET_ROWS, 1, 7)
            .selectExpr(
                "id",
                "cast(id % 100 as tinyint) as tiny",
                "cast(id % 1000 as smallint) as small",
                "cast(id as int) as whole",
                "if(id % 3 = 0, null, 'städt ' || id) as city",
                "cast(id as decimal(12, 2)) / 4 as price",
                "cast(id * 0.5 as double) as x",
                "cast(id as float) as f",
                "id % 2 = 0 as even",
                "cast(cast(id as string) as binary) as bytes",
                "timestamp_seconds(id) as at",
                "cast(timestamp_seconds(id) as timestamp_ntz) as here",
                "date_add(date'2020-01-01', cast(id % 100 as int)) as day",
                "if(id % 5 = 0, null, array(id, null, id + 1)) as list",
                "struct(id as a, if(id % 7 = 0, null, 'b') as b) as pair",
                "cast(null as string) as nothing");
    DataFrame taken = HeddleSpark.fromSpark(session, rows);
    Dataset<Row> back = HeddleSpark.toSpark(taken, sql);
    Dataset<Row> grouped =
        HeddleSpark.toSpark(
            HeddleSpark.fromSpark(session, rows.repartition(5, rows.col("small")))
                .filter(col("even"))
                .join(session.read().parquet(file.toString()).select("id", "k"), "id")
                .groupBy("k")
                .agg(count().named("c"), sum("price").named("s"))
                .sort("k"),
            sql);
    List<Row> inOrder = grouped.collectAsList();
    long disorder = 0;
    for (int i = 1; i < inOrder.size(); i++) {
      disorder += inOrder.get(i - 1).getLong(0) < inOrder.get(i).getLong(0) ? 0 : 1;
    }
    rows.createOrReplaceTempView("rows");
    sql.read().parquet(file.toString()).createOrReplaceTempView("facts");
    Dataset<Row> expected =
        sql.sql(
            "select k, count(*) as c, sum(rows.price) as s from rows join facts on rows.id ="
                + " facts.id where even group by k");
    return List.of(
        "schema " + taken.schema().toString().replace('\n', ' '),
        "rows "
            + back.count()
            + " "
            + rows.exceptAll(back).count()
            + " "
            + back.exceptAll(rows).count(),
        "again " + rows.exceptAll(back).count(),
        "groups " + inOrder.size() + " " + disorder + " " + expected.exceptAll(grouped).count(),
        taken.agg(count(), sum("whole")).toText(10).lines().skip(3).findFirst().orElse(""));
  }

  /** Returns what is refused where rows and functions have to be sent. */
  private static List<String> refusals(Session session, SparkSession sql, Path file) {
    DataFrame facts = session.read().parquet(file.toString());
    UserFunction here =
        UserFunction.local(
            "here", (Udf1<Long, Long>) value -> value + 1, DataType.INT64, DataType.INT64);
    List<Order> many = new ArrayList<>();
    Random random = new Random(1);
    byte[] bytes = new byte[TEXT_BYTES];
    for (int i = 0; i < TOO_MANY; i++) {
      random.nextBytes(bytes);
      many.add(new Order(i, Base64.getEncoder().encodeToString(bytes), i));
    }
    return List.of(
        tried(facts.select(here.call(col("id")).named("next")).agg(sum("next"))),
        tried(session.from(many).agg(count())),
        tried(session.sql("select cast('2020-01-01' as timestamp_ns) as t"), sql));
  }

  private static String tried(DataFrame frame, SparkSession sql) {
    try {
      return HeddleSpark.toSpark(frame, sql).schema().simpleString();
    } catch (HeddleException e) {
      return e.code() + " " + e.getMessage();
    }
  }

  private static String tried(DataFrame frame) {
    try {
      return frame.toText(100);
    } catch (HeddleException e) {
      return e.code() + " " + e.getMessage();
    }
  }
}
