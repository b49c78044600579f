package dev.heddle.bench.suite;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.data.TableFiles;
import dev.heddle.frame.option.SessionOptions;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All TPC-H queries at scale 0.1 give the answers of DuckDB: in SQL and as frames, whole and cut
 * into partitions, from files and from tables held in memory. Frames run as written too; SQL does
 * not, because its joins are cross products then. On each run each query runs as SQL, in SQL in one
 * other way and as a frame in one way, by night in all.
 */
class TpchAnswersTest {
  private static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");
  private static final double SCALE = 0.1;
  private static final int THREADS = 2;

  @TempDir static Path parent;

  private static DuckDbEngine oracle;
  private static HeddleEngine whole;
  private static HeddleEngine cut;
  private static HeddleEngine asWritten;
  private static HeddleEngine held;

  @BeforeAll
  static void open() {
    Path folder = TpchData.ensure(parent, SCALE, table -> {});
    oracle = new DuckDbEngine(THREADS);
    oracle.openTables(folder, TpchData.TABLES);
    SessionOptions options = SessionOptions.defaults().withThreads(THREADS);
    whole = open(options, folder);
    cut = open(options.withPartitions(3), folder);
    asWritten = open(options.withoutOptimizer(), folder);
    held = new HeddleEngine(options);
    TpchData.TABLES.forEach(table -> held.holdTable(table, TableFiles.find(folder, table)));
  }

  private static HeddleEngine open(SessionOptions options, Path folder) {
    HeddleEngine engine = new HeddleEngine(options);
    engine.openTables(folder, TpchData.TABLES);
    return engine;
  }

  @AfterAll
  static void close() {
    whole.close();
    cut.close();
    asWritten.close();
    held.close();
    oracle.close();
  }

  static List<Integer> queries() {
    return IntStream.rangeClosed(1, TpchQueries.COUNT).boxed().toList();
  }

  @ParameterizedTest
  @MethodSource("queries")
  void givesTheAnswersOfDuckDb(int query) {
    Answer expected = oracle.run(TpchQueries.sql(query));
    String sql = TpchQueries.sql(query);
    assertThat(whole.run(sql).differenceFrom(expected)).as("SQL").isEmpty();
    if (IS_WHOLE || query % 2 == 0) {
      assertThat(cut.run(sql).differenceFrom(expected)).as("SQL, cut").isEmpty();
    }
    if (IS_WHOLE || query % 2 == 1) {
      assertThat(held.run(sql).differenceFrom(expected)).as("SQL, held tables").isEmpty();
    }
    List<HeddleEngine> engines = List.of(whole, cut, asWritten);
    for (HeddleEngine engine : IS_WHOLE ? engines : List.of(engines.get(query % 3))) {
      Answer answer = engine.run(TpchFrames.query(query, engine.tables()));
      assertThat(answer.differenceFrom(expected)).as("frame").isEmpty();
    }
  }
}
