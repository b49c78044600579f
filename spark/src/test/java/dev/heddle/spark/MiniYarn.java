package dev.heddle.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hadoop's small YARN, a resource manager and two node managers, in a process of its own, which
 * starts containers as processes.
 */
final class MiniYarn implements AutoCloseable {
  private static final Pattern STARTED = Pattern.compile("YARN is there");
  private static final Pattern LIBRARIES =
      Pattern.compile(".*/(hadoop-client-|slf4j-api-|jcl-over-slf4j-|log4j-).*");

  private final StartedJvm process;
  private final Path folder;

  private MiniYarn(StartedJvm process, Path folder) {
    this.process = process;
    this.folder = folder;
  }

  /**
   * Starts one whose files are in a folder.
   *
   * @param java the {@code JAVA_HOME} of node managers, and of containers that name no other
   */
  static MiniYarn start(Path folder, Path java) throws IOException, InterruptedException {
    List<String> path = new ArrayList<>();
    path.add(Path.of("target", "test-classes").toAbsolutePath().toString());
    try (Stream<Path> jars = Files.list(SparkSubmission.home().resolve("hdfs"))) {
      jars.forEach(jar -> path.add(jar.toString()));
    }
    try (Stream<Path> jars = Files.list(SparkSubmission.home().resolve("jars"))) {
      jars.map(Path::toString).filter(jar -> LIBRARIES.matcher(jar).matches()).forEach(path::add);
    }
    path.addAll(MiniHdfs.ofTests());
    Path conf = Files.createDirectories(folder.resolve("conf"));
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            String.join(File.pathSeparator, path),
            MiniYarnMain.class.getName(),
            conf.resolve("yarn-site.xml").toString(),
            "2");
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JAVA_HOME", java.toString());
    MiniYarn yarn = new MiniYarn(StartedJvm.of(builder, folder.resolve("yarn.txt")), folder);
    try {
      yarn.process.logged(STARTED, 1);
      return yarn;
    } catch (Throwable e) {
      yarn.close();
      throw e;
    }
  }

  /** Returns the folder of Hadoop's configuration for clients. */
  Path configuration() {
    return folder.resolve("conf");
  }

  @Override
  public void close() {
    process.close();
  }
}
