package dev.heddle.io.csv;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.TextEncoding;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CsvEncodingsTest {
  @TempDir private Path folder;

  private Path file(String text, Charset charset) throws IOException {
    return Files.write(folder.resolve("a.csv"), text.getBytes(charset));
  }

  private static String rows(Path file, TextEncoding encoding) {
    Table table =
        DatasetTables.open(
            new CsvFormat(CsvReadOptions.DEFAULT.withEncoding(encoding), ZoneOffset.UTC),
            List.of(file.toString()),
            DatasetOptions.DEFAULT);
    return table.schema().names() + " " + Scans.rows(table);
  }

  @Test
  void latin1IsReadAsDuckDbReadsIt() throws IOException {
    StringBuilder text = new StringBuilder("größe,ß\n");
    for (int i = 0; i < 30_000; i++) {
      text.append("élan ").append((char) (0xA1 + i % 90)).append(',').append(i).append('\n');
    }
    Path file = file(text.toString(), StandardCharsets.ISO_8859_1);
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      assertThat(rows(file, TextEncoding.LATIN_1))
          .isEqualTo(
              "[größe, ß] " + duck.rows("FROM read_csv('" + file + "', encoding = 'latin-1')"));
    }
    assertThatThrownBy(() -> rows(file, TextEncoding.UTF_8))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("UTF-8");
  }

  @Test
  void utf16IsReadInTheOrderThatItsStartShows() throws IOException {
    String text = "a,größe\n1,\"東\n京 🦆\"\n2,x\n";
    String rows = "[a, größe] [[1, 東\n京 🦆], [2, x]]";
    for (Charset charset : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
      assertThat(rows(file(text, charset), TextEncoding.UTF_16)).isEqualTo(rows);
      assertThat(rows(file("\uFEFF" + text, charset), TextEncoding.UTF_16)).isEqualTo(rows);
    }
  }

  @Test
  void whatIsNotOfTheEncodingIsAnError() throws IOException {
    byte[] bytes = "a\n\0".repeat(3).getBytes(StandardCharsets.ISO_8859_1);
    Path file = Files.write(folder.resolve("a.csv"), bytes);
    assertThatThrownBy(() -> rows(file, TextEncoding.UTF_16))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining(file + ": it is no UTF-16");
  }
}
