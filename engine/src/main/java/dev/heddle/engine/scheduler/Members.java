package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.WorkerId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The live workers and shuffle servers, and which of them could take something. */
final class Members {
  private static final int MAX_AHEAD = 500;
  private static final long STALL_MILLIS = 200;

  /** From this number of failures on a server takes only what no other one does. */
  private static final double LATE_SCORE = 0.5;

  /** Workers with a slot that has no task. */
  private final WorkerSet free = new WorkerSet();

  /** Workers whose slots have tasks, but which may hold more. */
  private final WorkerSet roomy = new WorkerSet();

  /** Workers that hold tasks which others should have that have nothing to do. */
  private final WorkerSet overfull = new WorkerSet();

  /** Workers which have enough, unless tasks are so short that they would soon have nothing. */
  private final WorkerSet fast = new WorkerSet();

  private final SchedulerOptions options;
  private @Nullable WorkerState[] workers = new WorkerState[16];
  private @Nullable ServerState[] servers = new ServerState[16];
  private final List<WorkerState> liveWorkers = new ArrayList<>();
  private final List<ServerState> liveServers = new ArrayList<>();

  /** Servers that are not parts of workers. */
  private final List<ServerState> services = new ArrayList<>();

  private final Map<String, List<ServerState>> servicesOfHost = new HashMap<>();

  private final List<ServerState> awaited = new ArrayList<>();

  /** Whether there has been a server that is not a part of a worker. */
  private boolean hasHadServices;

  /** How many slots of workers in {@link #free} have no task. */
  private int freeSlots;

  /** How many tasks workers hold. */
  private int heldTasks;

  private int nextWorker;
  private int nextServer;

  Members(SchedulerOptions options) {
    this.options = options;
  }

  /** Returns workers with a slot that has no task. */
  WorkerSet free() {
    return free;
  }

  /** Returns workers that hold tasks which others with nothing to do should have. */
  WorkerSet overfull() {
    return overfull;
  }

  /** Returns how many slots of {@link #free} have no task. */
  int freeSlots() {
    return freeSlots;
  }

  /** Returns how many tasks workers hold. */
  int heldTasks() {
    return heldTasks;
  }

  List<WorkerState> workers() {
    return liveWorkers;
  }

  List<ServerState> servers() {
    return liveServers;
  }

  /** Returns the live worker of a number. */
  @Nullable WorkerState worker(int number) {
    return number < workers.length ? workers[number] : null;
  }

  /** Returns a worker if this life of it is the current one. */
  @Nullable WorkerState worker(WorkerId id) {
    WorkerState worker = worker(id.number());
    return worker != null && worker.incarnation() == id.incarnation() ? worker : null;
  }

  /** Returns the live server of a number. */
  @Nullable ServerState server(int number) {
    return number >= 0 && number < servers.length ? servers[number] : null;
  }

  /** Returns a server if this life of it is the current one. */
  @Nullable ServerState server(ShuffleAddress address) {
    ServerState server = server(address.server());
    return server != null && server.address().incarnation() == address.incarnation()
        ? server
        : null;
  }

  void add(WorkerState worker) {
    int number = worker.number();
    if (number >= workers.length) {
      workers = Arrays.copyOf(workers, Math.max(number + 1, 2 * workers.length));
    }
    workers[number] = worker;
    liveWorkers.add(worker);
    place(worker);
  }

  void remove(WorkerState worker) {
    workers[worker.number()] = null;
    liveWorkers.remove(worker);
    note(worker, 0, 0);
    free.remove(worker);
    roomy.remove(worker);
    overfull.remove(worker);
    fast.remove(worker);
    includeOneIfNone();
  }

  /** Notes a server that is known from a journal; it takes nothing until it joins. */
  void await(ServerState server) {
    server.await();
    put(server);
    awaited.add(server);
  }

  List<ServerState> awaited() {
    return awaited;
  }

  void add(ServerState server) {
    put(server);
    awaited.remove(server);
    liveServers.add(server);
    WorkerState worker = server.worker();
    if (worker != null) {
      worker.setInlineServer(server);
    } else {
      hasHadServices = true;
      services.add(server);
      servicesOf(server.address().host()).add(server);
    }
  }

  /**
   * Returns whether a stage waits: for one of the shuffle servers that are all gone, since workers
   * could not keep what it writes.
   */
  boolean awaitsService(Stage stage) {
    return stage.needsService() && lackServices();
  }

