package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.cli.output.OutputFormat;
import dev.heddle.cli.output.OutputTarget;
import dev.heddle.io.text.Compression;
import org.junit.jupiter.api.Test;

/** The format of a file follows its ending, and what contradicts that is refused. */
class OutputTargetTest {
  @Test
  void theEndingNamesFormatAndCompression() {
    for (OutputFormat format : OutputFormat.values()) {
      if (format != OutputFormat.TABLE) {
        assertThat(OutputTarget.of("x." + format, null).format()).isEqualTo(format);
        OutputTarget packed = OutputTarget.of("x." + format + ".GZ", format);
        assertThat(packed.format()).isEqualTo(format);
        assertThat(packed.compression()).isEqualTo(Compression.GZIP);
        assertThat(OutputTarget.of("x." + format + ".zst", null).compression())
            .isEqualTo(Compression.ZSTD);
      }
    }
  }

  @Test
  void theStatedFormatDecidesWhereTheEndingDoesNot() {
    assertThat(OutputTarget.of("a.b/x", OutputFormat.CSV).format()).isEqualTo(OutputFormat.CSV);
    assertThat(OutputTarget.of("x.dat", OutputFormat.MD).format()).isEqualTo(OutputFormat.MD);
    assertThat(OutputTarget.of("x", null).format()).isEqualTo(OutputFormat.TABLE);
    assertThat(OutputTarget.of(null, OutputFormat.JSONL).format()).isEqualTo(OutputFormat.JSONL);
  }

  @Test
  void contradictionsAndUnknownEndingsAreRefused() {
    assertThatThrownBy(() -> OutputTarget.of("x.json.gz", OutputFormat.CSV))
        .hasMessageContaining("Cannot write x.json.gz as csv: its ending names json");
    assertThatThrownBy(() -> OutputTarget.of("x.xlsx", null))
        .hasMessageContaining("its ending .xlsx: add --format");
    assertThatThrownBy(() -> OutputTarget.of("x.csv.bz2", null))
        .hasMessageContaining("compressed as .bz2 are not supported");
  }
}
