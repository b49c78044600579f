package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A program of eight lines prints its rows, and nothing else on either stream. */
@Tag("process")
class EightLinesTest {
  private static final String PROGRAM =
      """
      void main() throws java.sql.SQLException {
        try (var connection = java.sql.DriverManager.getConnection("jdbc:heddle:");
            var rows = connection.createStatement().executeQuery("select x, x * x as y from range(3) r(x)")) {
          while (rows.next()) {
            IO.println(rows.getInt("x") + " " + rows.getLong("y"));
          }
        }
      }
      """;

  /**
   * The flags that the guide names, and the class path of a user, who has no libraries of tests.
   */
  private static List<String> command(Path program) {
    String libraries =
        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
            .filter(entry -> !entry.contains("test-classes") && !entry.contains("slf4j-nop"))
            .filter(entry -> !entry.contains("junit") && !entry.contains("duckdb"))
            .collect(Collectors.joining(File.pathSeparator));
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("--enable-native-access=ALL-UNNAMED");
    command.add("--sun-misc-unsafe-memory-access=allow");
    command.addAll(List.of("-cp", libraries, program.toString()));
    return command;
  }

  @Test
  void printTheirRowsAndNothingElse(@TempDir Path folder) throws Exception {
    Path program = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    assertThat(PROGRAM.lines()).hasSize(8);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    Process process =
        new ProcessBuilder(command(program))
            .redirectOutput(out.toFile())
            .redirectError(err.toFile())
            .start();
    assertThat(process.waitFor()).as("%s", Files.readString(err)).isZero();
    assertThat(Files.readString(err, StandardCharsets.UTF_8)).isEmpty();
    assertThat(Files.readString(out, StandardCharsets.UTF_8)).isEqualTo("0 0\n1 1\n2 4\n");
  }
}
