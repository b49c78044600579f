package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAnswer;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.RowLedger;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.ShuffleMessage.WantedMap;
import dev.heddle.shuffle.store.BundleId;
import dev.heddle.shuffle.store.BundleIndex;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decides everything that a server of exchanges does: what happens goes in, what is to be done
 * comes out. Has no thread, clock, socket or file. Used by one thread at a time.
 *
 * <p>See the package for its rules.
 */
public final class ShuffleServer {
  private static final int MOST_ENDED_JOBS = 10_000;

  private final ServerLimits limits;
  private final List<ServerCommand> commands = new ArrayList<>();
  private final Space space;
  private final Attempts attempts;
  private final Writers writers;
  private final Readers readers;
  private final Map<Long, Job> jobs = new LinkedHashMap<>();
  private final Map<Long, Boolean> ended = new LinkedHashMap<>(); // jobs, oldest first
  private final Map<Integer, Long> workers = new HashMap<>(); // the least incarnation that counts
  private final Set<BundleId> undeleted = new LinkedHashSet<>(); // to be tried again
  private long nowMillis;

  /** Makes a server without any data. */
  public ShuffleServer(ServerLimits limits) {
    this.limits = limits;
    this.space = new Space(limits, commands);
    this.attempts = new Attempts(space, commands);
    this.writers = new Writers(space, attempts, commands);
    this.readers = new Readers(space, commands);
  }

  /** Takes note of an event; returns what is to be done, in order. */
  public List<ServerCommand> handle(ServerEvent event, long now) {
    nowMillis = now;
    attempts.nowMillis = now;
    commands.clear();
    switch (event) {
      case ServerEvent.Received e -> received(e.connection(), e.message());
      case ServerEvent.BlockReceived e -> writers.blockReceived(e);
      case ServerEvent.Disconnected e -> {
        readers.remove(e.connection());
        writers.disconnected(e.connection());
      }
      case ServerEvent.Sent e -> readers.sent(e.place());
      case ServerEvent.LoadFailed e -> loadFailed(e);
      case ServerEvent.LoadRefused e -> {
        readers.sent(e.place());
        readers.refuse(e.connection(), ErrorCode.OUT_OF_MEMORY, e.why());
      }
      case ServerEvent.Appended e -> attempts.appended(e, writers);
      case ServerEvent.BundleSealed e -> attempts.bundleSealed(e, writers);
      case ServerEvent.WriteFailed e -> attempts.writeFailed(e, writers);
      case ServerEvent.Moved e -> attempts.moved(e, writers);
      case ServerEvent.MoveFailed e -> attempts.moveFailed(e, writers);
      case ServerEvent.DeleteFailed e -> undeleted.add(e.bundle());
      case ServerEvent.Recovered e -> recovered(e);
      case ServerEvent.JobsOpen e -> keepOnly(e.jobs(), e.last());
      case ServerEvent.Released e -> released(e.exchange());
      case ServerEvent.JobEnded e -> endJob(e.job());
      case ServerEvent.Fenced e -> fenced(e.exchange(), e.epoch());
      case ServerEvent.WorkerGone e -> raiseWorker(e.worker(), e.incarnation() + 1);
      case ServerEvent.WorkerBack e ->
          workers.replace(e.worker(), e.incarnation() + 1, e.incarnation());
      case ServerEvent.Tick _ -> tick();
    }
    attempts.relieve(writers.firstWantedBytes());
    writers.grant();
    return List.copyOf(commands);
  }

