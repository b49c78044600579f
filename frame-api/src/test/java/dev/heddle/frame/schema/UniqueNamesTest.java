package dev.heddle.frame.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class UniqueNamesTest {
  @Test
  void namesThatDifferStay() {
    assertThat(UniqueNames.of(List.of("a", "A", ""))).containsExactly("a", "A", "");
  }

  @Test
  void namesOfAnotherCaseRepeatInFiles() {
    assertThat(UniqueNames.ofFile(List.of("id", "Id", "iD"))).containsExactly("id", "Id_1", "iD_2");
    assertThat(UniqueNames.ofFile(List.of("a", "A_1", "A"))).containsExactly("a", "A_1", "A_1_1");
  }

  @Test
  void repeatedNamesAreThoseOfDuckDb() {
    assertThat(UniqueNames.of(List.of("a", "a", "a"))).containsExactly("a", "a_1", "a_2");
    assertThat(UniqueNames.of(List.of("a", "a", "a_1"))).containsExactly("a", "a_1", "a_1_1");
    assertThat(UniqueNames.of(List.of("a", "a_1", "a"))).containsExactly("a", "a_1", "a_1_1");
    assertThat(UniqueNames.of(List.of("a", "a", "a", "a_1", "a_1")))
        .containsExactly("a", "a_1", "a_2", "a_1_1", "a_1_2");
  }

  @Test
  void columnsWithoutNameDifferToo() {
    assertThat(UniqueNames.of(List.of("", "b", ""))).containsExactly("", "b", "_1");
  }
}
