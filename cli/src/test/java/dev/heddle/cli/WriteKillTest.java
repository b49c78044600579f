package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker, the scheduler or the client of a cluster dies by kill -9 while workers write a folder:
 * it shows the old rows or the new ones, whoever reads it, and after a clean-up nothing is left
 * that does not belong to it. {@code heddle.write.kills} and {@code heddle.write.first} choose the
 * seeds.
 */
@Tag("process")
class WriteKillTest {
  private static final int KILLS = Integer.getInteger("heddle.write.kills", 6);
  private static final int FIRST = Integer.getInteger("heddle.write.first", 0);
  private static final double SCALE = 0.02;
  private static final int MAX_FILES_BEFORE = 90;

  @TempDir private Path folder;

  private enum Victim {
    WORKER,
    CLIENT,
    SCHEDULER
  }

  private enum Mode {
    FRESH(""),
    OVERWRITE(", overwrite true"),
    APPEND(", append true");

    private final String option;

    Mode(String option) {
      this.option = option;
    }
  }

  private final DuckDbOracle duck = DuckDbOracle.open();
  private List<Long> source = List.of();
  private int shown;

  @Test
  void theFolderIsOldOrNewWhoeverDies() throws Exception {
    Path data = TpchData.ensure(folder, SCALE, _ -> {});
    int committed = 0;
    int rolledBack = 0;
    try (TestCluster cluster =
            new TestCluster(
                folder.resolve("cluster"),
                2,
                1,
                null,
                List.of("--dead-seconds", "3", "--client-seconds", "2"),
                List.of());
        Session reader = Heddle.local(SessionOptions.defaults().withThreads(1))) {
      String all = "(select *, 1 as g from '" + data.resolve("lineitem.parquet") + "')";
      source = rows(reader, all).get(1L);
      for (int seed = FIRST; seed < FIRST + KILLS; seed++) {
        if (run(seed, cluster, data, reader)) {
          committed++;
        } else {
          rolledBack++;
        }
      }
    } finally {
      duck.close();
    }
    System.out.printf(
        "write kills: %d from seed %d, %d committed, %d rolled back, %d looks meanwhile%n",
        KILLS, FIRST, committed, rolledBack, shown);
  }

  private static String copy(Path data, String target, int generation, String option) {
    return "copy (select l_orderkey, l_linenumber, l_extendedprice, l_comment, year(l_shipdate) * 12"
        + " + month(l_shipdate) as m, "
        + generation
        + " as g from '"
        + data.resolve("lineitem.parquet")
        + "') to '"
        + target
        + "' (format parquet, partition_by (m)"
        + option
        + ")";
  }

  /** Returns whether the write took place. */
  private boolean run(int seed, TestCluster cluster, Path data, Session reader) throws Exception {
    Random random = new Random(seed);
    Victim victim = Victim.values()[seed % Victim.values().length];
    Mode mode = Mode.values()[seed / Victim.values().length % Mode.values().length];
    String what = "seed " + seed + ", " + victim + " dies, " + mode;
    String target = folder.resolve("target-" + seed).toString();
    if (mode != Mode.FRESH) {
      try (Session writer = Heddle.local(cluster.options().withPartitions(4))) {
        writer.execute(copy(data, target, 0, ""));
      }
    }
    Map<Long, List<Long>> before = rows(reader, target);
    Map<Long, List<Long>> next = new TreeMap<>(mode == Mode.APPEND ? before : Map.of());
    next.put(1L, source);
    List<Map<Long, List<Long>>> allowed = List.of(before, next);

    Process client = client(cluster, copy(data, target, 1, mode.option), seed);
    int waiting = random.nextInt(MAX_FILES_BEFORE);
    look(
        () -> waitingFiles(target) >= waiting || !client.isAlive(),
        () -> assertThat(rows(reader, target)).as(what).isIn(allowed));
    switch (victim) {
      case WORKER -> TestCluster.kill(cluster.processes().workers().get(random.nextInt(2)));
      case CLIENT -> TestCluster.kill(client);
      case SCHEDULER -> {
        TestCluster.kill(cluster.processes().scheduler());
        cluster.processes().restartScheduler();
      }
    }
    look(
        () -> !client.isAlive(),
        () -> {
          assertThat(rows(reader, target)).as(what).isIn(allowed);
          if (mode == Mode.FRESH) {
            assertThat(duckRows(target)).as(what).isIn(allowed);
          }
        });
    boolean isDone = client.waitFor() == 0;
    Map<Long, List<Long>> after = rows(reader, target);
    assertThat(after).as(what).isIn(allowed);
    boolean isNew = !after.equals(before);
    if (victim != Victim.CLIENT) {
      assertThat(isDone).as(what + ": " + said(seed)).isTrue();
      assertThat(isNew).as(what).isTrue();
    }
    repair(cluster);
    cluster.await("the end of the job", status -> status.jobs().isEmpty());
    FolderWrite.clean(Storages.of(target), target);
    assertThat(rows(reader, target)).as(what).isEqualTo(after);
    assertThat(duckRows(target)).as(what).isEqualTo(after);
    hasNoOrphans(target, what);
    return isNew;
  }

