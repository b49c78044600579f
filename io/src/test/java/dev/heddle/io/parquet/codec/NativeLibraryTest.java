package dev.heddle.io.parquet.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {
  @Test
  @EnabledOnOs(OS.LINUX)
  void theLibraryIsCopiedOutOfItsJar(@TempDir Path folder) throws Exception {
    Path target = folder.resolve("zstd");

    assertThat(NativeLibrary.copy(target)).isTrue();

    assertThatCode(() -> System.load(target.toString())).doesNotThrowAnyException();
  }
}
