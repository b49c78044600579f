package dev.heddle.engine.session;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.RecentlyUsed;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Query;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

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

  private final SessionCatalogue catalogue;
  private final SourceTables sources;
  private final RecentlyUsed<Key, Kept> kept;

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
    LogicalPlan query = Binder.bind(script, parsed.get(), names);
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

  private boolean filesAreAsBefore(Kept known) {
    for (LogicalPlan.Scan file : known.files()) {
      if (!sources.name(file.source()).equals(file)) {
        return false;
      }
    }
    return true;
  }
}
