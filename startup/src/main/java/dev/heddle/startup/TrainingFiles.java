package dev.heddle.startup;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * Makes the files of a training run in the current folder: its scripts, and the tables that their
 * queries read. A process of its own, since each class that a training loads is loaded at every
 * start.
 */
public final class TrainingFiles {
  /** The script that any training runs. */
  static final String SESSION = "training.sql";

  /** What the training of long-running processes runs besides. */
  static final String CLUSTER = "training-queries.sql";

  private static final String TABLES = "training-data.sql";

  private TrainingFiles() {}

  /** Makes the files. */
  public static void main(String[] arguments) throws IOException {
    for (String name : List.of(SESSION, CLUSTER)) {
      Files.writeString(Path.of(name), script(name));
    }
    try (Session session = Heddle.local()) {
      session.execute(script(TABLES));
    }
  }

  private static String script(String name) throws IOException {
    try (InputStream in = TrainingFiles.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException("The module startup has no script " + name);
      }
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