  private void received(long connection, ShuffleMessage message) {
    switch (message) {
      case ShuffleMessage.Open open -> open(connection, open);
      case ShuffleMessage.Want want -> writers.want(connection, want.bytes());
      case ShuffleMessage.Seal seal -> writers.seal(connection, seal.totals());
      case ShuffleMessage.Read read -> read(connection, read);
      case ShuffleMessage.Taken taken -> readers.taken(connection, taken.bytes());
      case ShuffleMessage.AskTotals ask -> askTotals(connection, ask);
      case ShuffleMessage.Block _,
          ShuffleMessage.Granted _,
          ShuffleMessage.SealDone _,
          ShuffleMessage.Heads _,
          ShuffleMessage.Chunk _,
          ShuffleMessage.MapLost _,
          ShuffleMessage.ReadDone _,
          ShuffleMessage.Totals _,
          ShuffleMessage.Refused _ ->
          writers.refuse(connection, ErrorCode.INTERNAL, "A client does not send " + message);
    }
  }

  private void open(long connection, ShuffleMessage.Open open) {
    MapAttempt id = open.attempt();
    if (writers.has(connection) || readers.has(connection)) {
      writers.refuse(
          connection, ErrorCode.INTERNAL, "A connection carries one conversation at a time");
      return;
    }
    if (open.incarnation() < workers.getOrDefault(open.worker(), Long.MIN_VALUE)) {
      writers.refuse(
          connection,
          ErrorCode.STALE,
          "Cannot write " + id + ": worker " + open.worker() + " has been given up or replaced");
      return;
    }
    raiseWorker(open.worker(), open.incarnation());
    Exchange exchange = exchangeFor(open);
    if (exchange == null || exchange.released) {
      writers.refuse(connection, ErrorCode.STALE, "Cannot write " + id + ": it has been released");
      return;
    }
    if (open.epoch() < exchange.epoch) {
      writers.refuse(
          connection,
          ErrorCode.STALE,
          "Cannot write " + id + " in epoch " + open.epoch() + ": it is now " + exchange.epoch);
      return;
    }
    fence(exchange, open.epoch());
    exchange.learnShape(open.maps(), open.partitions());
    if (open.maps() != exchange.maps || open.partitions() != exchange.partitions) {
      writers.refuse(
          connection, ErrorCode.INTERNAL, "Cannot write " + id + ": it has another shape");
      return;
    }
    Attempt there = exchange.attempts.get(Exchange.key(id.map(), id.attempt()));
    if (there != null) {
      if (there.state != Attempt.State.OPEN || there.incarnation == open.incarnation()) {
        writers.refuse(connection, ErrorCode.STALE, "Cannot write " + id + ": it has been written");
        return;
      }
      attempts.drop(there);
    }
    if (space.indexBytes + ServerLimits.indexBytes(open.partitions()) > limits.indexBytes()) {
      writers.refuse(
          connection,
          ErrorCode.OUT_OF_MEMORY,
          "Cannot write "
              + id
              + " of "
              + open.maps()
              + " x "
              + open.partitions()
              + " parts: what the shuffle server knows of all exchanges would take more than "
              + limits.indexBytes()
              + " bytes of its heap; run fewer such queries at a time, use fewer partitions or"
              + " larger files, add shuffle servers, or give them a larger heap (-Xmx)");
      return;
    }
    Attempt attempt =
        new Attempt(exchange, new BundleId(id, open.epoch()), open.worker(), open.incarnation());
    attempts.reserveIndex(attempt, open.partitions());
    exchange.attempts.put(Exchange.key(id.map(), id.attempt()), attempt);
    writers.begin(connection, attempt, open.windowBytes());
  }

  private @Nullable Exchange exchangeFor(ShuffleMessage.Open open) {
    ExchangeId id = open.attempt().exchange();
    if (ended.containsKey(id.job())) {
      return null;
    }
    Job job = jobs.computeIfAbsent(id.job(), n -> new Job(n, nowMillis + limits.leaseMillis()));
    return job.exchanges.computeIfAbsent(
        id.exchange(), _ -> new Exchange(job, id, open.epoch(), open.maps(), open.partitions()));
  }

  private void loadFailed(ServerEvent.LoadFailed event) {
    readers.sent(event.place());
    BundleId id = event.place().bundle();
    readers.lose(event.connection(), id.attempt().map(), event.why());
    Attempt attempt = attemptOf(id);
    if (attempt != null && attempt.state == Attempt.State.SEALED) {
      attempts.lose(attempt);
    }
  }

