package dev.heddle.bench.scripts;

import dev.heddle.bench.scripts.ScriptRecord.Condition;
import dev.heddle.bench.scripts.ScriptRecord.Directive;
import dev.heddle.bench.scripts.ScriptRecord.Expected;
import dev.heddle.bench.scripts.ScriptRecord.Loop;
import dev.heddle.bench.scripts.ScriptRecord.Query;
import dev.heddle.bench.scripts.ScriptRecord.Statement;
import dev.heddle.bench.scripts.ScriptTally.Fate;
import dev.heddle.bench.scripts.ScriptTally.Place;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One run of the records of one script in both engines. */
final class ScriptRun {
  private static final String SYSTEM = "duckdb";
  private static final int SIZE_OF_VECTORS = 2048;
  private static final String MEMORY = "':memory:'";
  private static final String LAST = "the script says so";

  /** Requirements that the machine and a plain build of DuckDB meet. */
  private static final Set<String> MET =
      Set.of(
          "64bit",
          "longdouble",
          "vector_size",
          "block_size",
          "ram",
          "disk_space",
          "notwindows",
          "notmingw",
          "skip_reload",
          "strinline",
          "core_functions",
          "parquet");

  private final Place script;
  private final Path data;
  private final LimitedDatabase heddle;
  private final LimitedDatabase duck;
  private final Map<LimitedDatabase, Path> scratch;
  private final ScriptTally tally;
  private final long end;
  private final Map<String, String> variables = new HashMap<>();
  private final Set<String> unset = new HashSet<>(); // settings that Heddle refuses
  private final Set<String> drawn = new HashSet<>(); // tables whose rows may be others
  private final Set<String> moved = new HashSet<>(); // tables whose rows may be at other places
  private int attached;
  private boolean isSkipping;
  private boolean isApart;
  private @Nullable String ending;

  /**
   * Makes a run.
   *
   * @param script its file, as it is reported
   * @param data folder that relative names of files are below
   * @param scratch a folder for the files that it writes
   * @param millis most that it may take
   */
  ScriptRun(
      Path script,
      Path data,
      LimitedDatabase heddle,
      LimitedDatabase duck,
      Path scratch,
      long millis,
      ScriptTally tally) {
    this.script = new Place(script, 1, "");
    this.data = data;
    this.heddle = heddle;
    this.duck = duck;
    this.scratch = Map.of(heddle, scratch.resolve("heddle"), duck, scratch.resolve("duckdb"));
    this.tally = tally;
    this.end = System.nanoTime() + millis * 1_000_000;
  }

  /** Runs it. */
  void run(List<ScriptRecord> records) throws InterruptedException {
    tally.file();
    require(duck.open(null));
    require(heddle.open(null));
    runAll(records);
    if (ending != null && !ending.equals(LAST)) {
      tally.ended(script, ending);
    }
  }

  private void require(Outcome outcome) {
    switch (outcome) {
      case Outcome.Refused refused -> ending = refused.reason();
      case Outcome.Late _, Outcome.Stuck _ -> ending = "a database that does not open";
      case Outcome.Done _ -> {}
    }
  }

  private void runAll(List<ScriptRecord> records) throws InterruptedException {
    for (ScriptRecord each : records) {
      if (ending != null) {
        return;
      }
      if (System.nanoTime() > end) {
        ending = "takes too long";
        return;
      }
      run(each);
    }
  }

  private void run(ScriptRecord record) throws InterruptedException {
    switch (record) {
      case Directive each when holds(each.conditions()) -> direct(each);
      case Loop each when runs(each.conditions()) -> {
        for (List<String> row : each.rows()) {
          for (int i = 0; i < each.names().size(); i++) {
            variables.put(each.names().get(i), i < row.size() ? row.get(i) : "");
          }
          runAll(each.body());
        }
        each.names().forEach(variables::remove);
      }
      case Statement each when runs(each.conditions()) -> execute(each);
      case Query each when runs(each.conditions()) && SqlShape.isExplain(each.sql()) ->
          execute(
              new Statement(each.line(), List.of(), Expected.ANY, each.connection(), each.sql()));
      case Query each when runs(each.conditions()) -> ask(each);
      case Directive _, Loop _, Statement _, Query _ -> {}
    }
  }

