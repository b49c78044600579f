package dev.heddle.server.model;

import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import dev.heddle.engine.cluster.coordinator.JobOwner;
import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ProfilePiece;
import dev.heddle.engine.cluster.protocol.QueryNews;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.QueryRef;
import dev.heddle.engine.profile.ProfileParcel;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.PlannedStage;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryState;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The queries of a cluster: what their clients tell of them, with what the scheduler knows of the
 * jobs that run them. A job of which no client tells is a query by itself. Thread-safe.
 */
final class ClusterQueries {
  /** Why a query stops that somebody has stopped here. */
  static final String REASON =
      "Query was cancelled on the cluster's dashboard, which its scheduler shows";

  private static final Logger LOG = LoggerFactory.getLogger(ClusterQueries.class);

  /**
   * A client that tells of a query does so each second; what is older the scheduler knows better.
   */
  private static final Duration FRESH = Duration.ofSeconds(3);

  /** If nothing runs of a query and its client has said nothing for so long, it is over. */
  private static final Duration SILENT = Duration.ofSeconds(15);

  /** So long a client may take that has said nothing at all. */
  private static final Duration MUTE = Duration.ofSeconds(3);

  /** A profile may still come of this number of queries that have ended. */
  private static final int MAX_ENDED = 100;

  private final QueryLog queries;
  private final Map<Key, Shown> byQuery = new LinkedHashMap<>(); // guarded by this
  private final Map<JobId, Shown> byJob = new HashMap<>(); // guarded by this
  private final Map<Key, Long> ended = // the last ones; guarded by this
      new LinkedHashMap<>() {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Long> eldest) {
          return size() > MAX_ENDED;
        }
      };
  private final Map<Long, Shown> byNumber = new LinkedHashMap<>(); // guarded by this
  private long lastNumber; // guarded by this

  /** A query as its client names it. */
  private record Key(JobOwner client, long query) {}

  /** A query that is not over. Guarded by its owner. */
  private static final class Shown {
    private final @Nullable Key key;
    private final QueryRecord record;
    private final Set<JobId> jobs = new LinkedHashSet<>(); // that are not over
    private Instant known;
    private @Nullable Instant heard; // from its client
    private Optional<String> failure = Optional.empty(); // of its last job
    private boolean isCancelled;

    Shown(@Nullable Key key, QueryRecord record, Instant known) {
      this.key = key;
      this.record = record;
      this.known = known;
    }
  }

  /** Writes queries into a log. */
  ClusterQueries(QueryLog queries) {
    this.queries = queries;
  }

  /** Takes what happens in the cluster. */
  synchronized void take(ClusterEvent event, Instant now) {
    switch (event) {
      case ClusterEvent.News told -> told(told, now);
      case ClusterEvent.JobBegan began -> begin(began, now);
      case ClusterEvent.JobHappened happened -> {
        Shown shown = byJob.get(happened.job());
        if (shown != null) {
          shown.record.event(happened.event().of(shown.record.query()));
        }
      }
      case ClusterEvent.JobEnded ended -> end(ended, now);
      case ClusterEvent.WorkerLost _, ClusterEvent.Sampled _ -> {} // its tasks' ends come too
    }
  }

  private void told(ClusterEvent.News told, Instant now) {
    QueryNews news;
    try {
      news = QueryNews.decode(told.news());
    } catch (HeddleException e) {
      LOG.warn("what {} tells of its query {} is left out", told.client(), told.query(), e);
      return;
    }
    Key key = new Key(told.client(), told.query());
    for (QueryEvent event : news.events()) {
      if (event instanceof QueryEvent.Began began) {
        show(key, began.text(), began.at(), now);
      }
      Shown shown = byQuery.get(key);
      if (shown != null) {
        shown.heard = now;
        shown.record.event(event);
        if (event instanceof QueryEvent.Ended) {
          forget(shown);
          queries.ended(shown.record);
          ended.put(key, shown.record.query());
        }
      }
    }
    if (!news.profile().isEmpty()) {
      profiled(key, news.profile(), now);
    }
    Shown shown = byQuery.get(key);
    if (shown != null && news.progress().isPresent()) {
      shown.heard = now;
      shown.record.progress(news.progress().get());
    }
  }

  private void profiled(Key key, List<ProfilePiece> pieces, Instant now) {
    Shown shown = byQuery.get(key);
    Long number = shown == null ? ended.get(key) : Long.valueOf(shown.record.query());
    if (number == null) {
      LOG.debug("query {} of {} is too old for its profile", key.query(), key.client());
      return;
    }
    try {
      List<CpuProfile> parts = new ArrayList<>();
      for (ProfilePiece part : pieces) {
        parts.add(ProfileParcel.decode(part.parcel(), part.process(), node -> node));
      }
      queries.event(new QueryEvent.Profiled(number, now, CpuProfile.merged(parts)));
    } catch (RuntimeException e) { // of bytes that somebody else has made
      LOG.warn("the profile of {} for its query {} is left out", key.client(), key.query(), e);
    }
  }

  private Shown show(@Nullable Key key, String owner, String text, Instant begun, Instant now) {
    long number = ++lastNumber;
    Shown shown = new Shown(key, queries.record(number, owner, text, begun), now);
    byNumber.put(number, shown);
    return shown;
  }

  private Shown show(Key key, String text, Instant begun, Instant now) {
    return byQuery.computeIfAbsent(key, _ -> show(key, key.client().name(), text, begun, now));
  }

  private void begin(ClusterEvent.JobBegan began, Instant now) {
    Optional<QueryRef> query = began.query();
    String text = began.text().query();
    Shown shown =
        query.isPresent()
            ? show(
                new Key(began.client(), query.get().number()),
                text,
                Instant.EPOCH.plus(query.get().epochMicros(), ChronoUnit.MICROS),
                now)
            : show(null, began.client().name(), text, began.at(), now);
    byJob.put(began.job(), shown);
    shown.jobs.add(began.job());
    if (shown.record.view().stages().isEmpty()) {
      List<PlannedStage> stages = new ArrayList<>();
      for (String operators : began.text().stages()) {
        stages.add(new PlannedStage(stages.size(), operators, 0, List.of()));
      }
      long number = shown.record.query();
      shown.record.event(new QueryEvent.Planned(number, began.at(), stages, List.of()));
    }
  }

  private void end(ClusterEvent.JobEnded ended, Instant now) {
    Shown shown = byJob.remove(ended.job());
    if (shown == null) {
      return;
    }
    shown.jobs.remove(ended.job());
    shown.failure = ended.failure();
    shown.known = now;
    if (shown.key == null && shown.jobs.isEmpty()) {
      end(shown, shown.failure, ended.at());
    }
  }

  private void end(Shown shown, Optional<String> failure, Instant at) {
    forget(shown);
    shown.record.why("");
    QueryState how =
        failure.isEmpty()
            ? QueryState.FINISHED
            : shown.isCancelled ? QueryState.CANCELLED : QueryState.FAILED;
    queries.end(shown.record, how, failure, at);
  }

  private void forget(Shown shown) {
    byNumber.remove(shown.record.query());
    if (shown.key != null) {
      byQuery.remove(shown.key);
    }
    byJob.values().removeIf(each -> each == shown);
  }

  /** Takes what the scheduler says of jobs, and ends queries whose clients are gone. */
  synchronized void look(ClusterStatus status, Instant now) {
    for (ClusterStatus.Job job : status.jobs()) {
      Shown shown = byJob.get(job.id());
      if (shown != null) {
        shown.record.why(job.why());
        if (shown.heard == null || shown.heard.plus(FRESH).isBefore(now)) {
          shown.record.progress(JobViews.progress(job, shown.record.query()));
        }
      }
    }
    for (Shown shown : List.copyOf(byQuery.values())) {
      Instant heard = shown.heard;
      Instant end = heard == null ? shown.known.plus(MUTE) : heard.plus(SILENT);
      if (shown.jobs.isEmpty() && end.isBefore(now)) {
        boolean isDone = heard == null && shown.failure.isEmpty();
        Optional<String> failure =
            isDone ? Optional.empty() : shown.failure.or(() -> Optional.of("Its client is gone"));
        end(shown, failure, heard == null ? shown.known : heard);
      }
    }
  }

  /** Stops a query; false if it is over. */
  synchronized boolean cancel(QueryRecord query, ClusterControl control) {
    Shown shown = byNumber.get(query.query());
    if (shown == null) {
      return false;
    }
    shown.isCancelled = true;
    List<JobId> jobs = List.copyOf(shown.jobs);
    if (shown.key != null) {
      control.stop(shown.key.client(), shown.key.query(), jobs, REASON);
    } else {
      jobs.forEach(job -> control.cancel(job, REASON));
    }
    return true;
  }
}
