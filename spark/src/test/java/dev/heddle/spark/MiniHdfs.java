package dev.heddle.spark;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Hadoop's small HDFS, name node and data node, in a process of its own. */
public final class MiniHdfs implements AutoCloseable {
  private static final Path HOME = Path.of("..", "spark-home", "target");
  private static final Path SETTINGS = Path.of("src", "test", "hadoop");
  private static final Pattern OF_TESTS =
      Pattern.compile(".*(junit-jupiter-api|junit-platform-commons|opentest4j|apiguardian).*");
  private static final Pattern PORT = Pattern.compile("\"namenode_port\"\\s*:\\s*(\\d+)");
  private static final int MAX_SECONDS = 300;

  private final Process process;
  private final String root;

  private MiniHdfs(Process process, String root) {
    this.process = process;
    this.root = root;
  }

  /** Returns the class path of a client of Hadoop's, with settings, as a user gives it. */
  public static String clientPath() throws IOException {
    try (Stream<Path> jars = Files.list(HOME.resolve("jars"))) {
      Stream<Path> ofClient =
          jars.filter(
                  jar -> jar.toString().matches(".*/(hadoop-client-|slf4j-api-|jcl-over-slf4j-).*"))
              .sorted();
      return Stream.concat(Stream.of(SETTINGS), ofClient)
          .map(entry -> entry.toAbsolutePath().normalize().toString())
          .collect(Collectors.joining(File.pathSeparator));
    }
  }

  /** Returns the libraries of tests that Hadoop's small clusters need. */
  static List<String> ofTests() {
    return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
        .filter(entry -> OF_TESTS.matcher(entry).matches())
        .toList();
  }

  /** Starts one whose files are in a folder. */
  public static MiniHdfs start(Path folder) throws IOException, InterruptedException {
    List<String> path = new ArrayList<>();
    try (Stream<Path> jars = Files.list(HOME.resolve("hdfs"))) {
      jars.forEach(jar -> path.add(jar.toAbsolutePath().toString()));
    }
    path.add(clientPath());
    path.addAll(ofTests());
    Path details = folder.resolve("details.json");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-Xmx512m",
            "-XX:TieredStopAtLevel=1",
            "-Djava.io.tmpdir=" + folder,
            "-Dtest.build.data=" + folder,
            "-cp",
            String.join(File.pathSeparator, path),
            "org.apache.hadoop.mapreduce.MiniHadoopClusterManager",
            "-nomr",
            "-format",
            "-D",
            "dfs.namenode.file.close.num-committed-allowed=1", // nobody waits for a data node
            "-writeDetails",
            details.toString());
    Path output = folder.resolve("hdfs.txt");
    Process process =
        new ProcessBuilder(command)
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .redirectOutput(output.toFile())
            .start();
    for (int i = 0; i < MAX_SECONDS * 10 && process.isAlive(); i++) {
      Matcher port = PORT.matcher(Files.exists(details) ? Files.readString(details) : "");
      if (port.find()) {
        return new MiniHdfs(process, "hdfs://localhost:" + port.group(1));
      }
      process.waitFor(100, TimeUnit.MILLISECONDS);
    }
    process.destroyForcibly();
    throw new IOException("HDFS did not start: " + Files.readString(output));
  }

  /** Returns its URL, without a slash at the end. */
  public String root() {
    return root;
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