  private boolean runs(List<Condition> conditions) {
    return !isSkipping && holds(conditions);
  }

  private boolean holds(List<Condition> conditions) {
    return conditions.stream().allMatch(each -> holds(each.text()) == each.isWanted());
  }

  private boolean holds(String condition) {
    int cut = condition.indexOf('=');
    if (cut < 0) {
      return condition.equals(SYSTEM);
    }
    boolean isNegated = condition.charAt(cut - 1) == '!';
    String value = variables.get(condition.substring(0, isNegated ? cut - 1 : cut));
    return condition.substring(cut + 1).equals(value) != isNegated;
  }

  private void direct(Directive directive) throws InterruptedException {
    switch (directive.name()) {
      case "mode" -> mode(directive.argument(1));
      case "require" -> require(directive.argument(1), directive.argument(2));
      case "require-env" -> ending = "require-env " + directive.argument(1);
      case "test-env" -> variables.put(directive.argument(1), directive.argument(2));
      case "load" -> load(directive.argument(1));
      case "restart", "reconnect" -> {
        require(duck.reopen());
        require(heddle.reopen());
      }
      case "set" -> {
        if (directive.argument(1).equals("seed")) {
          runBoth("", "select setseed(" + directive.argument(2) + ")");
        }
      }
      case "halt" -> ending = LAST;
      case "sleep", "reset", "hash-threshold", "tags", "continue" -> {}
      default -> ending = "unknown words: " + String.join(" ", directive.words());
    }
  }

  private void mode(String mode) {
    switch (mode) {
      case "skip" -> isSkipping = true;
      case "unskip" -> isSkipping = false;
      default -> {}
    }
  }

  private void require(String what, String argument) throws InterruptedException {
    boolean isMet = MET.contains(what) || what.startsWith("no");
    if (what.equals("vector_size")) {
      isMet = Integer.parseInt(argument) <= SIZE_OF_VECTORS;
    } else if (!isMet) {
      isMet =
          what.equals("exact_vector_size")
              ? argument.equals(String.valueOf(SIZE_OF_VECTORS))
              : duck.run("", "load '" + what + "'") instanceof Outcome.Done;
    }
    if (!isMet) {
      ending = ("require " + what + " " + argument).strip();
    }
  }

  private void load(String path) throws InterruptedException {
    boolean isInMemory = path.isEmpty() || path.equals(":memory:");
    if (!isInMemory && !path.contains("TEST_DIR")) {
      ending = "load of a file of DuckDB's";
      return;
    }
    require(duck.open(isInMemory ? null : Path.of(replaced(path, duck))));
    require(heddle.open(isInMemory ? null : Path.of(replaced(path, heddle))));
  }

  /** Returns a text with the values of its variables, for one of the engines. */
  private String replaced(String text, LimitedDatabase engine) {
    String folder = String.valueOf(scratch.get(engine));
    String replaced = text;
    for (Map.Entry<String, String> each : variables.entrySet()) {
      replaced = replaced.replace("${" + each.getKey() + "}", each.getValue());
      replaced = replaced.replace("{" + each.getKey() + "}", each.getValue());
    }
    if (engine == heddle && replaced.contains(MEMORY)) { // whose databases are folders
      replaced = replaced.replace(MEMORY, "'" + folder + "/memory" + ++attached + "'");
    }
    return replaced
        .replace("__TEST_DIR__", folder)
        .replace("{TEST_DIR}", folder)
        .replace("{TEMP_DIR}", folder)
        .replace("__WORKING_DIRECTORY__", data.toString())
        .replace("{DATA_DIR}", data.resolve("data").toString())
        .replace("'data/", "'" + data + "/data/")
        .replace("'test/", "'" + data + "/test/");
  }

  private record Both(Outcome mine, Outcome theirs, Place place) {}

  private Both runBoth(String connection, String sql) throws InterruptedException {
    String theirs = replaced(sql, duck);
    Outcome second = duck.run(connection, theirs);
    Outcome first = heddle.run(connection, replaced(sql, heddle));
    if (first instanceof Outcome.Stuck || second instanceof Outcome.Stuck) {
      ending = "a statement that cannot be ended";
    }
    return new Both(first, second, new Place(script.file(), 0, theirs));
  }

