package dev.heddle.spark;

import dev.heddle.spark.pack.SparkJar;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.spi.ToolProvider;
import java.util.stream.Stream;

/** Submits programs as {@code spark-submit} does, to a Spark that has all of Spark SQL's jars. */
final class SparkSubmission {
  /** Names the folder of Hadoop's configuration. */
  static final String CONFIGURATION = "HADOOP_CONF_DIR";

  /** The other one costs a short life more than it saves. */
  static final String QUICK_COMPILER = "-XX:TieredStopAtLevel=1";

  private static final String RUNTIME = "target/runtime-classpath.txt";
  private static final String DRIVER_MEMORY = "spark.driver.memory=";

  /** Of a JVM that runs Spark. */
  static final List<String> FLAGS =
      List.of(
          "--add-opens=java.base/java.nio=ALL-UNNAMED",
          "--add-opens=java.base/sun.nio.ch=ALL-UNNAMED",
          "--add-opens=java.base/java.lang=ALL-UNNAMED",
          "--add-opens=java.base/java.util=ALL-UNNAMED",
          "--add-opens=java.base/java.net=ALL-UNNAMED",
          "--add-opens=java.base/java.lang.invoke=ALL-UNNAMED",
          "--enable-native-access=ALL-UNNAMED",
          "--sun-misc-unsafe-memory-access=allow");

  private final Path home; // as SPARK_HOME
  private final Path heddle; // the one jar
  private final Path program; // the user's
  private final Path events;
  private final Target target;

  /**
   * Where a program runs.
   *
   * @param settings those that it needs there
   * @param variables of the process that submits
   */
  record Target(String master, List<String> settings, Map<String, String> variables) {}

  private SparkSubmission(Path home, Path heddle, Path program, Path events, Target target) {
    this.home = home;
    this.heddle = heddle;
    this.program = program;
    this.events = events;
    this.target = target;
  }

  /** Makes what is submitted. */
  static SparkSubmission in(Path folder) throws IOException {
    Path home = Files.createDirectories(folder.resolve("home"));
    Files.createDirectories(home.resolve("tmp"));
    Files.createSymbolicLink(home.resolve("jars"), home().resolve("jars"));
    Path heddle = shipped();
    Path program = folder.resolve("program.jar");
    int code =
        ToolProvider.findFirst("jar")
            .orElseThrow()
            .run(
                System.out,
                System.err,
                "cf",
                program.toString(),
                "-C",
                Path.of("target", "test-classes").toString(),
                "dev/heddle/spark/QueriesProgram.class",
                "-C",
                Path.of("target", "test-classes").toString(),
                "dev/heddle/spark/EveryProgram.class",
                "-C",
                Path.of("target", "test-classes").toString(),
                "dev/heddle/spark/program");
    if (code != 0) {
      throw new IOException("The program could not be packed");
    }
    Path events = Files.createDirectories(folder.resolve("events"));
    Target target = new Target("local-cluster[2,1,1024]", List.of(), Map.of());
    return new SparkSubmission(home, heddle, program, events, target);
  }

  /** Returns the one jar, which a process of tests makes once. */
  private static synchronized Path shipped() throws IOException {
    Path jar = Path.of("target", "heddle-for-spark-" + ProcessHandle.current().pid() + ".jar");
    if (!Files.exists(jar)) {
      List<Path> classPath = new ArrayList<>(List.of(Path.of("target", "classes")));
      classPath.addAll(runtime());
      SparkJar.write(jar, classPath);
      jar.toFile().deleteOnExit();
    }
    return jar.toAbsolutePath();
  }

  /** Returns the class path of a session that runs in its own process. */
  static List<Path> runtime() throws IOException {
    return Arrays.stream(Files.readString(Path.of(RUNTIME)).strip().split(File.pathSeparator))
        .map(Path::of)
        .toList();
  }

  /** Submits the same elsewhere, with event logs of its own. */
  SparkSubmission to(Target other) throws IOException {
    Path logs = Files.createTempDirectory(events.getParent(), "events-");
    return new SparkSubmission(home, heddle, program, logs, other);
  }

  /** Returns where Spark is. */
  static Path home() throws IOException {
    return Path.of("..", "spark-home", "target").toRealPath();
  }

  private static String driverMemory(List<String> settings) {
    return settings.stream()
        .filter(setting -> setting.startsWith(DRIVER_MEMORY))
        .map(setting -> setting.substring(DRIVER_MEMORY.length()))
        .findFirst()
        .orElse("1g");
  }

  /** Returns where Spark's event logs are. */
  Path events() {
    return events;
  }

  /** Returns the logs of the executors that have been there. */
  List<Path> logs() throws IOException {
    Path work = home.resolve("work");
    if (!Files.exists(work)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(work)) {
      return files.filter(file -> file.endsWith("stderr")).toList();
    }
  }

  /** Starts the program of queries. */
  Process start(Path output, List<String> settings, String... arguments) throws IOException {
    return start(output, QueriesProgram.class, settings, arguments);
  }

  /** Starts a program. */
  Process start(Path output, Class<?> main, List<String> settings, String... arguments)
      throws IOException {
    Path java = Path.of(System.getProperty("java.home"));
    return start(java, main, output, settings, arguments);
  }

  /** Starts a class of the program or of Heddle's jar by a Java of another home. */
  Process start(Path java, Class<?> main, Path output, List<String> settings, String... arguments)
      throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.resolve("bin/java").toString());
    command.add("-XX:+IgnoreUnrecognizedVMOptions");
    command.addAll(List.of("-Xmx" + driverMemory(settings), QUICK_COMPILER));
    String temporary = "-Djava.io.tmpdir=" + home.resolve("tmp");
    command.add(temporary);
    command.addAll(FLAGS);
    String path = target.variables().getOrDefault(CONFIGURATION, ""); // as Spark's launcher does
    path += (path.isEmpty() ? "" : File.pathSeparator) + home.resolve("jars") + "/*";
    command.addAll(List.of("-cp", path, "org.apache.spark.deploy.SparkSubmit"));
    command.addAll(List.of("--master", target.master(), "--name", "conformance"));
    List<String> all =
        new ArrayList<>(
            List.of(
                "spark.ui.enabled=false",
                "spark.driver.host=127.0.0.1",
                "spark.executor.memory=1g",
                "spark.executor.extraJavaOptions=" + QUICK_COMPILER + " " + temporary,
                "spark.heddle.executor.memory=256m",
                "spark.eventLog.enabled=true",
                "spark.eventLog.compress=false",
                "spark.eventLog.dir=" + events.toUri()));
    all.addAll(target.settings());
    all.addAll(settings); // the last of a name counts
    all.forEach(setting -> command.addAll(List.of("--conf", setting)));
    command.addAll(List.of("--class", main.getName()));
    command.addAll(List.of("--jars", heddle.toString(), program.toString()));
    command.addAll(Arrays.asList(arguments));
    ProcessBuilder builder = new ProcessBuilder(command);
    builder
        .environment()
        .putAll(
            Map.of(
                "SPARK_HOME",
                home.toString(),
                "SPARK_SCALA_VERSION",
                "2.13",
                "SPARK_LOCAL_IP",
                "127.0.0.1",
                "JAVA_HOME",
                java.toString()));
    builder.environment().putAll(target.variables());
    return builder.redirectErrorStream(true).redirectOutput(output.toFile()).start();
  }
}
