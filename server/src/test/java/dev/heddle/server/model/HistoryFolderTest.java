package dev.heddle.server.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HistoryFolderTest {
  private static final int MAX_QUERIES = 10;

  @TempDir private Path folder;

  @Test
  void keepsTheLastOnesOnly() {
    HistoryFolder history = new HistoryFolder(folder, MAX_QUERIES, 1 << 20);
    for (int i = 1; i <= 3 * MAX_QUERIES; i++) {
      long number = history.takeNumber(i);
      history.put(number, "{\"id\":" + number + "}", "{\"all\":" + number + "}", List.of());
    }
    history.trim();
    assertThat(history.numbers()).hasSize(MAX_QUERIES).startsWith(21L).endsWith(30L);
    assertThat(history.summary(30)).contains("{\"id\":30}");
    assertThat(history.all(30)).contains("{\"all\":30}");
    assertThat(history.all(1)).isEmpty();
  }

  @Test
  void keepsAtMostABoundedNumberOfBytes() {
    HistoryFolder history = new HistoryFolder(folder, MAX_QUERIES, 5_000);
    for (int i = 1; i <= MAX_QUERIES; i++) {
      history.put(history.takeNumber(i), "{}", "x".repeat(2_000), List.of());
    }
    history.trim();
    assertThat(history.numbers()).containsExactly(9L, 10L);
  }

  @Test
  void twoProcessesTakeDifferentNumbers() {
    HistoryFolder one = new HistoryFolder(folder, MAX_QUERIES, 1 << 20);
    HistoryFolder other = new HistoryFolder(folder, MAX_QUERIES, 1 << 20);
    assertThat(one.takeNumber(1)).isEqualTo(1);
    assertThat(other.takeNumber(1)).isEqualTo(2);
    assertThat(one.summary(2)).as("a query that is not over").isEmpty();
  }
}
