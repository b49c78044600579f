package dev.heddle.engine.sim;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Decision;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleMessage;
import dev.heddle.shuffle.protocol.WinnerTable;
import dev.heddle.shuffle.server.ServerEvent;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** A cluster in one thread and virtual time; the same seed gives the same run. */
final class Simulation {
  private static final long LONGEST_MILLIS = 20 * 60_000;
  private static final int INLINE = 1_000;
  private static final long INLINE_MEMORY_BYTES = 1 << 20;

  final Random random;
  final boolean isHarsh;

  /** Whether workers ask for winners when they need them; else they are sent with the task. */
  final boolean asksForWinners;

  /** How often a task fails by itself. */
  final double errorRate;

  long now;

  private final SchedulerOptions options;
  final boolean keepsSmall;

  /** None while it is down. */
  private @Nullable Scheduler scheduler;

  private final List<Decision> journal = new ArrayList<>();
  private int safeDecisions;
  private final Deque<Late> late = new ArrayDeque<>();
  private final double lossRate;
  private final PriorityQueue<Timed> queue = new PriorityQueue<>();
  private final Map<JobId, SimJob> jobs = new LinkedHashMap<>();

  /** By the names that they had before a scheduler forgot them. */
  private final Map<JobId, SimJob> forgotten = new LinkedHashMap<>();

  private final Map<Integer, SimWorker> workers = new LinkedHashMap<>();
  private final Map<Integer, SimServer> servers = new LinkedHashMap<>();
  private final StringBuilder story = new StringBuilder();
  private final boolean tellsStory;
  private final boolean keepsResults;
  private final int longestTaskMillis;
  private final long serverMemoryBytes;
  private final long serverDiskBytes;
  private final Map<String, Integer> points = new TreeMap<>();
  private long orders;
  private long incarnations;
  private int faults;

  Simulation(long seed, boolean isHarsh, boolean tellsStory) {
    this.random = new Random(seed * 0x9E3779B97F4A7C15L);
    this.isHarsh = isHarsh;
    this.tellsStory = tellsStory;
    this.keepsResults = seed % 6 == 4;
    this.errorRate = isHarsh && random.nextInt(3) == 0 ? 0.03 : 0;
    this.lossRate = isHarsh && random.nextBoolean() ? 0.03 : 0;
    this.serverMemoryBytes = 40_000L << random.nextInt(8);
    this.serverDiskBytes = seed % 4 == 1 ? 20_000L << seed / 4 % 4 : 1L << 30;
    this.asksForWinners = random.nextBoolean();
    this.longestTaskMillis = 10 << random.nextInt(7);
    SchedulerOptions o = SchedulerOptions.cluster();
    this.keepsSmall = random.nextBoolean();
    this.options =
        new SchedulerOptions(
            random.nextInt(3),
            seed % 2 == 0 ? 0 : o.leadMicros(),
            o.maxAttempts(),
            o.maxWorkerDeaths(),
            o.maxFetchRounds(),
            true,
            random.nextBoolean(),
            random.nextBoolean() ? 100_000 : o.creditBytes(),
            random.nextBoolean() ? 0 : o.coalesceBytes(),
            seed % 5 == 0 ? o.skewBytes() : 30_000,
            seed % 7 < 2 ? 0 : o.broadcastBytes(),
            o.suspectMillis(),
            o.deadMillis(),
            o.leaseGraceMillis(),
            o.absentMillis(),
            o.clientMillis(),
            seed % 3 == 0 ? 0 : seed % 3 == 1 ? 50 : o.stragglerMillis(),
            o.retryMillis(),
            o.exclusionScore());
    this.scheduler = new Scheduler(options);
    scheduler.recover(List.of(), 0);
  }

  private record Timed(long at, long order, Runnable action) implements Comparable<Timed> {
    @Override
    public int compareTo(Timed other) {
      return at != other.at ? Long.compare(at, other.at) : Long.compare(order, other.order);
    }
  }

  void after(long millis, Runnable action) {
    queue.add(new Timed(now + millis, orders++, action));
  }

  int taskMillis() {
    return 1 + random.nextInt(longestTaskMillis);
  }

  boolean happens(double rate) {
    return rate > 0 && random.nextDouble() < rate;
  }

  /** Notes that something happened that a test wants to have seen. */
  void hit(String point) {
    points.merge(point, 1, Integer::sum);
  }

