package dev.heddle.io.parquet;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.Split;
import dev.heddle.io.scan.SplitReader;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.DuckDbOracle;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Measures reading a file against DuckDB, in CPU seconds of one thread, best of some runs.
 *
 * <p>Arguments: the file, the number of runs, and perhaps {@code columns} for each column alone, or
 * {@code own} to leave DuckDB out (for profiles). DuckDB sums each column, we only decode.
 */
public final class ScanSpeed {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ScanSpeed() {}

  /** Runs the measurement. */
  public static void main(String[] arguments) {
    String file = arguments[0];
    int runs = Integer.parseInt(arguments[1]);
    String mode = arguments.length > 2 ? arguments[2] : "";
    Table table = ParquetTables.open(file);
    List<Integer> all = new ArrayList<>();
    for (int i = 0; i < table.schema().size(); i++) {
      all.add(i);
    }
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      if (mode.equals("columns")) {
        for (int column : all) {
          compare(table, List.of(column), duck, file, runs, mode);
        }
      }
      compare(table, all, duck, file, runs, mode);
    }
  }

  private static void compare(
      Table table, List<Integer> columns, DuckDbOracle duck, String file, int runs, String mode) {
    StringBuilder sql = new StringBuilder("SELECT count(*)");
    for (int column : columns) {
      Field field = table.schema().field(column);
      sql.append(", sum(").append(expression(field)).append(")");
    }
    sql.append(" FROM '").append(file).append("'");
    double ours = Double.MAX_VALUE;
    double theirs = Double.MAX_VALUE;
    for (int run = 0; run < runs; run++) {
      long start = THREADS.getCurrentThreadCpuTime();
      read(table, columns);
      ours = Math.min(ours, (THREADS.getCurrentThreadCpuTime() - start) / 1e9);
      if (!mode.equals("own")) {
        start = THREADS.getCurrentThreadCpuTime();
        duck.rows(sql.toString());
        theirs = Math.min(theirs, (THREADS.getCurrentThreadCpuTime() - start) / 1e9);
      }
    }
    String name = columns.size() == 1 ? table.schema().field(columns.getFirst()).name() : "all";
    System.out.printf(
        "%-16s heddle %.3f  duckdb %.3f  ratio %.2f%n", name, ours, theirs, ours / theirs);
  }

  private static String expression(Field field) {
    return switch (field.type()) {
      case DataType.ListOf _ -> "len(" + field.name() + ")";
      case DataType.MapOf _ -> "cardinality(" + field.name() + ")";
      case DataType.Struct struct ->
          struct.fields().stream()
              .map(f -> expression(f.withName(field.name() + "." + f.name())))
              .collect(Collectors.joining(" + "));
      case DataType.Str _ -> "strlen(" + field.name() + ")";
      case DataType.Date _ -> field.name() + " - DATE '1970-01-01'";
      default -> field.name();
    };
  }

  private static long read(Table table, List<Integer> columns) {
    long rows = 0;
    List<Integer> outputs = IntStream.range(0, columns.size()).boxed().toList();
    TableScan scan =
        table.scan(new ScanRequest(columns, outputs, ScanFilter.NONE, OptionalLong.empty()));
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("bench")) {
      for (Split split : scan.splits()) {
        try (SplitReader reader = scan.open(split, account)) {
          Optional<Batch> next = reader.next();
          while (next.isPresent()) {
            try (Batch batch = next.get()) {
              rows += batch.rowCount();
            }
            next = reader.next();
          }
        }
      }
    }
    return rows;
  }
}
