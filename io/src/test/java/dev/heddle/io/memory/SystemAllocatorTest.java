package dev.heddle.io.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.lang.foreign.SymbolLookup;
import java.lang.foreign.ValueLayout;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SystemAllocatorTest {
  @Test
  void aLibraryWithoutTheFunctionIsLeftAlone() {
    SymbolLookup none = name -> Optional.empty();
    assertThat(SystemAllocator.function(none, "malloc_trim", ValueLayout.JAVA_LONG)).isNull();
    assertThatCode(() -> SystemAllocator.trim(null)).as("no function").doesNotThrowAnyException();
  }

  @Test
  void aJvmWithoutCallsOfTheSystemIsLeftAlone() {
    SymbolLookup unsupported =
        name -> {
          throw new UnsupportedOperationException("no linker");
        };
    assertThat(SystemAllocator.function(unsupported, "malloc_trim", ValueLayout.JAVA_LONG))
        .isNull();
  }
}
