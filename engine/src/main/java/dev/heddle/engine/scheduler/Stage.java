package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.engine.scheduler.adaptive.StageView;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One stage of a {@link Job}: its tasks, the exchange that they write, and how far both are. */
final class Stage implements StageView {
  private final int number;
  private StageShape shape;
  private int[] consumers;
  private List<Integer> fused = List.of();
  private StageState state = new StageState.Undivided();

  /** Whether the exchange stays for other jobs, so that nobody waits for its release. */
  private boolean isKept;

  private boolean countsPartitions;
  private boolean countsMaps;
  private boolean needsService;
  private boolean isNeeded;
  private boolean isRunnable;
  private boolean wasStarted;
  private boolean hasChangedRows;
  private int epoch;
  private int version;
  private int fetchRounds;
  private int firstAttempt;
  private int lowestAttempt;
  private final OutputSizes sizes = new OutputSizes();
  private final TaskTimes times = new TaskTimes();
  private final ServerCounts winners = new ServerCounts();
  private final SpeculativeAttempts speculativeAttempts = new SpeculativeAttempts();
  private final List<String> steps = new ArrayList<>();
  private List<TaskInput> inputs = List.of();
  private @Nullable List<Integer> skewed;

  /**
   * Makes a stage none of whose tasks has started.
   *
   * @param consumers numbers of the stages that read its exchange
   */
  Stage(int number, StageShape shape, int[] consumers) {
    this.number = number;
    this.shape = shape;
    this.consumers = consumers;
  }

  // --- what it is -----------------------------------------------------------------------------

  @Override
  public int number() {
    return number;
  }

  @Override
  public StageShape shape() {
    return shape;
  }

  @Override
  public int[] consumers() {
    return consumers;
  }

  /** Returns the stages whose work its tasks do too. */
  List<Integer> fused() {
    return fused;
  }

  boolean isKept() {
    return isKept;
  }

  void keep() {
    isKept = true;
  }

  /**
   * Asks it to count bytes by partition for a reader, and by map too if partitions may be split.
   */
  void countSizes(StageInput reader) {
    countsPartitions |= !reader.isWhole();
    countsMaps |= reader.isDivisible();
  }

  @Override
  public boolean isNeeded() {
    return isNeeded;
  }

  void markNeeded() {
    isNeeded = true;
  }

  void markUnneeded() {
    isNeeded = false;
  }

  /** Returns whether tasks may start. */
  boolean isRunnable() {
    return isRunnable;
  }

  void markRunnable() {
    isRunnable = true;
  }

  void block() {
    isRunnable = false;
  }

  /** Returns whether workers could not store its output while there was no shuffle server. */
  boolean needsService() {
    return needsService;
  }

  void requireService() {
    needsService = true;
  }

  /** Returns what was decided about the stage once sizes were known, one line each. */
  List<String> steps() {
    return steps;
  }

  void addStep(String step) {
    steps.add(step);
  }

  // --- states ---------------------------------------------------------------------------------

  @Override
  public boolean isOpenToChange() {
    return state instanceof StageState.Undivided && !wasStarted;
  }

  /** Returns whether its tasks are fixed, or it has none. */
  boolean isDivided() {
    return !(state instanceof StageState.Undivided);
  }

  @Override
  public int emptyInput() {
    return state instanceof StageState.LeftOut leftOut ? leftOut.input() : -1;
  }

  boolean isLeftOut() {
    return state instanceof StageState.LeftOut;
  }

  boolean isCreated() {
    return state.isCreated();
  }

  boolean isReleased() {
    return state.isReleased();
  }

  /** Returns whether servers may store some of its exchange. */
  boolean isStored() {
    return state.isCreated() && !state.isReleased();
  }

  @Override
  public boolean isComplete() {
    TaskTable table = state.table();
    return table != null && table.isComplete();
  }

  @Override
  public int tasks() {
    TaskTable table = state.table();
    return table == null ? shape.tasks() : table.tasks();
  }

  /** Returns its tasks, which are fixed. */
  TaskTable table() {
    return Objects.requireNonNull(state.table(), "tasks are not fixed");
  }

  /** Returns whether it has a task of this number, and its tasks are fixed. */
  boolean knows(int task) {
    TaskTable table = state.table();
    return table != null && task >= 0 && task < table.tasks();
  }

