package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Records with lists, maps and records in them become columns and come back. */
class NestedRecordsTest {
  private static final Session SESSION = Heddle.local();

  enum Kind {
    SMALL,
    LARGE
  }

  record Item(String sku, int count, BigDecimal price) {}

  record Order(
      long id,
      List<Item> items,
      @Nullable Map<String, List<Integer>> marks,
      @Nullable Item best,
      List<Kind> kinds) {}

  record Wrong(long id, List<Long> items) {}

  private static final List<Order> ORDERS =
      List.of(
          new Order(
              1,
              List.of(
                  new Item("a", 2, new BigDecimal("1.50")), new Item("b", 1, new BigDecimal("2"))),
              Map.of("x", List.of(1, 2)),
              new Item("a", 2, new BigDecimal("1.50")),
              List.of(Kind.SMALL, Kind.LARGE)),
          new Order(2, List.of(), null, null, Arrays.asList(Kind.LARGE, null)));

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void readsComponentsByTheirGenericTypes() {
    DataFrame frame = SESSION.from(ORDERS);
    DataType decimal = new DataType.Decimal(38, 2);
    assertThat(frame.schema().field(1).type().sqlName())
        .isEqualTo("STRUCT(sku VARCHAR, count INTEGER, price " + decimal.sqlName() + ")[]");
    assertThat(frame.schema().field(2).type().sqlName()).isEqualTo("MAP(VARCHAR, INTEGER[])");
    assertThat(frame.schema().field(4).type().sqlName()).isEqualTo("VARCHAR[]");
    assertThat(
            Frames.texts(
                frame
                    .sort("id")
                    .select(
                        col("items").element(1).field("sku"),
                        col("marks").element("x").listSum().named("sum"),
                        col("best").field("price").named("price"),
                        col("kinds").length().named("kinds"))))
        .containsExactly("[a, 3, 1.50, 2]", "[null, null, null, 2]");
  }

  @Test
  void writesRecordsWithRecordsInThem() {
    Order first = ORDERS.getFirst();
    List<Item> items =
        List.of(new Item("a", 2, new BigDecimal("1.50")), new Item("b", 1, new BigDecimal("2.00")));
    List<Order> back = SESSION.from(ORDERS).sort("id").rows(Order.class);
    assertThat(back)
        .containsExactly(
            new Order(1, items, first.marks(), first.best(), first.kinds()), ORDERS.get(1));
  }

  @Test
  void saysWhichComponentDoesNotFit() {
    DataFrame frame = SESSION.from(ORDERS);
    assertThatThrownBy(() -> frame.rows(Wrong.class))
        .isInstanceOf(AnalysisException.class)
        .hasMessageContaining("component items is a List, column \"items\" is STRUCT(");
  }

  @Test
  void offersFieldsThatAreNear() {
    DataFrame frame = SESSION.from(ORDERS);
    assertThatThrownBy(() -> frame.select(col("best").field("prize")))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(
            "Cannot select: no field \"prize\" in [sku, count, price]; did you mean \"price\"?");
    assertThatThrownBy(() -> frame.select(col("items").field("sku")))
        .hasMessageContaining("only structs have fields");
  }
}
