package dev.heddle.spark.pack;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.spark.bridge.HeddleJars;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Enumeration;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;

/**
 * Writes the one jar that an application ships to Spark: at its top what Spark, the user's program
 * and Heddle share, which is frames, Arrow and the bridge; everything else as jars in it. The same
 * class path makes the same bytes.
 */
public final class SparkJar {
  private static final List<String> SHARED =
      List.of(
          "dev/heddle/frame/",
          "dev/heddle/io/hadoop/files/",
          "dev/heddle/spark/bridge/",
          "dev/heddle/spark/hadoop/",
          "org/apache/arrow/vector/",
          "org/apache/arrow/memory/",
          "org/apache/arrow/flatbuf/",
          "org/apache/arrow/util/",
          "com/google/flatbuffers/",
          "org/jspecify/");

  /** Of which Spark has its own, that everybody uses. */
  private static final List<String> SPARKS = List.of("org/slf4j/", "org/apache/spark/", "scala/");

  private static final LocalDateTime TIME = LocalDateTime.of(2000, 1, 1, 0, 0);

  private SparkJar() {}

  /**
   * Writes the jar.
   *
   * @param target its file, which is replaced
   * @param classPath jars and folders of classes of a program that uses Heddle and this module
   * @throws HeddleException with code {@code IO} if something cannot be read or written, {@code
   *     INVALID_ARGUMENT} if the class path lacks Heddle
   */
  public static void write(Path target, List<Path> classPath) {
    List<String> nested = new ArrayList<>();
    Set<String> top = new HashSet<>();
    try (OutputStream file = Files.newOutputStream(target);
        ZipOutputStream jar = new ZipOutputStream(file)) {
      jar.setLevel(Deflater.BEST_SPEED);
      for (Path entry : classPath) {
        if (Files.exists(entry)) {
          add(entry, jar, top, nested);
        }
      }
      put(jar, HeddleJars.INDEX, String.join("\n", nested).getBytes(StandardCharsets.UTF_8));
    } catch (IOException | UncheckedIOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot write " + target + ": " + e.getMessage(), e);
    }
    if (!top.contains("dev/heddle/spark/HeddleSpark.class")
        || !top.contains("dev/heddle/frame/Session.class")) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot write "
              + target
              + ": the class path has no Heddle for Spark; add dev.heddle:heddle-spark");
    }
  }

  private static void add(Path entry, ZipOutputStream jar, Set<String> top, List<String> nested)
      throws IOException {
    List<Content> contents = contents(entry);
    if (contents.stream().anyMatch(each -> startsWith(each.name(), SPARKS))) {
      return;
    }
    boolean isAllShared = true;
    for (Content each : contents) {
      boolean isShared = isShared(each.name());
      isAllShared &= isShared || !each.name().endsWith(".class");
      if (isShared && top.add(each.name())) {
        put(jar, each.name(), each.bytes());
      }
    }
    if (!isAllShared) {
      String name = String.format("%03d.jar", nested.size());
      nested.add(name);
      jar.putNextEntry(entry(HeddleJars.FOLDER + name));
      ZipOutputStream inner = new ZipOutputStream(jar);
      inner.setLevel(Deflater.NO_COMPRESSION); // compressed with the outer jar
      for (Content each : contents) {
        put(inner, each.name(), each.bytes());
      }
      inner.finish();
      jar.closeEntry();
    }
  }

  private static boolean isShared(String name) {
    boolean isOpener =
        name.startsWith("dev/heddle/spark/")
            && name.indexOf('/', "dev/heddle/spark/".length()) < 0
            && name.endsWith(".class");
    return isOpener || startsWith(name, SHARED);
  }

  private static boolean startsWith(String name, List<String> prefixes) {
    return prefixes.stream().anyMatch(name::startsWith);
  }

  private static ZipEntry entry(String name) {
    ZipEntry entry = new ZipEntry(name);
    entry.setTimeLocal(TIME);
    return entry;
  }

  private static void put(ZipOutputStream jar, String name, byte[] bytes) throws IOException {
    jar.putNextEntry(entry(name));
    jar.write(bytes);
    jar.closeEntry();
  }

  /** A file of a jar or folder. */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  private record Content(String name, byte[] bytes) {}

  private static List<Content> contents(Path entry) throws IOException {
    return Files.isDirectory(entry) ? ofFolder(entry) : ofJar(entry);
  }

  private static List<Content> ofJar(Path jar) throws IOException {
    List<Content> contents = new ArrayList<>();
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      Enumeration<? extends ZipEntry> entries = zip.entries();
      while (entries.hasMoreElements()) {
        ZipEntry entry = entries.nextElement();
        if (!entry.isDirectory() && isWanted(entry.getName())) {
          try (InputStream in = zip.getInputStream(entry)) {
            contents.add(new Content(entry.getName(), in.readAllBytes()));
          }
        }
      }
    }
    return contents;
  }

  private static List<Content> ofFolder(Path folder) throws IOException {
    List<Content> contents = new ArrayList<>();
    Files.walkFileTree(
        folder,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            String name = folder.relativize(file).toString().replace('\\', '/');
            if (isWanted(name)) {
              contents.add(new Content(name, Files.readAllBytes(file)));
            }
            return FileVisitResult.CONTINUE;
          }
        });
    contents.sort(Comparator.comparing(Content::name));
    return contents;
  }

  /** Signatures and module descriptions do not hold for parts of jars. */
  private static boolean isWanted(String name) {
    return !name.endsWith("module-info.class")
        && !(name.startsWith("META-INF/")
            && (name.endsWith(".SF") || name.endsWith(".RSA") || name.endsWith(".DSA")));
  }
}
