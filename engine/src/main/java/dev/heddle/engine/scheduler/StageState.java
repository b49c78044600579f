package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.StageShape;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.PartitionSizes;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a stage and the exchange that they write, in arrays of 18 bytes a task, which are
 * made a page at a time when tasks start. Knows what states are possible, not when they change.
 */
final class StageState {
  /** Waits to be started. */
  static final byte PENDING = 0;

  /** A worker holds the attempt that counts. */
  static final byte HELD = 1;

  /** Has a winner. */
  static final byte DONE = 2;

  /** Waits for a time. */
  static final byte DELAYED = 3;

  private static final int FAILURES_MASK = 7;
  private static final int NEEDY_BIT = 8;
  private static final int DEATHS_SHIFT = 4;
  private static final int DEATHS_MASK = 7 << DEATHS_SHIFT;
  private static final int DIGEST_BIT = 128;
  private static final int PAGE_BITS = 13;
  private static final int PAGE_TASKS = 1 << PAGE_BITS;
  private static final int PAGE_MASK = PAGE_TASKS - 1;

  /** Of no more tasks it is kept what each has written into each partition. */
  private static final int MOST_SIZED_MAPS = 2_048;

  final int stage;

  /** What it is like, with all that it has taken in. */
  StageShape shape;

  /** Stages that read the exchange; none if one of them has taken this stage in. */
  int[] consumers;

  /** Stages whose work its tasks do too. */
  List<Integer> taken = List.of();

  /** Whether the exchange stays for other jobs: so nobody waits until its bytes have been read. */
  boolean isKept;

  /** Whether someone wants to know {@link #partitionBytes}. */
  boolean countsSizes;

  /** Whether someone wants to know that of each task, since partitions may be divided. */
  boolean countsMaps;

  /** Whether workers could not keep what it writes while there was no shuffle server. */
  boolean needsService;

  int tasks;
  int pending;
  int held;
  int done;
  long rows;
  long bytes;

  /** How often the exchange was made anew. */
  int epoch;

  boolean isCreated;
  boolean isReleased;

  /** Whether someone who has not finished reads the exchange. */
  boolean isNeeded;

  /** Whether tasks may start. */
  boolean isRunnable;

  /** Whether any task of the current epoch was ever started. */
  boolean wasStarted;

  /**
   * Number of the first attempt of each task: attempts of an earlier life of the scheduler are
   * lower.
   */
  private int firstAttempt;

  /** The lowest attempt that may win when the arrays are made. */
  private int lowestAttempt;

  /** Version of the winners. */
  int version;

  /** Rounds in which inputs were lost, since a task has finished. */
  int fetchRounds;

  /** How long a task takes, the latest counting most; negative while none has ended. */
  private long micros = -1;

  /** About how many bytes each partition has; empty if nobody wants to know. */
  long[] partitionBytes = new long[0];

  /** What each task reads, if that is not one partition. */
  private TaskRange @Nullable [] ranges;

  /** About how many bytes each task has written into each partition; empty if that is too much. */
  private @Nullable PartitionSizes[] sizesOfMaps = new PartitionSizes[0];

  /** In words, what was made of the stage since sizes were known. */
  final List<String> steps = new ArrayList<>();

  /** Whether rows that were lost were not the same when they were made again. */
  boolean hasChanged;

  /** The input without rows for which it was left out; -1 if it was not. */
  private int emptyInput = -1;

  /** Tasks with a slow attempt that may win beside the one that counts. */
  final List<Race> races = new ArrayList<>();

  /** How many tasks got a second attempt since the exchange was made. */
  int secondAttempts;

  /** How long tasks that have finished took together. */
  long ranMicros;

  /** How many that were. */
  int ranTasks;

  /** About how many bytes they have read. */
  long ranBytes;

  /** What tasks read; made anew when versions change. */
  List<TaskInput> inputs = List.of();

  /** None as long as none of its tasks was started. */
  private @Nullable Page[] pages = new Page[0];

  /** How many winners each server has, by its number. */
  private int[] winners = new int[0];

  private final IntQueue retries = new IntQueue();
  private int nextFresh;
  private final Map<String, Integer> rangeOfHost = new HashMap<>();
  private int[] nextOfHost = new int[0];
  private int nextHost;

  StageState(int stage, StageShape shape, int[] consumers) {
    this.stage = stage;
    this.shape = shape;
    this.consumers = consumers;
    this.tasks = shape.tasks();
    this.pending = tasks;
  }

  /** The states of some tasks. */
  private static final class Page {
    final byte[] states;
    final short[] nextAttempts;
    final byte[] marks;

