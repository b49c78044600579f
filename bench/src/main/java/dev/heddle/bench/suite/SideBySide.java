package dev.heddle.bench.suite;

import dev.heddle.bench.report.Comparison;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Asks engines the questions of a suite side by side: each run of a question goes through the
 * engines in turn, so that whatever else the machine does meets all of them. Runs before the
 * measured ones warm up; the first of them compares the answers.
 */
public final class SideBySide {
  private final Suite suite;
  private final Settings settings;
  private final PrintWriter out;

  /**
   * How to run a suite.
   *
   * @param engines how each engine is opened; ratios are to the last one
   * @param questions names of the questions to ask; empty for all
   * @param warmUps runs of each question before the measured ones
   * @param runs measured runs of each question
   * @param verify whether all answers must be those of the last engine
   * @param isApart whether each engine gets a process of its own, so that its memory is measured
   *     apart
   */
  public record Settings(
      List<EngineSpec> engines,
      List<String> questions,
      int warmUps,
      int runs,
      boolean verify,
      boolean isApart) {
    /** Copies the lists. */
    public Settings {
      engines = List.copyOf(engines);
      questions = List.copyOf(questions);
      if (runs < 1 || warmUps < 0) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot run questions " + runs + " times after " + warmUps + ": once at least");
      }
    }
  }

  /** Makes a run that reports each line as it comes. */
  public SideBySide(Suite suite, Settings settings, PrintWriter out) {
    this.suite = suite;
    this.settings = settings;
    this.out = out;
  }

  /**
   * Runs it.
   *
   * @param folder where the tables are
   */
  public Comparison run(Path folder) {
    List<Question> questions = suite.questions();
    checkNames(questions);
    List<Contestant> engines = new ArrayList<>();
    try {
      for (EngineSpec spec : settings.engines()) {
        engines.add(
            settings.isApart()
                ? RemoteContestant.start(spec, suite, folder)
                : LocalContestant.open(spec, suite, folder));
      }
      Comparison comparison =
          new Comparison(
              suite.name(),
              suite.size(),
              suite.about(),
              settings.engines().stream().map(EngineSpec::engine).toList());
      for (int i = 0; i < questions.size(); i++) {
        if (settings.questions().isEmpty()
            || settings.questions().contains(questions.get(i).name())) {
          ask(i, questions.get(i), engines, comparison);
          out.println(comparison.lastLine());
          out.flush();
        }
      }
      out.print(comparison.summary());
      if (settings.verify() && engines.size() > 1) {
        out.println(comparison.allAgree() ? "all answers agree" : "SOME ANSWERS DIFFER");
      }
      out.flush();
      return comparison;
    } finally {
      engines.forEach(Contestant::close);
    }
  }

  private void checkNames(List<Question> questions) {
    List<String> names = questions.stream().map(Question::name).toList();
    for (String name : settings.questions()) {
      if (!names.contains(name)) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot run "
                + suite.name()
                + " "
                + name
                + ": choose among "
                + String.join(", ", names));
      }
    }
  }

  private void ask(int index, Question question, List<Contestant> engines, Comparison comparison) {
    int count = engines.size();
    Comparison.Cost[] costs = new Comparison.Cost[count];
    List<Optional<String>> problems = new ArrayList<>();
    List<Measurement> first = new ArrayList<>();
    boolean wantsAnswers = settings.verify() && count > 1;
    Contestant.Reply wanted = wantsAnswers ? Contestant.Reply.ANSWER : Contestant.Reply.COST;
    for (Contestant engine : engines) {
      first.add(engine.ask(index, wanted));
    }
    for (int i = 0; i < count; i++) {
      costs[i] = new Comparison.Cost(settings.runs());
      problems.add(problem(first.get(i), first.getLast(), wantsAnswers && i + 1 < count));
    }
    for (int run = Math.min(0, 1 - settings.warmUps()); run < settings.runs(); run++) {
      for (int i = 0; i < count; i++) {
        if (first.get(i).failure() != null) {
          continue;
        }
        Measurement measured = engines.get(i).ask(index, Contestant.Reply.COST);
        if (measured.failure() != null) {
          problems.set(i, Optional.of("failed: " + measured.failure()));
        } else if (run >= 0) {
          costs[i].set(
              run,
              measured.nanos(),
              measured.cpuNanos(),
              measured.bytesRead(),
              measured.peakBytes());
        }
      }
    }
    comparison.add(question.name(), rows(question, engines.getFirst()), costs, problems);
  }

  private static Optional<String> problem(
      Measurement mine, Measurement expected, boolean compares) {
    if (mine.failure() != null) {
      return Optional.of("failed: " + mine.failure());
    }
    if (!compares || mine.answer() == null || expected.answer() == null) {
      return Optional.empty();
    }
    return mine.answer().differenceFrom(expected.answer()).map(text -> "differs: " + text);
  }

  /** Returns how many rows the tables have that a question names. */
  private long rows(Question question, Contestant engine) {
    return suite.tables().stream()
        .filter(table -> Pattern.compile("\\b" + table + "\\b").matcher(question.sql()).find())
        .mapToLong(engine::rows)
        .sum();
  }
}
