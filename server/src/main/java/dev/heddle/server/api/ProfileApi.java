package dev.heddle.server.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.server.model.Board;
import dev.heddle.server.model.FlameGraph;
import dev.heddle.server.model.QueryLog;
import dev.heddle.server.model.QueryRecord;
import dev.heddle.server.model.QueryView;
import java.util.Locale;
import java.util.Optional;

/** Profiles of queries, as pages ask for them. Thread-safe. */
public final class ProfileApi {
  private static final ObjectMapper JSON = new ObjectMapper();

  private final Board board;

  /** Shows what a board has. */
  public ProfileApi(Board board) {
    this.board = board;
  }

  /**
   * Returns where the CPU time of a query went; empty if the query is not known.
   *
   * @param process whose samples are taken, or {@link FlameGraph#ALL_PROCESSES}
   */
  public Optional<byte[]> profile(long id, FlameGraph.By by, String process) {
    QueryLog queries = board.queries();
    Optional<QueryRecord> found = queries.find(id);
    Optional<CpuProfile> profile =
        found.flatMap(record -> record.cpu().or(() -> board.profileSoFar(record)));
    if (found.isPresent() && profile.isPresent()) {
      return Optional.of(profile(found.get(), profile.get(), by, process).getBytes(UTF_8));
    }
    return queries
        .keptProfile(id, by)
        .or(
            () ->
                queries
                    .all(id, _ -> "")
                    .map(
                        _ ->
                            JSON.createObjectNode()
                                .put("query", id)
                                .put("why", why(found))
                                .toString()))
        .map(text -> text.getBytes(UTF_8));
  }

  private String why(Optional<QueryRecord> query) {
    boolean isOver = query.map(QueryRecord::isOver).orElse(true);
    return (isOver ? "This query was not sampled" : "This query is not sampled")
        + ": queries are sampled where somebody asks for it before they begin. Switch on \"Sample"
        + " queries\" and run it again, or run EXPLAIN (ANALYZE, PROFILE).";
  }

  /** Returns the profile of a query. */
  static String profile(QueryRecord query, CpuProfile profile, FlameGraph.By by, String process) {
    QueryView view = query.view();
    ObjectNode to = JSON.createObjectNode();
    to.put("query", query.id())
        .put("state", view.summary().state().name())
        .put("by", by.name().toLowerCase(Locale.ROOT))
        .put("process", process);
    FlameGraph graph = FlameGraph.of("Query " + query.id(), profile, view, by, process);
    to.put("why", graph.tree().total() > 0 ? "" : nothing(query, profile, process));
    FlameJson.put(graph, profile, view, to);
    return to.toString();
  }

  private static String nothing(QueryRecord query, CpuProfile profile, String process) {
    if (!query.isOver()) {
      return "No sample yet: they come about a second after what they show.";
    }
    if (!profile.isEmpty() && !process.equals(FlameGraph.ALL_PROCESSES)) {
      return "Nothing was sampled in this process.";
    }
    return "Nothing was sampled: a thread is looked at each "
        + profile.period().toMillis()
        + " ms of its CPU time, and this query took less or waited.";
  }
}