  private @Nullable Attempt attemptOf(BundleId bundle) {
    MapAttempt id = bundle.attempt();
    Job job = jobs.get(id.exchange().job());
    Exchange exchange = job == null ? null : job.exchanges.get(id.exchange().exchange());
    Attempt attempt =
        exchange == null ? null : exchange.attempts.get(Exchange.key(id.map(), id.attempt()));
    return attempt != null && attempt.id.equals(bundle) ? attempt : null;
  }

  // Jobs, exchanges, epochs, workers.

  private void recovered(ServerEvent.Recovered event) {
    for (BundleIndex index : event.bundles()) {
      Exchange exchange = recoveredExchange(index.id(), index.maps(), index.totals().size());
      Attempt attempt = new Attempt(exchange, index.id(), -1, Long.MIN_VALUE);
      attempts.reserveIndex(attempt, index.totals().size());
      attempt.state = Attempt.State.SEALED;
      attempt.totals = index.totals();
      attempt.digest = index.digest();
      attempt.hasFile = true;
      long bytes = 0;
      for (int i = 0; i < index.blockRows().length; i++) {
        attempt.blocks.add(
            index.blockPartitions()[i],
            index.blockRows()[i],
            index.blockBytes()[i],
            index.blockOffsets()[i]);
        bytes += index.blockBytes()[i];
      }
      attempts.addOnDisk(attempt, bytes);
      put(attempt);
    }
    for (BundleId id : event.broken()) {
      Exchange exchange = recoveredExchange(id, 0, 0);
      Attempt attempt = new Attempt(exchange, id, -1, Long.MIN_VALUE);
      attempt.state = Attempt.State.LOST;
      attempts.losses++;
      put(attempt);
    }
  }

  private Exchange recoveredExchange(BundleId bundle, int maps, int partitions) {
    ExchangeId id = bundle.attempt().exchange();
    Job job = jobs.computeIfAbsent(id.job(), n -> new Job(n, nowMillis + limits.leaseMillis()));
    Exchange exchange =
        job.exchanges.computeIfAbsent(
            id.exchange(), _ -> new Exchange(job, id, bundle.epoch(), maps, partitions));
    fence(exchange, bundle.epoch());
    exchange.learnShape(maps, partitions);
    return exchange;
  }

  private void put(Attempt attempt) {
    attempt.exchange.attempts.put(attempt.key(), attempt);
    if (attempt.id.epoch() < attempt.exchange.epoch) {
      attempts.drop(attempt);
    }
  }

  /** Renews leases, and ends jobs whose end was missed while this server was cut off or down. */
  private void keepOnly(Set<Long> open, long last) {
    for (Job job : List.copyOf(jobs.values())) {
      if (open.contains(job.number)) {
        job.leaseEndMillis = nowMillis + limits.leaseMillis();
      } else if (job.number <= last) {
        endJob(job.number);
      }
    }
  }

  private void released(ExchangeId id) {
    if (ended.containsKey(id.job())) {
      return;
    }
    Job job = jobs.computeIfAbsent(id.job(), n -> new Job(n, nowMillis + limits.leaseMillis()));
    Exchange exchange =
        job.exchanges.computeIfAbsent(id.exchange(), _ -> new Exchange(job, id, 0, 0, 0));
    release(exchange);
  }

  private void release(Exchange exchange) {
    exchange.released = true;
    readers.refuse(exchange, ErrorCode.CLOSED, "Cannot read " + exchange.id + ": it was released");
    dropAll(exchange, Integer.MAX_VALUE, "it has been released");
  }

  private void dropAll(Exchange exchange, int belowEpoch, String why) {
    for (Attempt attempt : List.copyOf(exchange.attempts.values())) {
      if (attempt.id.epoch() < belowEpoch) {
        if (attempt.writer != null) {
          writers.refuse(attempt.writer, ErrorCode.STALE, why);
        } else {
          attempts.drop(attempt);
        }
      }
    }
  }

