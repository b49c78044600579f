package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The kernel in Jupyter's own clients, from Debian's packages. */
@Tag("process")
class NotebookTest {
  private static final String PYTHON = "/usr/bin/python3";
  private static final String NOT_SILENT = "no frame of Heddle's own";
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir private Path folder;

  @BeforeEach
  void jupyterIsThere() {
    assumeTrue(
        Commands.works(PYTHON, "-c", "import nbclient, jupyter_client"),
        "no Jupyter here: apt-get install python3-nbclient python3-jupyter-client");
  }

  /** A cell, with what is to be done beside running it. */
  private static Map<String, Object> cell(String code, Object... more) {
    Map<String, Object> cell = new LinkedHashMap<>();
    cell.put("code", code);
    for (int i = 0; i < more.length; i += 2) {
      cell.put((String) more[i], more[i + 1]);
    }
    return cell;
  }

  /** Installs the kernel and runs cells in it. */
  private JsonNode run(List<Map<String, Object>> cells, String... how) throws Exception {
    Path kernels = folder.resolve("jupyter/kernels");
    List<String> starter = new ArrayList<>();
    starter.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    starter.add("@" + Path.of("..", "jvm.options").toRealPath());
    starter.add("-XX:TieredStopAtLevel=1"); // a short life
    starter.addAll(FastStarts.flags());
    starter.addAll(List.of("-cp", FastStarts.classPath(), "dev.heddle.cli.Main"));
    starter.addAll(List.of("kernel", "run", "--memory=512m", "--threads=2"));
    assertThat(KernelServing.install(kernels, "weaving", "Weaving", starter)).isDirectory();
    Path asked = folder.resolve("cells.json");
    JSON.writeValue(asked.toFile(), cells);
    List<String> command = new ArrayList<>();
    command.add(PYTHON);
    command.add(Path.of("src/test/resources/notebook/run.py").toAbsolutePath().toString());
    command.addAll(List.of("weaving", asked.toString()));
    command.addAll(List.of(how));
    ProcessBuilder builder = new ProcessBuilder(command).directory(folder.toFile());
    builder.environment().put("JUPYTER_PATH", folder.resolve("jupyter").toString());
    builder.environment().put("JUPYTER_DATA_DIR", folder.resolve("data").toString());
    builder.environment().put("HOME", folder.toString());
    Path out = folder.resolve("out.json");
    Path err = folder.resolve("err.txt");
    Process process = builder.redirectOutput(out.toFile()).redirectError(err.toFile()).start();
    try {
      assertThat(process.waitFor(10, TimeUnit.MINUTES)).as("it has ended").isTrue();
      assertThat(process.exitValue()).as(Files.readString(err)).isZero();
    } finally {
      process.descendants().forEach(ProcessHandle::destroyForcibly);
      process.destroyForcibly();
    }
    return JSON.readTree(out.toFile());
  }

  private static JsonNode only(JsonNode cell, String type) {
    List<JsonNode> found = new ArrayList<>();
    for (JsonNode output : cell.path("outputs")) {
      if (output.path("output_type").asText().equals(type)) {
        found.add(output);
      }
    }
    assertThat(found).as(type + " of " + cell).hasSize(1);
    return found.getFirst();
  }

  private static String result(JsonNode cell, String mime) {
    return only(cell, "execute_result").path("data").path(mime).asText();
  }

  private static String error(JsonNode cell) {
    StringBuilder lines = new StringBuilder();
    only(cell, "error").path("traceback").forEach(line -> lines.append(line.asText()).append('\n'));
    assertThat(lines.toString()).as(NOT_SILENT).doesNotContain("dev.heddle", "jdk.", "java.base");
    return lines.toString();
  }

