package dev.heddle.cli.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.cli.TestCluster;
import dev.heddle.engine.findings.Evidence.Place;
import dev.heddle.engine.findings.FindingKind;
import dev.heddle.engine.session.KeptEvents;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.Finding;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.io.testing.Effort;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * Queries of many shapes, as SQL and as frames: what makes a slow one slow is found first, of a
 * healthy one nothing, which come first, while the process is cold.
 */
@Tag("process")
class FindingsMatrixTest {
  private static final long MEMBER_BYTES = 1L << 30;

  /** Those that need small tables only. */
  private static final Set<String> BY_DAY =
      Set.of(
          "a few small files",
          "a small cross join",
          "few values on both sides",
          "no condition at all",
          "tiny texts",
          "two conditions of which one follows from the other");

  @TempDir private static Path folder;

  /** Returns options without the counts and the rewrite that make some of the slow ones fast. */
  private static SessionOptions plain(SessionOptions options) {
    return options.withoutObservedRows().withExcludedRules(Set.of("aggregate early"));
  }

  /** Returns the queries of which something else was found than there is, with what was found. */
  private static List<String> wrong(Session session, Place place) {
    session.register(SlowHash.FUNCTION);
    KeptEvents events = new KeptEvents();
    session.addProgressListener(events);
    List<String> wrong = new ArrayList<>();
    List<WatchedQuery> all =
        Stream.concat(HealthyQueries.all().stream(), SlowQueries.all().stream())
            .filter(query -> query.places().contains(place))
            .filter(query -> Effort.isWhole() || BY_DAY.contains(query.name()))
            .toList();
    assertThat(all).hasSizeGreaterThanOrEqualTo(BY_DAY.size());
    for (WatchedQuery query : all) {
      FindingsTables.of(query, session, folder);
      for (WatchedQuery.Form form : WatchedQuery.Form.values()) {
        query.frame(form, session).collect().close();
        List<Finding> findings = events.of(QueryEvent.Ended.class).getLast().findings();
        String first = findings.isEmpty() ? "" : findings.getFirst().code();
        String reason = query.reason().map(FindingKind::code).orElse("");
        if (!first.equals(reason)) {
          wrong.add(query.name() + " (" + form + ") is " + reason + ", not " + findings);
        }
      }
    }
    return wrong;
  }

  @Test
  void inOneProcess() {
    try (Session session = Heddle.local(plain(SessionOptions.defaults().withThreads(2)))) {
      assertThat(wrong(session, Place.HERE)).isEmpty();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void onALocalCluster() {
    try (TestCluster cluster =
            new TestCluster(
                folder.resolve("cluster"), 2, 1, MEMBER_BYTES, null, List.of(), List.of());
        Session session = Heddle.local(plain(cluster.options()))) {
      assertThat(wrong(session, Place.ELSEWHERE)).isEmpty();
    }
  }
}
