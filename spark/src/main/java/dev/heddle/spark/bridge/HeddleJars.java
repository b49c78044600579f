package dev.heddle.spark.bridge;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Heddle's libraries inside the one jar that an application ships: under {@value #FOLDER}, listed
 * by {@value #INDEX}. A process copies them out once, to files that go when it ends.
 */
public final class HeddleJars {
  /** Where the libraries are. */
  public static final String FOLDER = "META-INF/heddle/";

  /** Has the name of a library in each line. */
  public static final String INDEX = FOLDER + "index";

  private HeddleJars() {}

  /** Copies the libraries to files and returns them. */
  static List<URL> unpacked() {
    ClassLoader loader = HeddleJars.class.getClassLoader();
    try (InputStream index = loader.getResourceAsStream(INDEX)) {
      if (index == null) {
        throw new IllegalStateException(
            "Heddle's libraries are not here; ship the jar that `heddle spark jar` writes");
      }
      Path folder = Files.createTempDirectory("heddle-spark-");
      folder.toFile().deleteOnExit();
      List<URL> jars = new ArrayList<>();
      for (String name : lines(index)) {
        Path jar = folder.resolve(name);
        jar.toFile().deleteOnExit();
        try (InputStream bytes = loader.getResourceAsStream(FOLDER + name)) {
          if (bytes == null) {
            throw new IllegalStateException("Heddle's library " + name + " is not here");
          }
          Files.copy(bytes, jar);
        }
        jars.add(jar.toUri().toURL());
      }
      return jars;
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot unpack Heddle's libraries: " + e.getMessage(), e);
    }
  }

  private static List<String> lines(InputStream index) throws IOException {
    try (BufferedReader reader =
        new BufferedReader(new InputStreamReader(index, StandardCharsets.UTF_8))) {
      return reader.lines().toList();
    }
  }
}
