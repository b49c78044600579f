package dev.heddle.server.model;

import dev.heddle.engine.ui.Secrets;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.ProgressListener;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * The queries that run, and the last ones that ran: the newest in memory, the others in a folder,
 * which a thread of its own writes. Thread-safe.
 */
public final class QueryLog implements ProgressListener, AutoCloseable {
  private static final int MAX_QUERIES = 1_000;
  private static final int MAX_RECENT = 16; // whose tasks are in memory
  private static final int MAX_STACKS = 4; // queries whose stacks are in memory
  private static final int TRIM_PERIOD = 20;

  private final HistoryFolder folder;
  private final Encoder encoder;
  private final Secrets secrets = new Secrets();
  private final Map<Long, QueryRecord> running = new LinkedHashMap<>(); // guarded by this
  private final Deque<QueryRecord> recent = new ArrayDeque<>(); // newest first; guarded by this
  private final Map<Long, String> summaries = new TreeMap<>(); // by number; guarded by this
  private final ExecutorService writer =
      Executors.newSingleThreadExecutor(
          Thread.ofPlatform().daemon().name("heddle-history").factory());
  private long nextNumber = 1; // guarded by this
  private final Deque<QueryRecord> withStacks = new ArrayDeque<>(); // by the writer only
  private int written; // by the writer only

  /** Writes queries down, for the folder and the pages alike. */
  public interface Encoder {
    /** Returns a query in short, on one line. */
    String summary(QuerySummary summary);

    /** Returns all of a query, on one line. */
    String all(QueryRecord record);

    /** Returns where the CPU time of a query went, on one line. */
    String profile(QueryRecord record, CpuProfile profile, FlameGraph.By by);
  }

  /** Makes a log that goes on with what is in a folder. */
  public QueryLog(HistoryFolder folder, Encoder encoder) {
    this.folder = folder;
    this.encoder = encoder;
    List<Long> numbers = folder.numbers();
    if (!numbers.isEmpty()) {
      nextNumber = numbers.getLast() + 1;
    }
    writer.execute(() -> load(numbers));
  }

  private void load(List<Long> numbers) {
    Map<Long, String> found = new LinkedHashMap<>();
    for (long number : numbers.subList(Math.max(0, numbers.size() - MAX_QUERIES), numbers.size())) {
      folder.summary(number).ifPresent(summary -> found.put(number, summary));
    }
    synchronized (this) {
      found.forEach(summaries::putIfAbsent);
    }
    folder.trim();
  }

  @Override
  public void progress(QueryProgress progress) {
    Instant begun = Instant.now().minus(progress.elapsed());
    known(progress.query())
        .orElseGet(() -> record(progress.query(), "", progress.text(), begun))
        .progress(progress);
  }

  @Override
  public void event(QueryEvent event) {
    Optional<QueryRecord> found = known(event.query());
    if (found.isEmpty() && event instanceof QueryEvent.Began began) {
      found = Optional.of(record(began.query(), "", began.text(), began.at()));
    }
    if (found.isPresent()) {
      found.get().event(event);
      if (event instanceof QueryEvent.Ended
          || (event instanceof QueryEvent.Profiled && found.get().isOver())) {
        ended(found.get());
      }
    }
  }

  /** Returns a query that runs, or has ended lately. */
  private synchronized Optional<QueryRecord> known(long query) {
    QueryRecord record = running.get(query);
    return record != null
        ? Optional.of(record)
        : recent.stream().filter(each -> each.query() == query).findFirst();
  }

  /** Returns the record of a query, which begins with it if it is new. */
  synchronized QueryRecord record(long query, String owner, String text, Instant begun) {
    return running.computeIfAbsent(
        query,
        _ -> {
          long number = folder.takeNumber(nextNumber);
          nextNumber = number + 1;
          return new QueryRecord(number, query, owner, text, begun, secrets);
        });
  }

  /** Returns the record of a query that runs. */
  synchronized Optional<QueryRecord> running(long query) {
    return Optional.ofNullable(running.get(query));
  }

  /** Ends a query, as somebody else says. */
  void end(QueryRecord record, QueryState how, Optional<String> failure, Instant at) {
    record.end(how, failure, at);
    ended(record);
  }

  /** A query is over, as its record says. */
  void ended(QueryRecord record) {
    QuerySummary summary = record.summary();
    String line = encoder.summary(summary);
    synchronized (this) {
      if (running.remove(record.query()) != null) {
        recent.addFirst(record);
        if (recent.size() > MAX_RECENT) {
          recent.removeLast();
        }
      }
      summaries.put(record.id(), line);
      if (summaries.size() > MAX_QUERIES) {
        summaries.remove(summaries.keySet().iterator().next());
      }
    }
    writer.execute(
        () -> {
          List<String> profiles = profiles(record);
          folder.put(record.id(), encoder.summary(record.summary()), encoder.all(record), profiles);
          if (!profiles.isEmpty()) {
            dropOldStacks(record);
          }
          if (++written % TRIM_PERIOD == 0) {
            folder.trim();
          }
        });
  }

  private List<String> profiles(QueryRecord record) {
    Optional<CpuProfile> profile = record.cpu();
    return profile.isEmpty()
        ? List.of()
        : Stream.of(FlameGraph.By.values())
            .map(by -> encoder.profile(record, profile.get(), by))
            .toList();
  }

  /** Drops stacks that are in the folder, when those of a query have been written too. */
  private void dropOldStacks(QueryRecord written) {
    withStacks.remove(written);
    withStacks.add(written);
    while (withStacks.size() > MAX_STACKS) {
      withStacks.remove().dropStacks();
    }
  }

  /** Returns the queries that run, the newest first. */
  public synchronized List<QueryRecord> running() {
    return new ArrayList<>(running.values()).reversed();
  }

  /** Returns the last queries that ran, the newest first. */
  public synchronized List<QueryRecord> recent() {
    return List.copyOf(recent);
  }

  /** Returns the queries that are over, in short, as the encoder wrote them, the newest first. */
  public synchronized List<String> summaries() {
    return new ArrayList<>(summaries.values()).reversed();
  }

  /** Returns a query that runs or ran lately. */
  public synchronized Optional<QueryRecord> find(long id) {
    for (QueryRecord each : running.values()) {
      if (each.id() == id) {
        return Optional.of(each);
      }
    }
    return recent.stream().filter(each -> each.id() == id).findFirst();
  }

  /** Returns all of a query, as the encoder wrote it; empty if it is not known. */
  public Optional<String> all(long id, Function<QueryRecord, String> current) {
    Optional<QueryRecord> record = find(id);
    return record.isPresent() ? record.map(current) : folder.all(id);
  }

  /** Returns the profile of a query that is kept in the folder alone. */
  public Optional<String> keptProfile(long id, FlameGraph.By by) {
    return folder.profile(id, by);
  }

  /** Returns what masks secrets. */
  public Secrets secrets() {
    return secrets;
  }

  @Override
  public void close() {
    writer.close(); // what is over is written
  }
}
