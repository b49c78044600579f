package dev.heddle.frame.option;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class OptionsDocumentTest {
  private static final List<Class<? extends Record>> OPTIONS =
      List.of(
          SessionOptions.class,
          DatasetOptions.class,
          CsvReadOptions.class,
          JsonReadOptions.class,
          CsvWriteOptions.class,
          JsonWriteOptions.class,
          ArrowWriteOptions.class,
          ParquetWriteOptions.class,
          BloomFilter.class,
          WriteLayout.class,
          S3Options.class,
          ClusterOptions.class,
          UiOptions.class);

  @Test
  void describesEveryOptionAndNoOther() throws IOException {
    String[] sections = Files.readString(document()).split("\n## ");
    List<String> expected = new ArrayList<>();
    List<String> found = new ArrayList<>();
    for (int i = 0; i < OPTIONS.size(); i++) {
      Class<? extends Record> type = OPTIONS.get(i);
      assertThat(sections[i + 1]).startsWith("`" + type.getSimpleName() + "`");
      for (RecordComponent component : type.getRecordComponents()) {
        expected.add(type.getSimpleName() + "." + component.getName());
      }
      sections[i + 1]
          .lines()
          .filter(line -> line.startsWith("| `"))
          .forEach(line -> found.add(type.getSimpleName() + "." + line.split("`")[1]));
    }
    assertThat(found).isEqualTo(expected);
  }

  private static Path document() {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/options.md"))) {
      root = root.getParent();
    }
    return root.resolve("docs/options.md");
  }

  @Test
  void refusesValuesOutsideOfTheirRange() {
    assertThatThrownBy(() -> SessionOptions.defaults().withThreads(-1))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot set option threads to -1: it must be at least 1, or 0 for one a processor");
    assertThatThrownBy(() -> SessionOptions.defaults().withPartitions(-1))
        .hasMessage(
            "Cannot set option partitions to -1: it must be at least 1, or 0 to let the engine"
                + " decide");
    assertThatThrownBy(() -> SessionOptions.defaults().withUi(65_536))
        .hasMessage(
            "Cannot set option ui.port to 65536: it must be at most 65535, or 0 for a free one");
    assertThatThrownBy(() -> ClusterOptions.of("http://here:80"))
        .hasMessage(
            "Cannot read cluster address \"http://here:80\": write heddle://host:port or"
                + " host:port");
    assertThatThrownBy(() -> CsvReadOptions.DEFAULT.withQuote('"').withDelimiter('"'))
        .hasMessage(
            "Cannot read csv: delimiter '\"' and quote '\"' must differ and be no line ends");
    assertThatThrownBy(() -> ParquetWriteOptions.DEFAULT.withRowGroupRows(0))
        .hasMessage("Cannot write parquet: rowGroupRows is 0, it must be at least 1");
    assertThatThrownBy(
            () -> ParquetWriteOptions.DEFAULT.withCompression(ParquetCompression.GZIP, 10))
        .hasMessage("Cannot write parquet: compressionLevel is 10, it must be at most 9 for GZIP");
    assertThatThrownBy(() -> ParquetWriteOptions.DEFAULT.withBloomFilter("id", 0))
        .hasMessageContaining("Cannot write a bloom filter for \"id\"");
    assertThatThrownBy(() -> WriteLayout.DEFAULT.withMaxOpenFiles(0))
        .hasMessage("Cannot write: maxOpenFiles is 0, it must be at least 1");
  }
}
