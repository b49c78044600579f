package dev.heddle.engine.session;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.RecentlyUsed;
import dev.heddle.planner.sql.SqlText;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Position;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.translate.AnalyzedQuery;
import dev.heddle.planner.translate.SqlAnalyzer;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Analyses SQL texts, and keeps what the last ones meant for when the same are given again.
 *
 * <p>A meaning holds while no name of the catalogue has changed, under equal frames, and if the
 * files that the text names, which are listed anew each time, still have the same columns.
 * Thread-safe.
 */
final class SqlAnalyses {
  private static final int MAX_KEPT_CHARACTERS = 1 << 16;
  private static final String SELECT_ALL = "SELECT * FROM ";

  /** Whether SQL is bound by our own binder instead of the validator. */
  private final boolean binds = Boolean.getBoolean("heddle.sql.binder");

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

  /** Returns the plan of a query as it is now, with the frames that are bound to names for it. */
  LogicalPlan analyze(String text, Map<String, LogicalPlan> frames) {
    return analyze(text, () -> SqlParser.query(text), text, frames);
  }

  /** Returns the plan of a query that is a part of a script. */
  LogicalPlan analyze(String script, Query query) {
    return analyze(text(script, query), () -> query, script, Map.of());
  }

  private LogicalPlan analyze(
      String text, Supplier<Query> parsed, String script, Map<String, LogicalPlan> frames) {
    Key key = new Key(text, Map.copyOf(frames));
    long version =
        catalogue.version(); // before the names are read: it may be too old, never too new
    Kept known = kept.find(key);
    if (known != null && known.version() == version && filesAreAsBefore(known)) {
      return known.query();
    }
    SessionNames names = new SessionNames(catalogue, sources, frames);
    LogicalPlan query =
        binds
            ? Binder.bind(script, parsed.get(), names)
            : validated(
                script.equals(text) ? SqlText.of(text) : placed(script, parsed.get()), names);
    if (text.length() <= MAX_KEPT_CHARACTERS) {
      kept.put(key, new Kept(query, version, names.files()));
    }
    return query;
  }

  private static String text(String script, Query query) {
    String text = script.substring(query.span().start(), query.span().end());
    return isName(query) ? SELECT_ALL + text : text;
  }

  /** Whether a query is written as the name of a table alone, as in DESCRIBE. */
  private static boolean isName(Query query) {
    return query.body() instanceof Query.Select select
        && select.items().isEmpty()
        && select.from() != null
        && select.from().span().start() == query.span().start();
  }

  /** Returns a query's text with its place in the script, for messages. */
  private static SqlText placed(String script, Query query) {
    Position place = Position.of(script, query.span().start());
    int added = isName(query) ? SELECT_ALL.length() : 0;
    return SqlText.of(text(script, query), place.line(), place.column() - added);
  }

  private LogicalPlan validated(SqlText text, SessionNames names) {
    try {
      AnalyzedQuery analyzed = SqlAnalyzer.analyze(text, names);
      latest.set(analyzed);
      return analyzed.query();
    } catch (AnalysisException e) {
      throw names.explained(e);
    }
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
