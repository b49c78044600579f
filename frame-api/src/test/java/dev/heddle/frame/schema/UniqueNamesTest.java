package dev.heddle.frame.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UniqueNamesTest {
  @Test
  void namesThatDifferStay() {
    assertThat(UniqueNames.of(List.of("a", "A", " "))).containsExactly("a", "A", " ");
  }

  @Test
  void repeatedNamesGetTheFirstFreeSuffix() {
    assertThat(UniqueNames.of(List.of("a", "a", "a_1", "a")))
        .containsExactly("a", "a_1", "a_1_1", "a_2");
  }

  @Test
  void columnsWithoutNameAreCalledAfterTheirPosition() {
    assertThat(UniqueNames.of(List.of("", "column0", "")))
        .containsExactly("column0", "column0_1", "column2");
  }
}
