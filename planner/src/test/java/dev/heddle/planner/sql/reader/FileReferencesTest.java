package dev.heddle.planner.sql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FileReferencesTest {
  @Test
  void aNameWithSeparatorsIsAPath() {
    assertThat(FileReferences.sourcesOfName("C:\\data", "\\")).isNotEmpty();
    assertThat(FileReferences.sourcesOfName("data/t", "\\")).isNotEmpty();
    assertThat(FileReferences.sourcesOfName("a\\b", "/")).isNull();
    assertThat(FileReferences.sourcesOfName("orders", "\\")).isNull();
  }

  @Test
  void onlyLocalPathsGetSlashes() {
    assertThat(PathText.slashed("file:///C:\\a", "\\")).isEqualTo("file:///C:/a");
    assertThat(PathText.slashed("s3a://b/a\\b", "\\")).isEqualTo("s3a://b/a\\b");
    assertThat(PathText.slashed("a\\b", "/")).isEqualTo("a\\b");
  }
}
