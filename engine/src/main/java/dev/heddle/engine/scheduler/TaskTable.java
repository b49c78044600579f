package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.HostRange;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The tasks of a stage, in arrays of 18 bytes a task, which are made a page at a time when tasks
 * start. Knows what states of a task are possible, not when they change.
 */
final class TaskTable {
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

  private final int tasks;
  private final List<HostRange> hosts;
  private int pending;
  private int held;
  private int done;

  /**
   * Number of the first attempt of each task: attempts of an earlier life of the scheduler are
   * lower.
   */
  private int firstAttempt;

  /** The lowest attempt that may win when a page is made. */
  private int lowestAttempt;

  /** None as long as none of its tasks was started. */
  private final @Nullable Page[] pages;

  private final IntQueue retries = new IntQueue();
  private int nextFresh; // place in the order

  /** Tasks in the order in which they start; empty if that is by their numbers. */
  private int[] order = new int[0];

  private final Map<String, Integer> rangeOfHost = new HashMap<>();
  private int[] nextOfHost = new int[0];
  private int nextHost;

  /**
   * Makes tasks that are all pending.
   *
   * @param hosts where data of tasks is stored, in the order of the tasks; empty if it is all the
   *     same
   */
  TaskTable(int tasks, List<HostRange> hosts, int firstAttempt, int lowestAttempt) {
    this.tasks = tasks;
    this.hosts = hosts;
    this.pending = tasks;
    this.firstAttempt = firstAttempt;
    this.lowestAttempt = lowestAttempt;
    pages = new Page[(tasks + PAGE_MASK) >> PAGE_BITS];
    resetCursors();
  }

  int tasks() {
    return tasks;
  }

  int pending() {
    return pending;
  }

  int held() {
    return held;
  }

  int done() {
    return done;
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

  /**
   * The scheduler has started again and does not know which attempts it has made.
   *
   * @param first number of the first attempt from now on
   * @param lowest number of the first attempt that may win
   */
  void recover(int first, int lowest) {
    firstAttempt = first;
    lowestAttempt = lowest;
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
  }

  private void resetCursors() {
    retries.clear();
    nextFresh = 0;
    nextHost = 0;
    nextOfHost = new int[hosts.size()];
    for (int i = 0; i < nextOfHost.length; i++) {
      rangeOfHost.putIfAbsent(hosts.get(i).host(), i);
    }
    for (int i = 1; i < nextOfHost.length; i++) {
      nextOfHost[i] = hosts.get(i - 1).end();
    }
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
    return state(task) == HELD && nextAttempt(task) - 1 == attempt;
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
    int task = order.length == 0 ? nextFresh : order[nextFresh];
    while (state(task) != PENDING) {
      nextFresh++;
      task = order.length == 0 ? nextFresh : order[nextFresh];
    }
    nextFresh++;
    return task;
  }

  /** Lets tasks start in an order that has each of them once; none has started. */
  void startIn(List<Integer> tasksInOrder) {
    order = tasksInOrder.stream().mapToInt(Integer::intValue).toArray();
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
    int end = hosts.get(range).end();
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
  }

  /** A task that was done has to run again; no attempt that was started so far counts. */
  void lose(int task) {
    requeue(task);
    page(task).attemptBounds[task & PAGE_MASK] = (short) nextAttempt(task);
  }

  private void leave(int task) {
    switch (state(task)) {
      case PENDING -> pending--;
      case HELD -> held--;
      case DONE -> done--;
      default -> {} // delayed tasks are not counted
    }
  }

  /** All tasks run again; no attempt that was started so far counts. */
  void startAnew() {
    lowestAttempt = firstAttempt;
    for (Page page : pages) {
      if (page != null) {
        Arrays.fill(page.states, PENDING);
        System.arraycopy(page.nextAttempts, 0, page.attemptBounds, 0, page.states.length);
      }
    }
    pending = tasks;
    held = 0;
    done = 0;
    resetCursors();
  }

  void forgetDigests() {
    for (Page page : pages) {
      if (page != null) {
        for (int i = 0; i < page.states.length; i++) {
          page.marks[i] &= (byte) ~DIGEST_BIT;
        }
      }
    }
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

  /** Returns the numbers of pending, held, done and delayed tasks, counted again. */
  int[] recount() {
    int[] counts = new int[4];
    for (int task = 0; task < tasks; task++) {
      counts[state(task)]++;
    }
    return counts;
  }
}
