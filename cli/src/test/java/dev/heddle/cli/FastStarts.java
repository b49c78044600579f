package dev.heddle.cli;

import dev.heddle.engine.cluster.client.ProcessCommand;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Starts processes of the command quickly, as the launcher does: their class path has jars alone,
 * and an ahead-of-time cache belongs to it, which the first JVM that needs it makes. A process then
 * takes a third of the processor time to start, and tests start hundreds.
 */
final class FastStarts {
  private static final Path FOLDER = Path.of("target", "starts").toAbsolutePath();
  private static final Path CACHE = FOLDER.resolve("cache.aot");
  private static final Path FAILURES = FOLDER.resolve("failures.txt");
  private static final Path TEMPORARY = FOLDER.resolve("tmp");

  /** What killed processes leave in their temporary folder stays below {@code target}. */
  static final String TEMPORARY_FLAG = "-Djava.io.tmpdir=" + TEMPORARY;

  private static final FastStarts INSTANCE = new FastStarts();

  private final String classPath;

  private FastStarts() {
    try {
      Files.createDirectories(TEMPORARY);
      List<String> paths = new ArrayList<>();
      StringBuilder found = new StringBuilder();
      for (String path : System.getProperty("java.class.path").split(File.pathSeparator)) {
        boolean isFolder = Files.isDirectory(Path.of(path));
        paths.add(isFolder ? FOLDER.resolve(paths.size() + ".jar").toString() : path);
        found.append(path).append(' ').append(content(Path.of(path))).append('\n');
      }
      classPath = String.join(File.pathSeparator, paths);
      try (FileChannel lock =
          FileChannel.open(
              FOLDER.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE)) {
        lock.lock();
        Path made = FOLDER.resolve("made");
        if (!Files.exists(made)
            || !Files.exists(FAILURES)
            || !Files.readString(made).contentEquals(found)) {
          make(paths);
          Files.writeString(made, found);
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the class path of this process with a jar for each folder. */
  static String classPath() {
    return INSTANCE.classPath;
  }

  /** Returns the flags that go with that class path, if there is a cache. */
  static List<String> flags() {
    return Files.exists(CACHE) ? List.of("-XX:AOTCache=" + CACHE, TEMPORARY_FLAG) : List.of();
  }

  /** Returns what went wrong in the training run that made the cache. */
  static String failures() throws IOException {
    return Files.readString(FAILURES);
  }

  /** Returns a command that starts the same processes with this class path and its flags. */
  static ProcessCommand of(ProcessCommand command) {
    return (name, arguments) -> {
      List<String> words = new ArrayList<>(command.words(name, arguments));
      int at = words.indexOf("-cp");
      words.set(at + 1, classPath());
      words.addAll(at, flags());
      return words;
    };
  }

  /** Returns what changes when a class in a folder or jar does. */
  private static String content(Path path) throws IOException {
    StringBuilder content = new StringBuilder();
    for (Path file : files(path)) {
      content
          .append(path.relativize(file))
          .append(' ')
          .append(Files.size(file))
          .append(' ')
          .append(Files.getLastModifiedTime(file).toMillis())
          .append(' ');
    }
    return content.toString();
  }

  private static List<Path> files(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(folder)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }

  private static void make(List<String> paths) throws IOException {
    Files.deleteIfExists(CACHE);
    String[] given = System.getProperty("java.class.path").split(File.pathSeparator);
    for (int i = 0; i < given.length; i++) {
      if (!paths.get(i).equals(given[i])) {
        pack(Path.of(given[i]), Path.of(paths.get(i)));
      }
    }
    Path folder = Files.createTempDirectory(FOLDER, "training");
    List<String> java = ProcessCommand.likeThis("", List.of()).words("", List.of());
    List<String> flags = new ArrayList<>(java.subList(0, java.indexOf("-cp")));
    flags.addAll(List.of("-cp", String.join(File.pathSeparator, paths)));
    String said = run(folder, flags, "dev.heddle.startup.TrainingFiles");
    Path cache = folder.resolve("cache.aot");
    flags.add(1, "-XX:AOTCacheOutput=" + cache);
    flags.add(1, "-XX:TieredStopAtLevel=1");
    said += run(folder, flags, "dev.heddle.cli.TrainingMain", "1");
    Files.writeString(FAILURES, said);
    if (Files.exists(cache)) {
      Files.move(cache, CACHE, StandardCopyOption.REPLACE_EXISTING);
      for (Path each : files(folder)) {
        Files.delete(each);
      }
      Files.delete(folder);
    }
  }

  private static void pack(Path folder, Path jar) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        ZipOutputStream zip = new ZipOutputStream(file)) {
      zip.setLevel(Deflater.NO_COMPRESSION);
      for (Path each : files(folder)) {
        zip.putNextEntry(new ZipEntry(folder.relativize(each).toString()));
        Files.copy(each, zip);
      }
    }
  }

  /** Returns what a process says that fails, and nothing of one that ends well. */
  private static String run(Path folder, List<String> flags, String main, String... arguments)
      throws IOException {
    List<String> words = new ArrayList<>(flags);
    words.add(main);
    words.addAll(List.of(arguments));
    Path said = folder.resolve("said.txt");
    Process process =
        new ProcessBuilder(words)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(said.toFile())
            .start();
    try {
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.destroyForcibly();
        return main + " did not end\n" + Files.readString(said);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
      Thread.currentThread().interrupt();
    }
    return process.exitValue() == 0 ? "" : main + " failed\n" + Files.readString(said);
  }
}