  /** Returns the tasks that could be given to a worker. */
  int pending() {
    TaskTable table = state.table();
    return table == null ? shape.tasks() : table.pending();
  }

  int held() {
    TaskTable table = state.table();
    return table == null ? 0 : table.held();
  }

  int done() {
    TaskTable table = state.table();
    return table == null ? 0 : table.done();
  }

  /** Returns whether this is the attempt that a worker holds and that counts. */
  boolean isCurrent(int task, int attempt) {
    return knows(task) && table().isCurrent(task, attempt);
  }

  /** Does the work of a stage that it reads too; neither has started. */
  void fuse(Stage other) {
    undivided("fused");
    shape = shape.takingIn(other.number, other.shape);
    List<Integer> all = new ArrayList<>(fused);
    all.add(other.number);
    all.addAll(other.fused);
    fused = List.copyOf(all);
    other.consumers = new int[0];
  }

  /** Another stage reads its exchange in place of one. */
  void replaceConsumer(int consumer, int by) {
    consumers = Arrays.stream(consumers).map(c -> c == consumer ? by : c).distinct().toArray();
  }

  /** It has no tasks, since another stage has no rows for it. */
  void leaveOut(int input) {
    state = undivided("left out").leaveOut(input);
    version++; // as with a winner: there is something to announce
    sizes.allocate(countsPartitions ? shape.partitions() : 0, 0);
  }

  /**
   * Fixes the tasks.
   *
   * @param ranges what each task reads; empty if each reads one partition
   */
  void divide(List<TaskRange> ranges) {
    int tasks = ranges.isEmpty() ? shape.tasks() : ranges.size();
    TaskTable table = new TaskTable(tasks, shape.hosts(), firstAttempt, lowestAttempt);
    state = undivided("divided").divide(List.copyOf(ranges), table);
    sizes.allocate(countsPartitions ? shape.partitions() : 0, countsMaps ? tasks : 0);
  }

  private StageState.Undivided undivided(String change) {
    if (state instanceof StageState.Undivided undivided) {
      return undivided;
    }
    throw new IllegalStateException(
        "Stage " + number + " cannot be " + change + ": its tasks are fixed");
  }

  /** Servers know of the exchange from now on; false if they did before. */
  boolean create() {
    if (state instanceof StageState.Divided divided) {
      state = divided.create();
      return true;
    }
    return false;
  }

  /** The exchange is gone. */
  void release() {
    state =
        switch (state) {
          case StageState.Created created -> created.release();
          case StageState.LeftOut leftOut -> leftOut.release();
          case StageState.Undivided _, StageState.Divided _, StageState.Released _ ->
              throw new IllegalStateException("Stage " + number + " stores no exchange");
        };
  }

  /** All tasks run again, into another exchange; no attempt that was started so far counts. */
  void startAnew(Decision.MadeAnew decision) {
    state = state.startAnew();
    lowestAttempt = firstAttempt;
    TaskTable table = state.table();
    if (table != null) {
      table.startAnew();
      if (!decision.keepsDigests()) {
        table.forgetDigests();
      }
    }
    if (!decision.keepsDigests()) {
      sizes.clear();
    }
    epoch++;
    version++;
    wasStarted = false;
    speculativeAttempts.startAnew();
  }

  /**
   * The scheduler has started again and does not know which attempts it has made.
   *
   * @param first number of the first attempt from now on
   * @param lowest number of the first attempt that may win
   */
  void recover(int first, int lowest) {
    firstAttempt = first;
    lowestAttempt = lowest;
    TaskTable table = state.table();
    if (table != null) {
      table.recover(first, lowest);
    }
    wasStarted = isDivided();
  }

  /** Returns how often the exchange was made anew. */
  int epoch() {
    return epoch;
  }

  /** Returns the version of the winners. */
  int version() {
    return version;
  }

  @Override
  public boolean wasStarted() {
    return wasStarted;
  }

  /** Attempts of an earlier life of the scheduler may run. */
  void markStarted() {
    wasStarted = true;
  }

  // --- tasks ----------------------------------------------------------------------------------

