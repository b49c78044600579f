package dev.heddle.spark;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Spark's own cluster: a master and workers, each a process on this host. */
final class StandaloneCluster implements AutoCloseable {
  private static final String DEPLOY = "org.apache.spark.deploy.";
  private static final Pattern STARTED =
      Pattern.compile("Starting Spark master at (spark://127\\.0\\.0\\.1:\\d+)");
  private static final Pattern REGISTERED = Pattern.compile("Registering worker 127\\.0\\.0\\.1");

  private final Path folder;
  private final Path java;
  private final List<StartedJvm> processes = new ArrayList<>(); // the master is the first
  private String master = "";

  private StandaloneCluster(Path folder, Path java) {
    this.folder = folder;
    this.java = java;
  }

  /**
   * Starts one.
   *
   * @param folder of its own, for logs and what workers keep
   * @param java runs master and workers, and what they start if no setting names another
   * @param cores of each worker
   */
  static StandaloneCluster start(Path folder, Path java, int workers, int cores)
      throws IOException, InterruptedException {
    StandaloneCluster cluster = new StandaloneCluster(folder, java);
    try {
      StartedJvm master = cluster.start("master", "master.Master", List.of());
      cluster.master = master.logged(STARTED, 1);
      for (int i = 0; i < workers; i++) {
        String name = "worker-" + i;
        List<String> words = new ArrayList<>(List.of("--cores", "" + cores, "--memory", "3g"));
        words.addAll(List.of("--work-dir", folder.resolve(name).toString(), cluster.master));
        cluster.start(name, "worker.Worker", words);
      }
      master.logged(REGISTERED, workers);
      return cluster;
    } catch (Throwable e) {
      cluster.close();
      throw e;
    }
  }

  private StartedJvm start(String name, String main, List<String> arguments) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(java.resolve("bin/java").toString());
    command.addAll(List.of("-XX:+IgnoreUnrecognizedVMOptions", "-Xmx256m"));
    command.add("-Djava.io.tmpdir=" + folder);
    command.addAll(List.of(SparkSubmission.QUICK_COMPILER, "-Dspark.decommission.enabled=true"));
    command.addAll(SparkSubmission.FLAGS);
    command.addAll(List.of("-cp", SparkSubmission.home().resolve("jars") + "/*", DEPLOY + main));
    command.addAll(List.of("--host", "127.0.0.1", "--port", "0", "--webui-port", "0"));
    command.addAll(arguments);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SPARK_HOME", SparkSubmission.home().toString());
    builder.environment().put("SPARK_SCALA_VERSION", "2.13");
    builder.environment().put("SPARK_LOCAL_IP", "127.0.0.1");
    builder.environment().put("JAVA_HOME", java.toString());
    StartedJvm started = StartedJvm.of(builder, folder.resolve(name + ".txt"));
    processes.add(started);
    return started;
  }

  /** Returns the master's URL. */
  String master() {
    return master;
  }

  /** Returns the workers. */
  List<StartedJvm> workers() {
    return processes.subList(1, processes.size());
  }

  /** Returns what a worker has of applications and drivers that ran there. */
  Path work(int worker) {
    return Path.of(folder.toString(), "worker-" + worker);
  }

  @Override
  public void close() {
    processes.reversed().forEach(StartedJvm::close);
  }
}
