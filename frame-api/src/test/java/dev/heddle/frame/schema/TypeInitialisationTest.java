package dev.heddle.frame.schema;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Modifier;
import java.net.URL;
import java.net.URLClassLoader;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Threads that use types first at the same time do not wait for each other. */
class TypeInitialisationTest {
  @Test
  void constantsAndTheirTypesAreInitialisedByThreadsAtOnce() throws Exception {
    assertThat(DataType.class.getDeclaredMethods())
        .as("a default method would have types initialise constants, and constants types")
        .allMatch(method -> Modifier.isAbstract(method.getModifiers()));
    URL classes = DataType.class.getProtectionDomain().getCodeSource().getLocation();
    for (int round = 0; round < 20; round++) {
      try (URLClassLoader apart =
          new URLClassLoader(new URL[] {classes}, ClassLoader.getPlatformClassLoader())) {
        List<Thread> threads =
            Arrays.asList("", "$Timestamp", "$Int64", "$Struct").stream()
                .map(
                    name ->
                        Thread.ofPlatform().unstarted(() -> initialise(apart, "DataType" + name)))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
          thread.join();
        }
      }
    }
  }

  private static void initialise(ClassLoader loader, String name) {
    try {
      Class.forName("dev.heddle.frame.schema." + name, true, loader);
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }
}
