package dev.heddle.bench.planning;

import dev.heddle.bench.planning.RewriteEffect.Outcome;
import dev.heddle.bench.report.Median;
import dev.heddle.bench.suite.HeddleEngine;
import dev.heddle.bench.suite.Question;
import dev.heddle.bench.suite.RowsAnswer;
import dev.heddle.bench.suite.Suite;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.planner.program.Program;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Measures what each rewrite of the optimizer is worth: asks the questions of suites with all
 * rewrites and without one of them, wherever that makes another plan of operators, in turn in the
 * same process, and plans them so, too. Answers must be the same. What was observed of earlier runs
 * is not used.
 */
public final class RewriteBenchmark {
  private static final double MIN_CUT_OFF_MILLIS = 2_000;
  private static final double RUN_MILLIS = 20; // shorter questions are asked several times
  private static final int MAX_REPEATS = 5;
  private static final int WARM_UPS = 3;

  private final PrintWriter out;
  private final ThreadGauge gauge = new ThreadGauge();
  private final TimeLimit limits = new TimeLimit();

  /**
   * How to run it.
   *
   * @param suites whose questions are asked
   * @param rewrites names of those to leave out, as for {@code excludedRules}; empty for all
   * @param questions names of those to ask; empty for all
   * @param runs measured runs of each plan of a question
   * @param cutOff the multiple of a question's time after which it is stopped without a rewrite
   * @param threads of the engine; 0 means one for each processor
   */
  public record Settings(
      List<Suite> suites,
      List<String> rewrites,
      List<String> questions,
      int runs,
      int cutOff,
      int threads) {
    /** Copies the lists and checks the names. */
    public Settings {
      suites = List.copyOf(suites);
      rewrites = rewrites.isEmpty() ? Program.names() : List.copyOf(rewrites);
      questions = List.copyOf(questions);
      for (String rewrite : rewrites) {
        if (!Program.names().contains(rewrite)) {
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot measure rewrite: "
                  + NearestNames.missing("rule or phase", rewrite, Program.names()));
        }
      }
      if (runs < 1 || cutOff < 2) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot run questions "
                + runs
                + " times and stop them after "
                + cutOff
                + " times their time: once and twice at least");
      }
    }
  }

  /** A plan of a question, made without each of some rewrites. */
  private static final class Variant {
    private final HeddleEngine engine;
    private final List<String> rewrites = new ArrayList<>();
    private final double[] millis;
    private Outcome outcome = Outcome.MEASURED;
    private int repeats = 1;

    Variant(HeddleEngine engine, int runs) {
      this.engine = engine;
      this.millis = new double[runs];
    }
  }

  /** A suite with all rewrites, and without each. */
  private record Opened(
      Suite suite,
      HeddleEngine all,
      Map<String, HeddleEngine> without,
      RewritePlanner planner,
      Settings settings) {}

  /** How long a run took, and what it answered; nothing if it was stopped. */
  private record Run(double wallMillis, @Nullable RowsAnswer answer) {}

  /** Makes a benchmark that prints what it finds. */
  public RewriteBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Measures each question of each suite.
   *
   * @param folder returns where the tables of a suite are
   */
  public RewriteTable run(Settings settings, Function<Suite, Path> folder) {
    Map<String, List<RewriteEffect>> effects = new LinkedHashMap<>();
    settings.rewrites().forEach(rewrite -> effects.put(rewrite, new ArrayList<>()));
    try {
      for (Suite suite : settings.suites()) {
        run(settings, suite, folder.apply(suite), effects);
      }
    } finally {
      limits.close();
    }
    return new RewriteTable(effects);
  }

  private void run(
      Settings settings, Suite suite, Path folder, Map<String, List<RewriteEffect>> effects) {
    Map<String, HeddleEngine> engines = new LinkedHashMap<>();
    try (HeddleEngine all = open(settings, suite, folder, Set.of())) {
      for (String rewrite : settings.rewrites()) {
        engines.put(rewrite, open(settings, suite, folder, Set.of(rewrite)));
      }
      RewritePlanner planner = new RewritePlanner(PlannedTables.of(suite, folder));
      Opened opened = new Opened(suite, all, engines, planner, settings);
      for (Question question : suite.questions()) {
        if (settings.questions().isEmpty() || settings.questions().contains(question.name())) {
          measure(opened, question)
              .forEach((rewrite, effect) -> effects.getOrDefault(rewrite, List.of()).add(effect));
        }
      }
    } finally {
      engines.values().forEach(HeddleEngine::close);
    }
  }

  private static HeddleEngine open(
      Settings settings, Suite suite, Path folder, Set<String> excluded) {
    HeddleEngine engine =
        new HeddleEngine(
            SessionOptions.defaults()
                .withThreads(settings.threads())
                .withExcludedRules(excluded)
                .withoutObservedRows());
    for (String table : suite.tables()) {
      engine.openTable(table, suite.find(folder, table));
    }
    return engine;
  }

  /** Returns the effects on a question of each rewrite that has one. */
  private Map<String, RewriteEffect> measure(Opened opened, Question question) {
    Map<String, RewriteEffect> effects = new LinkedHashMap<>();
    List<Variant> variants = variants(opened, question);
    double with = variants.isEmpty() ? 0 : measure(opened, question, variants);
    for (Variant variant : variants) {
      double ratio =
          variant.outcome == Outcome.MEASURED
              ? Median.of(variant.millis) / with
              : opened.settings.cutOff();
      for (String rewrite : variant.rewrites) {
        effects.put(rewrite, effect(opened, question, rewrite, variant.outcome, ratio));
      }
      out.printf(
          Locale.ROOT,
          "%-15s %-30s with %8.1f ms CPU, without x %-8s %s%n",
          opened.suite.name(),
          question.name(),
          with,
          switch (variant.outcome) {
            case MEASURED -> String.format(Locale.ROOT, "%.2f", ratio);
            case CUT_OFF -> String.format(Locale.ROOT, "> %.0f", ratio);
            case FAILED, SAME_PLAN -> "?";
          },
          String.join(", ", variant.rewrites));
      out.flush();
    }
    String own = question.name();
    if (opened.without.containsKey(own) && !effects.containsKey(own)) {
      effects.put(own, effect(opened, question, own, Outcome.SAME_PLAN, 1));
    }
    return effects;
  }

  private static RewriteEffect effect(
      Opened opened, Question question, String rewrite, Outcome outcome, double ratio) {
    double planning = opened.planner.ratio(question.sql(), rewrite, opened.settings.runs());
    return new RewriteEffect(opened.suite.name(), question.name(), outcome, ratio, planning);
  }

  /** Returns the plans that are other ones than that with all rewrites, each once. */
  private static List<Variant> variants(Opened opened, Question question) {
    String plan = opened.planner.plan(question.sql(), Set.of());
    Map<String, Variant> variants = new LinkedHashMap<>();
    opened.without.forEach(
        (rewrite, engine) -> {
          String other = opened.planner.plan(question.sql(), Set.of(rewrite));
          if (!other.equals(plan)) {
            variants
                .computeIfAbsent(other, text -> new Variant(engine, opened.settings.runs()))
                .rewrites
                .add(rewrite);
          }
        });
    return List.copyOf(variants.values());
  }

  /** Measures variants, and returns the median of CPU milliseconds with all rewrites. */
  private double measure(Opened opened, Question question, List<Variant> variants) {
    for (int run = 0; run < WARM_UPS; run++) {
      run(opened.all, question, TimeLimit.NONE);
    }
    Run first = run(opened.all, question, TimeLimit.NONE);
    double limit = Math.max(MIN_CUT_OFF_MILLIS, first.wallMillis * opened.settings.cutOff());
    for (Variant variant : variants) {
      tryOut(variant, opened.suite, question, first, limit);
    }
    double[] with = new double[opened.settings.runs()];
    for (int run = 0; run < with.length; run++) {
      with[run] = cpuMillis(opened.all, question, repeats(first.wallMillis));
      for (Variant variant : variants) {
        if (variant.outcome == Outcome.MEASURED) {
          variant.millis[run] = cpuMillis(variant.engine, question, variant.repeats);
        }
      }
    }
    return Median.of(with);
  }

  private static int repeats(double wallMillis) {
    return Math.clamp((long) Math.ceil(RUN_MILLIS / wallMillis), 1, MAX_REPEATS);
  }

  /** Runs a plan for the first time, and decides how it is measured. */
  private void tryOut(Variant variant, Suite suite, Question question, Run expected, double limit) {
    Run run;
    try {
      run = run(variant.engine, question, limit);
    } catch (HeddleException e) {
      out.printf("%s %s: %s%n", suite.name(), question.name(), e.getMessage());
      variant.outcome = Outcome.FAILED;
      return;
    }
    if (run.answer == null || expected.answer == null) {
      variant.outcome = Outcome.CUT_OFF;
      return;
    }
    variant.repeats = repeats(run.wallMillis);
    Optional<String> difference = run.answer.differenceFrom(expected.answer);
    if (difference.isPresent()) {
      throw new IllegalStateException(
          suite.name()
              + " "
              + question.name()
              + " has another answer without "
              + String.join(", ", variant.rewrites)
              + ": "
              + difference.get());
    }
  }

  private double cpuMillis(HeddleEngine engine, Question question, int repeats) {
    long nanos =
        gauge.cpuNanos(
            () -> {
              for (int i = 0; i < repeats; i++) {
                engine.run(question.sql());
              }
            });
    return nanos / 1e6 / repeats;
  }

  private Run run(HeddleEngine engine, Question question, double limit) {
    return limits
        .within(limit, engine::cancel, () -> run(engine, question))
        .orElseGet(() -> new Run(limit, null));
  }

  private static Run run(HeddleEngine engine, Question question) {
    long begun = System.nanoTime();
    RowsAnswer answer = engine.run(question.sql());
    return new Run((System.nanoTime() - begun) / 1e6, answer);
  }
}