  private void endJob(long number) {
    ended.put(number, true);
    if (ended.size() > MOST_ENDED_JOBS) {
      ended.remove(ended.keySet().iterator().next());
    }
    Job job = jobs.get(number);
    if (job != null) {
      job.exchanges.values().forEach(this::release);
      jobs.remove(number);
    }
  }

  private void fenced(ExchangeId id, int epoch) {
    Job job = jobs.get(id.job());
    Exchange exchange = job == null ? null : job.exchanges.get(id.exchange());
    if (exchange != null) {
      fence(exchange, epoch);
    }
  }

  private void fence(Exchange exchange, int epoch) {
    if (epoch > exchange.epoch) {
      exchange.epoch = epoch;
      String why = "the exchange is in epoch " + epoch;
      readers.refuse(exchange, ErrorCode.STALE, "Cannot read " + exchange.id + ": " + why);
      dropAll(exchange, epoch, why);
    }
  }

  private void raiseWorker(int worker, long incarnation) {
    if (incarnation <= workers.getOrDefault(worker, Long.MIN_VALUE)) {
      return;
    }
    workers.put(worker, incarnation);
    writers.refuseBelow(worker, incarnation);
  }

  private void tick() {
    for (Job job : List.copyOf(jobs.values())) {
      if (job.leaseEndMillis <= nowMillis) {
        endJob(job.number);
      }
    }
    for (BundleId bundle : List.copyOf(undeleted)) {
      Attempt again = attemptOf(bundle);
      if (again == null
          || again.state == Attempt.State.LOST) { // else it may have been written anew
        undeleted.remove(bundle);
        commands.add(new ServerCommand.Delete(bundle));
      }
    }
  }

  // Readers.

  private void read(long connection, ShuffleMessage.Read read) {
    if (writers.has(connection) || readers.has(connection)) {
      writers.refuse(
          connection, ErrorCode.INTERNAL, "A connection carries one conversation at a time");
      return;
    }
    Found found = new Found(read.exchange(), read.epoch());
    if (found.isStale()) {
      refuseStale(connection, read.exchange(), read.epoch());
    } else if (read.firstPartition() < 0
        || read.endPartition() < read.firstPartition()
        || (found.partitions() > 0 && read.endPartition() > found.partitions())) {
      writers.refuse(
          connection,
          ErrorCode.INTERNAL,
          "Cannot read partitions "
              + read.firstPartition()
              + " to "
              + read.endPartition()
              + " of "
              + read.exchange());
    } else {
      readers.begin(connection, read, found);
    }
  }

  private void askTotals(long connection, ShuffleMessage.AskTotals ask) {
    Found found = new Found(ask.exchange(), ask.epoch());
    if (found.isStale()) {
      refuseStale(connection, ask.exchange(), ask.epoch());
    } else {
      readers.totals(connection, ask, found.partitions(), found);
    }
  }

  private void refuseStale(long connection, ExchangeId exchange, int epoch) {
    writers.refuse(
        connection,
        ErrorCode.STALE,
        "Cannot read " + exchange + " in epoch " + epoch + ": a later one has begun");
  }

  /** What there is of an exchange for whoever asks in an epoch. */
  private final class Found implements Readers.Finder {
    private final @Nullable Exchange exchange;
    private final boolean jobEnded;
    private final int epoch;

    Found(ExchangeId id, int epoch) {
      Job job = jobs.get(id.job());
      this.exchange = job == null ? null : job.exchanges.get(id.exchange());
      this.jobEnded = ended.containsKey(id.job());
      this.epoch = epoch;
    }

    boolean isStale() {
      return exchange != null && !exchange.released && epoch < exchange.epoch;
    }

    /** Returns how many there are, or 0 if that is not known. */
    int partitions() {
      return exchange == null || exchange.released ? 0 : exchange.partitions;
    }

