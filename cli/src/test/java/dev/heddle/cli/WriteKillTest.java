package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.s3lab.S3Server;
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
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * A worker, the scheduler or the client of a cluster dies by kill -9 while workers write a folder:
 * it shows the old rows or the new ones, whoever reads it, and after a clean-up nothing is left
 * that does not belong to it. {@code heddle.write.kills} and {@code heddle.write.first} choose the
 * seeds. On S3 the same.
 */
@Tag("process")
class WriteKillTest {
  private static final int KILLS = Integer.getInteger("heddle.write.kills", 3);
  private static final int S3_KILLS = Integer.getInteger("heddle.write.kills", 1);
  private static final int FIRST = Integer.getInteger("heddle.write.first", 0);
  private static final boolean IS_LONG = KILLS > 3;
  private static final double SCALE = IS_LONG ? 0.02 : 0.004;
  private static final int LOOK_PAUSE_MILLIS = IS_LONG ? 1 : 10;
  private static final int MAX_FILES_BEFORE = IS_LONG ? 90 : 12;
  private static final String PARTITION =
      IS_LONG ? "year(l_shipdate) * 12 + month(l_shipdate)" : "month(l_shipdate)";

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
  void aFolderIsOldOrNewWhoeverDies() throws Exception {
    run(
        new Place(folder.toString(), folder, SessionOptions.defaults(), List.of()),
        KILLS,
        List.of());
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void onS3Too() throws Exception {
    System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
    try (S3Server server = S3Server.start(folder)) {
      Path bucket = Files.createDirectories(folder.resolve("objects/lake"));
      S3Options options = S3Options.DEFAULT.withEndpoint(server.url()).withPathStyle();
      run(
          new Place(
              "s3a://lake",
              bucket,
              SessionOptions.defaults().withS3(options),
              List.of("--s3-endpoint", server.url(), "--s3-path-style")),
          S3_KILLS,
          List.of(
              "-Daws.accessKeyId=" + S3Server.ACCESS_KEY,
              "-Daws.secretAccessKey=" + S3Server.SECRET_KEY));
    }
  }

  /**
   * Where targets are.
   *
   * @param root in paths
   * @param disk where that is on this disk
   * @param flags of processes that read and write there
   */
  private record Place(String root, Path disk, SessionOptions options, List<String> flags) {
    String target(int seed) {
      return root + "/target-" + seed;
    }

    Path onDisk(int seed) {
      return disk.resolve("target-" + seed);
    }

    boolean isLocal() {
      return root.startsWith("/");
    }
  }

  private void run(Place place, int kills, List<String> jvmFlags) throws Exception {
    Path data = TpchData.ensure(folder, SCALE, _ -> {});
    ProcessCommand java = command(jvmFlags);
    int committed = 0;
    int rolledBack = 0;
    try (TestCluster cluster =
            new TestCluster(
                new LocalClusterSettings(
                    TestCluster.freeAddress(),
                    2,
                    1,
                    1,
                    1,
                    256L << 20,
                    256L << 20,
                    folder.resolve("cluster"),
                    null,
                    List.of("--dead-seconds", "3", "--client-seconds", "2"),
                    place.flags,
                    List.of()),
                java);
        Session reader = Heddle.local(place.options.withThreads(1))) {
      String all = "(select *, 1 as g from '" + data.resolve("lineitem.parquet") + "')";
      source = tryRows(reader, all).get(1L);
      for (int seed = FIRST; seed < FIRST + kills; seed++) {
        if (run(seed, cluster, java, place, data, reader)) {
          committed++;
        } else {
          rolledBack++;
        }
      }
    } finally {
      duck.close();
    }
    System.out.printf(
        "write kills at %s: %d from seed %d, %d committed, %d rolled back, %d looks meanwhile%n",
        place.root, kills, FIRST, committed, rolledBack, shown);
  }

  private static ProcessCommand command(List<String> jvmFlags) {
    List<String> flags = new ArrayList<>(jvmFlags);
    flags.addAll(List.of("-Xmx" + TestCluster.HEAP, "-XX:TieredStopAtLevel=1"));
    return FastStarts.of(ProcessCommand.likeThis("dev.heddle.cli.Main", flags));
  }

  private static String copy(Path data, String target, int generation, String option) {
    return "copy (select l_orderkey, l_linenumber, l_extendedprice, l_comment, "
        + PARTITION
        + " as m, "
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
  private boolean run(
      int seed, TestCluster cluster, ProcessCommand java, Place place, Path data, Session reader)
      throws Exception {
    Random random = new Random(seed);
    Victim victim = Victim.values()[seed % Victim.values().length];
    Mode mode = Mode.values()[(seed + seed / Victim.values().length) % Mode.values().length];
    String what = "seed " + seed + ", " + victim + " dies, " + mode;
    String target = place.target(seed);
    if (mode != Mode.FRESH) {
      reader.execute(copy(data, target, 0, ""));
    }
    int filesBefore = files(place);
    Map<Long, List<Long>> before = rows(reader, target);
    Map<Long, List<Long>> next = new TreeMap<>(mode == Mode.APPEND ? before : Map.of());
    next.put(1L, source);
    List<Map<Long, List<Long>>> allowed = List.of(before, next);

    Process client = client(cluster, java, place.flags, copy(data, target, 1, mode.option), seed);
    int waiting = 1 + random.nextInt(MAX_FILES_BEFORE);
    look(
        () -> files(place) >= filesBefore + waiting || !client.isAlive(),
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
          if (mode == Mode.FRESH && place.isLocal()) {
            assertThat(duckRows(place.onDisk(seed))).as(what).isIn(allowed);
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
    assertThat(duckRows(place.onDisk(seed))).as(what).isEqualTo(after);
    hasNoOrphans(target, place.onDisk(seed), what);
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
      TimeUnit.MILLISECONDS.sleep(LOOK_PAUSE_MILLIS);
    }
  }

  private static void repair(TestCluster cluster) {
    for (int worker = 0; worker < 2; worker++) {
      if (!cluster.processes().workers().get(worker).isAlive()) {
        cluster.processes().restartWorker(worker);
      }
    }
  }

  private Process client(
      TestCluster cluster, ProcessCommand java, List<String> flags, String sql, int seed)
      throws IOException {
    List<String> arguments =
        new ArrayList<>(
            List.of("sql", "--cluster", cluster.processes().address(), "--partitions", "4"));
    arguments.addAll(flags);
    arguments.add(sql);
    return new ProcessBuilder(java.words("client", arguments))
        .redirectErrorStream(true)
        .redirectOutput(folder.resolve("said-" + seed).toFile())
        .start();
  }

  private String said(int seed) throws IOException {
    return Files.readString(folder.resolve("said-" + seed));
  }

  /** Counts the files of all targets, and those that wait to be some of them. */
  private static int files(Place place) {
    try (Stream<Path> all = Files.walk(place.disk)) {
      return (int) all.filter(file -> file.toString().contains("data_") || isWaiting(file)).count();
    } catch (IOException | UncheckedIOException e) {
      return 0; // some came or went meanwhile
    }
  }

  private static boolean isWaiting(Path file) {
    return file.getParent().toString().endsWith(".staged");
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
        if (!Storages.of(target).isFolder(target)) {
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
  private Map<Long, List<Long>> duckRows(Path target) {
    Map<Long, List<Long>> generations = new TreeMap<>();
    if (!Files.exists(target)) {
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
  private static void hasNoOrphans(String target, Path path, String what) throws IOException {
    Storage storage = Storages.of(target);
    assertThat(storage.staged(target)).as(what).isEmpty();
    Set<String> expected = new TreeSet<>();
    if (Files.exists(path)) {
      storage
          .resolve(target, List.of())
          .forEach(file -> expected.add(file.path().substring(target.length() + 1)));
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
