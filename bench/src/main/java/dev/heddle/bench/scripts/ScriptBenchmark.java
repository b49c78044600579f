package dev.heddle.bench.scripts;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs scripts of the form of sqllogictest in DuckDB and in Heddle, each in fresh databases, and
 * counts the queries that Heddle answers with the rows of DuckDB.
 */
public final class ScriptBenchmark {
  private static final Pattern SCRIPT = Pattern.compile(".*\\.(?:test|test_slow|slt)");
  private static final int STATEMENTS_OF_A_FILE = 10;
  private static final int REASONS = 40;

  private static final List<String> DUCKDB_SETTINGS =
      List.of("set threads = 1", "set memory_limit = '2GB'", "set TimeZone = 'UTC'");
  private static final List<String> HEDDLE_SETTINGS =
      List.of("set integer_division = false", "set TimeZone = 'UTC'");

  private final Settings settings;
  private final PrintWriter out;

  /**
   * What to run.
   *
   * @param from a folder of scripts, or one script
   * @param folders folders in it; empty for all
   * @param limit most that a statement may take; a script may take ten times that
   * @param report file with each query that is answered otherwise; null for none
   */
  public record Settings(Path from, List<String> folders, Duration limit, @Nullable Path report) {
    /** Checks that the folders are there. */
    public Settings {
      folders = List.copyOf(folders);
      from = from.toAbsolutePath().normalize();
      for (String folder : folders.isEmpty() ? List.of("") : folders) {
        if (!Files.exists(from.resolve(folder))) {
          throw new HeddleException(
              ErrorCode.NOT_FOUND, "Cannot find scripts in " + from.resolve(folder));
        }
      }
    }
  }

  /** Makes a benchmark that reports each folder as it comes. */
  public ScriptBenchmark(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  /**
   * Runs all scripts.
   *
   * @return whether no query has other rows
   */
  public boolean run() {
    ScriptTally all = new ScriptTally();
    SessionOptions options = SessionOptions.defaults().withThreads(1);
    try (LimitedDatabase heddle =
            new LimitedDatabase(
                () -> new HeddleDatabase(options, HEDDLE_SETTINGS), settings.limit);
        LimitedDatabase duck =
            new LimitedDatabase(() -> new DuckDatabase(DUCKDB_SETTINGS), settings.limit)) {
      for (Map.Entry<String, List<Path>> folder : scripts().entrySet()) {
        int before = all.queries();
        for (Path script : folder.getValue()) {
          run(script, heddle, duck, all);
        }
        out.printf("%-24s %6d queries%n", folder.getKey(), all.queries() - before);
        out.flush();
        report(all);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new HeddleException(ErrorCode.IO, "Cannot run scripts (" + e + ")", e);
    }
    all.print(out, REASONS);
    return all.count(ScriptTally.Fate.WRONG) + all.count(ScriptTally.Fate.OTHER_ORDER) == 0;
  }

  /** Returns the scripts of each folder; of all, by the folder that is directly within. */
  private Map<String, List<Path>> scripts() throws IOException {
    Map<String, List<Path>> scripts = new LinkedHashMap<>();
    for (String folder : settings.folders) {
      scripts.put(folder, scripts(settings.from.resolve(folder)));
    }
    if (settings.folders.isEmpty()) {
      for (Path script : scripts(settings.from)) {
        Path name = settings.from.relativize(script);
        String folder = name.getNameCount() > 1 ? String.valueOf(name.getName(0)) : "";
        scripts.computeIfAbsent(folder, unused -> new ArrayList<>()).add(script);
      }
    }
    return scripts;
  }

  private static List<Path> scripts(Path from) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      return files.filter(file -> SCRIPT.matcher(file.toString()).matches()).sorted().toList();
    }
  }

  private void run(Path script, LimitedDatabase heddle, LimitedDatabase duck, ScriptTally tally)
      throws IOException, InterruptedException {
    Path scratch = Files.createTempDirectory("scripts");
    try {
      Files.createDirectory(scratch.resolve("heddle"));
      Files.createDirectory(scratch.resolve("duckdb"));
      Path name = Files.isDirectory(settings.from) ? settings.from.relativize(script) : script;
      long millis = settings.limit.toMillis() * STATEMENTS_OF_A_FILE;
      String text = new String(Files.readAllBytes(script), StandardCharsets.UTF_8);
      new ScriptRun(name, data(script), heddle, duck, scratch, millis, tally)
          .run(ScriptReader.read(text));
    } finally {
      delete(scratch);
    }
  }

  /** Returns the next folder above that has a folder {@code data}, else that of the script. */
  private static Path data(Path script) {
    Path own = script.getParent();
    for (Path folder = own; folder != null; folder = folder.getParent()) {
      if (Files.isDirectory(folder.resolve("data"))) {
        return folder;
      }
    }
    return own == null ? script : own;
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }

  private void report(ScriptTally tally) {
    if (settings.report == null) {
      return;
    }
    try (PrintWriter writer =
        new PrintWriter(Files.newBufferedWriter(settings.report, StandardCharsets.UTF_8))) {
      tally.printReport(writer);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO, "Cannot write " + settings.report + " (" + e + ")", e);
    }
  }
}
