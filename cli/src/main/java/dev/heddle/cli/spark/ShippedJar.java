package dev.heddle.cli.spark;

import dev.heddle.io.storage.CacheFolder;
import dev.heddle.io.storage.FileMoves;
import dev.heddle.spark.pack.SparkJar;
import java.io.File;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;

/**
 * The jar that is shipped to Spark: made once of a class path, and kept among the user's caches.
 */
public final class ShippedJar {
  private static final String START = "heddle-for-spark-";
  private static final Duration UNUSED = Duration.ofDays(14); // until it goes

  private ShippedJar() {}

  /** Returns the class path of this process, which has all of Heddle. */
  public static List<Path> classPath() {
    String[] entries = System.getProperty("java.class.path").split(File.pathSeparator);
    return Arrays.stream(entries).map(Path::of).toList();
  }

  /** Returns the jar, which is made if it is not there. */
  static Path get(PrintWriter notes) throws IOException {
    List<Path> classPath = classPath();
    Path folder = Files.createDirectories(CacheFolder.path().resolve("spark"));
    Path jar = folder.resolve(START + key(classPath) + ".jar");
    if (!Files.exists(jar)) {
      notes.println("heddle: preparing the jar for Spark (once for each build) ...");
      notes.flush();
      Path part = Files.createTempFile(folder, START, ".part");
      try {
        SparkJar.write(part, classPath);
        FileMoves.replace(part, jar);
      } finally {
        Files.deleteIfExists(part);
      }
    }
    Files.setLastModifiedTime(jar, FileTime.from(Instant.now()));
    dropUnused(folder);
    return jar;
  }

  /** Returns a digest of which files the class path has, with their sizes and times. */
  private static String key(List<Path> classPath) throws IOException {
    StringBuilder content = new StringBuilder();
    for (Path entry : classPath) {
      if (Files.exists(entry)) {
        try (Stream<Path> files = Files.walk(entry)) {
          for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
            content
                .append(file)
                .append(' ')
                .append(Files.size(file))
                .append(' ')
                .append(Files.getLastModifiedTime(file).toMillis())
                .append('\n');
          }
        }
      }
    }
    try {
      byte[] digest =
          MessageDigest.getInstance("SHA-256")
              .digest(content.toString().getBytes(StandardCharsets.UTF_8));
      return HexFormat.of().formatHex(digest, 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256", e);
    }
  }

  private static void dropUnused(Path folder) throws IOException {
    Instant oldest = Instant.now().minus(UNUSED);
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.toList()) {
        if (file.getFileName().toString().startsWith(START)
            && Files.getLastModifiedTime(file).toInstant().isBefore(oldest)) {
          Files.deleteIfExists(file);
        }
      }
    }
  }
}
