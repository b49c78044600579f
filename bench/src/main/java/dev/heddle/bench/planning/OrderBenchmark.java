package dev.heddle.bench.planning;

import dev.heddle.bench.report.Median;
import dev.heddle.bench.suite.Question;
import dev.heddle.bench.suite.Suite;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.planner.rules.EstimateNoise;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Measures how far the order of joins that is chosen is from the best: runs each question of a
 * suite also in the orders that are chosen from estimates made wrong by chance ({@link
 * EstimateNoise}), and measures the fastest few of them in turn with the chosen one.
 */
public final class OrderBenchmark {
  /** How many of the fastest orders are measured again. */
  private static final int CANDIDATES = 3;

  /** An order that takes this multiple of the chosen time is given up. */
  private static final int GIVE_UP = 10;

  private static final double MIN_MILLIS = 200; // before anything is given up

  private final PrintWriter out;
  private final TimeLimit limits = new TimeLimit();

  /**
   * How to run it.
   *
   * @param suite whose questions are asked
   * @param questions names of those to ask; empty for all
   * @param orders number of other orders
   * @param runs measured runs of each order that is measured again
   * @param threads of the engine; 0 means one for each processor
   */
  public record Settings(Suite suite, List<String> questions, int orders, int runs, int threads) {
    /** Copies the names. */
    public Settings {
      questions = List.copyOf(questions);
      if (orders < 1 || runs < 1) {
        throw new HeddleException(
            ErrorCode.INVALID_ARGUMENT,
            "Cannot try " + orders + " orders " + runs + " times: once at least");
      }
    }
  }

  /**
   * What a question took.
   *
   * @param question its name
   * @param chosenMillis median of the chosen order
   * @param bestMillis median of the fastest order, which may be the chosen one
   * @param otherMillis median of the others, of which those given up count with their time until
   *     then
   * @param givenUp how many of the others were given up
   */
  public record Result(
      String question, double chosenMillis, double bestMillis, double otherMillis, int givenUp) {
    /** Returns how many times the best order's time the chosen one takes. */
    public double ratio() {
      return chosenMillis / bestMillis;
    }
  }

  /** Makes a benchmark that prints what it finds. */
  public OrderBenchmark(PrintWriter out) {
    this.out = out;
  }

  /**
   * Measures each question.
   *
   * @param folder where the tables are
   */
  public List<Result> run(Settings settings, Path folder) {
    List<Session> sessions = new ArrayList<>();
    List<Result> results = new ArrayList<>();
    try {
      for (int seed = 0; seed <= settings.orders(); seed++) {
        sessions.add(open(settings, folder, seed));
      }
      for (Question question : settings.suite().questions()) {
        if (settings.questions().isEmpty() || settings.questions().contains(question.name())) {
          Result result = measure(question, sessions, settings.runs());
          out.println(line(result));
          out.flush();
          results.add(result);
        }
      }
    } finally {
      sessions.forEach(Session::close);
      limits.close();
    }
    double product = results.stream().mapToDouble(result -> Math.log(result.ratio())).sum();
    double worst = results.stream().mapToDouble(Result::ratio).max().orElse(1);
    out.printf(
        Locale.ROOT,
        "chosen/best: geometric mean %.2f, worst %.2f%n",
        Math.exp(product / Math.max(1, results.size())),
        worst);
    out.flush();
    return results;
  }

  private static String line(Result result) {
    return String.format(
        Locale.ROOT,
        "%-6s chosen %8.1f ms  best %8.1f ms  median of others %8.1f ms, %d given up  ratio %.2f",
        result.question,
        result.chosenMillis,
        result.bestMillis,
        result.otherMillis,
        result.givenUp,
        result.ratio());
  }

  private static Session open(Settings settings, Path folder, int seed) {
    SessionOptions options = SessionOptions.defaults().withThreads(settings.threads());
    Session session =
        Heddle.local(
            seed == 0 ? options : options.withExcludedRules(Set.of(EstimateNoise.name(seed))));
    for (String table : settings.suite().tables()) {
      String path = settings.suite().find(folder, table).toString();
      session.createView(table, session.read().parquet(path));
    }
    return session;
  }

  private Result measure(Question question, List<Session> sessions, int runs) {
    Session chosen = sessions.getFirst();
    millis(chosen, question, TimeLimit.NONE);
    double limit = Math.max(MIN_MILLIS, millis(chosen, question, TimeLimit.NONE)) * GIVE_UP;
    double[] first = new double[sessions.size()];
    int givenUp = 0;
    List<Integer> candidates = new ArrayList<>();
    for (int seed = 1; seed < first.length; seed++) {
      first[seed] = millis(sessions.get(seed), question, limit);
      if (first[seed] < 0) {
        givenUp++;
        first[seed] = limit;
      } else {
        candidates.add(seed);
      }
    }
    candidates.sort(Comparator.comparingDouble(seed -> first[seed]));
    List<Integer> measured = new ArrayList<>(List.of(0));
    measured.addAll(candidates.subList(0, Math.min(CANDIDATES, candidates.size())));
    double[][] again = new double[measured.size()][runs];
    for (int run = 0; run < runs; run++) {
      for (int i = 0; i < again.length; i++) {
        again[i][run] = millis(sessions.get(measured.get(i)), question, TimeLimit.NONE);
      }
    }
    double best = Arrays.stream(again).mapToDouble(Median::of).min().orElseThrow();
    double others = Median.of(Arrays.copyOfRange(first, 1, first.length));
    return new Result(question.name(), Median.of(again[0]), best, others, givenUp);
  }

  /** Returns how long a question takes, or -1 if it is given up. */
  private double millis(Session session, Question question, double limit) {
    return limits.within(limit, session::cancelAll, () -> millis(session, question)).orElse(-1.0);
  }

  private static double millis(Session session, Question question) {
    long begun = System.nanoTime();
    try (QueryResult result = session.sql(question.sql()).collect()) {
      return (System.nanoTime() - begun) / 1e6;
    }
  }
}