  Map<String, Integer> points() {
    return points;
  }

  void note(String what) {
    if (tellsStory) {
      story.append(now).append(' ').append(what).append('\n');
    }
  }

  String story() {
    return story.toString();
  }

  int faults() {
    return faults;
  }

  List<SimJob> jobs() {
    return List.copyOf(jobs.values());
  }

  SimJob job(JobId id) {
    SimJob job = jobs.containsKey(id) ? jobs.get(id) : forgotten.get(id);
    if (job == null) {
      throw new IllegalStateException("Nobody has submitted " + id);
    }
    return job;
  }

  // --- the run --------------------------------------------------------------------------------

  /** Runs to the end; throws if anything is not as it should be. */
  void run() {
    int workerCount = 1 + random.nextInt(5);
    int serverCount = 1 + random.nextInt(3);
    for (int i = 0; i < serverCount; i++) {
      startServer(i);
    }
    for (int i = 0; i < workerCount; i++) {
      startWorker(i);
    }
    int jobCount = 1 + random.nextInt(3);
    for (int i = 0; i < jobCount; i++) {
      SimJob job = new SimJob(i + 1, random, isHarsh);
      jobs.put(job.id, job);
      after(random.nextInt(1_000), () -> submit(job));
      if (random.nextInt(12) == 0) {
        giveUp(job);
      }
    }
    if (keepsResults) {
      SimJob kept = new SimJob(10, random, isHarsh, true, null);
      jobs.put(kept.id, kept);
      after(random.nextInt(1_000), () -> submit(kept));
      for (int i = 1 + random.nextInt(2); i > 0; i--) {
        SimJob reader = new SimJob(10 + i, random, isHarsh, false, kept);
        jobs.put(reader.id, reader);
        after(500 + random.nextInt(4_000), () -> submit(reader));
      }
      if (isHarsh && random.nextInt(12) == 0) {
        giveUp(kept);
      }
    }
    if (isHarsh) {
      for (int i = random.nextInt(14); i >= 0; i--) {
        after(random.nextInt(4_000), this::breakSomething);
      }
      after(random.nextInt(30) == 0 ? 120_000 : 20_000, this::repair);
    }
    after(250, this::tick);
    after(2_000, this::renewLeases);
    while (jobs.values().stream().anyMatch(job -> !job.isOver())) {
      step();
      if (now > LONGEST_MILLIS) {
        throw new IllegalStateException(stuck());
      }
    }
    long end = now + 40_000; // by then even what got lost has been noticed
    while (now < end) {
      step();
    }
    checkNothingIsLeft();
  }

  private void submit(SimJob job) {
    if (job.isOver()) {
      return; // its client has gone
    }
    SimJob pinned = job.pinned;
    if (pinned != null && pinned.isOver()) {
      job.isGivenUp = true; // there is nothing to read
    } else if (scheduler == null || (pinned != null && !pinned.isComplete)) {
      after(300, () -> submit(job));
    } else {
      job.isAccepted = true;
      tell(new Event.JobSubmitted(job.id, job.shape));
      whenSafe(() -> job.isKept = true);
    }
  }

  private void step() {
    Timed next = queue.poll();
    if (next == null) {
      throw new IllegalStateException("Nothing happens any more");
    }
    now = next.at;
    next.action.run();
  }

  private void giveUp(SimJob job) {
    boolean isGone = random.nextBoolean();
    after(
        1_000 + random.nextInt(1_000),
        () -> {
          if (!job.isOver() && (scheduler != null || isGone)) {
            job.isGivenUp = isGone;
            tell(isGone ? new Event.ClientLost(job.id) : new Event.CancelRequested(job.id));
          }
        });
  }

  private void tick() {
    tell(new Event.Tick());
    after(250, this::tick);
  }

  /** Servers are told now and then which jobs go on. */
  private void renewLeases() {
    for (SimServer server : servers.values()) {
      if (scheduler != null && server.isAlive && server.cutUntil <= now) {
        List<JobId> known = scheduler.jobs();
        Set<Long> open = new HashSet<>();
        long last = 0;
        for (SimJob job : jobs.values()) {
          last = Math.max(last, job.id.number());
          if (!job.isAccepted || known.contains(job.id)) {
            open.add(job.id.number());
          }
        }
        server.handle(new ServerEvent.JobsOpen(open, last), now);
        for (JobId id : forgotten.keySet()) {
          server.handle(new ServerEvent.JobEnded(id.number()), now);
        }
        server.handle(new ServerEvent.Tick(), now);
      }
    }
    after(2_000, this::renewLeases);
  }

