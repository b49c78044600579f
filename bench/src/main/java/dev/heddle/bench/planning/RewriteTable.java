package dev.heddle.bench.planning;

import dev.heddle.bench.planning.RewriteEffect.Outcome;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The effects of rewrites on the questions of suites, a row for each rewrite.
 *
 * @param effects of each rewrite, by its name; empty for one that changes no plan
 */
public record RewriteTable(Map<String, List<RewriteEffect>> effects) {
  private static final Comparator<RewriteEffect> BY_RATIO =
      Comparator.comparingDouble(RewriteEffect::ratio);

  /** Copies the effects; the rewrites keep their order. */
  public RewriteTable {
    Map<String, List<RewriteEffect>> copy = new LinkedHashMap<>();
    effects.forEach((rewrite, each) -> copy.put(rewrite, List.copyOf(each)));
    effects = Collections.unmodifiableMap(copy);
  }

  /** Returns the table for a terminal. */
  public String text() {
    StringBuilder text = new StringBuilder();
    int width = effects.keySet().stream().mapToInt(String::length).max().orElse(1);
    for (List<String> row : rows()) {
      text.append(
              String.format(
                      Locale.ROOT,
                      "%-" + width + "s %9s %7s  %-38s %-38s %s",
                      row.get(0),
                      row.get(1),
                      row.get(2),
                      row.get(3),
                      row.get(4),
                      row.get(5))
                  .stripTrailing())
          .append('\n');
    }
    return text.toString();
  }

  /** Returns the table in Markdown. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    List<List<String>> rows = rows();
    for (int i = 0; i < rows.size(); i++) {
      text.append("| ").append(String.join(" | ", rows.get(i))).append(" |\n");
      if (i == 0) {
        text.append("|---|---|---|---|---|---|\n");
      }
    }
    return text.toString();
  }

  private List<List<String>> rows() {
    List<List<String>> rows = new ArrayList<>();
    rows.add(List.of("without", "queries", "mean", "best", "worst", "planning"));
    effects.forEach((rewrite, each) -> rows.add(row(rewrite, each)));
    return rows;
  }

  private static List<String> row(String rewrite, List<RewriteEffect> effects) {
    List<RewriteEffect> measured = effects.stream().filter(RewriteEffect::hasRatio).toList();
    long changed = effects.stream().filter(e -> e.outcome() != Outcome.SAME_PLAN).count();
    long failed = changed - measured.size();
    String queries = changed + (failed == 0 ? "" : " (" + failed + " fail)");
    String planning =
        effects.isEmpty() ? "" : number(mean(effects, RewriteEffect::planning), false);
    if (measured.isEmpty()) {
      return List.of(rewrite, queries, "", "", "", planning);
    }
    boolean isLeast = measured.stream().anyMatch(effect -> effect.outcome() == Outcome.CUT_OFF);
    RewriteEffect best = Collections.max(measured, BY_RATIO);
    RewriteEffect worst = Collections.min(measured, BY_RATIO);
    return List.of(
        rewrite,
        queries,
        number(mean(measured, RewriteEffect::ratio), isLeast),
        ratio(best) + ", " + best.place(rewrite),
        measured.size() == 1 ? "" : ratio(worst) + ", " + worst.place(rewrite),
        planning);
  }

  private static double mean(
      List<RewriteEffect> effects, ToDoubleFunction<RewriteEffect> function) {
    double logs = 0;
    for (RewriteEffect effect : effects) {
      logs += Math.log(function.applyAsDouble(effect));
    }
    return Math.exp(logs / effects.size());
  }

  private static String ratio(RewriteEffect effect) {
    return number(effect.ratio(), effect.outcome() == Outcome.CUT_OFF);
  }

  private static String number(double ratio, boolean isLeast) {
    String format = ratio < 10 ? "%.2f" : "%.0f";
    return (isLeast ? "> " : "") + String.format(Locale.ROOT, format, ratio);
  }
}
