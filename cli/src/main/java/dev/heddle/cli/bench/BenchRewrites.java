package dev.heddle.cli.bench;

import dev.heddle.bench.planning.RewriteBenchmark;
import dev.heddle.bench.planning.RewriteTable;
import dev.heddle.bench.suite.ClicksSuite;
import dev.heddle.bench.suite.CliffsSuite;
import dev.heddle.bench.suite.JoinOrderSuite;
import dev.heddle.bench.suite.RewritesSuite;
import dev.heddle.bench.suite.Suite;
import dev.heddle.bench.suite.TpchSuite;
import dev.heddle.cli.flags.RowFlags;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Measures what each rewrite of the optimizer is worth. */
@Command(
    name = "rewrites",
    description = "Compare plans with all rewrites of the optimizer and without each of them.",
    mixinStandardHelpOptions = true)
final class BenchRewrites implements Callable<Integer> {
  @Spec private CommandSpec spec;

  @Option(
      names = "--suites",
      paramLabel = "tpch,joinorder,..",
      split = ",",
      description =
          "Suites, of tpch, joinorder, clickbench-like, cliffs, and rewrites, which has a query"
              + " for each rewrite (default: all).")
  private List<String> suites =
      new ArrayList<>(List.of("tpch", "joinorder", "clickbench-like", "cliffs", "rewrites"));

  @Option(names = "--sf", paramLabel = "N", description = "Scale of TPC-H (default: 0.3).")
  private double scale = 0.3;

  @Option(
      names = "--rows",
      paramLabel = "N",
      description = "Rows of each other suite, such as 1000000 or 1e6 (default: 1e6).")
  private BigDecimal rows = BigDecimal.TEN.pow(6);

  @Option(
      names = "--rewrites",
      paramLabel = "push,..",
      split = ",",
      description = "Rules and phases to leave out, as EXPLAIN names them (default: each).")
  private List<String> rewrites = new ArrayList<>();

  @Option(
      names = "--queries",
      paramLabel = "q1,like,..",
      split = ",",
      description = "Queries to run, with or without the q (default: all).")
  private List<String> queries = new ArrayList<>();

  @Option(
      names = "--runs",
      paramLabel = "N",
      description = "Measured runs of each plan of a query (default: 5).")
  private int runs = 5;

  @Option(
      names = "--cut-off",
      paramLabel = "N",
      description = "Multiple of a query's time after which it is stopped (default: 20).")
  private int cutOff = 20;

  @Option(names = "--threads", paramLabel = "N", description = "Threads of the engine.")
  private int threads;

  @Option(names = "--markdown", description = "Print the table alone, in Markdown.")
  private boolean isMarkdown;

  @Option(names = "--debug", description = "Print the stack trace of an error.")
  @SuppressWarnings("UnusedVariable") // ErrorReport looks at the arguments, since parsing may fail
  private boolean debug;

  @Override
  public Integer call() {
    RewriteBenchmark.Settings settings =
        new RewriteBenchmark.Settings(
            suites.stream().map(this::suite).toList(),
            rewrites,
            queries.stream().map(BenchFlags::named).toList(),
            runs,
            cutOff,
            threads);
    PrintWriter out = spec.commandLine().getOut();
    PrintWriter progress = isMarkdown ? spec.commandLine().getErr() : out;
    RewriteTable table =
        new RewriteBenchmark(progress).run(settings, suite -> BenchFlags.folder(suite, spec));
    out.print(isMarkdown ? table.markdown() : table.text());
    out.flush();
    return 0;
  }

  private Suite suite(String name) {
    return switch (name) {
      case "tpch" -> new TpchSuite(scale);
      case "joinorder" -> new JoinOrderSuite(RowFlags.checked(rows));
      case "clickbench-like" -> new ClicksSuite(RowFlags.checked(rows));
      case "cliffs" -> new CliffsSuite(RowFlags.checked(rows));
      case "rewrites" -> new RewritesSuite(RowFlags.checked(rows));
      default ->
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot measure suite \""
                  + name
                  + "\": choose among tpch, joinorder, clickbench-like, cliffs and rewrites");
    };
  }
}
