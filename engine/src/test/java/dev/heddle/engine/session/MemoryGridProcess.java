package dev.heddle.engine.session;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;

/**
 * Runs queries of the memory grid in a process of its own and prints for each: name, answer or
 * error, milliseconds, spilled bytes, peak of the ledger, and the process's peak so far, separated
 * by bars.
 *
 * <p>Arguments: memory in bytes, threads, folder of the tables, partitions, folder for spill files,
 * names of cases or of files that hold a query.
 */
final class MemoryGridProcess {
  private static final String QUERY_FILE = ".sql";

  private MemoryGridProcess() {}

  public static void main(String[] arguments) throws IOException {
    Path tables = Path.of(arguments[2]);
    SessionOptions options =
        SessionOptions.defaults()
            .withMemoryBudgetBytes(Long.parseLong(arguments[0]))
            .withThreads(Integer.parseInt(arguments[1]))
            .withPartitions(Integer.parseInt(arguments[3]))
            .withSpillFolder(Path.of(arguments[4]));
    try (Session session = Heddle.local(options)) {
      for (String name : tables(tables)) {
        session.createView(
            name, session.read().parquet(tables.resolve(name + ".parquet").toString()));
      }
      for (int i = 5; i < arguments.length; i++) {
        String argument = arguments[i];
        if (argument.endsWith(QUERY_FILE)) {
          Path file = Path.of(argument);
          String query = Files.readString(file);
          run(String.valueOf(file.getFileName()), () -> allRows(query, session));
        } else {
          GridCase query = GridCase.valueOf(argument);
          run(
              query.name(),
              () -> query.isOrdered() ? ordered(query, session) : row(query, session));
        }
      }
    }
  }

  /** Returns the names of the tables that are Parquet files in a folder. */
  static List<String> tables(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files
          .map(file -> String.valueOf(file.getFileName()))
          .filter(name -> name.endsWith(".parquet"))
          .map(name -> name.substring(0, name.length() - ".parquet".length()))
          .sorted()
          .toList();
    }
  }

  private static void run(String name, Supplier<String> query) throws IOException {
    ProcessMemory.ledger().resetPeak();
    long begun = System.nanoTime();
    String answer;
    try {
      answer = query.get();
    } catch (HeddleException e) {
      e.printStackTrace();
      answer = "error " + e.code() + " " + e.getMessage().replace('\n', ' ');
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    System.out.println(
        String.join(
            "|",
            name,
            answer,
            Long.toString(millis),
            Long.toString(ProcessMemory.ledger().peakBytes()),
            Long.toString(peakBytes())));
  }

  private static String row(GridCase query, Session session) {
    try (QueryResult result = session.sql(query.query()).collect()) {
      List<String> values = new ArrayList<>();
      for (Row row : result) {
        for (int i = 0; i < result.schema().size(); i++) {
          values.add(text(row.value(i)));
        }
      }
      return String.join(" ", values);
    }
  }

  private static String allRows(String query, Session session) {
    try (QueryResult result = session.sql(query).collect()) {
      return summary(QueryRows.of(result));
    }
  }

  /** Returns the number of some rows and a hash of them, in which numbers are rounded. */
  static String summary(List<List<@Nullable Object>> rows) {
    MathContext rounding = new MathContext(9);
    List<String> lines = new ArrayList<>();
    for (List<@Nullable Object> row : rows) {
      List<String> values = new ArrayList<>();
      for (Object value : row) {
        values.add(
            value instanceof Number number
                ? new BigDecimal(number.toString()).round(rounding).stripTrailingZeros().toString()
                : String.valueOf(value));
      }
      lines.add(String.join(",", values));
    }
    lines.sort(null);
    return rows.size() + " rows " + Integer.toHexString(lines.hashCode());
  }

  /** Returns a value as both engines show it. */
  static String text(@Nullable Object value) {
    return value instanceof Double number && number == Math.rint(number)
        ? Long.toString(number.longValue())
        : String.valueOf(value);
  }

  private static String ordered(GridCase query, Session session) {
    long rows = 0;
    BigInteger first = BigInteger.ZERO;
    BigInteger second = BigInteger.ZERO;
    Comparable<Object> last = null;
    long lastTie = Long.MIN_VALUE;
    try (ArrowStream stream = session.sql(query.query()).toArrow()) {
      while (stream.next()) {
        VectorSchemaRoot root = stream.root();
        List<FieldVector> vectors = root.getFieldVectors();
        FieldVector key = vectors.getFirst();
        BigIntVector one = (BigIntVector) vectors.get(vectors.size() - 2);
        BigIntVector two = (BigIntVector) vectors.getLast();
        BigIntVector tie = (BigIntVector) vectors.get(1);
        long sumOne = 0;
        long sumTwo = 0;
        for (int i = 0; i < root.getRowCount(); i++) {
          Comparable<Object> value = value(key, i);
          int order = last == null ? -1 : last.compareTo(value);
          if (order > 0 || (order == 0 && lastTie > tie.get(i))) {
            return "row " + (rows + i) + " is out of order";
          }
          last = value;
          lastTie = tie.get(i);
          sumOne += one.get(i);
          sumTwo += two.get(i);
        }
        first = first.add(BigInteger.valueOf(sumOne));
        second = second.add(BigInteger.valueOf(sumTwo));
        rows += root.getRowCount();
      }
    }
    return rows + " " + first + " " + second;
  }

  @SuppressWarnings("unchecked") // texts or numbers throughout
  private static Comparable<Object> value(FieldVector key, int row) {
    Comparable<?> value =
        key instanceof VarCharVector text
            ? new String(text.get(row), java.nio.charset.StandardCharsets.US_ASCII)
            : (Long) ((BigIntVector) key).get(row);
    return (Comparable<Object>) value;
  }

  /** Returns the most memory that the process has had. */
  static long peakBytes() throws IOException {
    for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
      if (line.startsWith("VmHWM:")) {
        return Long.parseLong(line.replaceAll("\\D", "")) << 10;
      }
    }
    return 0;
  }
}
