package dev.heddle.bench.suite;

import dev.heddle.bench.report.Comparison;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Runs TPC-H queries on engines side by side: each run of a query goes through the engines in turn,
 * so that whatever else the machine does meets all of them. One run before the measured ones warms
 * up and, if asked, compares the answers.
 */
public final class TpchBenchmark {
  private final Settings settings;
  private final PrintWriter out;

  /** How Heddle is asked. */
  public enum Api {
    /** By SQL text. */
    SQL,
    /** By frames. */
    FRAME
  }

  /**
   * What to run.
   *
   * @param folder where the tables lie
   * @param queries numbers from 1 to 22
   * @param runs measured runs of each query
   * @param api how Heddle is asked; others always get SQL
   * @param engines names: {@code heddle}, {@code duckdb}
   * @param threads threads of each engine; 0 means one for each processor
   * @param verify whether all answers must be those of the last engine
   */
  public record Settings(
      Path folder,
      List<Integer> queries,
      int runs,
      Api api,
      List<String> engines,
      int threads,
      boolean verify) {
    /** Copies the lists. */
    public Settings {
      queries = List.copyOf(queries);
      engines = List.copyOf(engines);
    }
  }

  /** Makes a benchmark that reports to a writer. */
  public TpchBenchmark(Settings settings, PrintWriter out) {
    this.settings = settings;
    this.out = out;
  }

  /** Runs it and returns whether all answers agreed. */
  public boolean run() {
    List<Engine> engines = new ArrayList<>();
    try {
      for (String name : settings.engines()) {
        Engine engine = open(name);
        engines.add(engine);
        engine.openTables(settings.folder(), TpchData.TABLES);
      }
      Comparison comparison = new Comparison(settings.engines());
      boolean allAgree = true;
      for (int query : settings.queries()) {
        allAgree &= runQuery(query, engines, comparison);
        out.println(comparison.lastLine());
        out.flush();
      }
      out.print(comparison.summary());
      if (settings.verify()) {
        out.println(allAgree ? "all answers agree" : "SOME ANSWERS DIFFER");
      }
      out.flush();
      return allAgree;
    } finally {
      engines.forEach(Engine::close);
    }
  }

  private Engine open(String name) {
    return switch (name) {
      case "heddle" -> new HeddleEngine(SessionOptions.defaults().withThreads(settings.threads()));
      case "duckdb" -> new DuckDbEngine(settings.threads());
      default ->
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot benchmark engine \"" + name + "\": choose among heddle and duckdb");
    };
  }

  private boolean runQuery(int query, List<Engine> engines, Comparison comparison) {
    boolean agrees = true;
    List<Answer> answers = new ArrayList<>();
    for (Engine engine : engines) {
      answers.add(ask(engine, query));
    }
    if (settings.verify()) {
      for (int i = 0; i + 1 < engines.size(); i++) {
        Optional<String> difference = answers.get(i).differenceFrom(answers.getLast());
        if (difference.isPresent()) {
          agrees = false;
          out.println("q" + query + ": " + engines.get(i).name() + " differs: " + difference.get());
        }
      }
    }
    long[][] nanos = new long[engines.size()][settings.runs()];
    for (int run = 0; run < settings.runs(); run++) {
      for (int i = 0; i < engines.size(); i++) {
        long begun = System.nanoTime();
        ask(engines.get(i), query);
        nanos[i][run] = System.nanoTime() - begun;
      }
    }
    comparison.add("q" + query, nanos);
    return agrees;
  }

  private Answer ask(Engine engine, int query) {
    if (engine instanceof HeddleEngine heddle && settings.api() == Api.FRAME) {
      DataFrame frame = TpchFrames.query(query, heddle.tables());
      return heddle.run(frame);
    }
    return engine.run(TpchQueries.sql(query));
  }
}
