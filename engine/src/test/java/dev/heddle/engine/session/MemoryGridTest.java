package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries whose states are larger than the memory limit give the right answers, and the process
 * stays within limit, heap and what a JVM needs for itself: it runs in a memory cgroup of that size
 * where one can be made, and the output says whether it did.
 *
 * <p>Properties: {@code heddle.grid.rows}, {@code heddle.grid.memory} (MiB, separated by commas),
 * {@code heddle.grid.threads}, {@code heddle.grid.partitions}, {@code heddle.grid.cases} (all if
 * empty), {@code heddle.grid.tables} (a folder that is kept); {@code heddle.grid.queries} (a folder
 * of files with a query each) over the Parquet files of the folder {@code heddle.grid.data}.
 */
@Tag("process")
class MemoryGridTest {
  private static final long MIB = 1 << 20;

  /** Of the process's own, -Xmx. */
  private static final long HEAP_BYTES = 256 * MIB;

  /** What a JVM with the planner loaded takes beside heap and data: classes, code, stacks. */
  private static final long BASE_BYTES = 350 * MIB;

  private static final long BESIDE_BYTES = HEAP_BYTES + BASE_BYTES;

  @TempDir private Path folder;

  private static List<Integer> numbers(String property, String otherwise) {
    return Arrays.stream(System.getProperty(property, otherwise).split(","))
        .map(Integer::valueOf)
        .toList();
  }

  private Path tables(DuckDbOracle duck, long rows) throws IOException {
    String kept = System.getProperty("heddle.grid.tables");
    Path tables =
        kept == null ? folder : Files.createDirectories(Path.of(kept).resolve("rows-" + rows));
    for (String name : List.of("big", "other")) {
      Path file = tables.resolve(name + ".parquet");
      int seed = name.length();
      if (!Files.exists(file)) {
        duck.execute(GridCase.writing(file, rows, seed, 100_000));
      }
      duck.execute("create view " + name + " as from '" + file + "'");
    }
    return tables;
  }

