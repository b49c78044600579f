package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.QueryNews;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells the scheduler's dashboard, if it has one, what only the client knows of its queries: their
 * texts and plans, how far they are, and what was wrong with them. Of tasks the scheduler knows
 * itself. Thread-safe.
 */
final class QueryAnnouncer implements ProgressListener {
  private static final Logger LOG = LoggerFactory.getLogger(QueryAnnouncer.class);
  private static final long PERIOD_NANOS = 900_000_000;
  private static final int MAX_STEPS = 1_000;

  private final Consumer<ControlMessage> channel;
  private final Map<Long, Announced> queries =
      new HashMap<>(); // that are not over; guarded by this
  private boolean isWanted; // guarded by this

  /** What of a query the next process of the scheduler has to be told too. */
  private static final class Announced {
    private final List<QueryEvent> events = new ArrayList<>(2);
    private long progressNanos;
    private int steps;
  }

  /**
   * Makes one that tells nothing yet.
   *
   * @param channel sends to the scheduler
   */
  QueryAnnouncer(Consumer<ControlMessage> channel) {
    this.channel = channel;
  }

  /** The scheduler that is connected now has said that it has a dashboard. */
  synchronized void begin() {
    isWanted = true;
    queries.forEach((query, told) -> tell(query, told.events, Optional.empty()));
  }

  /** The scheduler is lost; the next one may have no dashboard. */
  synchronized void end() {
    isWanted = false;
  }

  /** Returns whether the scheduler has a dashboard, as far as it has said. */
  synchronized boolean isWanted() {
    return isWanted;
  }

  @Override
  public synchronized void event(QueryEvent event) {
    long query = event.query();
    switch (event) {
      case QueryEvent.Began began -> begin(began);
      case QueryEvent.Planned _ -> {
        Announced told = queries.get(query);
        if (told != null) {
          told.events.removeIf(each -> each instanceof QueryEvent.Planned);
          told.events.add(event);
          tell(query, List.of(event), Optional.empty());
        }
      }
      case QueryEvent.StepEnded _ -> {
        Announced told = queries.get(query);
        if (told != null && told.steps++ < MAX_STEPS) {
          tell(query, List.of(event), Optional.empty());
        }
      }
      case QueryEvent.Ended _ -> {
        if (queries.remove(query) != null) {
          tell(query, List.of(event), Optional.empty());
        }
      }
      case QueryEvent.StageStarted _,
          QueryEvent.StageEnded _,
          QueryEvent.TaskStarted _,
          QueryEvent.TaskEnded _ -> {} // the scheduler knows
      case QueryEvent.Profiled _ -> {} // shown where it was asked for
    }
  }

  private Announced begin(QueryEvent.Began began) {
    Announced told = new Announced();
    told.events.add(began);
    queries.put(began.query(), told);
    tell(began.query(), told.events, Optional.empty());
    return told;
  }

  @Override
  public synchronized void progress(QueryProgress progress) {
    Announced told = queries.get(progress.query());
    if (told == null) {
      if (progress.state().isEnd()) {
        return;
      }
      Instant begun = Instant.now().minus(progress.elapsed());
      told = begin(new QueryEvent.Began(progress.query(), begun, progress.text()));
    }
    long now = System.nanoTime();
    if (told.progressNanos == 0 || now - told.progressNanos > PERIOD_NANOS) {
      told.progressNanos = now;
      tell(progress.query(), List.of(), Optional.of(progress));
    }
  }

  private void tell(long query, List<QueryEvent> events, Optional<QueryProgress> progress) {
    if (isWanted) {
      new QueryNews(events, progress)
          .encode()
          .ifPresentOrElse(
              bytes -> channel.accept(new ControlMessage.QueryTold(query, bytes)),
              () -> LOG.debug("news of query {} are too long to be shown", query));
    }
  }
}