  /** Returns whether all shuffle servers are gone but those that are parts of workers. */
  boolean lackServices() {
    return services.isEmpty() && (hasHadServices || !awaited.isEmpty());
  }

  /**
   * Returns whether an attempt could not write since all shuffle servers are gone, which counts
   * against nobody: its stage waits for one if workers have no space for what it writes.
   */
  boolean isForWantOfServer(Stage stage, TaskFailure.Failed error, @Nullable ServerState server) {
    if (server == null || !lackServices()) {
      return false;
    }
    boolean isGone = server(server.address()) == null;
    boolean isFull =
        server.worker() != null
            && (error.code() == ErrorCode.DISK_FULL || error.code() == ErrorCode.OUT_OF_MEMORY);
    if (isFull) {
      stage.requireService();
    }
    return isFull || (isGone && error.code() == ErrorCode.WORKER_LOST);
  }

  /** Returns the list of a host's servers that are not parts of workers, which stays the same. */
  List<ServerState> servicesOf(String host) {
    return servicesOfHost.computeIfAbsent(host, _ -> new ArrayList<>());
  }

  private void put(ServerState server) {
    int number = server.number();
    if (number >= servers.length) {
      servers = Arrays.copyOf(servers, Math.max(number + 1, 2 * servers.length));
    }
    servers[number] = server;
  }

  void remove(ServerState server) {
    servers[server.number()] = null;
    liveServers.remove(server);
    awaited.remove(server);
    services.remove(server);
    servicesOf(server.address().host()).remove(server);
    WorkerState worker = server.worker();
    if (worker != null && worker.inlineServer() == server) {
      worker.setInlineServer(null);
    }
  }

  /** Puts a worker into the sets where it belongs. */
  void place(WorkerState worker) {
    int held = worker.leases().size();
    int full = worker.slots() + options.surplusLeases();
    boolean takes = worker.takesTasks();
    boolean isBusy =
        worker.isStalled() || worker.heldMicros() >= options.leadMicros() * worker.slots();
    note(worker, takes ? Math.max(0, worker.slots() - held) : 0, held);
    place(worker, free, takes && held < worker.slots());
    place(worker, roomy, takes && held >= worker.slots() && held < full);
    place(worker, fast, takes && held >= full && held < full + MAX_AHEAD && !isBusy);
    place(
        worker,
        overfull,
        isBusy && held > worker.slots() && worker.notStarted() > worker.recalls());
  }

  private static void place(WorkerState worker, WorkerSet set, boolean isMember) {
    if (isMember) {
      set.add(worker);
    } else {
      set.remove(worker);
    }
  }

  private void note(WorkerState worker, int slots, int held) {
    freeSlots += slots - worker.countedSlots();
    heldTasks += held - worker.countedTasks();
    worker.count(slots, held);
  }

  /**
   * Returns a worker that can take a task of a floor, those with a free slot first. When nobody has
   * anything to do it is always the same one, which knows the code and the tables of small jobs
   * best.
   */
  @Nullable WorkerState choose(long floorBytes) {
    if (heldTasks == 0 && !free.isEmpty()) {
      nextWorker = 0;
      for (WorkerState worker : workers) {
        if (worker != null && free.contains(worker) && fits(worker, floorBytes)) {
          return worker;
        }
      }
    }
    for (int i = 0; i < free.size(); i++) {
      WorkerState worker = free.at(Math.floorMod(nextWorker + i, free.size()));
      if (fits(worker, floorBytes)) {
        nextWorker++;
        return worker;
      }
    }
    return chooseToWait(roomy, floorBytes);
  }

  /**
   * Returns a full worker that can take a short task of a floor, since it will soon have nothing.
   */
  @Nullable WorkerState chooseAhead(long floorBytes) {
    return chooseToWait(fast, floorBytes);
  }

  /** Returns a worker with a free slot and room for a floor that is not a certain one. */
  @Nullable WorkerState chooseOther(WorkerState than, long floorBytes) {
    for (int i = 0; i < free.size(); i++) {
      WorkerState worker = free.at(Math.floorMod(nextWorker + i, free.size()));
      if (worker != than && fits(worker, floorBytes)) {
        nextWorker++;
        return worker;
      }
    }
    return null;
  }

