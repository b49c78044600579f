package dev.heddle.cli.spark;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A Spark that is installed: the user's, or in a source checkout the one that the build fetches for
 * tests.
 *
 * @param folder has {@code jars}, and mostly {@code bin/spark-submit}
 */
record SparkHome(Path folder) {
  static final String VARIABLE = "SPARK_HOME";

  private static final String VERSION = "4.2.0";
  private static final String POM = "spark-home/pom.xml";
  private static final Pattern CORE = Pattern.compile("spark-core_([\\d.]+)-(\\d+\\.\\d+).*\\.jar");

  /**
   * Returns the one to use.
   *
   * @param notes takes what takes its time
   * @throws HeddleException if there is none, or it is another version
   */
  static SparkHome find(PrintWriter notes) throws IOException {
    String named = System.getenv(VARIABLE);
    if (named != null && !named.isEmpty()) {
      SparkHome home = new SparkHome(Path.of(named).toAbsolutePath());
      home.check();
      return home;
    }
    Optional<Path> checkout = checkout();
    if (checkout.isPresent()) {
      return fetched(checkout.get(), notes);
    }
    throw new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot run on Spark: SPARK_HOME is not set; unpack Apache Spark "
            + VERSION
            + " for Scala 2.13 (or org.apache.spark:spark-sql_2.13:"
            + VERSION
            + ", for YARN org.apache.spark:spark-yarn_2.13:"
            + VERSION
            + " too, and all that they need, as jars in a folder jars), then write"
            + " SPARK_HOME=/path/of/spark heddle sql --spark MASTER ...");
  }

  private void check() throws IOException {
    Path jars = folder.resolve("jars");
    String core = Files.isDirectory(jars) ? core(jars) : "";
    Matcher version = CORE.matcher(core);
    if (!version.matches()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot run on Spark: SPARK_HOME is "
              + folder
              + ", which has no jars/spark-core_*.jar; name the folder of a Spark "
              + VERSION);
    }
    if (!version.group(1).equals("2.13") || !VERSION.startsWith(version.group(2) + ".")) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot run on the Spark in "
              + folder
              + ": it has "
              + core
              + ", and Heddle needs Spark 4.2 for Scala 2.13; set SPARK_HOME to one");
    }
  }

  private static String core(Path jars) throws IOException {
    try (Stream<Path> files = Files.list(jars)) {
      return files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.startsWith("spark-core_"))
          .findFirst()
          .orElse("");
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
  }

  /** Returns the root of the sources that this class was built in, if they are there. */
  private static Optional<Path> checkout() {
    CodeSource source = SparkHome.class.getProtectionDomain().getCodeSource();
    if (source == null) {
      return Optional.empty();
    }
    try {
      Path target = Path.of(source.getLocation().toURI()).getParent(); // cli/target
      Path root = target == null ? null : target.resolve("../..").normalize();
      return root != null
              && Files.isRegularFile(root.resolve(POM))
              && Files.isExecutable(root.resolve("bin/mvn"))
          ? Optional.of(root)
          : Optional.empty();
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }

  private static SparkHome fetched(Path root, PrintWriter notes) throws IOException {
    Path target = root.resolve("spark-home/target");
    Path mark = target.resolve("fetched"); // put there when all jars are
    if (!Files.exists(mark) || isOlder(mark, root.resolve(POM))) {
      notes.println(
          "heddle: SPARK_HOME is not set: fetching the jars of Spark "
              + VERSION
              + " by bin/mvn, once, into "
              + target.resolve("jars"));
      notes.flush();
      fetch(root);
      Files.writeString(mark, "");
    }
    return new SparkHome(target);
  }

  private static boolean isOlder(Path file, Path other) throws IOException {
    return Files.getLastModifiedTime(file).compareTo(Files.getLastModifiedTime(other)) < 0;
  }

  private static void fetch(Path root) throws IOException {
    List<String> words =
        List.of(
            root.resolve("bin/mvn").toString(),
            "-B",
            "-q",
            "-f",
            root.resolve(POM).toString(),
            "process-resources");
    ProcessBuilder maven = new ProcessBuilder(words).redirectErrorStream(true);
    Process process = maven.start();
    process.getOutputStream().close();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    int code = SparkSubmission.await(process);
    if (code != 0) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot fetch the jars of Spark: "
              + String.join(" ", words)
              + " ended with "
              + code
              + ": "
              + output.strip().lines().findFirst().orElse(""));
    }
  }
}
