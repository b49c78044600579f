package dev.heddle.frame.error;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearestNamesTest {
  @Test
  void countsSwapsOfNeighboursOnce() {
    assertThat(NearestNames.distance("shipped", "shiped")).isEqualTo(1);
    assertThat(NearestNames.distance("shipped", "hsipped")).isEqualTo(1);
    assertThat(NearestNames.distance("", "abc")).isEqualTo(3);
    assertThat(NearestNames.distance("abc", "abc")).isZero();
  }

  @Test
  void offersAtMostThreeNearNames() {
    assertThat(NearestNames.nearest("pric", List.of("id", "price", "prick", "pricy", "prics")))
        .containsExactly("price", "prick", "pricy");
    assertThat(NearestNames.nearest("SHIPPED", List.of("due", "shipped")))
        .containsExactly("shipped");
    assertThat(NearestNames.nearest("orderkey", List.of("o_orderkey", "o_custkey")))
        .containsExactly("o_orderkey");
    assertThat(NearestNames.nearest("xyz", List.of("price"))).isEmpty();
  }

  @Test
  void listsNamesUnlessThereAreMany() {
    assertThat(NearestNames.missing("column", "b", List.of("a1", "c1")))
        .isEqualTo("no column \"b\" in [a1, c1]");
    List<String> many = IntStream.range(0, 21).mapToObj(i -> "column" + i).toList();
    assertThat(NearestNames.missing("column", "colum7", many))
        .isEqualTo("no column \"colum7\"; did you mean \"column7\" or \"column0\" or \"column1\"?");
  }
}
