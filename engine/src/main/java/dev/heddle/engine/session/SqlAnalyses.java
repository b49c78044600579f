package dev.heddle.engine.session;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.RecentlyUsed;
import dev.heddle.planner.sql.SqlText;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.translate.AnalyzedQuery;
import dev.heddle.planner.translate.SqlAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Analyses SQL texts, and keeps what the last ones meant for when the same are given again.
 *
 * <p>A meaning holds while no name of the catalogue has changed, under equal frames, and if the
 * files that the text names, which are listed anew each time, still have the same columns.
 * Thread-safe.
 */
final class SqlAnalyses {
  private static final int MOST_TEXT = 1 << 16;

  /** Whether SQL is bound by our own parser and binder instead of the validator. */
  private static final boolean BINDS = Boolean.getBoolean("heddle.sql.binder");

  private final SessionCatalogue catalogue;
  private final SourceTables sources;
  private final RecentlyUsed<Key, Kept> kept;
  private final AtomicReference<@Nullable AnalyzedQuery> latest = new AtomicReference<>();

  private record Key(String text, Map<String, LogicalPlan> frames) {}

  private record Kept(LogicalPlan query, long version, List<LogicalPlan.Scan> files) {}

  /** Makes it without a meaning; it keeps so many, those used last. */
  SqlAnalyses(SessionCatalogue catalogue, SourceTables sources, int most) {
    this.catalogue = catalogue;
    this.sources = sources;
    this.kept = new RecentlyUsed<>(most);
  }

  /** Returns what a query means now, with the frames that are bound to names for it. */
  LogicalPlan analyze(SqlText text, Map<String, LogicalPlan> frames) {
    Key key = new Key(text.original(), Map.copyOf(frames));
    long version =
        catalogue.version(); // before the names are read: it may be too old, never too new
    Kept known = kept.find(key);
    if (known != null && known.version() == version && filesAreAsBefore(known)) {
      return known.query();
    }
    SessionNames names = new SessionNames(catalogue, sources, frames);
    try {
      LogicalPlan query = BINDS ? bound(text, names) : analyzed(text, names);
      if (text.original().length() <= MOST_TEXT) {
        kept.put(key, new Kept(query, version, names.files()));
      }
      return query;
    } catch (AnalysisException e) {
      throw names.explained(e);
    }
  }

  private LogicalPlan analyzed(SqlText text, SessionNames names) {
    AnalyzedQuery analyzed = SqlAnalyzer.analyze(text, names);
    latest.set(analyzed);
    return analyzed.query();
  }

  private static LogicalPlan bound(SqlText text, SessionNames names) {
    return Binder.bind(text.original(), SqlParser.query(text.original()), names);
  }

  /**
   * Returns the last analysis that was made, if it is that of a plan and was not asked for before.
   */
  @Nullable AnalyzedQuery latest(LogicalPlan plan) {
    AnalyzedQuery analyzed = latest.get();
    return analyzed != null && analyzed.query() == plan && latest.compareAndSet(analyzed, null)
        ? analyzed
        : null;
  }

  private boolean filesAreAsBefore(Kept known) {
    for (LogicalPlan.Scan file : known.files()) {
      if (!sources.name(file.source()).equals(file)) {
        return false;
      }
    }
    return true;
  }
}
