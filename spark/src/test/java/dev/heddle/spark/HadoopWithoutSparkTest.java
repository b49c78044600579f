package dev.heddle.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.heddle.spark.program.PlainProgram;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A session writes and reads HDFS in a process that has neither Spark nor the module for it. */
@Tag("process")
class HadoopWithoutSparkTest {
  private static final String HADOOP = "HEDDLE_HADOOP";
  private static final int MAX_MINUTES = 9;

  @TempDir private Path folder;

  private void run(Path statements, Path answers, Map<String, String> variables)
      throws IOException, InterruptedException {
    Path classes = folder.resolve("classes");
    Path program = Path.of(PlainProgram.class.getName().replace('.', '/') + ".class");
    if (!Files.exists(classes)) {
      Files.createDirectories(classes.resolve(program).getParent());
      Files.copy(Path.of("target", "test-classes").resolve(program), classes.resolve(program));
    }
    List<String> path = new ArrayList<>(List.of(classes.toString()));
    for (Path entry : SparkSubmission.runtime()) {
      path.add(entry.toAbsolutePath().normalize().toString());
    }
    assertThat(path)
        .as("neither Spark's nor ours for it")
        .noneMatch(entry -> entry.matches(".*(spark/target|heddle-spark|spark-core).*"));
    Path output = folder.resolve("output.txt");
    List<String> command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "--add-modules=jdk.incubator.vector",
            SparkSubmission.QUICK_COMPILER,
            "-Djava.io.tmpdir=" + folder,
            "-cp",
            String.join(File.pathSeparator, path),
            PlainProgram.class.getName(),
            statements.toString(),
            Files.createDirectories(answers).toString());
    ProcessBuilder builder =
        new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
    builder.environment().remove(HADOOP);
    builder.environment().putAll(variables);
    Process process = builder.start();
    try {
      assertThat(process.waitFor(MAX_MINUTES, TimeUnit.MINUTES)).isTrue();
      assertThat(process.exitValue()).as(Files.readString(output)).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void filesOfHdfsAreWrittenAndReadIfHadoopIsNamed() throws Exception {
    assumeThat(SparkQueries.areAll()).as("at night").isTrue();
    Path answers = folder.resolve("answers");
    Path without = folder.resolve("answers-without");
    try (MiniHdfs hdfs = MiniHdfs.start(Files.createDirectories(folder.resolve("hdfs")))) {
      String lake = hdfs.root() + "/lake";
      Path file = Files.write(folder.resolve("statements.sql"), SparkHdfsTest.statements(lake));
      run(file, answers, Map.of(HADOOP, MiniHdfs.clientPath()));
      String here = Files.createDirectories(folder.resolve("lake")).toString();
      SparkHdfsTest.areAnswered(lake, here, answers);
      run(file, without, Map.of());
    }
    assertThat(Files.readString(without.resolve("1.txt")))
        .startsWith("UNSUPPORTED Cannot open hdfs://")
        .contains("no storage for scheme hdfs", "set HEDDLE_HADOOP");
  }
}
