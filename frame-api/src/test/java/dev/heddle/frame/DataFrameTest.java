package dev.heddle.frame;

import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.count;
import static dev.heddle.frame.expr.Functions.date;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.partitionBy;
import static dev.heddle.frame.expr.Functions.rank;
import static dev.heddle.frame.expr.Functions.rowNumber;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanPrinter;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.WriteTarget;
import java.time.Period;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class DataFrameTest {
  private final FrameFixture fixture = new FrameFixture();
  private final DataFrame orders = fixture.orders;

  @Test
  void selectsColumnsByNameInTheirNewOrder() {
    assertThat(orders.select("price", "id").schema().toString())
        .isEqualTo("price DECIMAL(15, 2)\nid BIGINT not null");
  }

  @Test
  void namesAnUnnamedColumnByItsText() {
    assertThat(orders.select(col("id").plus(1), col("id").cast(DataType.STRING)).schema().names())
        .containsExactly("id + 1", "id");
  }

  @Test
  void refusesTwoColumnsOfOneName() {
    assertThatThrownBy(() -> orders.select(col("id"), col("due").named("id")))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot select: there would be two columns \"id\"; name one of them otherwise by"
                + " .named(...)");
  }

  @Test
  void offersTheNearestNameOfAnUnknownColumn() {
    assertThatThrownBy(() -> orders.filter(col("shiped").gt(col("due"))))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot filter: no column \"shiped\" in [id, custkey, status, price, shipped, due];"
                + " did you mean \"shipped\"?");
  }

  @Test
  void takesColumnNamesExactly() {
    assertThatThrownBy(() -> orders.select("ID"))
        .hasMessageStartingWith("Cannot select: no column \"ID\"")
        .hasMessageEndingWith("did you mean \"id\"?");
  }

  @Test
  void selectsNothingOnlyWithAnError() {
    assertThatThrownBy(() -> orders.select(new String[0]))
        .hasMessage("Cannot select: no column is named");
  }

  @Test
  void replacesAColumnInItsPlaceAndAppendsNewOnes() {
    DataFrame more = orders.withColumns(col("id").times(2).named("id"), lit(1).named("one"));
    assertThat(more.schema().names())
        .containsExactly("id", "custkey", "status", "price", "shipped", "due", "one");
    assertThat(more.schema().field(6).nullable()).isFalse();
  }

  @Test
  void refusesToAddOneNameTwice() {
    assertThatThrownBy(() -> orders.withColumns(lit(1).named("x"), lit(2).named("x")))
        .hasMessage("Cannot add columns: column \"x\" is given more than once");
  }

  @Test
  void renamesDropsAndCasts() {
    assertThat(orders.rename("id", "key").schema().names()).startsWith("key", "custkey");
    assertThat(orders.rename(Map.of("id", "due", "due", "id")).schema().names())
        .containsExactly("due", "custkey", "status", "price", "shipped", "id");
    assertThat(orders.drop("id", "due").schema().names())
        .containsExactly("custkey", "status", "price", "shipped");
    assertThat(orders.cast("id", DataType.STRING).schema().field(0).type())
        .isEqualTo(DataType.STRING);
  }

  @Test
  void refusesWrongRenamesDropsAndCasts() {
    assertThatThrownBy(() -> orders.rename("idd", "key"))
        .hasMessageStartingWith("Cannot rename: no column \"idd\"");
    assertThatThrownBy(() -> orders.rename("id", "due"))
        .hasMessageStartingWith("Cannot rename: there would be two columns \"due\"");
    assertThatThrownBy(() -> orders.drop("stat")).hasMessageEndingWith("did you mean \"status\"?");
    assertThatThrownBy(() -> orders.select("id").drop("id"))
        .hasMessage("Cannot drop: no column would be left");
    assertThatThrownBy(() -> orders.cast("due", DataType.INT32))
        .hasMessage("Cannot cast: there is no cast from DATE (due) to INTEGER");
  }

  @Test
  void filtersByTruthValuesOnly() {
    assertThat(orders.filter(col("price").gt(100)).plan()).isInstanceOf(LogicalPlan.Filter.class);
    assertThatThrownBy(() -> orders.filter(col("id")))
        .hasMessage("Cannot filter: condition id is BIGINT, not BOOLEAN");
  }

  @Test
  void comparesDatesWithTextLiteralsThatAreDates() {
    assertThat(orders.filter(col("due").lt("1995-03-15")).schema()).isEqualTo(orders.schema());
    assertThatThrownBy(() -> orders.filter(col("due").lt("March 15")))
        .hasMessage("Cannot filter: 'March 15' is no DATE");
    assertThatThrownBy(() -> orders.filter(col("id").eqTo("abc")))
        .hasMessage("Cannot filter: 'abc' is no BIGINT");
    assertThatThrownBy(() -> orders.filter(col("id").isIn("1", "b")))
        .hasMessage("Cannot filter: 'b' is no BIGINT");
  }

  @Test
  void refusesComparisonsOfTypesThatDoNotMeet() {
    assertThatThrownBy(() -> orders.filter(col("id").eqTo(col("status"))))
        .hasMessage("Cannot filter: = does not take (BIGINT, VARCHAR); cast the arguments");
  }

  @Test
  void refusesAggregatesAndWindowsInFiltersAndKeys() {
    assertThatThrownBy(() -> orders.filter(sum("price").gt(1)))
        .hasMessageContaining("aggregate sum(price) is allowed only in agg(...)");
    assertThatThrownBy(() -> orders.filter(rowNumber().over(partitionBy("status")).eqTo(1)))
        .hasMessageContaining("add it as a column by withColumns first");
    assertThatThrownBy(() -> orders.groupBy(sum("price")))
        .hasMessageStartingWith("Cannot group: aggregate sum(price)");
    assertThatThrownBy(() -> orders.sort(sum("price").ascending()))
        .hasMessageStartingWith("Cannot sort: aggregate sum(price)");
    assertThatThrownBy(() -> orders.select(count()))
        .hasMessageStartingWith("Cannot select: aggregate count(*)");
  }

  @Test
  void movesWindowsIntoTheirOwnNode() {
    DataFrame ranked =
        orders.withColumn(
            "place", rank().over(partitionBy("status").orderBy(col("price").descending())).plus(0));
    assertThat(ranked.schema().field(6).type()).isEqualTo(DataType.INT64);
    assertThat(PlanPrinter.print(ranked.plan()))
        .isEqualTo(
            """
            Project id, custkey, status, price, shipped, due, $window0 + 0 AS place
              Window rank() OVER (PARTITION BY status ORDER BY price DESC RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW) AS $window0
                Scan parquet orders [id, custkey, status, price, shipped, due]
            """);
  }

  @Test
  void sharesEqualWindows() {
    var window = sum("price").over(partitionBy("status"));
    DataFrame shares =
        orders.select(col("price").div(window).named("share"), window.named("total"));
    LogicalPlan.Project project = (LogicalPlan.Project) shares.plan();
    assertThat(((LogicalPlan.Window) project.input()).columns()).hasSize(1);
  }

  @Test
  void refusesWindowFunctionsWithoutAWindow() {
    assertThatThrownBy(() -> orders.select(rowNumber()))
        .hasMessage(
            "Cannot select: row_number() needs a window: add .over(partitionBy(...).orderBy(...))");
  }

  @Test
  void sortsByKeysOfTypesWithAnOrder() {
    assertThat(PlanPrinter.print(orders.sort(col("due").descending().nullsFirst()).plan()))
        .startsWith("Sort due DESC NULLS FIRST\n");
    assertThat(PlanPrinter.print(orders.sort(lit(Period.ofDays(1)).ascending()).plan()))
        .as("intervals are in the order of their length")
        .startsWith("Sort ");
    assertThatThrownBy(() -> orders.sort(new String[0])).hasMessage("Cannot sort: no key is given");
  }

  @Test
  void limitsAndOffsets() {
    assertThat(orders.limit(5).plan()).isEqualTo(new LogicalPlan.Limit(orders.plan(), 0, 5));
    assertThat(orders.offset(5).plan())
        .isEqualTo(new LogicalPlan.Limit(orders.plan(), 5, LogicalPlan.Limit.ALL));
    assertThat(orders.head().plan()).isEqualTo(orders.limit(10).plan());
    assertThatThrownBy(() -> orders.limit(-1))
        .hasMessage("Cannot limit: -1 rows; the number must not be negative");
  }

  @Test
  void numbersRowsInAFirstColumn() {
    assertThat(orders.withRowIndex("row", 1).schema().names()).startsWith("row", "id");
    assertThatThrownBy(() -> orders.withRowIndex("id"))
        .hasMessageStartingWith("Cannot add a row index: there would be two columns \"id\"");
  }

  @Test
  void keepsTheFirstRowOfEachCombination() {
    DataFrame unique = orders.unique("status");
    assertThat(unique.schema()).isEqualTo(orders.schema());
    assertThat(PlanPrinter.print(unique.plan()))
        .contains("Filter $number = 1", "row_number() OVER (PARTITION BY status) AS $number");
    assertThatThrownBy(() -> orders.unique())
        .hasMessage("Cannot make unique: no column is named; for whole rows use distinct()");
  }

  @Test
  void unitesByPositionInCommonTypes() {
    DataFrame left = orders.select(col("custkey"), col("price"));
    DataFrame right = fixture.customers.select(col("custkey"), lit(1).named("x"));
    DataFrame both = left.union(right);
    assertThat(both.schema().toString()).isEqualTo("custkey BIGINT\nprice DECIMAL(15, 2)");
    assertThat(PlanPrinter.print(both.plan())).contains("cast(custkey AS BIGINT) AS custkey");
  }

  @Test
  void refusesUnionsThatDoNotFit() {
    assertThatThrownBy(() -> orders.union(fixture.customers))
        .hasMessageStartingWith("Cannot union: the left frame has 6 columns [id,");
    assertThatThrownBy(() -> orders.select("id").union(orders.select("status")))
        .hasMessage(
            "Cannot union: column 1 is BIGINT (\"id\") on the left and VARCHAR (\"status\") on the"
                + " right; cast one of them");
    assertThatThrownBy(() -> orders.select("id").intersect(orders.select("status")))
        .hasMessageStartingWith("Cannot intersect: column 1 is BIGINT");
    assertThatThrownBy(() -> orders.select("id").except(orders.select("id", "due")))
        .hasMessageStartingWith("Cannot except: the left frame has 1 columns");
  }

  @Test
  void unitesByName() {
    DataFrame turned = orders.select("due", "id");
    assertThat(orders.select("id", "due").unionByName(turned).schema().names())
        .containsExactly("id", "due");
    assertThatThrownBy(() -> orders.select("id").unionByName(turned))
        .hasMessage("Cannot union by name: the left frame has no column \"due\" in [id]");
    assertThatThrownBy(() -> turned.unionByName(orders.select("id")))
        .hasMessage("Cannot union by name: the right frame has no column \"due\" in [id]");
  }

  @Test
  void refusesFramesOfAnotherSession() {
    assertThatThrownBy(() -> orders.union(new FrameFixture().orders))
        .hasMessage("Cannot combine frames of two sessions; make both in the same session");
  }

  @Test
  void typesCasesByAllOfTheirValues() {
    DataFrame frame =
        orders.select(
            caseWhen(col("status").eqTo("F"), col("id"))
                .orWhen(col("price").gt(1), col("price"))
                .otherwise(0)
                .named("x"),
            caseWhen(col("status").isNull(), 1).otherwiseNull().named("y"));
    assertThat(frame.schema().toString()).isEqualTo("x DECIMAL(21, 2)\ny INTEGER");
    assertThatThrownBy(() -> orders.select(caseWhen(col("id").gt(1), "a").otherwise(1).named("x")))
        .hasMessage("Cannot select: 'a' is no INTEGER");
  }

  @Test
  void movesDatesByIntervals() {
    DataFrame frame =
        orders.select(
            date("1998-12-01").minus(lit(Period.ofDays(90))).named("from"),
            col("shipped").minus(col("due")).named("days"));
    assertThat(frame.schema().toString()).isEqualTo("from DATE not null\ndays BIGINT");
  }

  @Test
  void countsByAnAggregate() {
    fixture.engine.nextRows = List.<Object[]>of(new Object[] {42L});
    assertThat(orders.count()).isEqualTo(42);
    assertThat(PlanPrinter.print(fixture.engine.ran.getFirst()))
        .startsWith("Aggregate: count(*) AS count\n");
  }

  @Test
  void showsRowsAsATable() {
    fixture.engine.nextRows =
        List.of(new Object[] {1L, "a"}, new Object[] {22L, null}, new Object[] {3L, "ü\n"});
    assertThat(orders.select("id", "status").toText(2))
        .isEqualTo(
            """
            +----+--------+
            | id | status |
            +----+--------+
            |  1 | a      |
            | 22 | NULL   |
            +----+--------+
            first 2 rows
            """);
    assertThat(orders.select("id", "status").toText(3))
        .endsWith("|  3 | ü\\n    |\n+----+--------+\n3 rows\n");
  }

  @Test
  void writesFilesInTheAskedMode() {
    orders.write().parquet("a.parquet");
    orders.write().overwrite().csv("b.csv");
    assertThat(fixture.engine.written)
        .extracting(WriteTarget::path)
        .containsExactly("a.parquet", "b.csv");
    assertThat(fixture.engine.written)
        .extracting(target -> target.mode().name())
        .containsExactly("FAIL_IF_EXISTS", "OVERWRITE");
  }

  @Test
  void refusesWorkAfterTheSessionIsClosed() {
    fixture.session.close();
    assertThatThrownBy(orders::collect)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CLOSED))
        .hasMessage("Cannot use the session: it is closed; open another one");
  }

  @Test
  void equalVerbsMakeEqualPlans() {
    assertThat(orders.filter(col("id").gt(1)).select("id").plan())
        .isEqualTo(orders.filter(col("id").gt(1)).select("id").plan());
  }

  @Test
  void bindsFramesToSql() {
    DataFrame frame = fixture.session.sql("select 1 from o", Map.of("o", orders));
    assertThat(frame.schema().names()).containsExactly("n");
    assertThat(fixture.engine.analyzed).containsEntry("o", orders.plan());
    fixture.session.createView("v", orders);
    assertThat(fixture.session.table("v").plan()).isEqualTo(orders.plan());
    assertThat(fixture.session.tables()).hasSize(1);
  }

  @Test
  void typesDeepExpressionsQuickly() {
    Expr deep = col("id");
    for (int i = 0; i < 450; i++) {
      deep = deep.plus(col("custkey"));
    }
    Expr allowed = deep;
    assertThat(orders.select(allowed.named("x")).schema().toString()).isEqualTo("x BIGINT");
    for (int i = 0; i < 5_000; i++) {
      deep = deep.plus(1);
    }
    Expr tooDeep = deep;
    assertThatThrownBy(() -> orders.select(tooDeep))
        .hasMessage(
            "Cannot use an expression that is nested more than 500 deep: combine parts as a"
                + " balanced tree, or use isIn for many values");
  }
}