  private String stuck() {
    Scheduler alive = Objects.requireNonNull(scheduler);
    return "Stuck: " + alive.jobs().stream().map(alive::whyIdle).toList();
  }

  private void checkNothingIsLeft() {
    if (scheduler == null || !scheduler.jobs().isEmpty()) {
      throw new IllegalStateException("Jobs are left: " + stuck());
    }
    for (SimWorker worker : workers.values()) {
      if (worker.isAlive && !worker.core.heartbeat().held().isEmpty()) {
        throw new IllegalStateException(worker.id + " still holds " + worker.core.heartbeat());
      }
    }
    for (SimServer server : servers.values()) {
      if (server.isAlive && server.leftOver() != null) {
        throw new IllegalStateException(server.address + " still has " + server.leftOver());
      }
    }
  }

  // --- messages -------------------------------------------------------------------------------

  private int delay() {
    return happens(isHarsh ? 0.02 : 0) ? random.nextInt(3_000) : 1 + random.nextInt(8);
  }

  private void send(SimWorker worker, Runnable message) {
    int copies = happens(lossRate) ? 0 : happens(lossRate) ? 2 : 1;
    for (int i = 0; i < copies; i++) {
      after(
          delay(),
          () -> {
            if (worker.cutUntil <= now && worker.hasJoined) {
              message.run();
            }
          });
    }
  }

  void fromWorker(SimWorker worker, Event.FromWorker message) {
    send(worker, () -> tell(message));
  }

  /** Hands an event to the scheduler and carries out what it wants. */
  private void tell(Event event) {
    Scheduler alive = scheduler;
    if (alive == null) {
      return;
    }
    note("> " + event);
    hit(event.getClass().getSimpleName());
    if (event instanceof Event.TaskFailed failed) {
      hit(failed.failure().getClass().getSimpleName());
    }
    List<Command> commands = alive.handle(event, now);
    alive.checkConsistent();
    write(alive.takeDecisions());
    carryOut(commands);
    if (alive.isUnfinished()) {
      tell(new Event.GoOn());
    }
  }

  /** Writes to the journal; what is no barrier is safe a little later. */
  private void write(List<Decision> decisions) {
    if (decisions.stream().anyMatch(decision -> decision instanceof Decision.LeftOut)) {
      hit("stage left out");
    }
    journal.addAll(decisions);
    int size = journal.size();
    if (decisions.stream().anyMatch(Decision::isBarrier)) {
      safe(size);
    } else if (!decisions.isEmpty()) {
      Scheduler writing = scheduler;
      after(
          5 + random.nextInt(200),
          () -> {
            if (scheduler == writing) {
              safe(size);
            }
          });
    }
  }

  private void safe(int decisions) {
    safeDecisions = Math.max(safeDecisions, decisions);
    for (Late next = late.peek();
        next != null && next.decisions <= safeDecisions;
        next = late.peek()) {
      late.remove().action.run();
    }
  }

  /** Does something once all that has been decided so far is safe. */
  private void whenSafe(Runnable action) {
    if (late.isEmpty() && journal.size() <= safeDecisions) {
      action.run();
    } else {
      late.add(new Late(journal.size(), action));
    }
  }

  /** What waits until the journal is safe. */
  private record Late(int decisions, Runnable action) {}

