package dev.heddle.engine.session;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
 * names.
 */
final class MemoryGridProcess {
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
      for (String name : List.of("big", "other")) {
        session.createView(
            name, session.read().parquet(tables.resolve(name + ".parquet").toString()));
      }
      for (int i = 5; i < arguments.length; i++) {
        run(GridCase.valueOf(arguments[i]), session);
      }
    }
  }

  private static void run(GridCase query, Session session) throws IOException {
    ProcessMemory.ledger(0).resetPeak();
    long begun = System.nanoTime();
    String answer;
    try {
      answer = query.isOrdered() ? ordered(query, session) : row(query, session);
    } catch (HeddleException e) {
      answer = "error " + e.code() + " " + e.getMessage().replace('\n', ' ');
    }
    long millis = (System.nanoTime() - begun) / 1_000_000;
    System.out.println(
        String.join(
            "|",
            query.name(),
            answer,
            Long.toString(millis),
            Long.toString(ProcessMemory.ledger(0).peakBytes()),
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
