package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.flight.FlightReads;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.Effort;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Flight server as a process, with a cluster of processes behind it. */
@Tag("process")
class FlightCommandTest {
  private static final long ROWS = Effort.of(300_000);

  private record Item(long id, long part, String name) {}

  /** The server, or a cluster with one, ended by a signal. */
  private record Served(Process process, int port) implements AutoCloseable {
    static Served start(String... flags) throws IOException {
      List<String> arguments = new ArrayList<>(List.of("flight", "--listen", "127.0.0.1:0"));
      arguments.addAll(List.of(flags));
      return of(arguments);
    }

    static Served of(List<String> arguments) throws IOException {
      Process process =
          new ProcessBuilder(TestCluster.java().words(arguments.getFirst(), arguments))
              .redirectError(ProcessBuilder.Redirect.INHERIT)
              .start();
      BufferedReader out =
          new BufferedReader(
              new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
      String line = String.valueOf(out.readLine());
      while (!line.startsWith("heddle flight listens at 127.0.0.1:")) {
        assertThat(line).as("a line of " + arguments).isNotEqualTo("null");
        line = String.valueOf(out.readLine());
      }
      return new Served(process, Integer.parseInt(line.substring(line.lastIndexOf(':') + 1)));
    }

    @Override
    public void close() throws InterruptedException {
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(143); // by the signal
    }
  }

  private static Path items(Path folder) {
    Path items = folder.resolve("items");
    try (Session local = Heddle.local(SessionOptions.defaults().withThreads(2))) {
      local
          .from(
              LongStream.range(0, ROWS)
                  .mapToObj(i -> new Item(i, i % 7, "item " + i % 500))
                  .toList())
          .write()
          .maxFileRows(50_000)
          .parquet(items.toString());
    }
    return items;
  }

  @Test
  void aClusterAnswersAndACancelledResultLeavesNoJob(@TempDir Path folder) throws Exception {
    Path items = items(folder);
    try (TestCluster cluster =
            new TestCluster(folder.resolve("cluster"), 2, 1, null, List.of(), List.of());
        Served served =
            Served.start(
                "--cluster",
                cluster.processes().address(),
                "--memory",
                "256m",
                "--table",
                "items=" + items)) {
      assertThat(
              FlightReads.rows(
                  served.port(),
                  "select part, count(*) as n, min(name) as least from items group by part order by"
                      + " part"))
          .hasSize(7)
          .first()
          .isEqualTo("0|" + (ROWS + 6) / 7 + "|item 0");
      assertThat(FlightReads.rows(served.port(), "select id, name from items order by id"))
          .hasSize((int) ROWS)
          .endsWith((ROWS - 1) + "|item " + (ROWS - 1) % 500);
      assertThat(
              FlightReads.cancelAfterFirst(
                  served.port(),
                  "select a.id, a.name, b.name as other from items a join items b on a.id = b.id"))
          .isPositive();
      cluster.await("no job is left", status -> status.jobs().isEmpty());
      assertThatThrownBy(() -> FlightReads.rows(served.port(), "select nope from items"))
          .hasMessageContaining("nope");
    }
  }

  @Test
  void filesAreServedWithoutACluster(@TempDir Path folder) throws Exception {
    Path items = items(folder);
    try (Served served = Served.start("--table", "items=" + items)) {
      assertThat(FlightReads.rows(served.port(), "select max(id) as m from items"))
          .containsExactly(Long.toString(ROWS - 1));
    }
  }

  @Test
  void aClusterStartsOneOfItsOwn(@TempDir Path folder) throws Exception {
    Path items = items(folder);
    List<ProcessHandle> started;
    try (Served served =
        Served.of(
            List.of(
                "cluster",
                "--workers",
                "1",
                "--listen",
                "127.0.0.1:0",
                "--flight",
                "127.0.0.1:0",
                "--memory",
                "256m",
                "--allow",
                folder.toString(),
                "--read-only",
                "--statement-timeout",
                "10m",
                "--folder",
                folder.resolve("files").toString()))) {
      assertThat(
              FlightReads.rows(
                  served.port(), "select part, count(*) as n from '" + items + "' group by part"))
          .hasSize(7);
      assertThatThrownBy(
              () -> FlightReads.rows(served.port(), "select * from '" + folder + "/../x.csv'"))
          .hasMessageContaining("--allow PATH");
      assertThatThrownBy(() -> FlightReads.update(served.port(), "create table x as select 1 as a"))
          .hasMessageContaining("read-only");
      started = served.process().descendants().toList();
      assertThat(started).hasSize(4);
    }
    assertThat(started).as("processes of an ended cluster").noneMatch(ProcessHandle::isAlive);
  }
}