  private void execute(Statement statement) throws InterruptedException {
    Both both = runBoth(statement.connection(), statement.sql());
    Place place = new Place(script.file(), statement.line(), both.place.sql());
    switch (both.theirs) {
      case Outcome.Done _ -> {
        String reason = reason(both.mine);
        tally.statement(place, reason);
        isApart |= reason != null && SqlShape.isChanging(statement.sql());
        remember(both.place.sql());
        moved.addAll(SqlShape.updated(both.place.sql()));
        if (reason != null) {
          unset.addAll(SqlShape.settings(statement.sql()));
        }
      }
      case Outcome.Refused refused -> {
        if (statement.expected() == Expected.OK) {
          ending = "DuckDB: " + refused.reason();
        } else if (both.mine instanceof Outcome.Done) {
          tally.taken(place);
          isApart |= SqlShape.isChanging(statement.sql());
        }
      }
      case Outcome.Late _, Outcome.Stuck _ -> ending = "takes DuckDB too long";
    }
  }

  /** Notes the table that a statement writes, if its rows may be others in each engine. */
  private void remember(String sql) {
    if (DocumentedDifference.isIn(sql) || SqlShape.namesAny(sql, drawn)) {
      drawn.addAll(SqlShape.written(sql));
    }
  }

  private static @Nullable String reason(Outcome outcome) {
    return switch (outcome) {
      case Outcome.Done _ -> null;
      case Outcome.Refused refused -> refused.reason();
      case Outcome.Late _, Outcome.Stuck _ -> "takes too long";
    };
  }

  private void ask(Query query) throws InterruptedException {
    Both both = runBoth(query.connection(), query.sql());
    if (!(both.theirs instanceof Outcome.Done theirs)) {
      isApart |= both.mine instanceof Outcome.Done && SqlShape.isChanging(query.sql());
      return;
    }
    Place place = new Place(script.file(), query.line(), both.place.sql());
    remember(place.sql());
    switch (both.mine) {
      case Outcome.Done mine -> {
        Fate fate = fate(mine, theirs, query, place);
        tally.answered(fate, place, mine.rows(), theirs.rows());
      }
      case Outcome.Refused refused -> {
        tally.refused(place, refused.reason());
        isApart |= SqlShape.isChanging(query.sql());
      }
      case Outcome.Late _, Outcome.Stuck _ -> {
        tally.late(place);
        isApart |= SqlShape.isChanging(query.sql());
      }
    }
  }

  private Fate fate(Outcome.Done mine, Outcome.Done theirs, Query query, Place place)
      throws InterruptedException {
    Values.Likeness likeness = Values.compare(mine.rows(), theirs.rows());
    boolean isOrdered = !query.isSorted() && SqlShape.isOrdered(query.sql());
    if (likeness == Values.Likeness.EQUAL
        || (likeness == Values.Likeness.OTHER_ORDER && !isOrdered)) {
      return Fate.EQUAL;
    }
    if (isApart || SqlShape.readsAny(place.sql(), unset)) {
      return Fate.DEPENDENT;
    }
    if (SqlShape.isReading(query.sql())
        && duck.run(query.connection(), place.sql()) instanceof Outcome.Done again
        && Values.compare(again.rows(), theirs.rows()) != Values.Likeness.EQUAL) {
      return Fate.VOLATILE;
    }
    if (ExpectedRows.are(mine.rows(), query) && !ExpectedRows.are(theirs.rows(), query)) {
      return Fate.UNSCRIPTED;
    }
    if (SqlShape.namesAny(place.sql(), drawn)
        || (SqlShape.isPositional(place.sql()) && SqlShape.namesAny(place.sql(), moved))
        || DocumentedDifference.of(place.sql(), mine.rows(), theirs.rows()).isPresent()) {
      return Fate.DOCUMENTED;
    }
    return likeness == Values.Likeness.OTHER_ORDER ? Fate.OTHER_ORDER : Fate.WRONG;
  }
}