    /** While held: number of the worker. When done: number of the server, -1 if there is none. */
    final int[] holders;

    /** When done: the attempt that counts. Otherwise: the lowest that may. */
    final short[] attemptBounds;

    /** Digest of the latest winner. */
    final long[] digests;

    Page(int count, int firstAttempt, int lowestAttempt) {
      states = new byte[count];
      nextAttempts = new short[count];
      marks = new byte[count];
      holders = new int[count];
      attemptBounds = new short[count];
      digests = new long[count];
      Arrays.fill(nextAttempts, (short) firstAttempt);
      Arrays.fill(attemptBounds, (short) lowestAttempt);
    }
  }

  private @Nullable Page pageOf(int task) {
    return pages[task >> PAGE_BITS];
  }

  /** Returns the page of a task that is about to change. */
  private Page page(int task) {
    Page page = pageOf(task);
    if (page == null) {
      int first = task & ~PAGE_MASK;
      page = new Page(Math.min(PAGE_TASKS, tasks - first), firstAttempt, lowestAttempt);
      pages[task >> PAGE_BITS] = page;
    }
    return page;
  }

  boolean isComplete() {
    return done == tasks;
  }

  boolean hasArrays() {
    return pages.length > 0 || isLeftOut();
  }

  boolean knows(int task) {
    return task >= 0 && task < tasks && hasArrays();
  }

  /** Makes the arrays; the number of tasks is fixed from now on. */
  void allocate() {
    pages = new Page[(tasks + PAGE_MASK) >> PAGE_BITS];
    partitionBytes = new long[countsSizes ? shape.partitions() : 0];
    sizesOfMaps = new PartitionSizes[countsMaps && tasks <= MOST_SIZED_MAPS ? tasks : 0];
    pending = tasks;
    resetCursors();
  }

  /**
   * The scheduler has started again and does not know which attempts it has made.
   *
   * @param first number of the first attempt from now on
   * @param earlierMayWin whether what earlier attempts have read is what they would read now
   */
  void recover(int first, boolean earlierMayWin) {
    firstAttempt = first;
    lowestAttempt = earlierMayWin ? 0 : first;
    for (Page page : pages) {
      if (page != null) {
        Arrays.fill(page.nextAttempts, (short) first);
        for (int i = 0; i < page.states.length; i++) {
          if (page.states[i] != DONE) {
            page.attemptBounds[i] = (short) lowestAttempt;
          }
        }
      }
    }
    wasStarted = hasArrays();
  }

  /**
   * It has no tasks, and an exchange without rows; called before the arrays are made.
   *
   * @param input the stage that has no rows for it
   */
  void leaveOut(int input) {
    emptyInput = input;
    isCreated = true;
    version++; // as with a winner: there is something to announce
    tasks = 0;
    ranges = null;
    allocate();
  }

  boolean isLeftOut() {
    return emptyInput >= 0;
  }

  boolean isLeftOutFor(int input) {
    return emptyInput == input;
  }

  private void resetCursors() {
    retries.clear();
    nextFresh = 0;
    nextHost = 0;
    nextOfHost = new int[shape.hosts().size()];
    for (int i = 0; i < nextOfHost.length; i++) {
      rangeOfHost.putIfAbsent(shape.hosts().get(i).host(), i);
    }
    for (int i = 1; i < nextOfHost.length; i++) {
      nextOfHost[i] = shape.hosts().get(i - 1).end();
    }
  }

  /** Returns what a task reads. */
  TaskRange range(int task) {
    return ranges == null ? TaskRange.of(task) : ranges[task];
  }

  /** Returns what each task reads; nothing if each reads one partition. */
  List<TaskRange> rangeList() {
    return ranges == null ? List.of() : List.of(ranges);
  }

  /** Its tasks do the work of another stage too; called before anything of either has started. */
  void takeIn(StageState other) {
    shape = shape.takingIn(other.stage, other.shape);
    tasks = shape.tasks();
    pending = tasks;
    List<Integer> all = new ArrayList<>(taken);
    all.add(other.stage);
    all.addAll(other.taken);
    taken = List.copyOf(all);
    other.consumers = new int[0];
  }

  /** Tasks read these; called before the arrays are made. */
  void setRanges(TaskRange[] some) {
    ranges = some;
    tasks = some.length;
  }

  /** Adds what a task has written into each partition. */
  void addSizes(int task, PartitionSizes sizes) {
    if (sizes.partitions() == partitionBytes.length) {
      sizes.addTo(partitionBytes);
      if (sizesOfMaps.length > 0) {
        sizesOfMaps[task] = sizes;
      }
    }
  }

