package dev.heddle.shuffle.server;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.store.BundleId;
import java.util.ArrayList;
import java.util.HashMap;
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
  private final ServerLimits limits;
  private final List<ServerCommand> commands = new ArrayList<>();
  private final Space space;
  private final Attempts attempts;
  private final Writers writers;
  private final Readers readers;
  private final JobRegistry jobs;
  private final Map<Integer, Long> workers = new HashMap<>(); // the least incarnation that counts
  private final Set<BundleId> undeleted = new LinkedHashSet<>(); // to be tried again

  /** Makes a server without any data. */
  public ShuffleServer(ServerLimits limits) {
    this.limits = limits;
    this.space = new Space(limits, commands);
    this.attempts = new Attempts(space, commands);
    this.writers = new Writers(space, attempts, commands);
    this.readers = new Readers(space, commands);
    this.jobs = new JobRegistry(limits, attempts, writers, readers);
  }

  /** Takes note of an event; returns what is to be done, in order. */
  public List<ServerCommand> handle(ServerEvent event, long now) {
    jobs.advance(now);
    attempts.advance(now);
    commands.clear();
    switch (event) {
      case ServerEvent.Received e -> received(e.connection(), e.message());
      case ServerEvent.BlockReceived e -> writers.blockReceived(e);
      case ServerEvent.PackReceived e -> writers.packReceived(e);
      case ServerEvent.PartsLoaded e -> {
        readers.ofParts().loaded(e);
        readers.wake();
      }
      case ServerEvent.PartsFailed e -> partsFailed(e);
      case ServerEvent.PartsSent e -> {
        readers.ofParts().sent(e);
        readers.wake();
      }
      case ServerEvent.Merged e -> attempts.merges().merged(e, writers);
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
      case ServerEvent.Recovered e -> jobs.recovered(e);
      case ServerEvent.JobsOpen e -> jobs.keepOnly(e.jobs(), e.last());
      case ServerEvent.Released e -> jobs.released(e.exchange());
      case ServerEvent.JobEnded e -> jobs.end(e.job());
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
      case ShuffleMessage.SealPacks seal -> writers.seal(connection, seal);
      case ShuffleMessage.ReadParts read -> readParts(connection, read);
      case ShuffleMessage.WindowUpdate taken -> readers.taken(connection, taken.bytes());
      case ShuffleMessage.AskTotals ask -> askTotals(connection, ask);
      case ShuffleMessage.Block _,
          ShuffleMessage.Granted _,
          ShuffleMessage.SealDone _,
          ShuffleMessage.Heads _,
          ShuffleMessage.Chunk _,
          ShuffleMessage.Parts _,
          ShuffleMessage.Waiting _,
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
    Exchange exchange = jobs.open(open);
    if (exchange == null || exchange.isReleased()) {
      writers.refuse(connection, ErrorCode.STALE, "Cannot write " + id + ": it has been released");
      return;
    }
    if (open.epoch() < exchange.epoch()) {
      writers.refuse(
          connection,
          ErrorCode.STALE,
          "Cannot write " + id + " in epoch " + open.epoch() + ": it is now " + exchange.epoch());
      return;
    }
    jobs.fence(exchange, open.epoch());
    exchange.learnShape(open.maps(), open.partitions());
    if (open.maps() != exchange.maps() || open.partitions() != exchange.partitions()) {
      writers.refuse(
          connection, ErrorCode.INTERNAL, "Cannot write " + id + ": it has another shape");
      return;
    }
    Attempt there = exchange.attempts.get(Exchange.key(id.map(), id.attempt()));
    if (there != null) {
      if (there.state() != Attempt.State.OPEN || there.incarnation == open.incarnation()) {
        writers.refuse(connection, ErrorCode.STALE, "Cannot write " + id + ": it has been written");
        return;
      }
      attempts.drop(there);
    }
    Attempt attempt =
        new Attempt(exchange, new BundleId(id, open.epoch()), open.worker(), open.incarnation());
    if (space.indexBytes() + ServerLimits.indexBytes(exchange) > limits.indexBytes()) {
      writers.refuse(
          connection,
          ErrorCode.OUT_OF_MEMORY,
          "Cannot write "
              + id
              + ": what the shuffle server knows of the "
              + attemptCount()
              + " attempts that it has would take more than "
              + limits.indexBytes()
              + " bytes of its heap; run fewer queries at a time, add shuffle servers, or give them"
              + " a larger heap (-Xmx)");
      return;
    }
    attempts.reserveIndex(attempt);
    exchange.attempts.put(Exchange.key(id.map(), id.attempt()), attempt);
    writers.begin(connection, attempt, open.windowBytes());
  }

  private void loadFailed(ServerEvent.LoadFailed event) {
    readers.sent(event.place());
    BundleId id = event.place().bundle();
    readers.lose(event.connection(), id.attempt().map(), event.why());
    Attempt attempt = jobs.attempt(id);
    if (attempt != null && attempt.isSealed()) {
      attempts.lose(attempt);
    }
  }

  private void partsFailed(ServerEvent.PartsFailed event) {
    boolean isThere = readers.ofParts().failed(event);
    readers.wake();
    List<Attempt> lost = new ArrayList<>();
    event.bundle().map(jobs::attempt).ifPresent(lost::add);
    event.file().ifPresent(file -> lost.addAll(jobs.merged(file)));
    lost.removeIf(attempt -> !attempt.isSealed());
    if (isThere && event.file().isEmpty() && event.bundle().isEmpty()) {
      readers.ofParts().refuse(event.connection(), ErrorCode.OUT_OF_MEMORY, event.why());
    } else if (isThere) {
      int map = lost.isEmpty() ? event.run().fromMap() : lost.getFirst().map();
      readers.ofParts().lose(event.connection(), map, event.why());
    }
    lost.forEach(attempts::lose);
  }

  private void raiseWorker(int worker, long incarnation) {
    if (incarnation <= workers.getOrDefault(worker, Long.MIN_VALUE)) {
      return;
    }
    workers.put(worker, incarnation);
    writers.refuseBelow(worker, incarnation);
  }

  private void tick() {
    jobs.endExpired();
    writers.reassure();
    readers.reassure();
    for (BundleId bundle : List.copyOf(undeleted)) {
      Attempt again = jobs.attempt(bundle);
      if (again == null
          || again.state() == Attempt.State.LOST) { // else it may have been written anew
        undeleted.remove(bundle);
        commands.add(new ServerCommand.Delete(bundle));
      }
    }
  }

  // Readers.

  private void read(long connection, ShuffleMessage.Read read) {
    FoundExchange found =
        findToRead(
            connection, read.exchange(), read.epoch(), read.firstPartition(), read.endPartition());
    if (found != null) {
      readers.begin(connection, read, found);
    }
  }

  private void readParts(long connection, ShuffleMessage.ReadParts read) {
    FoundExchange found =
        findToRead(
            connection, read.exchange(), read.epoch(), read.firstPartition(), read.endPartition());
    if (found != null) {
      readers.ofParts().begin(connection, read, found);
    }
  }

  /** Returns what there is for a reader, or null if it has been refused. */
  private @Nullable FoundExchange findToRead(
      long connection, ExchangeId exchange, int epoch, int firstPartition, int endPartition) {
    if (writers.has(connection) || readers.has(connection)) {
      writers.refuse(
          connection, ErrorCode.INTERNAL, "A connection carries one conversation at a time");
      return null;
    }
    FoundExchange found = jobs.find(exchange, epoch);
    if (found.isStale()) {
      refuseStale(connection, exchange, epoch);
      return null;
    }
    if (firstPartition < 0
        || endPartition < firstPartition
        || (found.partitions() > 0 && endPartition > found.partitions())) {
      writers.refuse(
          connection,
          ErrorCode.INTERNAL,
          "Cannot read partitions " + firstPartition + " to " + endPartition + " of " + exchange);
      return null;
    }
    return found;
  }

  private void askTotals(long connection, ShuffleMessage.AskTotals ask) {
    FoundExchange found = jobs.find(ask.exchange(), ask.epoch());
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

  // What others may know.

  /** Returns what is in use. */
  public ServerUsage usage() {
    return new ServerUsage(
        space.heldBytes(),
        space.grantedBytes(),
        space.loadingBytes(),
        space.diskBytes(),
        space.tierBytes(),
        jobs.all().size(),
        attemptCount(),
        writers.count(),
        readers.count(),
        writers.refusals(),
        attempts.losses());
  }

  private int attemptCount() {
    int count = 0;
    for (Job job : jobs.all()) {
      for (Exchange exchange : job.exchanges.values()) {
        count += exchange.attempts.size();
      }
    }
    return count;
  }

  /** Returns what is sealed, for a scheduler to which this server reports. */
  public List<SealedMap> inventory(ShuffleAddress address) {
    List<SealedMap> sealed = new ArrayList<>();
    for (Job job : jobs.all()) {
      for (Exchange exchange : job.exchanges.values()) {
        for (Attempt attempt : exchange.attempts.values()) {
          if (attempt.isSealed()) {
            sealed.add(attempt.sealedMap(address));
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
    for (Job job : jobs.all()) {
      long jobBytes = 0;
      for (Exchange exchange : job.exchanges.values()) {
        for (Attempt attempt : exchange.attempts.values()) {
          held += attempt.blocks.heldBytes();
          disk += attempt.diskBytes();
          tier += attempt.tierBytes();
          index += attempt.indexBytes();
          jobBytes += attempt.bytes();
          check(attempt.heldBytes() == attempt.blocks.heldBytes(), "held bytes of " + attempt.id);
        }
      }
      check(jobBytes == job.bytes(), "bytes of job " + job.number);
    }
    check(index == space.indexBytes(), "bytes of the heap");
    check(held == space.heldBytes(), "held bytes: " + held + " and " + space.heldBytes());
    check(disk == space.diskBytes(), "disk bytes: " + disk + " and " + space.diskBytes());
    check(tier == space.tierBytes(), "tier bytes: " + tier + " and " + space.tierBytes());
    check(tier <= limits.tierBytes(), "the tier has more than its quota");
    check(writers.creditBytes() == space.grantedBytes(), "granted bytes");
    check(space.freeBytes() >= 0, "what was granted is not there");
  }

  private static void check(boolean isRight, String what) {
    if (!isRight) {
      throw new IllegalStateException("A shuffle server is inconsistent: " + what);
    }
  }
}
