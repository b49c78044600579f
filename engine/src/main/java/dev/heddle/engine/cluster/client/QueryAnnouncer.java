package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.ProfilePiece;
import dev.heddle.engine.cluster.protocol.QueryNews;
import dev.heddle.engine.profile.ProfileParcel;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
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
  private static final long PERIOD_NANOS = 350_000_000;
  private static final int MAX_STEPS = 1_000;

  private final Consumer<ControlMessage> channel;
  private final Map<Long, Announced> queries =
      new HashMap<>(); // that are not over; guarded by this
  private boolean isWanted; // guarded by this
  private Consumer<Duration> profiles = _ -> {}; // guarded by this
  private boolean isSampled; // guarded by this
  private long sampledUntilNanos = System.nanoTime(); // guarded by this

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

  /**
   * The scheduler that is connected now has said that it has a dashboard.
   *
   * @param sampled for how long somebody there wants to see the CPU time of queries that begin
   */
  synchronized void begin(Duration sampled) {
    if (!isWanted) {
      isWanted = true;
      queries.forEach((query, told) -> tell(query, told.events, Optional.empty()));
    }
    sampledUntilNanos = System.nanoTime() + sampled.toNanos();
    sample(sampled);
  }

  /** Sets what lets the queries be profiled that begin within a time. */
  synchronized void profileBy(Consumer<Duration> newSwitch) {
    profiles = newSwitch;
    sample(Duration.ofNanos(Math.max(0, sampledUntilNanos - System.nanoTime())));
  }

  private void sample(Duration time) {
    if (isSampled || time.isPositive()) {
      isSampled = time.isPositive();
      try {
        profiles.accept(time);
      } catch (HeddleException e) {
        LOG.warn("queries are not sampled: {}", e.getMessage());
      }
    }
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
      case QueryEvent.Profiled profiled -> {
        if (isWanted) {
          tell(query, new QueryNews(List.of(), Optional.empty(), parts(profiled.profile())));
        }
      }
    }
  }

  /** Returns a profile's parts: what belongs to no stack, and then the stacks by process. */
  private static List<ProfilePiece> parts(CpuProfile profile) {
    CpuProfile bounded = profile.atMost(ProfileParcel.MAX_STACKS);
    Map<String, List<CpuStack>> byProcess = new LinkedHashMap<>();
    for (CpuStack stack : bounded.stacks()) {
      byProcess.computeIfAbsent(stack.process(), _ -> new ArrayList<>()).add(stack);
    }
    List<ProfilePiece> parts = new ArrayList<>();
    CpuProfile rest =
        new CpuProfile(
            bounded.period(),
            List.of(),
            bounded.unattributed(),
            bounded.lost(),
            bounded.cautions());
    parts.add(new ProfilePiece("", ProfileParcel.encode(rest)));
    byProcess.forEach(
        (process, stacks) -> {
          CpuProfile part =
              new CpuProfile(bounded.period(), stacks, Duration.ZERO, Duration.ZERO, List.of());
          parts.add(new ProfilePiece(process, ProfileParcel.encode(part)));
        });
    return parts;
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
      tell(query, new QueryNews(events, progress, List.of()));
    }
  }

  private void tell(long query, QueryNews news) {
    news.encode()
        .ifPresentOrElse(
            bytes -> channel.accept(new ControlMessage.QueryTold(query, bytes)),
            () -> LOG.debug("news of query {} are too long to be shown", query));
  }
}
