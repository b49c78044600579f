package dev.heddle.bench.suite;

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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Measures processes from their start to their end: the command with {@code select 1} and with
 * TPC-H's query 6, beside a JVM that asks DuckDB over JDBC for query 6. They take turns.
 */
public final class StartBenchmark {
  private static final String SUM =
      """
      select sum(l_extendedprice * l_discount) as revenue from %s
      where l_shipdate >= date '1994-01-01' and l_shipdate < date '1995-01-01'
        and l_discount between 0.05 and 0.07 and l_quantity < 24\
      """;

  private final PrintWriter out;

  /** Makes a benchmark that prints what it finds. */
  public StartBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Starts each process once unmeasured, and then this number of times.
   *
   * @param launcher the heddle command
   * @param lineitem a Parquet file of that table
   */
  public void run(Path launcher, Path lineitem, int runs) {
    String file = lineitem.toAbsolutePath().toString();
    String heddle = launcher.toAbsolutePath().toString();
    Map<String, List<String>> commands = new LinkedHashMap<>();
    commands.put(
        "DuckDB over JDBC, query 6",
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-XX:+UseSerialGC",
            "-cp",
            placeOf(StartBenchmark.class) + File.pathSeparator + placeOf(driver()),
            StartBenchmark.class.getName(),
            SUM.formatted("'" + file + "'")));
    commands.put("heddle, select 1", List.of(heddle, "sql", "select 1"));
    commands.put(
        "heddle, query 6",
        List.of(heddle, "sql", "-t", "lineitem=" + file, SUM.formatted("lineitem")));
    double[][] millis = new double[commands.size()][runs];
    for (int run = -1; run < runs; run++) {
      int row = 0;
      for (List<String> command : commands.values()) {
        double taken = millis(command);
        if (run >= 0) {
          millis[row][run] = taken;
        }
        row++;
      }
    }
    double peer = Median.of(millis[0]);
    int row = 0;
    for (String name : commands.keySet()) {
      double median = Median.of(millis[row++]);
      out.printf(Locale.ROOT, "%-28s median %5.0f ms  ratio %.2f%n", name, median, median / peer);
    }
    out.flush();
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

  private static double millis(List<String> command) {
    long start = System.nanoTime();
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      int code = process.waitFor();
      if (code != 0) {
        throw new IllegalStateException(command.getFirst() + " ended with code " + code);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("Interrupted while a process ran", e);
    }
    return (System.nanoTime() - start) / 1e6;
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
