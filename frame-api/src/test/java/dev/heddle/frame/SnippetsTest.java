package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The examples of the Javadoc, so that they compile and mean what the text says. */
class SnippetsTest {
  private static final String SOURCE = "frame-api/src/test/java/dev/heddle/frame/SnippetsTest.java";
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private final FrameFixture fixture = new FrameFixture();
  private final Session session = fixture.session;
  private final DataFrame orders = fixture.orders;
  private final DataFrame customers = fixture.customers;

  @Test
  void selectsComputedColumns() {
    // @start region="select"
    DataFrame gross = orders.select(col("id"), col("price").times(1.19).named("gross"));
    // @end
    assertThat(gross.schema().names()).containsExactly("id", "gross");
  }

  @Test
  void filtersRows() {
    // @start region="filter"
    DataFrame late = orders.filter(col("shipped").gt(col("due")));
    // @end
    assertThat(late.schema()).isEqualTo(orders.schema());
  }

  @Test
  void sortsRows() {
    // @start region="sort"
    DataFrame dearest = orders.sort(col("price").descending().nullsFirst(), col("id").ascending());
    // @end
    assertThat(dearest.schema()).isEqualTo(orders.schema());
  }

  @Test
  void groupsRows() {
    // @start region="group"
    DataFrame perStatus =
        orders
            .groupBy("status")
            .agg(count().named("orders"), sum("price").div(count()).named("mean price"));
    // @end
    assertThat(perStatus.schema().names()).containsExactly("status", "orders", "mean price");
  }

  @Test
  void joinsFrames() {
    // @start region="join"
    DataFrame named =
        orders.join(
            customers, Join.left().on("custkey").where(col("price").gt(0)).suffix("_customer"));
    // @end
    assertThat(named.schema().names()).contains("name", "status_customer");
  }

  @Test
  void mixesSqlAndFrames() {
    // @start region="sql"
    DataFrame counted =
        session.sql("select status, count(*) as n from o group by status", Map.of("o", orders));
    // @end
    assertThat(counted.schema().names()).containsExactly("n");
  }

  @Test
  void opensASession() {
    assertThatThrownBy(SnippetsTest::showDearOrders)
        .hasMessage(
            "Cannot open a session: no engine is on the class path; depend on dev.heddle:heddle");
  }

  private static void showDearOrders() {
    // @start region="open"
    try (Session session = Heddle.local()) {
      session.read().parquet("orders.parquet").filter(col("price").gt(100)).show();
    }
    // @end
  }

  @Test
  void streamsArrowBatches() {
    long rows = 0;
    // @start region="arrow"
    try (ArrowStream batches = orders.toArrow()) {
      while (batches.next()) {
        rows += batches.root().getRowCount();
      }
    }
    // @end
    assertThat(rows).isZero();
  }

  @Test
  void saysWhatTheReadmeSays() throws IOException {
    readme(() -> session);
    String plainTest = plain(Files.readString(root().resolve(SOURCE)));
    Matcher blocks = JAVA_BLOCK.matcher(Files.readString(root().resolve("README.md")));
    int found = 0;
    while (blocks.find()) {
      assertThat(plainTest).contains(plain(blocks.group(1)));
      found++;
    }
    assertThat(found).isEqualTo(2);
  }

  private static Path root() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve(SOURCE))) {
      root = root.getParent();
    }
    return root;
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }

  /** Stands in for the real entry, so that the text runs without data. */
  private interface Entry {
    Session local();
  }

  private static void readme(Entry Heddle) {
    try (Session session = Heddle.local()) {
      DataFrame orders = session.read().parquet("orders");
      DataFrame customers = session.read().parquet("customers");
      orders
          .filter(col("shipped").gt(col("due")))
          .join(customers, "custkey")
          .groupBy("name")
          .agg(count().named("late"), sum("price").named("worth"))
          .sort(col("worth").descending())
          .limit(10)
          .show();
    }
  }

  @Test
  void saysTheSameInSql() {
    session.createView("orders", orders);
    session.createView("customers", customers);
    session
        .sql(
            """
            select name, count(*) as late, sum(price) as worth
            from orders join customers using (custkey)
            where shipped > due
            group by name
            order by worth desc
            limit 10
            """)
        .show();
    assertThat(fixture.engine.ran).hasSize(1);
  }
}
