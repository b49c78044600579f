package dev.heddle.cli.output;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the command writes to on systems that are not this one. */
class OtherSystemTest {
  @ParameterizedTest
  @CsvSource({
    "C:\\a.b\\x, \\, ''",
    "C:\\a.b\\x.CSV, \\, csv",
    "C:/a.b/x.json, \\, json",
    "a.b\\x, /, b\\x",
    "/a.b/x, /, ''"
  })
  void theEndingIsThatOfTheName(String path, String separator, String ending) {
    assertThat(OutputTarget.ending(path, separator)).isEqualTo(ending);
  }

  @Test
  void aPipeWithoutAReaderIsKnownByItsReason() {
    assertThat(StandardOutput.isClosedPipe("Broken pipe")).as("of POSIX").isTrue();
    assertThat(StandardOutput.isClosedPipe("The pipe is being closed")).as("of Windows").isTrue();
    assertThat(StandardOutput.isClosedPipe("The pipe has been ended")).as("of Windows").isTrue();
    assertThat(StandardOutput.isClosedPipe("No space left on device")).as("a disk").isFalse();
  }
}