  private @Nullable WorkerState chooseToWait(WorkerSet from, long floorBytes) {
    for (int i = 0; i < from.size(); i++) {
      WorkerState worker = from.at(Math.floorMod(nextWorker + i, from.size()));
      if (floorBytes <= worker.memoryBytes()) {
        nextWorker++;
        return worker;
      }
    }
    return null;
  }

  /** Returns whether nobody can take anything. */
  boolean areFull() {
    return free.isEmpty() && roomy.isEmpty() && fast.isEmpty();
  }

  /** Notes workers whose tasks take longer than was thought. */
  void findStalled(long nowMillis) {
    for (WorkerState worker : liveWorkers) {
      if (!worker.isStalled()
          && worker.leases().size() > worker.slots()
          && nowMillis - worker.endedMillis() >= STALL_MILLIS) {
        worker.stall();
        place(worker);
      }
    }
  }

  static boolean fits(WorkerState worker, long floorBytes) {
    return floorBytes <= worker.memoryBytes() - worker.floorBytes();
  }

  /** Returns the most memory that a worker has. */
  long largestMemoryBytes() {
    long most = 0;
    for (WorkerState worker : liveWorkers) {
      most = Math.max(most, worker.memoryBytes());
    }
    return most;
  }

  /** Returns the number of slots of all workers that take tasks. */
  int slots() {
    int slots = 0;
    for (WorkerState worker : liveWorkers) {
      slots += worker.takesTasks() ? worker.slots() : 0;
    }
    return slots;
  }

  /**
   * Returns where a task that runs on a worker writes to, unless it turns out to be so little that
   * the worker keeps it: a server of its host, else one after the other.
   */
  @Nullable ServerState chooseServer(WorkerState worker, long nowMillis) {
    ServerState chosen = choose(worker.neighbours(), nowMillis);
    if (chosen == null) {
      chosen = choose(services, nowMillis);
    }
    if (chosen == null && services.isEmpty()) {
      chosen = worker.inlineServer();
    }
    if (chosen == null) { // only what has failed, or others' memory
      chosen = leastFailed(services.isEmpty() ? liveServers : services, nowMillis);
    }
    return chosen;
  }

  /** Returns the next one that is not left out, rather one that has not failed of late. */
  private @Nullable ServerState choose(List<ServerState> from, long nowMillis) {
    ServerState second = null;
    for (int i = 0; i < from.size(); i++) {
      ServerState server = from.get(Math.floorMod(nextServer++, from.size()));
      double failures = server.failures().at(nowMillis);
      if (failures < LATE_SCORE) {
        return server;
      }
      if (second == null && failures < options.exclusionScore()) {
        second = server;
      }
    }
    return second;
  }

  private static @Nullable ServerState leastFailed(List<ServerState> of, long nowMillis) {
    ServerState least = null;
    for (ServerState server : of) {
      if (least == null || server.failures().at(nowMillis) < least.failures().at(nowMillis)) {
        least = server;
      }
    }
    return least;
  }

  /** A worker has failed at something that was not the task's fault. */
  void blame(WorkerState worker, long nowMillis) {
    worker.failures().add(nowMillis);
    if (worker.failures().at(nowMillis) >= options.exclusionScore()) {
      worker.exclude();
      place(worker);
      includeOneIfNone();
    }
  }

  /** Blames the server too that a failed attempt wrote to, if it may have been at fault. */
  static void blame(ServerState server, TaskFailure failure, long nowMillis) {
    if (failure instanceof TaskFailure.Failed(ErrorCode code, String _)
        && (code == ErrorCode.DISK_FULL || code == ErrorCode.WORKER_LOST)) {
      server.failures().add(nowMillis);
    }
  }

  /** Lets workers in again whose failures have faded. */
  void forgive(long nowMillis) {
    for (WorkerState worker : liveWorkers) {
      if (worker.isExcluded() && worker.failures().at(nowMillis) < options.exclusionScore() / 2) {
        worker.include();
        place(worker);
      }
    }
    includeOneIfNone();
  }

  /** If all are left out, none is. */
  void includeOneIfNone() {
    for (WorkerState worker : liveWorkers) {
      if (worker.takesTasks()) {
        return;
      }
    }
    for (WorkerState worker : liveWorkers) {
      worker.include();
      place(worker);
    }
  }
}
