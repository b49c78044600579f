package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The launcher, in a tree of its own, with a warm server. */
@Tag("process")
class WarmLauncherTest {
  @TempDir private Path root;

  private final Map<String, String> variables = new HashMap<>();

  @BeforeEach
  void layOut() throws IOException {
    assumeTrue(Commands.works("perl", "-v"), "there is no perl, which the client needs");
    Path from = Path.of("..").toRealPath();
    Files.createDirectories(root.resolve("bin"));
    Files.createDirectories(root.resolve("cli/target/lib"));
    Files.createDirectories(root.resolve("data"));
    for (String name : List.of("bin/heddle", "bin/heddle-call")) {
      Files.copy(from.resolve(name), root.resolve(name));
      assertThat(root.resolve(name).toFile().setExecutable(true)).isTrue();
    }
    for (String name : List.of("jvm.options", "jvm-once.options")) {
      Files.copy(from.resolve(name), root.resolve(name));
    }
    int number = 0;
    for (String jar : FastStarts.classPath().split(File.pathSeparator)) {
      String name = number++ + "-" + Path.of(jar).getFileName();
      Files.createSymbolicLink(root.resolve("cli/target/lib").resolve(name), Path.of(jar));
    }
    Files.createSymbolicLink(
        root.resolve("cli/target/heddle.jar"),
        Path.of(FastStarts.classPath().split(File.pathSeparator)[0]));
    variables.put("HEDDLE_JAVA_HOME", System.getProperty("java.home"));
    variables.put("XDG_RUNTIME_DIR", Files.createDirectory(root.resolve("run")).toString());
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    heddle("daemon", "stop");
    try (Stream<Path> links = Files.list(root.resolve("cli/target/lib"))) {
      for (Path link : links.toList()) {
        Files.delete(link);
      }
    }
    Files.delete(root.resolve("cli/target/heddle.jar"));
  }

  private CommandRun heddle(String... arguments) throws IOException, InterruptedException {
    Path out = root.resolve("out");
    Path err = root.resolve("err");
    List<String> words = new ArrayList<>(List.of(root.resolve("bin/heddle").toString()));
    words.addAll(List.of(arguments));
    ProcessBuilder builder = new ProcessBuilder(words).directory(root.resolve("data").toFile());
    builder.environment().keySet().removeIf(name -> name.startsWith("HEDDLE_"));
    builder.environment().putAll(variables);
    Process process =
        builder
            .redirectInput(Path.of("/dev/null").toFile())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
    return new CommandRun(
        process.exitValue(),
        Files.readString(out, StandardCharsets.UTF_8),
        Files.readString(err, StandardCharsets.UTF_8));
  }

  /**
   * Has the launcher identify its tree, and takes an empty cache for it, which is not made then.
   */
  private void identify() throws IOException, InterruptedException {
    assertThat(heddle("--help").exit()).isZero();
    Path caches = root.resolve("cli/target/aot");
    String id = Files.readString(caches.resolve("id")).strip();
    Files.createFile(caches.resolve(id + ".aot"));
  }

  @Test
  void callsTheServerOfItsOwnBuildAndNoOther() throws Exception {
    identify();
    assertThat(heddle("daemon", "start", DaemonCommand.NO_WARM_UP).exit()).isZero();
    Files.writeString(root.resolve("data/t.csv"), "x\n7\n");
    CommandRun answer = new CommandRun(0, "x\n7\n", "");
    String[] query = {"sql", "--format", "csv", "select * from 't.csv'"};
    assertThat(heddle(query)).isEqualTo(answer);
    assertThat(heddle("daemon", "status").out()).contains("1 answered");
    variables.put("LC_ALL", "xx_YY.UTF-8");
    assertThat(heddle(query)).as("no such locale").isEqualTo(answer);
    variables.remove("LC_ALL");
    variables.put("HEDDLE_DAEMON", "off");
    assertThat(heddle(query)).isEqualTo(answer);
    variables.remove("HEDDLE_DAEMON");
    assertThat(heddle("daemon", "status").out()).contains("1 answered");
    Files.writeString(root.resolve("jvm.options"), "-Dother=flags\n", StandardOpenOption.APPEND);
    identify();
    assertThat(heddle(query)).isEqualTo(answer);
    assertThat(heddle("daemon", "status").out()).contains("1 answered");
    assertThat(heddle("daemon", "start").err()).contains("one of another build serves");
  }
}