  private void carryOut(List<Command> commands) {
    for (Command command : commands) {
      note("  < " + command);
      hit(command.getClass().getSimpleName());
      switch (command) {
        case Command.ToWorker c -> {
          SimWorker worker = workers.get(c.worker().number());
          if (worker != null && worker.id.equals(c.worker())) {
            List<Optional<WinnerTable>> tables = new ArrayList<>();
            if (c instanceof Command.StartTask start) {
              start.start().inputs().forEach(i -> tables.add(winners(i.exchange())));
            }
            send(worker, () -> worker.receive(c, tables));
          }
        }
        case Command.CreateExchange _ -> {}
        case Command.NoteStraggler _, Command.NoteStep _ -> {}
        case Command.ReleaseExchange c -> whenSafe(() -> release(c.exchange()));
        case Command.CompleteJob c -> {
          SimJob job = job(c.job());
          if (job.isStreamed) {
            winners(c.result()).ifPresent(all -> announce(job, all, 0, all.maps().size()));
          } else {
            after(delay(), () -> readResult(c));
          }
        }
        case Command.ExtendResult c ->
            scheduler
                .parts(c.job(), c.firstPart())
                .ifPresent(some -> announce(job(c.job()), some, c.firstPart(), c.parts()));
        case Command.FailJob c -> {
          SimJob job = job(c.job());
          if (!job.isOver()) {
            job.error = c.code();
            job.message = c.message();
          } else if (!points.containsKey("scheduler crash")) {
            throw new IllegalStateException(c.job() + " has ended twice");
          }
        }
        case Command.ExpireWorker c -> {
          SimWorker worker = workers.get(c.worker().number());
          if (worker != null && worker.id.equals(c.worker())) {
            after(delay(), () -> expire(worker));
          }
        }
        case Command.WorkerDrained c -> {
          SimWorker worker = workers.get(c.worker().number());
          if (worker != null && worker.id.equals(c.worker())) {
            kill(worker, true);
          }
        }
      }
    }
  }

  private void release(ExchangeId exchange) {
    for (SimServer server : servers.values()) {
      if (!happens(lossRate)) {
        after(
            delay(),
            () -> {
              if (server.isAlive) {
                server.handle(new ServerEvent.Released(exchange), now);
              }
            });
      }
    }
  }

  Optional<WinnerTable> winners(ExchangeId exchange) {
    return scheduler == null ? Optional.empty() : scheduler.winners(exchange);
  }

  /** The scheduler is killed; another one goes on with what is safe of the journal. */
  private void crashScheduler() {
    if (scheduler == null) {
      return;
    }
    scheduler = null;
    hit("scheduler crash");
    int left = safeDecisions + random.nextInt(journal.size() - safeDecisions + 1);
    journal.subList(left, journal.size()).clear();
    safeDecisions = left;
    late.clear();
    workers.values().forEach(worker -> worker.hasJoined = false);
    after(100 + random.nextInt(5_000), this::restartScheduler);
  }

  private void restartScheduler() {
    note("recovers from " + journal.size() + " decisions");
    Scheduler next = new Scheduler(options);
    scheduler = next;
    List<Command> commands = next.recover(journal, now);
    next.checkConsistent();
    write(next.takeDecisions());
    carryOut(commands);
    for (JobId id : next.jobs()) {
      if (job(id).isOver()) {
        tell(new Event.ClientLost(id));
      }
    }
    for (SimJob job : List.copyOf(jobs.values())) {
      if (job.isAccepted && !job.isOver() && !next.jobs().contains(job.id)) {
        if (job.isKept) {
          throw new IllegalStateException("Forgotten: " + job.id);
        }
        hit("submitted again");
        job.parts.startAgain();
        forgotten.put(job.id, job);
        jobs.remove(job.id);
        job.id = new JobId(1_000_000 + job.id.number());
        job.isAccepted = false;
        jobs.put(job.id, job);
        after(random.nextInt(500), () -> submit(job));
      }
    }
    servers.values().stream()
        .filter(server -> server.worker.isEmpty())
        .forEach(server -> after(random.nextInt(2_000), () -> joinAgain(next, server)));
    workers.values().forEach(worker -> after(random.nextInt(2_000), () -> joinAgain(next, worker)));
  }

  private void joinAgain(Scheduler next, SimServer server) {
    if (scheduler == next && server.isAlive) {
      tell(new Event.ServerJoined(server.address, Optional.empty()));
    }
  }

  private void joinAgain(Scheduler next, SimWorker worker) {
    if (scheduler == next && worker.isAlive && !worker.hasJoined) {
      if (worker.cutUntil > now || worker.frozenUntil > now) {
        after(500, () -> joinAgain(next, worker));
      } else {
        join(worker);
      }
    }
  }

  private void join(SimWorker worker) {
    worker.hasJoined = scheduler != null;
    tell(new Event.WorkerJoined(worker.id, worker.host, worker.slots, worker.memoryBytes));
    if (worker.inline != null) {
      tell(new Event.ServerJoined(worker.inline.address, worker.inline.worker));
    }
  }

  private void expire(SimWorker worker) {
    if (worker.cutUntil > now) {
      after(500, () -> expire(worker));
    } else if (worker.isAlive) {
      worker.act(
          () -> {
            kill(worker, false);
            after(random.nextInt(500), () -> startWorker(worker.id.number()));
          });
    }
  }

