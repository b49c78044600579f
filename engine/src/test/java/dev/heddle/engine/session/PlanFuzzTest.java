package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.DuckDbOracle;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Random queries over random tables give the rows of DuckDB: optimised, as written, in partitions,
 * over held tables, and with as little memory as the plan can run in.
 *
 * <p>{@code heddle.plans} sets the number of seeds, {@code heddle.plans.first} the first of them.
 */
class PlanFuzzTest {
  private static final int SEEDS = Integer.getInteger("heddle.plans", 25);
  private static final int FIRST = Integer.getInteger("heddle.plans.first", 0);
  private static final int LARGE_ONE_IN = 25;
  private static final int FAILURES_SHOWN = 20;
  private static final long MAX_ROWS = 50_000;
  private static final long MAX_CHARACTERS = 20_000_000; // those of an answer fit on the heap
  private static final long BUDGET_BYTES = 1L << 29;
  private static final long TOO_LITTLE_BYTES = 1 << 18;
  private static final Pattern NEEDED = Pattern.compile("needs at least (\\d+) (K|M)iB");
  private static final Pattern IGNORED_NULLS = Pattern.compile(" ignore nulls\\)");
  private static final long HEAD_ROOM_BYTES = 1 << 19;

  /** Beside a list or a joined text: one value, which cannot be divided, and its copy. */
  private static final long LIST_HEAD_ROOM_BYTES = 1 << 27;

  private static final String TINY = "with little memory";
  private static final String HELD = "over held tables";
  private static final int MAX_ALLOCATIONS_DOUBLED = 10; // before the one that is refused

  @TempDir static Path folder;