  /**
   * Returns about how many bytes a task has written into a partition, or that it is one of many.
   */
  long bytes(int task, int partition) {
    PartitionSizes sizes = sizesOfMaps.length == 0 ? null : sizesOfMaps[task];
    return sizes == null ? 1 : sizes.bytes(partition);
  }

  byte state(int task) {
    Page page = pageOf(task);
    return page == null ? PENDING : page.states[task & PAGE_MASK];
  }

  int holder(int task) {
    return page(task).holders[task & PAGE_MASK];
  }

  int nextAttempt(int task) {
    return page(task).nextAttempts[task & PAGE_MASK];
  }

  /** Returns how often a task was started in this life of the scheduler. */
  int starts(int task) {
    return nextAttempt(task) - firstAttempt;
  }

  /** Returns the attempt that counts, of a task that is done. */
  int winner(int task) {
    return page(task).attemptBounds[task & PAGE_MASK];
  }

  long digest(int task) {
    return page(task).digests[task & PAGE_MASK];
  }

  private int marks(int task) {
    return page(task).marks[task & PAGE_MASK];
  }

  private void mark(int task, int marks) {
    page(task).marks[task & PAGE_MASK] = (byte) marks;
  }

  /** Returns whether a task had a winner, whose rows another one should repeat. */
  boolean hasDigest(int task) {
    return (marks(task) & DIGEST_BIT) != 0;
  }

  /** Returns whether an attempt may still become the winner. */
  boolean mayWin(int task, int attempt) {
    return state(task) != DONE && attempt >= winner(task) && attempt < nextAttempt(task);
  }

  /** Returns whether this is the attempt that a worker holds and that counts. */
  boolean isCurrent(int task, int attempt) {
    return knows(task) && state(task) == HELD && nextAttempt(task) - 1 == attempt;
  }

  /** Returns a task to start, for a worker on a host; one is pending. */
  int take(String host) {
    while (!retries.isEmpty()) {
      int task = retries.poll();
      if (state(task) == PENDING) {
        return task;
      }
    }
    if (nextOfHost.length > 0) {
      int task = takeLocal(host);
      if (task >= 0) {
        return task;
      }
    }
    while (state(nextFresh) != PENDING) {
      nextFresh++;
    }
    return nextFresh++;
  }

  private int takeLocal(String host) {
    Integer local = rangeOfHost.get(host);
    if (local != null) {
      int task = takeOfRange(local);
      if (task >= 0) {
        return task;
      }
    }
    for (; nextHost < nextOfHost.length; nextHost++) {
      int task = takeOfRange(nextHost);
      if (task >= 0) {
        return task;
      }
    }
    return -1;
  }

  private int takeOfRange(int range) {
    int end = shape.hosts().get(range).end();
    while (nextOfHost[range] < end) {
      int task = nextOfHost[range]++;
      if (state(task) == PENDING) {
        return task;
      }
    }
    return -1;
  }

  /** A worker gets a pending task; returns the number of the attempt. */
  int hold(int task, int worker) {
    leave(task);
    Page page = page(task);
    page.states[task & PAGE_MASK] = HELD;
    page.holders[task & PAGE_MASK] = worker;
    held++;
    wasStarted = true;
    return page.nextAttempts[task & PAGE_MASK]++;
  }

  /** A task that is not done can start again, with a new attempt. */
  void requeue(int task) {
    leave(task);
    page(task).states[task & PAGE_MASK] = PENDING;
    pending++;
    retries.add(task);
  }

  /** A task waits for a time. */
  void delay(int task) {
    leave(task);
    page(task).states[task & PAGE_MASK] = DELAYED;
  }

  /** A task has a winner. */
  void finish(int task, int attempt, int server, long digest) {
    leave(task);
    Page page = page(task);
    int place = task & PAGE_MASK;
    page.states[place] = DONE;
    page.holders[place] = server;
    page.attemptBounds[place] = (short) attempt;
    page.digests[place] = digest;
    page.marks[place] |= (byte) DIGEST_BIT;
    done++;
    version++;
  }

  /** A task that was done has to run again; no attempt that was started so far counts. */
  void lose(int task) {
    requeue(task);
    page(task).attemptBounds[task & PAGE_MASK] = (short) nextAttempt(task);
    version++;
  }

  private void leave(int task) {
    switch (state(task)) {
      case PENDING -> pending--;
      case HELD -> held--;
      case DONE -> done--;
      default -> {} // delayed tasks are not counted
    }
  }

