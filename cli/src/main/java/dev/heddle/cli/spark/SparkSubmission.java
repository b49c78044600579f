package dev.heddle.cli.spark;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** Submits a command line of Heddle's to Spark, in client mode, and waits for its end. */
final class SparkSubmission {
  private static final String MAIN = "dev.heddle.spark.SubmittedMain"; // in the jar
  private static final int MAX_END_SECONDS = 20; // Spark stops its executors and deletes its files
  private static final String SUBMIT = "org.apache.spark.deploy.SparkSubmit";

  private final SparkHome home;
  private final PrintWriter notes;

  SparkSubmission(SparkHome home, PrintWriter notes) {
    this.home = home;
    this.notes = notes;
  }

  /** Runs a command line and returns its exit code. Its input and outputs are this process's. */
  int run(String master, List<String> settings, SparkLog log, List<String> arguments)
      throws IOException {
    Path jar = ShippedJar.get(notes);
    Path logging = jar.resolveSibling("log4j2-" + log.name() + ".properties");
    Files.writeString(logging, log.configuration());
    List<String> words = new ArrayList<>();
    words.addAll(List.of("--master", master, "--deploy-mode", "client", "--name", "heddle"));
    settings.forEach(setting -> words.addAll(List.of("--conf", setting)));
    words.addAll(List.of("--class", MAIN, jar.toString()));
    words.addAll(arguments);
    ProcessBuilder driver = new ProcessBuilder(command(words, logging)).inheritIO();
    prepare(driver.environment(), logging);
    Process process = driver.start();
    Thread end = new Thread(() -> end(process), "heddle-spark-end");
    Runtime.getRuntime().addShutdownHook(end);
    int code = await(process);
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      return code; // a signal ends this process, and has ended the other
    }
    return code;
  }

  private List<String> command(List<String> words, Path logging) throws IOException {
    Path submit = home.folder().resolve("bin/spark-submit");
    if (!Files.isExecutable(submit)) {
      return launched(words, logging);
    }
    List<String> command = new ArrayList<>(List.of(submit.toString()));
    command.addAll(words);
    return command;
  }

  /** Asks Spark's launcher for the command, as its scripts do, where there are none. */
  private List<String> launched(List<String> words, Path logging) throws IOException {
    List<String> launcher = new ArrayList<>();
    launcher.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    launcher.addAll(List.of("-Xmx128m", "-cp", home.folder().resolve("jars") + "/*"));
    launcher.addAll(List.of("org.apache.spark.launcher.Main", SUBMIT));
    launcher.addAll(words);
    ProcessBuilder builder =
        new ProcessBuilder(launcher).redirectError(ProcessBuilder.Redirect.INHERIT);
    prepare(builder.environment(), logging);
    Process process = builder.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int start = output.indexOf("\0\n"); // what comes before are remarks
    if (await(process) != 0 || start < 0) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot run on Spark: its launcher in " + home.folder() + " gave no command");
    }
    return List.of(output.substring(start + 2).split("\0", -1)).reversed().stream()
        .skip(1) // behind the last
        .toList()
        .reversed();
  }

  private void prepare(Map<String, String> environment, Path logging) {
    environment.put(SparkHome.VARIABLE, home.folder().toString());
    environment.put("JAVA_HOME", System.getProperty("java.home"));
    environment.putIfAbsent("SPARK_SCALA_VERSION", "2.13");
    environment.remove("HEDDLE_CLUSTER"); // it is Spark that was asked for
    String options = environment.getOrDefault("SPARK_SUBMIT_OPTS", "");
    environment.put(
        "SPARK_SUBMIT_OPTS",
        (options + " \"-Dlog4j2.configurationFile=" + logging.toUri() + "\"").strip());
  }

  /** Ends the driver before this process, so that it writes nothing after the user's prompt. */
  private static void end(Process driver) {
    driver.destroy();
    try {
      if (!driver.waitFor(MAX_END_SECONDS, TimeUnit.SECONDS)) {
        driver.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits for the end of a process, whatever happens, and returns its exit code. */
  static int await(Process process) {
    while (true) {
      try {
        return process.waitFor();
      } catch (InterruptedException e) {
        process.destroy();
      }
    }
  }
}
