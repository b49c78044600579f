package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import dev.heddle.shuffle.store.MergedBundle;
import dev.heddle.shuffle.store.MergedId;
import dev.heddle.shuffle.store.MergedMap;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The jobs whose data a server keeps, with their exchanges: leases, epochs, releases, and what was
 * recovered. Used by the core's thread.
 */
final class JobRegistry {
  private static final int MAX_ENDED_JOBS = 10_000;

  private final ServerLimits limits;
  private final Attempts attempts;
  private final Writers writers;
  private final Readers readers;
  private final Map<Long, Job> jobs = new LinkedHashMap<>();
  private final Map<Long, Boolean> ended = new LinkedHashMap<>(); // jobs, oldest first
  private long nowMillis;

  JobRegistry(ServerLimits limits, Attempts attempts, Writers writers, Readers readers) {
    this.limits = limits;
    this.attempts = attempts;
    this.writers = writers;
    this.readers = readers;
  }

  /** Takes note of the time. */
  void advance(long now) {
    nowMillis = now;
  }

  /** Returns all jobs that have not ended. */
  Collection<Job> all() {
    return jobs.values();
  }

  private @Nullable Exchange exchange(ExchangeId id) {
    Job job = jobs.get(id.job());
    return job == null ? null : job.exchanges.get(id.exchange());
  }

  /** Returns the job of an exchange, with a lease of its own if it is new. */
  private Job opened(ExchangeId id) {
    return jobs.computeIfAbsent(id.job(), n -> new Job(n, nowMillis + limits.leaseMillis()));
  }

  /** Returns what there is of an exchange for a reader in an epoch. */
  FoundExchange find(ExchangeId id, int epoch) {
    return ended.containsKey(id.job())
        ? FoundExchange.ofEndedJob(exchange(id), epoch)
        : FoundExchange.of(exchange(id), epoch);
  }

  /** Returns the exchange of a writer, announced by it if need be; null if its job has ended. */
  @Nullable Exchange open(ShuffleMessage.Open open) {
    ExchangeId id = open.attempt().exchange();
    if (ended.containsKey(id.job())) {
      return null;
    }
    Job job = opened(id);
    return job.exchanges.computeIfAbsent(
        id.exchange(), _ -> new Exchange(job, id, open.epoch(), open.maps(), open.partitions()));
  }

  /** Returns the attempt that wrote a bundle, if it is known. */
  @Nullable Attempt attempt(BundleId bundle) {
    MapAttempt id = bundle.attempt();
    Exchange exchange = exchange(id.exchange());
    Attempt attempt =
        exchange == null ? null : exchange.attempts.get(Exchange.key(id.map(), id.attempt()));
    return attempt != null && attempt.id.equals(bundle) ? attempt : null;
  }

  /** Returns the attempts in a merged bundle. */
  List<Attempt> merged(MergedId bundle) {
    Exchange exchange = exchange(bundle.exchange());
    return exchange == null
        ? List.of()
        : exchange.attempts.values().stream()
            .filter(each -> each.merged() != null && each.merged().id.equals(bundle))
            .toList();
  }

  /** Adds the bundles that an earlier server has left. */
  void recovered(ServerEvent.Recovered event) {
    for (BundleIndex index : event.bundles()) {
      Exchange exchange = recoveredExchange(index.id(), index.maps(), index.partitions());
      Attempt attempt = new Attempt(exchange, index.id(), -1, Long.MIN_VALUE);
      attempts.reserveIndex(attempt);
      attempts.addOnDisk(attempt, attempt.recover(index));
      put(attempt);
    }
    for (MergedBundle bundle : event.merged()) {
      Merged merged = new Merged(bundle.id());
      for (MergedMap map : bundle.attempts()) {
        Exchange exchange = recoveredExchange(map.id(), bundle.maps(), bundle.partitions());
        Attempt attempt = new Attempt(exchange, map.id(), -1, Long.MIN_VALUE);
        attempts.reserveIndex(attempt);
        attempts.merges().recover(attempt, map, merged);
        put(attempt);
      }
    }
    for (BundleId id : event.broken()) {
      Exchange exchange = recoveredExchange(id, 0, 0);
      Attempt attempt = new Attempt(exchange, id, -1, Long.MIN_VALUE);
      attempts.markLost(attempt);
      put(attempt);
    }
  }

  private Exchange recoveredExchange(BundleId bundle, int maps, int partitions) {
    ExchangeId id = bundle.attempt().exchange();
    Job job = opened(id);
    Exchange exchange =
        job.exchanges.computeIfAbsent(
            id.exchange(), _ -> new Exchange(job, id, bundle.epoch(), maps, partitions));
    fence(exchange, bundle.epoch());
    exchange.learnShape(maps, partitions);
    return exchange;
  }

  private void put(Attempt attempt) {
    attempt.exchange.attempts.put(attempt.key(), attempt);
    if (attempt.id.epoch() < attempt.exchange.epoch()) {
      attempts.drop(attempt);
    }
  }

  /** Renews leases, and ends jobs whose end was missed while this server was cut off or down. */
  void keepOnly(Set<Long> open, long last) {
    for (Job job : List.copyOf(jobs.values())) {
      if (open.contains(job.number)) {
        job.renewLease(nowMillis + limits.leaseMillis());
      } else if (job.number <= last) {
        end(job.number);
      }
    }
  }

  /** Releases an exchange, and remembers that until its job ends. */
  void released(ExchangeId id) {
    if (ended.containsKey(id.job())) {
      return;
    }
    Job job = opened(id);
    Exchange exchange =
        job.exchanges.computeIfAbsent(id.exchange(), _ -> new Exchange(job, id, 0, 0, 0));
    release(exchange);
  }

  private void release(Exchange exchange) {
    exchange.release();
    readers.refuse(exchange, ErrorCode.CLOSED, "Cannot read " + exchange.id + ": it was released");
    dropAll(exchange, Integer.MAX_VALUE, "it has been released");
  }

  private void dropAll(Exchange exchange, int belowEpoch, String why) {
    for (Attempt attempt : List.copyOf(exchange.attempts.values())) {
      if (attempt.id.epoch() < belowEpoch) {
        Writer writer = attempt.writer();
        if (writer != null) {
          writers.refuse(writer, ErrorCode.STALE, why);
        } else {
          attempts.drop(attempt);
        }
      }
    }
  }

  /** Frees everything of a job, and remembers that it has ended. */
  void end(long number) {
    ended.put(number, true);
    if (ended.size() > MAX_ENDED_JOBS) {
      ended.remove(ended.keySet().iterator().next());
    }
    Job job = jobs.get(number);
    if (job != null) {
      job.exchanges.values().forEach(this::release);
      jobs.remove(number);
    }
  }

  /** Raises the epoch of an exchange, which drops everything of earlier ones. */
  void fence(Exchange exchange, int epoch) {
    if (epoch > exchange.epoch()) {
      exchange.raiseEpoch(epoch);
      String why = "the exchange is in epoch " + epoch;
      readers.refuse(exchange, ErrorCode.STALE, "Cannot read " + exchange.id + ": " + why);
      dropAll(exchange, epoch, why);
    }
  }

  /** Ends the jobs whose lease has run out. */
  void endExpired() {
    for (Job job : List.copyOf(jobs.values())) {
      if (job.isExpired(nowMillis)) {
        end(job.number);
      }
    }
  }
}
