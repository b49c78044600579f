package dev.heddle.cli.findings;

import dev.heddle.engine.findings.Evidence.Place;
import dev.heddle.engine.findings.FindingKind;
import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * A query that is slow for one reason, or for none, as SQL and as a frame.
 *
 * @param name what a failure calls it
 * @param reason the kind that has to be found first; empty if nothing may be found
 * @param places where it is slow
 * @param sql the same as the frame
 * @param frame made with a session that has the views of {@link FindingsTables}
 */
record WatchedQuery(
    String name,
    Optional<FindingKind> reason,
    Set<Place> places,
    String sql,
    Function<Session, DataFrame> frame) {
  /** How it is written. */
  enum Form {
    SQL,
    FRAME
  }

  static WatchedQuery slow(
      FindingKind reason, String name, String sql, Function<Session, DataFrame> frame) {
    return new WatchedQuery(name, Optional.of(reason), EnumSet.allOf(Place.class), sql, frame);
  }

  /** Returns this query, which is slow in one place only. */
  WatchedQuery only(Place place) {
    return new WatchedQuery(name, reason, EnumSet.of(place), sql, frame);
  }

  static WatchedQuery healthy(String name, String sql, Function<Session, DataFrame> frame) {
    return new WatchedQuery(name, Optional.empty(), EnumSet.allOf(Place.class), sql, frame);
  }

  /** Returns it as a session runs it. */
  DataFrame frame(Form form, Session session) {
    return switch (form) {
      case SQL -> session.sql(sql);
      case FRAME -> frame.apply(session);
    };
  }
}