  /** Looks at something again and again until a condition holds. */
  private void look(BooleanSupplier isOver, Runnable step) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestCluster.MAX_WAIT_SECONDS);
    while (!isOver.getAsBoolean()) {
      step.run();
      shown++;
      if (System.nanoTime() > end) {
        throw new AssertionError("The write did not come on");
      }
      TimeUnit.MILLISECONDS.sleep(1);
    }
  }

  private static void repair(TestCluster cluster) {
    for (int worker = 0; worker < 2; worker++) {
      if (!cluster.processes().workers().get(worker).isAlive()) {
        cluster.processes().restartWorker(worker);
      }
    }
  }

  private Process client(TestCluster cluster, String sql, int seed) throws IOException {
    ProcessCommand java = TestCluster.java();
    List<String> arguments =
        List.of("sql", "--cluster", cluster.processes().address(), "--partitions", "4", sql);
    return new ProcessBuilder(java.words("client", arguments))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said-" + seed).toFile())
        .start();
  }

  private String said(int seed) throws IOException {
    return Files.readString(folder.resolve("said-" + seed));
  }

  /** Returns the files of a write that wait for its commit. */
  private static int waitingFiles(String target) {
    Path path = Path.of(target);
    List<Path> stagings = new ArrayList<>();
    for (Path around : List.of(path, path.getParent())) {
      try (Stream<Path> beside = Files.walk(around, 4)) {
        beside
            .filter(file -> file.toString().endsWith(".staged"))
            .filter(file -> file.getParent().endsWith("_heddle"))
            .filter(file -> file.toString().contains(path.getFileName() + ""))
            .forEach(stagings::add);
      } catch (IOException | UncheckedIOException e) {
        continue; // it came or went meanwhile
      }
    }
    int files = 0;
    for (Path staging : stagings) {
      String[] names = staging.toFile().list();
      files += names == null ? 0 : names.length;
    }
    return files;
  }

  private static String sums(String from) {
    return "select count(*), sum(l_orderkey), sum(l_linenumber), sum(length(l_comment)),"
        + " count(distinct l_orderkey * 8 + l_linenumber)"
        + from;
  }

  /**
   * Returns the rows of each generation, as Heddle reads them: their number and what they are. A
   * query whose files are removed by an overwriting write between listing and reading fails.
   */
  private static Map<Long, List<Long>> rows(Session reader, String target) {
    while (true) {
      try {
        return tryRows(reader, target);
      } catch (HeddleException e) {
        assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND);
        if (!Files.exists(Path.of(target))) {
          return Map.of();
        }
      }
    }
  }

  private static Map<Long, List<Long>> tryRows(Session reader, String target) {
    Map<Long, List<Long>> generations = new TreeMap<>();
    String sql = sums(", g from " + quoted(target) + " group by g");
    try (QueryResult result = reader.sql(sql).collect()) {
      for (Row row : result) {
        List<Long> numbers = new ArrayList<>();
        for (int i = 0; i < 5; i++) {
          numbers.add(((Number) row.value(i)).longValue());
        }
        generations.put(((Number) row.value(5)).longValue(), numbers);
      }
    }
    return generations;
  }

  private static String quoted(String source) {
    return source.startsWith("(") ? source : "'" + source + "'";
  }

  /** As {@link #rows}, as DuckDB reads them. */
  private Map<Long, List<Long>> duckRows(String target) {
    Map<Long, List<Long>> generations = new TreeMap<>();
    if (!Files.exists(Path.of(target))) {
      return generations;
    }
    for (List<Object> row : duck.rows(sums(", g from '" + target + "/*/*.parquet' group by g"))) {
      List<Long> numbers = new ArrayList<>();
      for (int i = 0; i < 5; i++) {
        numbers.add(((Number) row.get(i)).longValue());
      }
      generations.put(((Number) row.get(5)).longValue(), numbers);
    }
    return generations;
  }

  /** Everything that is there belongs to the rows that are shown. */
  private void hasNoOrphans(String target, String what) throws IOException {
    Path path = Path.of(target);
    Set<String> expected = new TreeSet<>();
    if (Files.exists(path)) {
      Storages.of(target)
          .resolve(target, List.of())
          .forEach(file -> expected.add(path.relativize(Path.of(file.path())).toString()));
      expected.add("_heddle/last");
      try (Stream<Path> all = Files.walk(path)) {
        Set<String> there = new TreeSet<>();
        all.filter(Files::isRegularFile).forEach(f -> there.add(path.relativize(f).toString()));
        assertThat(there).as(what).isEqualTo(expected);
      }
    }
    try (Stream<Path> beside = Files.list(path.getParent())) {
      assertThat(beside.map(file -> file.getFileName().toString()))
          .as(what)
          .noneMatch(name -> name.startsWith("." + path.getFileName() + "."));
    }
  }
}
