package dev.heddle.engine.cluster.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class ProcessCommandTest {
  @Test
  void readsMoreFlagsFromAFileAndGivesTheCallersTheLastWord() {
    List<String> plain = ProcessCommand.likeThis("a.Main", List.of("-Xmx1m")).words("x", List.of());
    assertThat(plain).endsWith("-Xmx1m", "-cp", System.getProperty("java.class.path"), "a.Main");
    assertThat(plain).noneMatch(word -> word.startsWith("@"));

    System.setProperty(ProcessCommand.OPTIONS_FILE, "/some where/flags");
    try {
      ProcessCommand command = ProcessCommand.likeThis("a.Main", List.of("-Xmx1m"));
      List<String> words = command.words("x", List.of("worker"));
      assertThat(words).contains("@/some where/flags", "worker");
      assertThat(words.indexOf("@/some where/flags")).isEqualTo(words.indexOf("-Xmx1m") - 1);
    } finally {
      System.clearProperty(ProcessCommand.OPTIONS_FILE);
    }
  }
}
