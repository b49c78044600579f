package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The jar alone, in a JVM without flags. */
@Tag("process")
class PackedDriverTest extends RemoteTest {
  private static final long MAX_BYTES = 25_000_000;

  private static final String PROGRAM =
      """
      import java.sql.*;

      void main(String[] arguments) throws Exception {
        try (Connection connection = DriverManager.getConnection(arguments[0]);
            Statement statement = connection.createStatement()) {
          print(statement.executeQuery("select x, x * x as y, 'v' || x as s from range(3) r(x)"));
          try (PreparedStatement insert = connection.prepareStatement("insert into t values (?, ?)")) {
            insert.setLong(1, 4);
            insert.setString(2, "four");
            IO.println(insert.executeUpdate());
          }
          print(statement.executeQuery("select max(i), max(s), count(*), [1, 2], 1.50 from t"));
          print(statement.executeQuery("select count(*), sum(length(s)), min(d) from (select 'text ' || x as s, x * 0.5e0 as d from range(300000) r(x)) q"));
          print(connection.getMetaData().getColumns(null, null, "t", "%"));
          long read = 0;
          try (ResultSet rows = statement.executeQuery("select x, 'text ' || x as s from range(300000) r(x)")) {
            while (rows.next()) {
              read += rows.getString(2).length() - 5;
            }
          }
          IO.println(read);
          try {
            statement.execute("selec");
          } catch (SQLException e) {
            IO.println(e.getSQLState());
          }
          IO.println(DriverManager.getDriver(arguments[0]).getParentLogger().getName());
        }
      }

      void print(ResultSet rows) throws SQLException {
        try (rows) {
          while (rows.next()) {
            StringBuilder line = new StringBuilder();
            for (int i = 1; i <= Math.min(5, rows.getMetaData().getColumnCount()); i++) {
              line.append(i > 1 ? " " : "").append(rows.getString(i));
            }
            IO.println(line);
          }
        }
      }
      """;

  private static Path jar() {
    return Path.of(System.getProperty("heddle.driver.jar"));
  }

  @Test
  void printsRowsAndNothingElseWithoutFlags(@TempDir Path folder) throws Exception {
    Path program = Files.writeString(folder.resolve("Main.java"), PROGRAM);
    Path out = folder.resolve("out");
    Path err = folder.resolve("err");
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                jar().toString(),
                program.toString(),
                url())
            .redirectOutput(out.toFile())
            .redirectError(err.toFile());
    builder.environment().remove("JAVA_TOOL_OPTIONS");
    builder.environment().remove("JDK_JAVA_OPTIONS");
    Process process = builder.start();
    assertThat(process.waitFor()).as("%s", Files.readString(err)).isZero();
    assertThat(Files.readString(out, StandardCharsets.UTF_8).lines())
        .containsExactly(
            "0 0 v0",
            "1 1 v1",
            "2 4 v2",
            "1",
            "4 four 4 [1, 2] 1.50",
            "300000 3188890 0.0",
            "heddle main t i -5",
            "heddle main t s 12",
            "1688890",
            "42601",
            "dev.heddle.jdbc");
    assertThat(Files.readAllLines(err, StandardCharsets.UTF_8))
        .as("what the JVM says on its own")
        .allMatch(line -> line.isBlank() || line.startsWith("WARNING: "))
        .hasSizeLessThan(6);
  }

  @Test
  void holdsOnlyClassesOfOurNames() throws IOException {
    assertThat(Files.size(jar())).isLessThanOrEqualTo(MAX_BYTES);
    try (JarFile file = new JarFile(jar().toFile())) {
      List<String> names =
          file.stream().filter(e -> !e.isDirectory()).map(ZipEntry::getName).toList();
      assertThat(names)
          .allMatch(name -> name.startsWith("dev/heddle/") || name.startsWith("META-INF/"))
          .noneMatch(name -> name.startsWith("META-INF/") && name.endsWith(".class"))
          .noneMatch(name -> name.endsWith("module-info.class"))
          .noneMatch(name -> name.matches(".*\\.(so|dll|jnilib|dylib|SF|RSA|DSA)"))
          .noneMatch(name -> name.contains("/engine/") || name.contains("/jdbc/local/"))
          .contains("META-INF/LICENSE", "META-INF/NOTICE", "META-INF/services/java.sql.Driver");
      assertThat(names.stream().filter(name -> !name.startsWith("META-INF/")))
          .allMatch(
              name ->
                  name.startsWith("dev/heddle/jdbc/remote/")
                      || name.startsWith("dev/heddle/jdbc/shaded/"));
      assertThat(
              new String(
                  file.getInputStream(file.getEntry("META-INF/services/java.sql.Driver"))
                      .readAllBytes(),
                  StandardCharsets.UTF_8))
          .isEqualToIgnoringNewLines(RemoteDriver.class.getName());
    }
  }
}
