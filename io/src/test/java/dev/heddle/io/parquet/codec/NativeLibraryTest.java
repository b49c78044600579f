package dev.heddle.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NativeLibraryTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void theLibraryIsCopiedOutOfItsJar(@TempDir Path folder) throws Exception {
    Path target = folder.resolve("zstd");

    assertThat(NativeLibrary.copy(target)).isTrue();

    assertThatCode(() -> System.load(target.toString())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @CsvSource({
    "Windows 11, amd64, true",
    "Windows Server 2025, aarch64, true",
    "Mac OS X, aarch64, true",
    "Mac OS X, x86_64, true",
    "Linux, aarch64, true",
    "Linux, amd64, true",
    "Plan 9, amd64, false"
  })
  void otherSystemsHaveTheirsOrNone(
      String system, String arch, boolean isThere, @TempDir Path folder) throws Exception {
    Path target = folder.resolve("zstd");

    assertThat(NativeLibrary.copy(target, system, arch)).as(system).isEqualTo(isThere);
    assertThat(Files.exists(target)).as("a copy for %s", system).isEqualTo(isThere);
  }
}