    @Override
    public MapAnswer answer(WantedMap wanted) {
      if (jobEnded || (exchange != null && exchange.released)) {
        return MapAnswer.RELEASED;
      }
      Attempt attempt =
          exchange == null
              ? null
              : exchange.attempts.get(Exchange.key(wanted.map(), wanted.attempt()));
      if (attempt == null || attempt.id.epoch() != epoch) {
        return MapAnswer.ABSENT;
      }
      return switch (attempt.state) {
        case OPEN, SEALING, DROPPED -> MapAnswer.ABSENT;
        case LOST -> MapAnswer.LOST;
        case SEALED -> attempt.digest == wanted.digest() ? MapAnswer.FOUND : MapAnswer.LOST;
      };
    }

    @Override
    public Attempt attempt(WantedMap wanted) {
      Exchange of = exchange;
      Attempt attempt =
          of == null ? null : of.attempts.get(Exchange.key(wanted.map(), wanted.attempt()));
      if (attempt == null) {
        throw new IllegalStateException("Nothing was found of " + wanted);
      }
      return attempt;
    }
  }

  // What others may know.

  /** Returns what is in use. */
  public ServerUsage usage() {
    int attemptCount = 0;
    for (Job job : jobs.values()) {
      for (Exchange exchange : job.exchanges.values()) {
        attemptCount += exchange.attempts.size();
      }
    }
    return new ServerUsage(
        space.heldBytes,
        space.grantedBytes,
        space.loadingBytes,
        space.diskBytes,
        space.tierBytes,
        jobs.size(),
        attemptCount,
        writers.count(),
        readers.count(),
        writers.refusals,
        attempts.losses);
  }

  /** Returns what is sealed, for a scheduler to which this server reports. */
  public List<SealedMap> inventory(ShuffleAddress address) {
    List<SealedMap> sealed = new ArrayList<>();
    for (Job job : jobs.values()) {
      for (Exchange exchange : job.exchanges.values()) {
        for (Attempt attempt : exchange.attempts.values()) {
          if (attempt.state == Attempt.State.SEALED) {
            long[] bytes = new long[exchange.partitions];
            for (int i = 0; i < attempt.blocks.count(); i++) {
              bytes[attempt.blocks.partition(i)] += attempt.blocks.bytes(i);
            }
            sealed.add(RowLedger.seal(attempt.id.attempt(), address, attempt.totals::get, bytes));
          }
        }
      }
    }
    return sealed;
  }

  /** Recounts everything; for tests and simulations. */
  public void checkConsistent() {
    long[] dropped = attempts.droppedBytes();
    long held = space.leavingBytes() + dropped[0];
    long disk = dropped[1];
    long tier = dropped[2];
    long index = 0;
    for (Job job : jobs.values()) {
      long jobBytes = 0;
      for (Exchange exchange : job.exchanges.values()) {
        for (Attempt attempt : exchange.attempts.values()) {
          held += attempt.blocks.heldBytes();
          disk += attempt.diskBytes;
          tier += attempt.tierBytes;
          index += attempt.indexBytes;
          jobBytes += attempt.bytes();
          check(attempt.heldBytes == attempt.blocks.heldBytes(), "held bytes of " + attempt.id);
        }
      }
      check(jobBytes == job.bytes, "bytes of job " + job.number);
    }
    check(index == space.indexBytes, "bytes of the heap");
    check(held == space.heldBytes, "held bytes: " + held + " and " + space.heldBytes);
    check(disk == space.diskBytes, "disk bytes: " + disk + " and " + space.diskBytes);
    check(tier == space.tierBytes, "tier bytes: " + tier + " and " + space.tierBytes);
    check(tier <= limits.tierBytes(), "the tier has more than its quota");
    check(writers.creditBytes() == space.grantedBytes, "granted bytes");
    check(space.freeBytes() >= 0, "what was granted is not there");
  }

  private static void check(boolean isRight, String what) {
    if (!isRight) {
      throw new IllegalStateException("A shuffle server is inconsistent: " + what);
    }
  }
}