  // --- data -----------------------------------------------------------------------------------

  @Nullable SimServer server(ShuffleAddress address) {
    SimServer server = servers.get(address.server());
    return server != null && server.isAlive && server.address.equals(address) ? server : null;
  }

  boolean canReach(@Nullable SimWorker worker, SimServer server) {
    if (server.cutUntil > now || (worker != null && worker.cutUntil > now)) {
      return false;
    }
    SimWorker host = server.worker.map(id -> workers.get(id.number())).orElse(null);
    return host == null || host == worker || (host.cutUntil <= now && host.frozenUntil <= now);
  }

  /**
   * Adds up a range of partitions of what the winners of a range of maps have written; returns the
   * maps that cannot be had.
   */
  List<Integer> fetch(
      WinnerTable table,
      int first,
      int end,
      int firstMap,
      int endMap,
      long[] sum,
      @Nullable SimWorker reader) {
    Map<Integer, List<ShuffleMessage.RequestedMap>> wanted = new TreeMap<>();
    for (int map = firstMap; map < endMap; map++) {
      WinnerTable.Winner winner = table.maps().get(map);
      wanted
          .computeIfAbsent(winner.server(), _ -> new ArrayList<>())
          .add(new ShuffleMessage.RequestedMap(map, winner.attempt(), winner.digest()));
    }
    List<Integer> lost = new ArrayList<>();
    wanted.forEach(
        (place, maps) -> {
          SimServer server = server(table.servers().get(place));
          if (server == null || !canReach(reader, server)) {
            maps.forEach(map -> lost.add(map.map()));
          } else {
            lost.addAll(server.read(table.exchange(), first, end, maps, sum, now));
          }
        });
    return lost;
  }

  private void readResult(Command.CompleteJob complete) {
    SimJob job = job(complete.job());
    Optional<WinnerTable> table = winners(complete.result());
    if (job.isOver() || table.isEmpty()) {
      return; // given up, or lost again: then another message will follow
    }
    long[] sum = new long[1];
    int partitions = job.shape.stages().getLast().partitions();
    int maps = table.get().maps().size();
    List<Integer> lost = fetch(table.get(), 0, partitions, 0, maps, sum, null);
    if (!lost.isEmpty()) {
      tell(new Event.ResultLost(job.id, complete.result().exchange(), complete.version(), lost));
    } else if (sum[0] != job.expected) {
      throw new IllegalStateException(job.id + " has wrong rows");
    } else if (job.shape.isKept()) {
      if (!job.isComplete) {
        job.isComplete = true;
        giveUpUnread(job);
      }
    } else {
      job.isRight = true;
      tell(new Event.ResultTaken(job.id));
    }
  }

  /** Parts of a streamed result are there: the client learns of them once that is safe. */
  private void announce(SimJob job, WinnerTable table, int first, int parts) {
    Runnable told = () -> readParts(job, table, first, parts);
    whenSafe(() -> after(delay(), told));
  }

  private void readParts(SimJob job, WinnerTable table, int first, int parts) {
    if (job.isOver() || table.exchange().job() != job.id.number()) {
      return; // given up, or it has another name
    }
    job.parts.put(table, first, parts);
    SimParts.Known lost =
        job.parts.read(
            (part, sum) ->
                fetch(part.table(), 0, 1, part.part(), part.part() + 1, sum, null).isEmpty());
    if (lost != null) {
      hit("part of a result lost");
      int exchange = lost.table().exchange().exchange();
      tell(new Event.PartLost(job.id, exchange, lost.part(), lost.attempt()));
    } else if (job.parts.isWhole()) {
      job.isRight = job.parts.hasSum(job.expected);
      tell(new Event.ResultTaken(job.id));
    } else if (job.parts.isBegun()) {
      hit("part of a result read");
    }
  }

  /** Gives a kept result up when nobody reads it any more. */
  private void giveUpUnread(SimJob kept) {
    if (kept.isOver()) {
      return;
    }
    if (jobs.values().stream().anyMatch(job -> job.pinned == kept && !job.isOver())) {
      after(100, () -> giveUpUnread(kept));
    } else {
      kept.isRight = true;
      tell(new Event.ResultTaken(kept.id));
    }
  }

  // --- processes and faults -------------------------------------------------------------------

