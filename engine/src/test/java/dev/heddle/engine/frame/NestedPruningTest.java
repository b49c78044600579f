package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.ParquetFiles;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Scans read the fields that a query uses, and give the same rows as whole columns do. */
class NestedPruningTest {
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);
  private static final Session PRUNED = Heddle.local(OPTIONS);
  private static final Session WHOLE = Heddle.local(OPTIONS.withoutOptimizer());

  @TempDir static Path folder;

  @BeforeAll
  static void write() {
    Path file = folder.resolve("t.parquet");
    ParquetFiles.write(
        "select i as id, {'b': i * 2, 'c': repeat('x', 50), 'd': {'e': i, 'f': 'y'}} as a,"
            + " [{'p': i, 'q': repeat('z', 50)}, {'p': null, 'q': 'w'}] as l,"
            + " map {'k': {'p': i, 'q': 'v'}} as m from range(1000) t(i)",
        file);
    for (Session session : List.of(PRUNED, WHOLE)) {
      session.createView("t", session.read().parquet(file.toString()));
    }
  }

  @AfterAll
  static void close() {
    PRUNED.close();
    WHOLE.close();
  }

  private static void reads(String query, String types) {
    DataFrame frame = PRUNED.sql(query);
    assertThat(frame.explain()).as(query).contains(types);
    assertThat(Frames.texts(frame))
        .as(query)
        .containsExactlyInAnyOrderElementsOf(Frames.texts(WHOLE.sql(query)));
  }

  @Test
  void readsOneFieldOfAStruct() {
    reads("select a.b from t", "a STRUCT(b");
    reads("select t.a.d.e from t where a.b > 1990", "a STRUCT(b BIGINT, d STRUCT(e BIGINT))");
    reads("select sum(a.b) as s, a.d.f from t group by a.d.f", "a STRUCT(b BIGINT, d STRUCT(f");
  }

  @Test
  void readsFieldsOfElementsAndOfMapValues() {
    reads("select l[1].p from t", "l STRUCT(p BIGINT)[]");
    reads("select len(l) as n from t", "l STRUCT(p BIGINT)[]");
    reads("select m['k'].p from t", "m MAP(VARCHAR, STRUCT(p BIGINT))");
    reads("select t.id, u.p from t, unnest(t.l) as u where u.p > 3", "l STRUCT(p BIGINT)[]");
    reads("select u.k from t, unnest(t.m) as u(k, v)", "m MAP(VARCHAR, STRUCT(p BIGINT))");
  }

  @Test
  void readsFieldsAboveJoinsAndOrders() {
    reads(
        "select x.a.b, y.l[2].q from t x join t y on x.a.d.e = y.id where x.id < 5",
        "a STRUCT(b BIGINT, d STRUCT(e BIGINT))");
    reads("select a.b from t order by id limit 3", "a STRUCT(b BIGINT)");
  }

  @Test
  void readsAllOfWhatIsUsedAsAWhole() {
    DataFrame frame = PRUNED.table("t").select(col("a"), col("a").field("b"));
    assertThat(frame.explain()).doesNotContain("STRUCT(b BIGINT)");
    assertThat(Frames.texts(frame.filter(col("a").field("b").eqTo(4))))
        .containsExactly("[{b=4, c=" + "x".repeat(50) + ", d={e=2, f=y}}, 4]");
  }
}