  private static final Map<String, Session> SESSIONS = new LinkedHashMap<>();
  private static DuckDbOracle duck;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.openAlike();
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(BUDGET_BYTES);
    SESSIONS.put("optimised", Heddle.local(options));
    SESSIONS.put("as written", Heddle.local(options.withoutOptimizer()));
    SESSIONS.put("in 3 partitions", Heddle.local(options.withPartitions(3)));
    SESSIONS.put("on 3 slots", EncodingStageRunner.session(options, 0));
    SESSIONS.put(HELD, Heddle.local(options));
    SESSIONS.put(TINY, Heddle.local(options));
  }

  @AfterAll
  static void close() {
    SESSIONS.values().forEach(Session::close);
    duck.close();
  }

  @Test
  void givesTheRowsOfDuckDb() {
    List<String> failures = new ArrayList<>();
    for (int seed = FIRST; seed < FIRST + SEEDS && failures.size() < FAILURES_SHOWN; seed++) {
      check(seed, failures);
    }
    assertThat(failures).as(String.join("\n\n", failures)).isEmpty();
  }

  private static void check(int seed, List<String> failures) {
    RandomQuery random = new RandomQuery(seed, seed % LARGE_ONE_IN == LARGE_ONE_IN - 1);
    for (int t = 0; t < 3; t++) {
      table("t" + t, random.table(t));
    }
    String sql = random.query();
    List<String> expected;
    try {
      if (isTooLarge(sql)) {
        return; // a join of many with many, or long texts of many frames, too large for bags
      }
      expected = bag(duck.rows(sql));
    } catch (IllegalStateException e) {
      return; // such as an overflow: what fails there is no measure
    }
    int failuresBefore = failures.size();
    String own = IGNORED_NULLS.matcher(sql).replaceAll(") ignore nulls");
    Bytes atFirst = Bytes.now();
    refuse(seed, own, failures);
    for (Map.Entry<String, Session> session : SESSIONS.entrySet()) {
      String how = session.getKey();
      Bytes before = Bytes.now();
      try {
        List<String> actual =
            bag(
                how.equals(TINY)
                    ? inLittleMemory(session.getValue(), own)
                    : rows(session.getValue(), own));

        if (!actual.equals(expected)) {
          failures.add(said(seed, how, sql) + difference(actual, expected));
        }
      } catch (RuntimeException e) {
        failures.add(said(seed, how, sql) + trace(e));
      }
      if (!how.equals(HELD) && !how.equals(TINY)) { // which holds and drops tables
        before.compare(said(seed, how, sql), failures);
      }
    }
    SESSIONS.get(HELD).tables().forEach(t -> SESSIONS.get(HELD).table(t.name()).uncache());
    atFirst.compare(said(seed, HELD + " or " + TINY, sql), failures);
    if (failures.size() > failuresBefore) {
      System.out.println("seed " + seed + " fails"); // before the other seeds have run
    }
  }

  /** What is counted in the ledger. */
  private record Bytes(long used, long committed) {
    static Bytes now() {
      MemoryLedger ledger = ProcessMemory.ledger();
      return new Bytes(ledger.usedBytes(), ledger.committedBytes());
    }

    void compare(String said, List<String> failures) {
      Bytes now = now();
      if (!now.equals(this)) {
        failures.add(said + "left " + now + " of " + this);
      }
    }
  }

  private static boolean isTooLarge(String sql) {
    return measure("count(*)", sql) > MAX_ROWS
        || measure("coalesce(sum(length(q::varchar)), 0)", sql) > MAX_CHARACTERS;
  }

  private static long measure(String what, String sql) {
    return ((Number) duck.rows("select " + what + " from (" + sql + ") q").getFirst().getFirst())
        .longValue();
  }

  /** Has one allocation of a query fail: all others are freed then. */
  private static void refuse(int seed, String sql, List<String> failures) {
    Random random = new Random(seed);
    String how = random.nextBoolean() ? "optimised" : "in 3 partitions";
    int allocations = random.nextInt(1 << random.nextInt(MAX_ALLOCATIONS_DOUBLED + 1));
    Bytes before = Bytes.now();
    String said = said(seed, how + ", less allocation " + allocations, sql);
    try {
      ProcessMemory.ledger().refuseAfter(allocations);
      rows(SESSIONS.get(how), sql);
    } catch (RuntimeException e) {
      if (!(e instanceof HeddleException h) || h.code() != ErrorCode.OUT_OF_MEMORY) {
        failures.add(said + trace(e));
      }
    } finally {
      ProcessMemory.ledger().endRefusing();
    }
    before.compare(said, failures);
  }

  private static String trace(Throwable failure) {
    StringBuilder text = new StringBuilder(failure.toString());
    Arrays.stream(failure.getStackTrace()).limit(12).forEach(f -> text.append("\n  at ").append(f));
    return text.toString();
  }

  private static String said(int seed, String how, String sql) {
    return "seed " + seed + ", " + how + ":\n" + sql + "\n";
  }

  private static String difference(List<String> actual, List<String> expected) {
    List<String> missing = new ArrayList<>(expected);
    List<String> more = new ArrayList<>();
    for (String row : actual) {
      if (!missing.remove(row)) {
        more.add(row);
      }
    }
    return actual.size()
        + " rows instead of "
        + expected.size()
        + "; missing: "
        + missing.stream().limit(3).toList()
        + "; too many: "
        + more.stream().limit(3).toList();
  }

  private static void table(String name, String query) {
    Path file = folder.resolve(name + ".parquet");
    duck.execute("COPY (" + query + ") TO '" + file + "' (FORMAT parquet, ROW_GROUP_SIZE 2048)");
    duck.execute("CREATE OR REPLACE VIEW " + name + " AS FROM '" + file + "'");
    SESSIONS.forEach(
        (how, session) -> {
          if (how.equals(HELD)) {
            session.read().parquet(file.toString()).cache();
          }
          session.createView(name, session.read().parquet(file.toString()));
        });
  }

  /** Runs a query with hardly more memory than it is refused below. */
  private static List<List<@Nullable Object>> inLittleMemory(Session session, String sql) {
    try (ProcessMemory.Limit _ = ProcessMemory.limit(TOO_LITTLE_BYTES)) {
      return rows(session, sql);
    } catch (HeddleException e) {
      Matcher needed = NEEDED.matcher(String.valueOf(e.getMessage()));
      if (e.code() != ErrorCode.OUT_OF_MEMORY || !needed.find()) {
        throw e;
      }
      boolean hasLists = sql.contains("string_agg(") || sql.contains("array_agg(");
      long headRoom = hasLists ? LIST_HEAD_ROOM_BYTES : HEAD_ROOM_BYTES;
      long floor = Long.parseLong(needed.group(1)) << (needed.group(2).equals("K") ? 10 : 20);
      long bytes = floor + headRoom + ProcessMemory.ledger().usedBytes();
      try (ProcessMemory.Limit _ = ProcessMemory.limit(bytes)) {
        return rows(session, sql);
      }
    }
  }

  private static List<List<@Nullable Object>> rows(Session session, String sql) {
    try (QueryResult result = session.sql(sql).collect()) {
      return QueryRows.of(result);
    }
  }

  private static List<String> bag(List<List<@Nullable Object>> rows) {
    return rows.stream()
        .map(row -> row.stream().map(PlanFuzzTest::text).toList().toString())
        .sorted()
        .toList();
  }

  private static String text(@Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Double d when d.isNaN() || d.isInfinite() -> d.toString();
      case Double d -> number(new BigDecimal(d).round(new MathContext(12)));
      case BigDecimal d -> number(d);
      case BigInteger i -> number(new BigDecimal(i));
      case Number n -> number(BigDecimal.valueOf(n.longValue()));
      case List<?> list -> list.stream().map(PlanFuzzTest::text).toList().toString();
      case Map<?, ?> fields -> fields.values().stream().map(PlanFuzzTest::text).toList().toString();
      default -> "'" + value + "'";
    };
  }

  private static String number(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }
}
