package dev.heddle.planner.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteShape;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Targets of COPY on a system whose paths have backslashes. */
class WindowsPathsTest {
  @Test
  void theEndingIsThatOfTheName() {
    assertThat(CopyTargets.of("C:\\a.parquet\\x", Map.of(), "\\").format())
        .isInstanceOf(CsvWriteOptions.class);
    assertThat(CopyTargets.of("C:\\a.csv\\x.parquet", Map.of(), "\\").format())
        .isInstanceOf(ParquetWriteOptions.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"C:\\out\\", "C:/out/", "\\\\srv\\share\\out\\"})
  void aSeparatorAtTheEndMeansAFolder(String path) {
    assertThat(CopyTargets.of(path, Map.of("FORMAT", List.of("csv")), "\\").layout().shape())
        .isEqualTo(WriteShape.FOLDER);
  }

  @Test
  void elsewhereABackslashIsPartOfAName() {
    assertThat(CopyTargets.of("out\\", Map.of("FORMAT", List.of("csv")), "/").layout().shape())
        .isEqualTo(WriteShape.FILE);
    assertThat(CopyTargets.of("a\\b", Map.of(), "/").path()).isEqualTo("a\\b");
  }
}