  private void startWorker(int number) {
    SimWorker before = workers.get(number);
    if (before != null && before.isAlive) {
      return;
    }
    WorkerId id = new WorkerId(number, ++incarnations);
    String host = "host" + number % 3;
    SimServer inline =
        random.nextBoolean()
            ? new SimServer(
                new ShuffleAddress(INLINE + number, id.incarnation(), host, 1),
                Optional.of(id),
                new SimServer.Disk(),
                INLINE_MEMORY_BYTES,
                0,
                now,
                this::hit)
            : null;
    SimWorker worker = new SimWorker(this, id, host, 1 + number % 2, 100, inline);
    workers.put(number, worker);
    if (inline != null) {
      servers.put(inline.address.server(), inline);
    }
    join(worker);
    worker.beat();
  }

  private void kill(SimWorker worker, boolean isNoticed) {
    worker.isAlive = false;
    if (worker.inline != null) {
      worker.inline.isAlive = false;
    }
    if (isNoticed) {
      after(random.nextInt(300), () -> tell(new Event.WorkerLost(worker.id, "It has ended")));
    }
  }

  /** A task has killed its worker, which somebody starts again. */
  void crash(SimWorker worker) {
    kill(worker, true);
    after(1_000, () -> startWorker(worker.id.number()));
  }

  private void startServer(int number) {
    SimServer before = servers.get(number);
    if (before == null || !before.isAlive) {
      SimServer server =
          new SimServer(
              new ShuffleAddress(number, ++incarnations, "host" + number, 1),
              Optional.empty(),
              before == null || random.nextInt(4) == 0 ? new SimServer.Disk() : before.disk,
              serverMemoryBytes,
              serverDiskBytes,
              now,
              this::hit);
      servers.put(number, server);
      tell(new Event.ServerJoined(server.address, Optional.empty()));
    }
  }

  private void kill(SimServer server, boolean isNoticed) {
    server.isAlive = false;
    if (isNoticed) {
      after(random.nextInt(300), () -> tell(new Event.ServerLost(server.address, "It has ended")));
    }
  }

  private <T> T any(Map<Integer, T> of) {
    List<T> all = List.copyOf(of.values());
    return all.get(random.nextInt(all.size()));
  }

  private void breakSomething() {
    faults++;
    SimWorker worker = any(workers);
    SimServer server = any(servers);
    int millis = random.nextInt(15_000);
    int kind = random.nextInt(14);
    hit("fault " + kind);
    note("fault " + kind + " " + worker.id + " " + server.address + " " + millis);
    switch (kind) {
      case 0, 1 -> {
        kill(worker, random.nextBoolean());
        if (random.nextInt(4) > 0) {
          after(random.nextInt(5_000), () -> startWorker(worker.id.number()));
        }
      }
      case 2 -> {
        for (SimWorker each : List.copyOf(workers.values())) {
          kill(each, random.nextBoolean());
          after(random.nextInt(5_000), () -> startWorker(each.id.number()));
        }
      }
      case 3, 4 -> {
        if (server.worker.isEmpty()) {
          boolean comesBack = random.nextInt(4) > 0;
          kill(server, random.nextBoolean() || !comesBack);
          if (comesBack) {
            after(random.nextInt(5_000), () -> startServer(server.address.server()));
          }
        }
      }
      case 5 -> worker.frozenUntil = now + millis;
      case 6 -> worker.cutUntil = now + millis;
      case 7 -> server.cutUntil = now + millis / 10;
      case 8 -> {
        server.fullUntil = now + millis / 5;
        server.tierDownUntil = now + (millis % 2 == 0 ? 0 : millis / 5);
      }
      case 9 -> worker.slowness = 10;
      case 10 -> startWorker(10 + random.nextInt(3));
      case 11 -> {
        worker.isDraining = true;
        worker.act(() -> fromWorker(worker, new Event.DrainRequested(worker.id)));
      }
      case 12 -> crashScheduler();
      default -> server.disk.damage(random);
    }
  }

  /** From some moment on there is always somebody who can work. */
  private void repair() {
    startServer(0);
    startWorker(20);
  }

  /** Which errors a job may end with when things break. */
  static boolean isExpected(ErrorCode code) {
    return switch (code) {
      case WORKER_LOST, FETCH_LOST, IO, DISK_FULL, OUT_OF_MEMORY, STALE, CANCELLED -> true;
      default -> false;
    };
  }
}
