package dev.heddle.cli;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

/** Functions of the user's own on a cluster of processes that do not have their classes. */
@Tag("process")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UserCodeTest {
  private static final DataType MONEY = new DataType.Decimal(12, 2);
  private static final String RATES =
      """
      public class Rates {
        public static String of(String country) {
          if (country.equals("US")) {
            throw new IllegalArgumentException("no rate of " + country);
          }
          return country.equals("DE") ? "1.19" : "1.20";
        }
      }
      """;
  private static final String TAX =
      """
      public class Tax implements dev.heddle.frame.function.Udf2<
          java.math.BigDecimal, String, java.math.BigDecimal> {
        public java.math.BigDecimal apply(java.math.BigDecimal price, String country) {
          return price.multiply(new java.math.BigDecimal(Rates.of(country)))
              .setScale(2, java.math.RoundingMode.HALF_UP);
        }
      }
      """;

  private static final String BROKEN =
      """
      public class Broken implements dev.heddle.frame.function.Udf1<Long, Long> {
        public Long apply(Long n) {
          throw new InternalError("out of luck");
        }
      }
      """;

  private Path folder;
  private TestCluster cluster;
  private UserSources sources;
  private Path data;

  @BeforeAll
  void start(@TempDir Path temp) throws Exception {
    folder = temp;
    sources = new UserSources(folder);
    data = folder.resolve("sales");
    try (Session local = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      List<@Nullable Object[]> rows = new ArrayList<>();
      for (long i = 0; i < 20_000; i++) {
        rows.add(
            new @Nullable Object[] {
              i,
              i % 11 == 0 ? null : BigDecimal.valueOf(i * 7 % 5_000, 2),
              i % 13 == 0 ? null : i % 2 == 0 ? "DE" : "FR"
            });
      }
      DataFrame sales =
          local.from(
              new Schema(
                  List.of(
                      Field.of("id", DataType.INT64),
                      Field.of("price", MONEY),
                      Field.of("country", DataType.STRING))),
              rows);
      for (int part = 0; part < 4; part++) {
        sales
            .filter(col("id").mod(4).eqTo(part))
            .write()
            .parquet(Files.createDirectories(data).resolve("part" + part + ".parquet").toString());
      }
    }
    cluster =
        new TestCluster(
            folder.resolve("cluster"), 2, 1, null, List.of("--dead-seconds", "3"), List.of());
  }

  @AfterAll
  void stop() throws IOException, InterruptedException {
    cluster.awaitEndOfJobs();
    cluster.close();
    sources.close();
    assertThat(cluster.filesLeft()).isEmpty();
  }

  private Session onCluster() {
    return Heddle.local(cluster.options().withPartitions(4));
  }

  private DataFrame sales(Session session) {
    return session.read().parquet(data.toString());
  }

  private static UserFunction tax(Class<? extends dev.heddle.frame.function.ScalarUdf> type) {
    return UserFunction.of("tax", type, MONEY, MONEY, DataType.STRING);
  }

  private static List<String> rows(DataFrame frame) {
    List<String> rows = new ArrayList<>();
    try (QueryResult result = frame.collect()) {
      for (Row row : result) {
        rows.add(row.toString());
      }
    }
    return rows;
  }

  private List<String> totals(Session session) {
    session.createView("sales", sales(session));
    return rows(
        session.sql(
            "select country, count(*), count(tax(price, country)), sum(tax(price, country))"
                + " from sales where tax(price, 'DE') > 1 group by country order by country"));
  }

  private List<Path> archives() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("cluster"))) {
      return files.filter(file -> file.getFileName().toString().startsWith("code-")).toList();
    }
  }

  /** Returns a worker's folder and what a file there holds. */
  private static String withoutNumber(Path archive) {
    return archive.toString().replaceFirst("-[0-9]+$", "");
  }

  @Test
  void aJarGoesToTheWorkersOnceAndGivesWhatOneProcessGives() throws Exception {
    Path jar = sources.jar(List.of(), RATES, TAX);
    UserFunction tax = tax(sources.load("Tax", jar));
    List<String> expected;
    try (Session local = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      local.register(tax);
      expected = totals(local);
    }
    assertThat(expected).hasSize(3).last().asString().startsWith("[null, ").endsWith("0, null]");
    try (Session session = onCluster()) {
      session.register(tax);
      assertThat(totals(session)).isEqualTo(expected);
      assertThat(totals(session)).isEqualTo(expected);
      DataFrame some =
          sales(session)
              .select(col("id"), tax.call(col("price"), col("country")).named("t"))
              .filter(col("id").lt(3))
              .sort("id");
      assertThat(rows(some)).containsExactly("[0, null]", "[1, 0.08]", "[2, 0.17]");
    }
    try (Session another = onCluster()) {
      another.register(tax);
      assertThat(totals(another)).isEqualTo(expected);
    }
    assertThat(archives().stream().map(UserCodeTest::withoutNumber))
        .as("one file a worker")
        .isNotEmpty()
        .doesNotHaveDuplicates();
    for (Path archive : archives()) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(archive.getParent())))
          .isEqualTo("rwx------");
    }
  }

  @Test
  void aFolderOfClassesGoesAsAJar() throws Exception {
    Path classes = sources.classes(List.of(), RATES, TAX);
    try (Session session = onCluster()) {
      session.register(tax(sources.load("Tax", classes)));
      assertThat(totals(session)).hasSize(3);
    }
  }

  @Test
  void versionsOfAClassDoNotDisturbEachOther() throws Exception {
    Path jar = sources.jar(List.of(), RATES, TAX);
    Path dearer = sources.jar(List.of(), RATES.replace("1.19", "2.38"), TAX);
    String query = "select tax(price, country) from sales where id = 2";
    try (Session one = onCluster();
        Session two = onCluster()) {
      one.register(tax(sources.load("Tax", jar)));
      two.register(tax(sources.load("Tax", dearer)));
      one.createView("sales", sales(one));
      two.createView("sales", sales(two));
      for (int i = 0; i < 3; i++) {
        CompletableFuture<List<String>> other =
            CompletableFuture.supplyAsync(() -> rows(two.sql(query)));
        assertThat(rows(one.sql(query))).containsExactly("[0.17]");
        assertThat(other.join()).containsExactly("[0.33]");
      }
    }
  }

  @Test
  void whatCodeThrowsOnAWorkerNamesTheFunctionAndTheRow() throws Exception {
    Path jar = sources.jar(List.of(), RATES, TAX);
    try (Session session = onCluster()) {
      session.register(tax(sources.load("Tax", jar)));
      session.createView("sales", sales(session));
      assertThatThrownBy(
              () ->
                  rows(
                      session.sql(
                          "select tax(price, case when id = 7 then 'US' else country end)"
                              + " from sales")))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
          .hasMessageContaining("Function \"tax\" failed for (0.49, 'US')")
          .hasMessageContaining("no rate of US");
    }
  }

  @Test
  void anErrorOfTheMachineOnAWorkerEndsTheJob() throws Exception {
    Path jar = sources.jar(List.of(), BROKEN);
    try (Session session = onCluster()) {
      session.register(
          UserFunction.of("broken", sources.load("Broken", jar), DataType.INT64, DataType.INT64));
      session.createView("sales", sales(session));
      assertThatThrownBy(() -> rows(session.sql("select broken(id) from sales")))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
          .hasMessageContaining("Internal error in")
          .hasMessageContaining("out of luck");
      assertThat(sales(session).count()).isEqualTo(20_000);
    }
  }

  @Test
  void aClassThatIsMissingIsNamedAndItsJarCanBeSent() throws Exception {
    Path rates = sources.jar(List.of(), RATES);
    Path tax = sources.jar(List.of(rates), TAX);
    UserFunction function = tax(sources.load("Tax", tax, rates));
    try (Session session = onCluster()) {
      session.register(function);
      assertThatThrownBy(() -> totals(session))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
          .hasMessageContaining("it needs class shop.Rates, which is not there");
      session.register(function.with(rates));
      assertThat(totals(session)).hasSize(3);
    }
  }

  @Test
  void objectsOfThisProcessAreRefused() throws Exception {
    try (Session session = onCluster()) {
      UserFunction lambda =
          UserFunction.local(
              "shout", (Udf1<String, String>) text -> text + "!", DataType.STRING, DataType.STRING);
      assertThatThrownBy(() -> session.register(lambda))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
          .hasMessageContaining("Cannot send function \"shout\" to a cluster")
          .hasMessageContaining("write a public class");
      assertThatThrownBy(() -> rows(sales(session).select(lambda.call(col("country")))))
          .hasMessageContaining("Cannot send function \"shout\" to a cluster");
    }
  }

  @Test
  void aWorkerThatIsKilledIsReplacedByOneThatGetsTheCode() throws Exception {
    Path reached = folder.resolve("reached");
    Path go = folder.resolve("go");
    String slow =
        """
        import java.nio.file.*;
        public class Slow implements dev.heddle.frame.function.Udf1<Long, Long> {
          public Long apply(Long n) throws Exception {
            if (n == 1) {
              Files.writeString(Path.of("%s"), "" + ProcessHandle.current().pid());
              while (!Files.exists(Path.of("%s"))) {
                Thread.sleep(1);
              }
            }
            return n;
          }
        }
        """
            .formatted(reached, go);
    Path jar = sources.jar(List.of(), slow);
    try (TestCluster own =
            new TestCluster(
                folder.resolve("killed"), 2, 1, null, List.of("--dead-seconds", "3"), List.of());
        Session session = Heddle.local(own.options().withPartitions(4))) {
      session.register(
          UserFunction.of("slow", sources.load("Slow", jar), DataType.INT64, DataType.INT64));
      session.createView("sales", sales(session));
      CompletableFuture<List<String>> answer =
          CompletableFuture.supplyAsync(
              () ->
                  rows(
                      session.sql(
                          "select n % 10, count(*), sum(n) from (select slow(id) n from sales)"
                              + " group by 1 order by 1 limit 2")));
      long pid = awaitPid(reached, answer);
      for (Process worker : own.processes().workers()) {
        if (worker.pid() == pid) {
          TestCluster.kill(worker);
        }
      }
      Files.createFile(go);
      assertThat(answer.get(10, TimeUnit.MINUTES))
          .containsExactly("[0, 2000, 19990000]", "[1, 2000, 19992000]");
    }
  }

  private static long awaitPid(Path file, CompletableFuture<?> answer) throws Exception {
    while (true) {
      if (answer.isDone()) {
        throw new AssertionError("It ended before: " + answer.get());
      }
      if (Files.exists(file)) {
        String text = Files.readString(file);
        if (!text.isEmpty()) {
          return Long.parseLong(text);
        }
      }
      TimeUnit.MILLISECONDS.sleep(5);
    }
  }
}
