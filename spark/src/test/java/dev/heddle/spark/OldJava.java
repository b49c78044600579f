package dev.heddle.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.stream.Stream;

/** A Java 17, as clusters have it, if there is one on this machine. */
final class OldJava {
  private OldJava() {}

  /** Returns its home. */
  static Optional<Path> home() throws IOException {
    Path homes = Path.of("/usr/lib/jvm");
    try (Stream<Path> found = Files.isDirectory(homes) ? Files.list(homes) : Stream.of()) {
      return found
          .filter(home -> home.getFileName().toString().contains("17"))
          .filter(home -> Files.isExecutable(home.resolve("bin/java")))
          .findFirst();
    }
  }

  /** Returns its home, or that of this process's Java. */
  static Path homeOrThis() throws IOException {
    return home().orElse(Path.of(System.getProperty("java.home")));
  }
}
