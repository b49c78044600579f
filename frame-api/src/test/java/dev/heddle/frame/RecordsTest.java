package dev.heddle.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RecordsTest {
  private final FrameFixture fixture = new FrameFixture();

  enum Color {
    RED,
    GREEN
  }

  record Everything(
      boolean truth,
      byte tiny,
      short small,
      int number,
      long big,
      float single,
      double real,
      @Nullable Integer boxed,
      BigDecimal exact,
      String text,
      byte[] bytes,
      LocalDate day,
      LocalTime time,
      LocalDateTime local,
      Instant instant,
      Color color) {}

  record Pair(long orderKey, @Nullable String name) {}

  record Narrow(int orderKey) {}

  private static Everything everything() {
    return new Everything(
        true,
        (byte) 1,
        (short) 2,
        3,
        4,
        5f,
        6.0,
        null,
        new BigDecimal("1.25"),
        "x",
        new byte[] {1},
        LocalDate.of(2020, 1, 2),
        LocalTime.of(1, 2, 3),
        LocalDateTime.of(2020, 1, 2, 3, 4, 5, 6_000),
        Instant.ofEpochSecond(-1, 5_000),
        Color.GREEN);
  }

  @Test
  void mapsComponentsToColumns() {
    assertThat(fixture.session.from(List.of(everything())).schema().toString())
        .isEqualTo(
            """
            truth BOOLEAN not null
            tiny TINYINT not null
            small SMALLINT not null
            number INTEGER not null
            big BIGINT not null
            single REAL not null
            real DOUBLE not null
            boxed INTEGER
            exact DECIMAL(38, 2)
            text VARCHAR
            bytes VARBINARY
            day DATE
            time TIME
            local TIMESTAMP
            instant TIMESTAMP WITH TIME ZONE
            color VARCHAR\
            """);
  }

  @Test
  void readsBackWhatWasWritten() {
    DataFrame frame = fixture.session.from(List.of(everything()));
    LogicalPlan.Values values = (LogicalPlan.Values) frame.plan();
    Everything in = everything();
    fixture.engine.nextRows =
        List.<@Nullable Object[]>of(
            new Object[] {
              in.truth(),
              in.tiny(),
              in.small(),
              in.number(),
              in.big(),
              in.single(),
              in.real(),
              null,
              in.exact(),
              in.text(),
              in.bytes(),
              in.day(),
              in.time(),
              in.local(),
              in.instant(),
              "GREEN"
            });
    Everything out = frame.rows(Everything.class).getFirst();
    assertThat(out).usingRecursiveComparison().isEqualTo(in);
    assertThat(values.rows().getFirst().get(1).value()).isEqualTo(1L);
  }

  @Test
  void findsColumnsDespiteCaseAndUnderscores() {
    DataFrame frame =
        fixture.session.from(
            Schema.of(Field.of("ORDER_KEY", DataType.INT32), Field.of("name", DataType.STRING)),
            List.of());
    fixture.engine.nextRows = List.<@Nullable Object[]>of(new Object[] {7, null});
    assertThat(frame.rows(Pair.class)).containsExactly(new Pair(7, null));
  }

  @Test
  void checksNamesAndTypesBeforeItRuns() {
    assertThatThrownBy(() -> fixture.customers.rows(Pair.class))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot read rows as Pair: no column \"orderKey\" in [custkey, name, status]");
    assertThatThrownBy(() -> fixture.customers.rename("name", "orderKey").rows(Narrow.class))
        .hasMessage(
            "Cannot read rows as Narrow: component orderKey is a int, column \"orderKey\" is"
                + " VARCHAR; give it another class or cast the column");
    assertThat(fixture.engine.ran).isEmpty();
  }

  @Test
  void refusesNullsInPrimitives() {
    DataFrame frame =
        fixture.session.from(Schema.of(Field.of("orderKey", DataType.INT32)), List.of());
    fixture.engine.nextRows = List.<@Nullable Object[]>of(new Object[] {null});
    assertThatThrownBy(() -> frame.rows(Narrow.class))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read row 0 as Narrow: column \"orderKey\" is null, but component orderKey is a"
                + " int; use its boxed class");
  }

  @Test
  void refusesNoRecordsWithoutAClass() {
    assertThatThrownBy(() -> fixture.session.from(List.<Pair>of()))
        .hasMessage(
            "Cannot make a frame of no records: the columns are unknown; use from(Class, List)");
    assertThat(fixture.session.from(Pair.class, List.of()).schema().names())
        .containsExactly("orderKey", "name");
  }

  @Test
  void loadsManyRowsIntoATable() {
    List<Pair> rows = IntStream.range(0, 501).mapToObj(i -> new Pair(i, "n" + i)).toList();
    assertThat(fixture.session.from(rows).plan()).isInstanceOf(LogicalPlan.Scan.class);
    assertThat(fixture.engine.loaded).hasSize(501);
    assertThat(fixture.session.from(rows.subList(0, 500)).plan())
        .isInstanceOf(LogicalPlan.Values.class);
  }

  @Test
  void convertsValuesOnlyWithoutLoss() {
    Schema schema =
        Schema.of(Field.of("a", DataType.INT8), new Field("b", new DataType.Decimal(4, 2), false));
    DataFrame frame =
        fixture.session.from(schema, List.<@Nullable Object[]>of(new Object[] {5L, 3}));
    assertThat(((LogicalPlan.Values) frame.plan()).rows().getFirst().get(1).value())
        .isEqualTo(new BigDecimal("3.00"));
    assertThatThrownBy(() -> from(schema, 300, 1))
        .hasMessage("Cannot take row 0, column \"a\": 300 (Integer) is no TINYINT");
    assertThatThrownBy(() -> from(schema, 1, new BigDecimal("1.234")))
        .hasMessage("Cannot take row 0, column \"b\": 1.234 (BigDecimal) is no DECIMAL(4, 2)");
    assertThatThrownBy(() -> from(schema, 1, null))
        .hasMessage("Cannot take row 0, column \"b\": it is null, but the column is not nullable");
    assertThatThrownBy(() -> from(schema, 1))
        .hasMessage("Cannot take row 0: it has 1 values for 2 columns");
  }

  private DataFrame from(Schema schema, @Nullable Object... row) {
    return fixture.session.from(schema, List.<@Nullable Object[]>of(row));
  }
}