  @TestFactory
  Stream<DynamicTest> statesLargerThanMemoryGiveTheRightAnswers() throws Exception {
    long rows = Long.getLong("heddle.grid.rows", 1_500_000);
    List<GridCase> cases =
        Arrays.stream(System.getProperty("heddle.grid.cases", "").split(","))
            .filter(name -> !name.isEmpty())
            .map(GridCase::valueOf)
            .toList();
    List<GridCase> all =
        Effort.isWhole()
            ? List.of(GridCase.values())
            : Arrays.stream(GridCase.values()).filter(each -> each.ordinal() % 3 == 0).toList();
    List<GridCase> chosen = cases.isEmpty() ? all : cases;
    List<DynamicTest> tests = new ArrayList<>();
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      Path tables = tables(duck, rows);
      for (int mebibytes : numbers("heddle.grid.memory", "128")) {
        for (int threads : numbers("heddle.grid.threads", "2")) {
          List<String> names = chosen.stream().map(GridCase::name).toList();
          List<String> lines = run(mebibytes * MIB, threads, tables, names);
          for (int i = 0; i < chosen.size(); i++) {
            GridCase query = chosen.get(i);
            String line = i < lines.size() ? lines.get(i) : "nothing";
            String expected = expected(duck, query);
            tests.add(
                DynamicTest.dynamicTest(
                    query + " in " + mebibytes + " MiB on " + threads + " threads",
                    () -> check(query.name(), line, expected, mebibytes * MIB)));
          }
        }
      }
    }
    return tests.stream();
  }

  @TestFactory
  Stream<DynamicTest> queriesInFilesGiveTheRightAnswers() throws Exception {
    String queries = System.getProperty("heddle.grid.queries");
    List<DynamicTest> tests = new ArrayList<>();
    if (queries == null) {
      return tests.stream();
    }
    List<Path> files;
    try (Stream<Path> all = Files.list(Path.of(queries))) {
      files = all.sorted().toList();
    }
    Path tables = Path.of(System.getProperty("heddle.grid.data"));
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      for (String name : MemoryGridProcess.tables(tables)) {
        duck.execute("create view " + name + " as from '" + tables.resolve(name) + ".parquet'");
      }
      List<String> answers = new ArrayList<>();
      for (Path file : files) {
        answers.add(MemoryGridProcess.summary(duck.rows(Files.readString(file))));
      }
      for (int mebibytes : numbers("heddle.grid.memory", "128")) {
        for (int threads : numbers("heddle.grid.threads", "2")) {
          List<String> names = files.stream().map(Path::toString).toList();
          List<String> lines = run(mebibytes * MIB, threads, tables, names);
          for (int i = 0; i < files.size(); i++) {
            String name = String.valueOf(files.get(i).getFileName());
            String line = i < lines.size() ? lines.get(i) : "nothing";
            String expected = answers.get(i);
            tests.add(
                DynamicTest.dynamicTest(
                    name + " in " + mebibytes + " MiB on " + threads + " threads",
                    () -> check(name, line, expected, mebibytes * MIB)));
          }
        }
      }
    }
    return tests.stream();
  }

  private static String expected(DuckDbOracle duck, GridCase query) {
    return String.join(
        " ", duck.rows(query.check()).getFirst().stream().map(MemoryGridProcess::text).toList());
  }

  private static void check(String query, String line, String expected, long limit) {
    String[] parts = line.split("\\|");
    assertThat(parts).as(line).hasSize(5);
    assertThat(parts[0]).isEqualTo(query);
    assertThat(parts[1]).as(line).isEqualTo(expected);
    assertThat(Long.parseLong(parts[3])).as("peak of the ledger").isLessThanOrEqualTo(limit);
    assertThat(Long.parseLong(parts[4]))
        .as("peak of the process")
        .isLessThanOrEqualTo(limit + BESIDE_BYTES);
  }

  /** Returns what the process has printed: one line a query, if it lived to the end. */
  private List<String> run(long limit, int threads, Path tables, List<String> queries)
      throws IOException, InterruptedException {
    Optional<MemoryGroup> made =
        MemoryGroup.open("heddle-grid-" + ProcessHandle.current().pid(), limit + BESIDE_BYTES);
    try (MemoryGroup group = made.orElse(null)) {
      System.out.println(
          group == null
              ? "no memory cgroup can be made here; checked by VmHWM"
              : "in a memory cgroup of " + (limit + BESIDE_BYTES) / MIB + " MiB");
      return run(limit, threads, tables, queries, group);
    }
  }

  private List<String> run(
      long limit, int threads, Path tables, List<String> queries, @Nullable MemoryGroup group)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    if (group != null) {
      command.addAll(group.entering());
    }
    command.addAll(
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Darrow.allocation.manager.type=Unsafe",
            "-Darrow.enable_unsafe_memory_access=true",
            "-XX:+UseSerialGC",
            "-Xmx" + HEAP_BYTES,
            "-cp",
            System.getProperty("java.class.path"),
            MemoryGridProcess.class.getName()));
    command.addAll(List.of(Long.toString(limit), Integer.toString(threads), tables.toString()));
    command.add(System.getProperty("heddle.grid.partitions", "1"));
    command.add(Files.createDirectories(folder.resolve("spill")).toString());
    command.addAll(queries);
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("MALLOC_ARENA_MAX", "2");
    Path errors = folder.resolve("errors");
    Process process = builder.redirectError(errors.toFile()).start();
    List<String> lines =
        new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .toList();
    int exit = process.waitFor();
    System.out.println(String.join("\n", lines));
    if (group != null) {
      System.out.println("peak of the cgroup " + group.peakBytes() / MIB + " MiB");
      assertThat(group.kills()).as("processes killed in %s MiB", limit / MIB).isZero();
    }
    assertThat(exit).as(Files.readString(errors)).isZero();
    try (Stream<Path> left = Files.list(folder.resolve("spill"))) {
      assertThat(left).as("spill files at the end").isEmpty();
    }
    return lines;
  }
}
