package dev.heddle.engine.catalogue;

import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.spi.PreparedSql;
import dev.heddle.planner.RecentlyUsed;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.SqlRules;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Query;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Binds SQL, and keeps what the last texts meant for when they are given again.
 *
 * <p>A bound query contains no values of parameters. It is valid while no name of the catalogue has
 * changed, under equal frames, and if the files that the text names, which are listed anew each
 * time, still have the same columns. Thread-safe.
 */
public final class BoundQueries {
  private static final int MAX_KEPT_CHARACTERS = 1 << 16;

  private final SessionCatalogue catalogue;
  private final RecentlyUsed<Key, Bound> bound; // of the sessions over one store

  /**
   * What decides a meaning.
   *
   * @param wanted types that the columns are converted to, for parameters that are columns
   * @param sources lists the files of a source and returns their scan; one object for sessions of
   *     equal rights
   * @param rules of the session
   * @param current the schema of names without one
   * @param scope the session's open transaction; 0 without one
   */
  private record Key(
      String text,
      Map<String, LogicalPlan> frames,
      List<DataType> wanted,
      boolean takesParameters,
      Function<Source, LogicalPlan.Scan> sources,
      SqlRules rules,
      SchemaName current,
      long scope) {
    static Key of(String text, Map<String, LogicalPlan> frames, BindingData data, long scope) {
      return new Key(
          text,
          Map.copyOf(frames),
          List.of(),
          false,
          data.sources(),
          data.rules().get(),
          data.current().name(),
          scope);
    }

    Key withParameters(List<DataType> types) {
      return new Key(text, frames, types, true, sources, rules, current, scope);
    }
  }

  private record Bound(PreparedSql query, long version, List<SessionNames.NamedFile> files) {}

  /**
   * Makes it without a meaning.
   *
   * @param max how many meanings it keeps, those used last
   */
  public BoundQueries(SessionCatalogue catalogue, int max) {
    this.catalogue = catalogue;
    this.bound = new RecentlyUsed<>(max);
  }

  private BoundQueries(SessionCatalogue catalogue, RecentlyUsed<Key, Bound> bound) {
    this.catalogue = catalogue;
    this.bound = bound;
  }

  /** Returns what binds for another session over the same store, and keeps meanings with it. */
  public BoundQueries of(SessionCatalogue other) {
    return new BoundQueries(other, bound);
  }

  private Key key(String text, Map<String, LogicalPlan> frames, BindingData data) {
    return Key.of(text, frames, data, catalogue.scope());
  }

  /**
   * Returns a query without parameters, with the frames that are bound to names for it.
   *
   * @param data what binding reads besides the catalogue, here as below
   */
  public LogicalPlan bind(String text, Map<String, LogicalPlan> frames, BindingData data) {
    return find(key(text, frames, data), text, data, () -> SqlParser.query(text)).plan();
  }

  /** Returns a query without parameters that is a part of a script. */
  public LogicalPlan bind(String script, Query query, BindingData data) {
    return find(key(text(script, query), Map.of(), data), script, data, () -> query).plan();
  }

  /** Returns a query that may have parameters, with the frames that are bound to names for it. */
  public PreparedSql prepare(String text, Map<String, LogicalPlan> frames, BindingData data) {
    Key key = key(text, frames, data).withParameters(List.of());
    return find(key, text, data, () -> SqlParser.query(text));
  }

  /**
   * Returns a query that may have parameters and is a part of a script.
   *
   * @param wanted types that its columns are converted to; empty if there are none
   */
  public PreparedSql prepare(String script, Query query, List<DataType> wanted, BindingData data) {
    Key key = key(text(script, query), Map.of(), data).withParameters(wanted);
    return find(key, script, data, () -> query);
  }

  private static String text(String script, Query query) {
    return script.substring(query.span().start(), query.span().end());
  }

  private PreparedSql find(Key key, String script, BindingData data, Supplier<Query> parsed) {
    long version = catalogue.version(); // before the names are read: it may be too old
    Bound known = bound.find(key);
    if (known != null && known.version() == version && filesAreAsBefore(known)) {
      return known.query();
    }
    SessionNames names = new SessionNames(catalogue, data, key.frames());
    PreparedSql query =
        key.takesParameters()
            ? Binder.prepare(script, parsed.get(), names, key.wanted())
            : new PreparedSql(Binder.bind(script, parsed.get(), names), Map.of());
    if (key.text().length() <= MAX_KEPT_CHARACTERS && !names.isLive()) {
      bound.put(key, new Bound(query, version, names.files()));
    }
    return query;
  }

  private static boolean filesAreAsBefore(Bound known) {
    return known.files().stream().allMatch(SessionNames.NamedFile::isAsBefore);
  }
}
