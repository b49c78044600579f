package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

class CacheFolderTest {
  @Test
  @EnabledIfSystemProperty(
      named = "calcite.default.nationalcharset", // set by Maven for tests, as the folder is
      matches = ".+")
  void testsHaveACacheFolderOfTheirOwn() {
    assertThat(CacheFolder.path()).isEqualTo(Path.of("target", "cache").toAbsolutePath());
  }
}
