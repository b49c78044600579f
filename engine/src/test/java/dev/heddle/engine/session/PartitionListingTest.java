package dev.heddle.engine.session;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.io.testing.CountingStorage;
import dev.heddle.io.testing.ParquetFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is listed and opened of folders of partitions, and what happens if files change. */
class PartitionListingTest {
  @TempDir Path folder;

  @BeforeEach
  void forget() {
    CountingStorage.LISTED.clear();
    CountingStorage.OPENED.clear();
  }

  private List<String> listed() {
    TreeSet<String> listed = new TreeSet<>(CountingStorage.LISTED);
    listed.removeIf(path -> path.endsWith("/_heddle")); // records of writes
    return listed.stream().map(path -> path.replace(folder.toString(), "")).toList();
  }

  private List<String> opened() {
    return new TreeSet<>(CountingStorage.OPENED)
        .stream().map(path -> path.replace(folder.toString(), "")).toList();
  }

  private void partitions(String pattern, int count) throws IOException {
    Path file = ParquetFiles.write("SELECT range AS v FROM range(10)", folder.resolve("_source"));
    for (int i = 0; i < count; i++) {
      Path partition = folder.resolve("t/" + String.format(java.util.Locale.ROOT, pattern, i, i));
      Files.createDirectories(partition);
      Files.copy(file, partition.resolve("part.parquet"));
    }
  }

  @Test
  void aQueryOverOnePartitionOfAThousandListsAndOpensThatPartitionOnly() throws IOException {
    partitions("k=1%03d", 1000);
    try (Session session = Heddle.local()) {
      DataFrame frame = session.read().parquet(CountingStorage.SCHEME + folder + "/t");
      assertThat(listed()).containsExactly("/t", "/t/k=1000");
      assertThat(opened()).containsExactly("/t/k=1000/part.parquet");
      forget();
      session.createView("t", frame);
      DataFrame one = session.sql("select sum(v), max(k) from t where k = 1517 and v > 3");
      try (QueryResult result = one.collect()) {
        assertThat(result.iterator().next().value(0)).hasToString("39");
      }
      assertThat(listed()).containsExactly("/t/k=1517");
      assertThat(opened())
          .isSubsetOf("/t/k=1000/part.parquet", "/t/k=1517/part.parquet")
          .contains("/t/k=1517/part.parquet");
      forget();
      session
          .sql("select count(*) from t where k % 500 = 17 and upper(cast(k as varchar)) like '15%'")
          .collect()
          .close();
      assertThat(listed()).isEmpty(); // known by now
      assertThat(one.explain(ExplainMode.ANALYZE))
          .contains("read 1 of 1000 folders, 1 of 1 files")
          .contains("k = 1517: exact; skipped 999 folders");
      forget();
      session.sql("select v from t where k = 1017 or k between 1900 and 1901").collect().close();
      assertThat(listed()).containsExactly("/t/k=1017", "/t/k=1900", "/t/k=1901");
    }
  }

  @Test
  void aGlobForAllBelowIsListedAsTheFolder() throws IOException {
    partitions("k=%d", 30);
    try (Session session = Heddle.local()) {
      session.createView(
          "t", session.read().parquet(CountingStorage.SCHEME + folder + "/t/**/*.parquet"));
      forget();
      assertThat(session.sql("select v from t where k = 7").count()).isEqualTo(10);
      assertThat(listed()).containsExactly("/t/k=7");
    }
  }

  @Test
  void levelsBelowAreListedOnlyWhereTheLevelAboveIsWanted() throws IOException {
    partitions("a=%1$d/b=x%1$d", 40);
    try (Session session = Heddle.local()) {
      session.createView("t", session.read().parquet(CountingStorage.SCHEME + folder + "/t"));
      assertThat(opened()).containsExactly("/t/a=0/b=x0/part.parquet");
      forget();
      session.sql("select v from t where a in (3, 5) and b <> 'x3'").collect().close();
      assertThat(listed()).isSubsetOf("/t/a=3", "/t/a=5", "/t/a=5/b=x5").contains("/t/a=5/b=x5");
      assertThat(opened()).doesNotContain("/t/a=3/b=x3/part.parquet");
    }
  }

  @Test
  void statisticsComeFromWhatIsKnown() throws IOException {
    partitions("k=%d", 50);
    try (Session session = Heddle.local()) {
      DataFrame frame = session.read().parquet(folder + "/t");
      assertThat(frame.explain(ExplainMode.PHYSICAL)).contains("500");
      assertThat(frame.count()).isEqualTo(500);
    }
  }

  @Test
  void aFileThatChangesOrVanishesIsNamed() throws IOException {
    partitions("k=%d", 3);
    Path first = folder.resolve("t/k=0/part.parquet");
    Path second = folder.resolve("t/k=1/part.parquet");
    try (Session session = Heddle.local()) {
      DataFrame frame = session.read().parquet(folder + "/t");
      assertThat(frame.count()).isEqualTo(30);
      ParquetFiles.write("SELECT range AS v FROM range(11)", first);
      assertThatThrownBy(() -> frame.filter(col("k").ltEq(0)).collect().close())
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO))
          .hasMessageContaining(first + ": the file has changed");
      Files.delete(second);
      assertThatThrownBy(
              () -> frame.filter(col("k").gtEq(1).and(col("k").ltEq(1))).collect().close())
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
          .hasMessageContaining(second.toString());
      assertThat(session.read().parquet(folder + "/t").count()).isEqualTo(21);
    }
  }

  @Test
  void aWriteBetweenTwoListingsIsSeenWholly() {
    Path source =
        ParquetFiles.write(
            "SELECT i, i % 5 AS k FROM range(100) r(i)", folder.resolve("s.parquet"));
    try (Session session = Heddle.local()) {
      DataFrame rows = session.read().parquet(source.toString());
      String target = folder + "/t";
      rows.write().partitionBy("k").parquet(target);
      DataFrame named = session.read().parquet(target);
      assertThat(named.filter(col("k").ltEq(1)).count()).isEqualTo(40); // lists two of five
      rows.write().append().partitionBy("k").parquet(target);
      assertThat(named.count()).isEqualTo(200);
      rows.filter(col("k").gtEq(3)).write().append().partitionBy("k").parquet(target);
      assertThat(named.count()).isEqualTo(200); // all was listed: the state of before
      assertThat(session.read().parquet(target).count()).isEqualTo(240);
    }
  }
}