  @Test
  void aNotebookOfSqlJavaAndPlotsRuns() throws Exception {
    JsonNode cells =
        run(
                List.of(
                    cell("create table t as select range as i, range % 3 as k from range(1000)"),
                    cell("-- rows\nselect i, '<script>' as s from t order by i"),
                    cell("%plot line x=i y=i title=\"a <b>\""),
                    cell("%plot bar x=i y=j"),
                    cell("int half(int x) {\n  return 10 / x;\n}\nSystem.out.println(\"höh\");"),
                    cell("half(2)"),
                    cell("half(0)"),
                    cell("DataFrame few = session.table(\"t\").filter(col(\"i\").lt(7));\nfew"),
                    cell("%plot histogram x=i bins=5"),
                    cell("few.analyzedPlan()"),
                    cell("few.select(col(\"nope\"))"),
                    cell("select nope from t"),
                    cell("explain select count(*) from t"),
                    cell("%%sql select 1; select 2"),
                    cell("%%jawa\n1"),
                    cell("copy t to '" + folder + "/t.parquet'")),
                "nbclient")
            .path("cells");
    assertThat(result(cells.get(0), "text/plain")).isEqualTo("created table t, 1000 rows");
    assertThat(result(cells.get(1), "text/html"))
        .contains("&lt;script&gt;", "first 20 rows")
        .doesNotContain("<script");
    assertThat(result(cells.get(1), "text/plain")).contains("| 19 | <script> |");
    assertThat(result(cells.get(2), "image/svg+xml"))
        .startsWith("<svg")
        .contains("<polyline", "a &lt;b&gt;", ">1,000<");
    assertThat(error(cells.get(3)))
        .startsWith("INVALID_ARGUMENT: Cannot plot: no column \"j\" in [i, s]");
    assertThat(only(cells.get(4), "stream").path("text").asText()).isEqualTo("höh\n");
    assertThat(result(cells.get(5), "text/plain")).isEqualTo("5");
    assertThat(error(cells.get(6)))
        .isEqualTo(
            "ArithmeticException: / by zero\n  at half, cell 5, line 2\n  at cell 7, line 1\n");
    assertThat(result(cells.get(7), "text/html")).contains("heddle-frame");
    assertThat(result(cells.get(8), "image/svg+xml")).contains("<rect").contains(">i<");
    assertThat(result(cells.get(9), "text/html")).contains("heddle-plan", "<th>share</th>");
    assertThat(error(cells.get(10))).startsWith("ANALYSIS: ").contains("nope", "cell 11, line 1");
    assertThat(error(cells.get(11))).contains("no column \"nope\" in [i, k]");
    assertThat(result(cells.get(12), "text/html")).startsWith("<pre>").contains("physical plan");
    assertThat(only(cells.get(13), "display_data").path("data").path("text/plain").asText())
        .contains("| 1 |");
    assertThat(result(cells.get(13), "text/plain")).contains("| 2 |");
    assertThat(error(cells.get(14))).contains("no mark \"%%jawa\"", "did you mean \"%%java\"");
    assertThat(result(cells.get(15), "text/plain")).contains("t.parquet, 1000 rows");
    assertThat(folder.resolve("t.parquet")).exists();
  }

  @Test
  void anInterruptEndsACellAndTheKernelGoesOn() throws Exception {
    JsonNode done =
        run(
            List.of(
                cell("create table u as select range as long_name from range(10)"),
                cell(
                    "select count(*) from range(3000000) a, range(300000) b"
                        + " where (a.range * b.range) % 7 = 3",
                    "interrupt_after", "display_data"),
                cell(
                    "System.out.println(\"begun\"); while (true) { }", "interrupt_after", "stream"),
                cell("select sum(long_name) from u"),
                cell("session.tab", "complete", true),
                cell("select long", "complete", true),
                cell("int n = 1 / 0;", "queued", List.of("create table v as select 1", "2 + 2")),
                cell("select count(*) from u", "queued", List.of("select 1")),
                cell("show tables")));
    assertThat(done.path("info").path("implementation").asText()).isEqualTo("heddle");
    JsonNode cells = done.path("cells");
    for (int i = 1; i <= 2; i++) {
      assertThat(error(cells.get(i))).isEqualTo("CANCELLED: The cell was interrupted\n");
      assertThat(cells.get(i).path("reply").path("status").asText()).isEqualTo("error");
    }
    JsonNode shown = cells.get(1).path("shown");
    assertThat(shown.size()).isGreaterThanOrEqualTo(2);
    assertThat(shown.get(0).get(0).asText()).isEqualTo("display_data");
    assertThat(shown.get(0).get(1).path("text/html").asText()).startsWith("<progress ");
    JsonNode last = shown.get(shown.size() - 1);
    assertThat(last.get(0).asText()).isEqualTo("update_display_data");
    assertThat(last.get(1).path("text/html").asText()).isEmpty();
    assertThat(result(cells.get(3), "text/plain")).contains("| ", "45 |");
    assertThat(cells.get(4).path("matches").toString()).contains("\"table(", "\"tables()");
    assertThat(cells.get(5).path("matches").toString()).isEqualTo("[\"long_name\"]");
    assertThat(cells.get(6).path("queued").toString()).isEqualTo("[\"aborted\",\"aborted\"]");
    assertThat(cells.get(7).path("queued").toString()).isEqualTo("[\"ok\"]");
    assertThat(result(cells.get(8), "text/plain")).contains("| u ").doesNotContain("| v ");
    assertThat(done.path("is_alive").asBoolean()).isFalse();
    assertThat(ProcessHandle.of(done.path("pid").asLong())).isEmpty();
  }
}
