package dev.heddle.cli;

import static dev.heddle.frame.expr.Functions.avg;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.date;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.sum;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Join;
import dev.heddle.frame.QueryProfile;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.storage.CacheFolder;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Shows one pipeline in frames and in SQL: code, plans, result and where the time went. */
@Command(
    name = "demo",
    description = "Make a small data set and show one query in frames and in SQL.",
    mixinStandardHelpOptions = true)
final class DemoCommand implements Callable<Integer> {
  private static final double SCALE = 0.1;
  private static final int SHOWN_ROWS = 20;

  private static final String FRAME_CODE =
      """
      DataFrame orders = session.read().parquet(".../orders.parquet");
      DataFrame lineitem = session.read().parquet(".../lineitem.parquet");
      orders
          .filter(col("o_orderdate").gtEq(date("1995-01-01")))
          .join(lineitem, Join.inner().on(col("o_orderkey"), col("l_orderkey")))
          .groupBy("o_orderpriority")
          .agg(
              count().named("items"),
              sum(col("l_extendedprice").times(lit(1).minus(col("l_discount")))).named("revenue"),
              avg("l_quantity").named("quantity"))
          .sort("o_orderpriority");
      """;

  private static final String SQL =
      """
      select o_orderpriority,
             count(*) as items,
             sum(l_extendedprice * (1 - l_discount)) as revenue,
             avg(l_quantity) as quantity
      from orders join lineitem on o_orderkey = l_orderkey
      where o_orderdate >= date '1995-01-01'
      group by o_orderpriority
      order by o_orderpriority
      """;

  @Spec private CommandSpec spec;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    Path folder =
        TpchData.ensure(
            CacheFolder.path(), SCALE, table -> out.println("making table " + table + " ..."));
    out.println("TPC-H tables at scale " + SCALE + " in " + folder);
    try (Session session = Heddle.local()) {
      DataFrame orders = session.read().parquet(folder.resolve("orders.parquet").toString());
      DataFrame lineitem = session.read().parquet(folder.resolve("lineitem.parquet").toString());
      title(out, "the pipeline in the fluent API");
      out.print(FRAME_CODE);
      show(out, pipeline(orders, lineitem));
      session.createView("orders", orders);
      session.createView("lineitem", lineitem);
      title(out, "the same in SQL");
      out.print(SQL);
      DataFrame query = session.sql(SQL);
      try (QueryResult result = query.collect()) {
        title(out, "result");
        out.print(result.toText(SHOWN_ROWS));
        printTimes(out, result.profile());
      }
    }
    out.flush();
    return 0;
  }

  private static DataFrame pipeline(DataFrame orders, DataFrame lineitem) {
    return orders
        .filter(col("o_orderdate").gtEq(date("1995-01-01")))
        .join(lineitem, Join.inner().on(col("o_orderkey"), col("l_orderkey")))
        .groupBy("o_orderpriority")
        .agg(
            count().named("items"),
            sum(col("l_extendedprice").times(lit(1).minus(col("l_discount")))).named("revenue"),
            avg("l_quantity").named("quantity"))
        .sort("o_orderpriority");
  }

  private static void show(PrintWriter out, DataFrame frame) {
    title(out, "plan as written");
    out.print(frame.explain(ExplainMode.LOGICAL));
    title(out, "plan after optimisation");
    out.print(frame.explain(ExplainMode.OPTIMIZED));
    title(out, "physical plan");
    out.print(frame.explain(ExplainMode.PHYSICAL));
    try (QueryResult result = frame.collect()) {
      title(out, "result");
      out.print(result.toText(SHOWN_ROWS));
      printTimes(out, result.profile());
    }
  }

  private static void title(PrintWriter out, String text) {
    out.println();
    out.println("-- " + text);
  }

  private static void printTimes(PrintWriter out, QueryProfile profile) {
    title(out, "where the time went");
    for (QueryProfile.Phase phase : profile.phases()) {
      out.printf(Locale.ROOT, "%-24s %9.2f ms%n", phase.name(), phase.elapsedNanos() / 1e6);
    }
    for (QueryProfile.Stage stage : profile.stages()) {
      out.printf(
          Locale.ROOT,
          "stage %d: %d rows in, %d out, %.2f ms of thread time: %s%n",
          stage.id(),
          stage.rowsIn(),
          stage.rowsOut(),
          stage.busyNanos() / 1e6,
          stage.description());
    }
  }
}
