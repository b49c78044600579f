package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.sum;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Classes of the shape that Scala's compiler gives case classes, where records may be. */
class CaseClassesTest {
  private static final Session SESSION = Heddle.local();

  /** What becomes of {@code case class Place(x: Int, y: Double)}. */
  public static class Place {
    private final int x;
    private final double y;

    public Place(int x, double y) {
      this.x = x;
      this.y = y;
    }

    public int x() {
      return x;
    }

    public double y() {
      return y;
    }

    public Place copy(int newX, double newY) {
      return new Place(newX, newY);
    }

    public int copy$default$1() {
      return x();
    }

    public double copy$default$2() {
      return y();
    }

    public String productPrefix() {
      return "Place";
    }

    public int productArity() {
      return 2;
    }

    public Object productElement(int index) {
      return index == 0 ? (Object) x() : (Object) y();
    }

    public boolean canEqual(Object other) {
      return other instanceof Place;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place place && x == place.x && Double.compare(y, place.y) == 0;
    }

    @Override
    public int hashCode() {
      return Objects.hash(x, y);
    }

    @Override
    public String toString() {
      return "Place(" + x + "," + y + ")";
    }
  }

  /** What becomes of a case class with a place and a list inside. */
  public static class Order {
    private final String status;
    private final long n;
    private final @Nullable BigDecimal price;
    private final Place place;
    private final List<String> tags;

    public Order(
        String status, long n, @Nullable BigDecimal price, Place place, List<String> tags) {
      this.status = status;
      this.n = n;
      this.price = price;
      this.place = place;
      this.tags = tags;
    }

    public static Order apply(
        String status, long n, @Nullable BigDecimal price, Place place, List<String> tags) {
      return new Order(status, n, price, place, tags);
    }

    public String status() {
      return status;
    }

    public long n() {
      return n;
    }

    public @Nullable BigDecimal price() {
      return price;
    }

    public Place place() {
      return place;
    }

    public List<String> tags() {
      return tags;
    }

    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Order order
          && status.equals(order.status)
          && n == order.n
          && Objects.equals(price, order.price)
          && place.equals(order.place)
          && tags.equals(order.tags);
    }

    @Override
    public int hashCode() {
      return Objects.hash(status, n, price, place, tags);
    }
  }

  /** A class without accessors. */
  public static class Closed {
    private final int x;

    public Closed(int x) {
      this.x = x;
    }

    int hidden() {
      return x;
    }
  }

  /** A case class whose constructor requires something. */
  public static class Positive {
    private final long n;

    public Positive(long n) {
      if (n <= 0) {
        throw new IllegalArgumentException("requirement failed");
      }
      this.n = n;
    }

    public long n() {
      return n;
    }
  }

  private static final List<Order> ORDERS =
      List.of(
          new Order("F", 1, new BigDecimal("2.50"), new Place(1, 0.5), List.of("a", "b")),
          new Order("O", 2, null, new Place(2, 1.5), List.of()),
          new Order("F", 3, new BigDecimal("10.00"), new Place(3, Double.NaN), List.of("c")));

  @AfterAll
  static void close() {
    SESSION.close();
  }

  @Test
  void goInAsRecordsDo() {
    DataFrame orders = SESSION.from(ORDERS);
    assertThat(orders.schema().names()).containsExactly("status", "n", "price", "place", "tags");
    assertThat(orders.schema().field(1).nullable()).isFalse();
    assertThat(orders.schema().field(2).type()).isEqualTo(new DataType.Decimal(38, 2));
    assertThat(orders.schema().field(3).type().sqlName()).isEqualTo("STRUCT(x INTEGER, y DOUBLE)");
    assertThat(orders.schema().field(4).type()).isEqualTo(new DataType.ListOf(DataType.STRING));
    assertThat(SESSION.from(Order.class, List.of()).schema().names())
        .isEqualTo(orders.schema().names());
  }

  @Test
  void comeOutAsRecordsDo() {
    DataFrame orders = SESSION.from(ORDERS);
    assertThat(orders.sort("n").rows(Order.class)).isEqualTo(ORDERS);
    try (Stream<Order> stream = orders.filter(col("n").gt(1)).sort("n").stream(Order.class)) {
      assertThat(stream.toList()).isEqualTo(ORDERS.subList(1, 3));
    }
    assertThat(
            orders
                .select(col("place").field("x").named("x"), col("place").field("y").named("Y"))
                .sort("x")
                .rows(Place.class)
                .getFirst())
        .isEqualTo(new Place(1, 0.5));
    assertThat(orders.agg(sum("n").named("n")).rows(Positive.class).getFirst().n()).isEqualTo(6);
  }

  @Test
  void whatDoesNotFitIsATypedError() {
    DataFrame orders = SESSION.from(ORDERS);
    assertThatThrownBy(() -> orders.select("status").rows(Place.class))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("Cannot read rows as Place: no column \"x\" in [status]");
    assertThatThrownBy(() -> SESSION.from(List.of(new Closed(1))))
        .isInstanceOf(AnalysisException.class)
        .hasMessageEndingWith(
            "Closed for rows: it is no record class, nor one whose only constructor has parameters"
                + " with accessors of their names");
    assertThatThrownBy(() -> orders.rows(String.class))
        .isInstanceOf(AnalysisException.class)
        .hasMessageStartingWith("Cannot use java.lang.String for rows");
    assertThatThrownBy(() -> orders.select(col("n").minus(1).named("n")).rows(Positive.class))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("its constructor failed")
        .hasMessageContaining("requirement failed");
    assertThat(new Closed(1).hidden()).isEqualTo(1);
  }
}
