package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.Selector;
import dev.heddle.frame.option.MissingColumns;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;

/** What the verbs that choose, fill and reshape refuse, and what schemas they have. */
class VerbRefusalsTest {
  private final FrameFixture fixture = new FrameFixture();
  private final DataFrame orders = fixture.orders;
  private final DataFrame customers = fixture.customers;

  private static void refused(ThrowingCallable verb, String message) {
    assertThatThrownBy(verb).isInstanceOf(AnalysisException.class).hasMessage(message);
  }

  @Test
  void selectorsChooseAmongTheColumnsOfTheFrame() {
    assertThat(orders.select(Selector.numeric()).schema().names())
        .containsExactly("id", "custkey", "price");
    assertThat(orders.select(Selector.temporal().or(Selector.text())).schema().names())
        .containsExactly("shipped", "due", "status");
    assertThat(orders.select(Selector.at(-1, 0)).schema().names()).containsExactly("due", "id");
    assertThat(orders.drop(Selector.matching(".*(e|d)")).schema().names())
        .containsExactly("custkey", "status");
    assertThat(
            orders
                .select(Selector.where(f -> !f.nullable()).or(Selector.endingWith("key")))
                .schema()
                .names())
        .containsExactly("id", "custkey");
    assertThat(
            orders
                .select(Selector.all().except("id").and(Selector.startingWith("s")))
                .schema()
                .names())
        .containsExactly("status", "shipped");
    assertThat(orders.select(Selector.ofType(DataType.DATE)).schema().names())
        .containsExactly("shipped", "due");
    assertThat(
            orders
                .agg(count(), Selector.numeric().each(c -> sum(c).named(c.name() + "_sum")))
                .schema()
                .names())
        .containsExactly("count(*)", "id_sum", "custkey_sum", "price_sum");
    assertThat(orders.withColumns(Selector.of().each(c -> c)).schema()).isEqualTo(orders.schema());
    refused(
        () -> orders.select(Selector.of("shiped")),
        "Cannot select columns: no column \"shiped\" in [id, custkey, status, price, shipped, due];"
            + " did you mean \"shipped\"?");
    refused(() -> orders.drop(Selector.at(6)), "Cannot select columns: no position 6 in 6 columns");
    refused(
        () -> orders.drop(Selector.numeric().each(c -> c.plus(1))),
        "Cannot drop: id + 1 AS id is no column of the frame but computed; name a column");
    refused(
        () -> partitionBy(Selector.text()),
        "Cannot use the selector text() here; only a verb of a frame knows its columns");
    assertThatThrownBy(() -> Selector.matching("("))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("Cannot select columns: \"(\" is no regular expression: ");
    refused(
        () -> orders.select(Selector.text().each(c -> null)),
        "Cannot compute column \"status\": the function of text().each(...) returned null");
  }

  @Test
  void hintsAreThoseThatChangeSomething() {
    assertThat(orders.hint("BROADCAST").plan()).isEqualTo(orders.broadcast().plan());
    assertThat(orders.hint("mapjoin").plan()).isEqualTo(orders.broadcast().plan());
    refused(
        () -> orders.hint("merge"),
        "Cannot take the hint \"merge\": joins are by hash tables, and only broadcast changes how"
            + " they run");
    refused(
        () -> orders.hint("repartition"),
        "Cannot take the hint \"repartition\": it is a verb here, such as repartition(8, \"key\")");
  }

  @Test
  void aSchemaIsSelectedByNameAndType() {
    Schema wanted =
        Schema.of(Field.of("price", DataType.FLOAT64), new Field("id", DataType.INT64, false));
    assertThat(orders.select(wanted).schema()).isEqualTo(wanted);
    refused(
        () -> orders.select(Schema.of(new Field("status", DataType.STRING, false))),
        "Cannot select the columns of a schema: column \"status\" may be null and must not; fill or"
            + " drop its nulls, or make the field nullable");
  }

  @Test
  void namesAreReplacedInTheirOrder() {
    assertThat(customers.withNames("a", "b", "c").schema().names()).containsExactly("a", "b", "c");
    assertThat(customers.rename(name -> "c_" + name).schema().names())
        .containsExactly("c_custkey", "c_name", "c_status");
    refused(
        () -> customers.withNames("a", "b"),
        "Cannot rename: 2 names [a, b] for 3 columns [custkey, name, status]");
    refused(
        () -> customers.withNames("a", "b", "a"),
        "Cannot rename: there would be two columns \"a\"; name one of them otherwise by"
            + " .named(...)");
  }

