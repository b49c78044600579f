package dev.heddle.bench.suite;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.bench.report.Median;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Measures processes from their start to their end: the command with {@code select 1} and with
 * TPC-H's query 6, and a program that embeds Heddle, beside a JVM that asks DuckDB over JDBC for
 * query 6. They take turns.
 */
public final class StartBenchmark {
  private static final String SUM =
      """
      select sum(l_extendedprice * l_discount) as revenue from %s
      where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
        and l_discount between 0.05 and 0.07 and l_quantity < 24\
      """;

  /** Prints the user's and the system's seconds of a command, its children's too, on stdout. */
  private static final String TIMED =
      "TIMEFORMAT='%3U %3S'; { time \"$@\" > /dev/null 2>&3; } 3>&2 2>&1";

  private final PrintWriter out;

  /** A process, and what each of its runs has taken. */
  private record Start(
      String name, List<String> command, List<Double> wallMillis, List<Double> cpuMillis) {
    Start(String name, List<String> command) {
      this(name, command, new ArrayList<>(), new ArrayList<>());
    }
  }

  /** Makes a benchmark that prints what it finds. */
  public StartBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Starts each process once unmeasured, and then this number of times.
   *
   * @param launchers the heddle commands to compare, each in the folder {@code bin} of a built tree
   * @param lineitem a Parquet file of that table
   */
  public void run(List<Path> launchers, Path lineitem, int runs) {
    String file = "'" + lineitem.toAbsolutePath() + "'";
    String bench = placeOf(StartBenchmark.class);
    List<Start> starts = new ArrayList<>();
    starts.add(
        new Start(
            "DuckDB over JDBC, query 6",
            List.of(
                java(),
                "--enable-native-access=ALL-UNNAMED",
                "-XX:+UseSerialGC",
                "-cp",
                bench + File.pathSeparator + placeOf(driver()),
                StartBenchmark.class.getName(),
                SUM.formatted(file))));
    for (Path launcher : launchers) {
      String heddle = launcher.toAbsolutePath().normalize().toString();
      Path root = Path.of(heddle).resolveSibling("..").normalize();
      String of = launchers.size() == 1 ? "" : " of " + root;
      starts.add(new Start("heddle, select 1" + of, List.of(heddle, "sql", "select 1")));
      starts.add(new Start("heddle, query 6" + of, List.of(heddle, "sql", SUM.formatted(file))));
      Path target = root.resolve("cli").resolve("target");
      starts.add(
          new Start(
              "embedded, query 6" + of,
              List.of(
                  java(),
                  "@" + root.resolve("jvm.options"),
                  "-Dslf4j.provider=org.slf4j.nop.NOPServiceProvider",
                  "-Dslf4j.internal.verbosity=WARN",
                  "-cp",
                  String.join(
                      File.pathSeparator, target.resolve("lib").resolve("*").toString(), bench),
                  EmbeddedStart.class.getName(),
                  SUM.formatted(file))));
    }
    for (int run = -1; run < runs; run++) {
      for (Start start : starts) {
        measure(start, run >= 0);
      }
    }
    double peer = median(starts.getFirst().wallMillis());
    for (Start start : starts) {
      double wall = median(start.wallMillis());
      out.printf(
          Locale.ROOT,
          "%-28s median %5.0f ms  CPU %5.0f ms  ratio %.2f%n",
          start.name(),
          wall,
          median(start.cpuMillis()),
          wall / peer);
    }
    out.flush();
  }

  private static double median(List<Double> values) {
    return Median.of(values.stream().mapToDouble(Double::doubleValue).toArray());
  }

  private static String java() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static Class<?> driver() {
    try {
      return Class.forName("org.duckdb.DuckDBDriver");
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException("DuckDB's driver is not on the class path", e);
    }
  }

  /** Nothing else is on the peer's class path, since its driver is looked for in all of it. */
  private static String placeOf(Class<?> type) {
    try {
      return Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI()).toString();
    } catch (URISyntaxException e) {
      throw new IllegalStateException("Cannot find the location of " + type, e);
    }
  }

  private static void measure(Start start, boolean isKept) {
    List<String> words = new ArrayList<>(List.of("bash", "-c", TIMED, "bash"));
    words.addAll(start.command());
    long begin = System.nanoTime();
    try {
      Process process =
          new ProcessBuilder(words).redirectError(ProcessBuilder.Redirect.INHERIT).start();
      String seconds = new String(process.getInputStream().readAllBytes(), UTF_8).strip();
      int code = process.waitFor();
      double wallMillis = (System.nanoTime() - begin) / 1e6;
      if (code != 0) {
        throw new IllegalStateException(start.command().getFirst() + " ended with code " + code);
      }
      if (isKept) {
        int blank = seconds.indexOf(' ');
        start.wallMillis().add(wallMillis);
        start
            .cpuMillis()
            .add(
                1e3 * Double.parseDouble(seconds.substring(0, blank))
                    + 1e3 * Double.parseDouble(seconds.substring(blank + 1)));
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while a process ran", e);
    }
  }

  /** Asks DuckDB one query and prints the first column; the process that is compared with. */
  public static void main(String[] arguments) throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(arguments[0])) {
      while (rows.next()) {
        System.out.println(rows.getObject(1));
      }
    }
  }
}