  /**
   * All tasks have to run again, into a new exchange; no attempt that was started so far counts.
   *
   * @param keepsDigests whether the rows should be the same as before
   */
  void startAnew(boolean keepsDigests) {
    lowestAttempt = firstAttempt;
    for (Page page : pages) {
      if (page != null) {
        Arrays.fill(page.states, PENDING);
        System.arraycopy(page.nextAttempts, 0, page.attemptBounds, 0, page.states.length);
        for (int i = 0; i < page.states.length && !keepsDigests; i++) {
          page.marks[i] &= (byte) ~DIGEST_BIT;
        }
      }
    }
    if (!keepsDigests) {
      Arrays.fill(partitionBytes, 0);
      rows = 0;
      bytes = 0;
    }
    pending = tasks;
    held = 0;
    done = 0;
    epoch++;
    version++;
    isCreated = isLeftOut();
    isReleased = false;
    wasStarted = false;
    secondAttempts = 0;
    resetCursors();
  }

  int addFailure(int task) {
    int failures = Math.min(FAILURES_MASK, (marks(task) & FAILURES_MASK) + 1);
    mark(task, (marks(task) & ~FAILURES_MASK) | failures);
    return failures;
  }

  int addDeath(int task) {
    int deaths = Math.min(FAILURES_MASK, ((marks(task) & DEATHS_MASK) >> DEATHS_SHIFT) + 1);
    mark(task, (marks(task) & ~DEATHS_MASK) | (deaths << DEATHS_SHIFT));
    return deaths;
  }

  /** Returns whether a task has shown that it needs more memory than was thought. */
  boolean isNeedy(int task) {
    return (marks(task) & NEEDY_BIT) != 0;
  }

  void setNeedy(int task) {
    mark(task, marks(task) | NEEDY_BIT);
  }

  /** Notes that a server has more winners, or less. */
  void addWinners(int server, int more) {
    if (server >= winners.length) {
      winners = Arrays.copyOf(winners, Math.max(server + 1, 2 * winners.length));
    }
    winners[server] += more;
  }

  /** Returns a number that those of servers with winners are below. */
  int serverCount() {
    return winners.length;
  }

  boolean hasWinners(int server) {
    return server < winners.length && winners[server] > 0;
  }

  /** Forgets a server's winners; returns how many there were. */
  int takeWinners(int server) {
    int taken = winners[server];
    winners[server] = 0;
    return taken;
  }

  /** Returns the race of a task; null if it has none. */
  @Nullable Race race(int task) {
    for (Race race : races) {
      if (race.slow().task == task) {
        return race;
      }
    }
    return null;
  }

  /** A task has run for so long, and has read about so many bytes. */
  void ran(long taskMicros, long inputBytes) {
    ranMicros += taskMicros;
    ranTasks++;
    ranBytes += inputBytes;
    micros = micros < 0 ? taskMicros : micros + (taskMicros - micros) / 8;
  }

  /** Returns how long a task takes if that is known to be less than a time, or else that time. */
  long micros(long most) {
    return micros < 0 ? most : Math.min(micros, most);
  }

  /** Returns about how many bytes a task writes. */
  long bytesPerTask() {
    if (done > 0) {
      return bytes / done;
    }
    return Math.max(0, shape.estimatedBytes()) / tasks;
  }

  /** Returns which attempt counts for each map of the exchange, and where it lies. */
  WinnerTable winnerTable(ExchangeId exchange, Members members) {
    List<ShuffleAddress> servers = new ArrayList<>();
    Map<Integer, Integer> places = new HashMap<>();
    List<WinnerTable.Winner> maps = new ArrayList<>(tasks);
    for (int task = 0; task < tasks; task++) {
      Integer place = places.get(holder(task));
      if (place == null) {
        ServerState server = members.server(holder(task));
        place = servers.size();
        places.put(holder(task), place);
        servers.add(server == null ? ShuffleAddress.HERE : server.address);
      }
      maps.add(new WinnerTable.Winner(place, winner(task), digest(task)));
    }
    return new WinnerTable(exchange, 0, servers, maps);
  }

  /** Adds what is wrong with the counts to a list. */
  void check(List<String> broken) {
    int[] counts = new int[4];
    for (int task = 0; task < tasks && hasArrays(); task++) {
      counts[state(task)]++;
    }
    if (hasArrays()
        && (counts[PENDING] != pending || counts[HELD] != held || counts[DONE] != done)) {
      broken.add(
          "stage "
              + stage
              + " counts "
              + pending
              + ", "
              + held
              + ", "
              + done
              + " but has "
              + Arrays.toString(counts));
    }
  }
}
