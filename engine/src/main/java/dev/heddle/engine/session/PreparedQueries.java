package dev.heddle.engine.session;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.planner.RecentlyUsed;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Query;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Binds SQL with parameters, and keeps what the last texts meant for when they are run again.
 *
 * <p>What is kept has no values in it. It holds while no name of the catalogue has changed, under
 * equal frames, and if the files that the text names still have the same columns. Thread-safe.
 */
final class PreparedQueries {
  private static final int MAX_KEPT_CHARACTERS = 1 << 16;

  private final SessionCatalogue catalogue;
  private final SourceTables sources;
  private final RecentlyUsed<Key, Kept> kept;

  private record Key(String text, Map<String, LogicalPlan> frames, List<DataType> wanted) {}

  private record Kept(PreparedSql query, long version, List<LogicalPlan.Scan> files) {}

  /** Makes it without a meaning; it keeps at most {@code max}, those used last. */
  PreparedQueries(SessionCatalogue catalogue, SourceTables sources, int max) {
    this.catalogue = catalogue;
    this.sources = sources;
    this.kept = new RecentlyUsed<>(max);
  }

  /** Returns a query as it is now, with the frames that are bound to names for it. */
  PreparedSql prepare(String text, Map<String, LogicalPlan> frames) {
    return prepare(text, text, () -> SqlParser.query(text), frames, List.of());
  }

  /**
   * Returns a query that is a part of a script.
   *
   * @param wanted types that its columns are converted to; empty if there are none
   */
  PreparedSql prepare(String script, Query query, List<DataType> wanted) {
    String text = script.substring(query.span().start(), query.span().end());
    return prepare(text, script, () -> query, Map.of(), wanted);
  }

  private PreparedSql prepare(
      String text,
      String script,
      Supplier<Query> parsed,
      Map<String, LogicalPlan> frames,
      List<DataType> wanted) {
    Key key = new Key(text, Map.copyOf(frames), wanted);
    long version = catalogue.version(); // before the names are read: it may be too old
    Kept known = kept.find(key);
    if (known != null && known.version() == version && filesAreAsBefore(known)) {
      return known.query();
    }
    SessionNames names = new SessionNames(catalogue, sources, frames);
    PreparedSql query = Binder.prepare(script, parsed.get(), names, wanted);
    if (text.length() <= MAX_KEPT_CHARACTERS) {
      kept.put(key, new Kept(query, version, names.files()));
    }
    return query;
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