  /** Returns what a task reads. */
  TaskRange range(int task) {
    List<TaskRange> ranges = ranges();
    return ranges.isEmpty() ? TaskRange.of(task) : ranges.get(task);
  }

  /** Returns what each task reads; nothing if each reads one partition. */
  List<TaskRange> ranges() {
    return switch (state) {
      case StageState.Divided divided -> divided.ranges();
      case StageState.Created created -> created.ranges();
      case StageState.Released released -> released.ranges();
      case StageState.Undivided _, StageState.LeftOut _ -> List.of();
    };
  }

  /** A worker gets a pending task; returns the number of the attempt. */
  int hold(int task, int worker) {
    wasStarted = true;
    return table().hold(task, worker);
  }

  /** A task has a winner. */
  void finish(int task, int attempt, int server, long digest) {
    table().finish(task, attempt, server, digest);
    version++;
    fetchRounds = 0;
  }

  /** A task that was done has to run again; no attempt that was started so far counts. */
  void lose(int task) {
    table().lose(task);
    version++;
  }

  /** Returns rounds in which inputs were lost since a task has finished, with one more. */
  int addFetchRound() {
    return ++fetchRounds;
  }

  /** Returns what tasks read, as it was worked out last. */
  List<TaskInput> inputs() {
    return inputs;
  }

  void setInputs(List<TaskInput> read) {
    inputs = List.copyOf(read);
  }

  /** Returns the second attempts at its tasks. */
  SpeculativeAttempts speculativeAttempts() {
    return speculativeAttempts;
  }

  // --- what was written -----------------------------------------------------------------------

  void addOutput(SealedMap output) {
    sizes.add(output);
  }

  @Override
  public long rows() {
    return sizes.rows();
  }

  @Override
  public long bytes() {
    return sizes.bytes();
  }

  /** Returns the number of partitions whose sizes are counted. */
  int sizedPartitions() {
    return sizes.partitions();
  }

  @Override
  public long partitionBytes(int partition) {
    return sizes.ofPartition(partition);
  }

  @Override
  public long bytes(int task, int partition) {
    return sizes.ofMap(task, partition);
  }

  @Override
  public @Nullable List<Integer> skewed() {
    return skewed;
  }

  void setSkewed(List<Integer> partitions) {
    skewed = List.copyOf(partitions);
  }

  @Override
  public boolean hasChangedRows() {
    return hasChangedRows;
  }

  /** A repeated task has written other rows than before. */
  void markChangedRows() {
    hasChangedRows = true;
  }

  /** Returns about how many bytes a task writes. */
  long bytesPerTask() {
    int done = done();
    return done > 0 ? bytes() / done : Math.max(0, shape.estimatedBytes()) / tasks();
  }

  TaskTimes times() {
    return times;
  }

  /** Returns how many winners each server stores. */
  ServerCounts winners() {
    return winners;
  }

  /** Returns which attempt counts for each map of the exchange, and where it is stored. */
  WinnerTable winnerTable(ExchangeId exchange, Members members) {
    return winnerTable(exchange, 0, table().tasks(), members);
  }

  /** Returns the same of some maps only. */
  WinnerTable winnerTable(ExchangeId exchange, int first, int end, Members members) {
    TaskTable table = table();
    List<ShuffleAddress> servers = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    List<WinnerTable.Winner> maps = new ArrayList<>(end - first);
    for (int task = first; task < end; task++) {
      Integer place = places.get(table.holder(task));
      if (place == null) {
        ServerState server = members.server(table.holder(task));
        place = servers.size();
        places.put(table.holder(task), place);
        servers.add(server == null ? ShuffleAddress.HERE : server.address());
      }
      maps.add(new WinnerTable.Winner(place, table.winner(task), table.digest(task)));
    }
    return new WinnerTable(exchange, 0, servers, maps);
  }

  /** Adds what is wrong with the counts to a list. */
  void check(List<String> broken) {
    TaskTable table = state.table();
    if (table == null) {
      return;
    }
    int[] counts = table.recount();
    if (counts[TaskTable.PENDING] != table.pending()
        || counts[TaskTable.HELD] != table.held()
        || counts[TaskTable.DONE] != table.done()) {
      broken.add("Stage " + number + " counts wrongly; it has " + Arrays.toString(counts));
    }
  }
}