  @Test
  void nullsAreFilledWithWhatFits() {
    assertThat(orders.fillNulls(Map.of("price", 1.25)).schema().field(3))
        .isEqualTo(new Field("price", new DataType.Decimal(15, 2), false));
    assertThat(orders.fillNulls(LocalDate.EPOCH).schema().field(4))
        .isEqualTo(new Field("shipped", DataType.DATE, false));
    refused(
        () -> orders.fillNulls(Map.of("price", 1.255)),
        "Cannot fill nulls: 1.255 does not fit column \"price\", which is DECIMAL(15, 2); give"
            + " another value, or cast the column before");
    refused(
        () -> orders.fillNulls(Map.of("custkey", 1L << 31)),
        "Cannot fill nulls: 2147483648 does not fit column \"custkey\", which is INTEGER; give"
            + " another value, or cast the column before");
    refused(
        () -> orders.fillNulls(Map.of("price", new BigDecimal("1e14"))),
        "Cannot fill nulls: 1E+14 does not fit column \"price\", which is DECIMAL(15, 2); give"
            + " another value, or cast the column before");
    refused(
        () -> orders.fillNulls(Map.of("status", 1)),
        "Cannot fill nulls: 1 does not fit column \"status\", which is VARCHAR; give another value,"
            + " or cast the column before");
    refused(
        () -> orders.fillNulls(true),
        "Cannot fill nulls: no column takes true, which is BOOLEAN, in [id, custkey, status, price,"
            + " shipped, due]; name columns and their values in a map");
    refused(
        () -> orders.fillNulls(Fill.forward(partitionBy("status"))),
        "Cannot fill nulls: no key is given");
    refused(
        () -> orders.fillNulls(Fill.linear(orderBy("id")).columns("status")),
        "Cannot fill nulls by a straight line: column \"status\" is VARCHAR, no number; choose"
            + " columns by columns(...)");
    refused(
        () -> orders.fillNulls(Fill.linearByKey(orderBy("status")).columns("price")),
        "Cannot fill nulls by distance: the order [status] is not one number, date or timestamp;"
            + " linear(...) goes from row to row");
    refused(
        () -> orders.dropNulls(new String[0]),
        "Cannot drop nulls: no column is named; dropNulls() looks at all columns");
  }

  @Test
  void groupsAndPivotsAreChecked() {
    refused(
        () -> orders.groupBy("id").pivot("status", "F").pivot("custkey", 1),
        "Cannot pivot: the groups are pivoted already; pivot by struct(...) of both keys");
    refused(
        () -> orders.groupBy("id").pivot("stat"),
        "Cannot pivot: no column \"stat\" in [id, custkey, status, price, shipped, due]; did you"
            + " mean \"status\"?");
    refused(
        () -> orders.groupBy("id").pivot("status", new String[0]),
        "Cannot pivot: no value is given; pivot(key) finds them");
    refused(() -> orders.groupBy("id").pivot("custkey", "a"), "Cannot pivot: 'a' is no INTEGER");
    refused(() -> orders.groupingSets(List.of()), "Cannot group by grouping sets: no set is given");
    refused(
        () -> orders.groupingSets(List.of(List.of("id"), List.of("id"))),
        "Cannot group by grouping sets: [id] is given twice");
    Expr[] keys =
        IntStream.range(0, 11).mapToObj(i -> col("id").plus(i).named("k" + i)).toArray(Expr[]::new);
    refused(
        () -> orders.cube(keys),
        "Cannot group by a cube of 11 keys, which has 2^11 sets; give at most 10 or name the sets"
            + " in groupingSets(...)");
  }

  @Test
  void shapesAndSetsAreChecked() {
    refused(
        () -> orders.unpivot("price", "status"),
        "Cannot unpivot: column \"status\" is VARCHAR and column \"price\" DECIMAL(15, 2); cast one"
            + " of them, values go to one column");
    refused(
        () -> orders.unpivot(Unpivot.of("shipped", "due").values("id")),
        "Cannot unpivot: there would be two columns \"id\"; name one of them otherwise by"
            + " .named(...)");
    refused(() -> orders.unpivot(), "Cannot unpivot: no column is named");
    refused(
        () -> orders.positionalJoin(customers),
        "Cannot join by position: both frames have a column \"custkey\"; rename one of them");
    refused(
        () -> orders.unionByName(customers, MissingColumns.AS_NULLS).unionByName(customers),
        "Cannot union by name: the right frame has no column \"id\" in [custkey, name, status]");
    refused(
        () -> orders.tail(2),
        "Cannot take the tail: the frame is not sorted; call sort(...) before");
    refused(orders::reverse, "Cannot reverse: the frame is not sorted; call sort(...) before");
    refused(() -> orders.everyNth(0), "Cannot take every n-th row: n is 0; it must be at least 1");
    refused(
        () -> orders.randomSplit(1, 0.5, -1),
        "Cannot split: the weight -1.0 is not positive and finite");
    refused(() -> orders.randomSplit(1), "Cannot split: no weight is given");
    refused(
        () -> orders.unique(Unique.on()),
        "Cannot make unique: no column is named; for whole rows use distinct()");
    refused(
        () -> orders.unique(Unique.on("id").keepingFirst("day")),
        "Cannot make unique: no column \"day\" in [id, custkey, status, price, shipped, due]");
    assertThat(orders.<String>transform(frame -> frame.schema().field(0).name())).isEqualTo("id");
    assertThat(orders.cube("status", col("due").year().named("y")).count().schema().names())
        .containsExactly("status", "y", "count");
  }
}
