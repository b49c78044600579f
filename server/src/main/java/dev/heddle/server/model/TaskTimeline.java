package dev.heddle.server.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * When the tasks of a query ran, by worker and slot, in bounded memory. The first few thousand
 * tasks are kept as they are; all of them are summed in a grid of lanes and time, whose cells
 * double their width when the time or the lanes are more than it has. Guarded by its owner.
 */
public final class TaskTimeline {
  /** Up to how many tasks each has a bar of its own. */
  public static final int MAX_EXACT = 4_096;

  private static final int MAX_LANES = 64;
  private static final int CELLS = 1_024;
  private static final int NONE = -1;
  private static final int BARS_PER_PIXEL = 15; // a view has this number for each of its pixels
  private static final double ALIKE = 0.05; // such shares look the same

  /** A task that runs. */
  private record Open(int slot, long fromMillis, int exact) {}

  private record Key(int stage, int task, int attempt) {}

  /** What ran in the cells of a lane. */
  private static final class Lane {
    private final int[] stages = new int[CELLS]; // the one that leads
    private final long[] leads = new long[CELLS]; // by how many milliseconds
    private final long[] busy = new long[CELLS]; // milliseconds of tasks
    private final int[] ended = new int[CELLS];
    private final int[] failed = new int[CELLS];
    private final long[] rows = new long[CELLS];
    private final long[] bytes = new long[CELLS];

    void add(int cell, int stage, long millis) {
      busy[cell] += millis;
      if (leads[cell] == 0 || stages[cell] == stage) {
        stages[cell] = stage;
        leads[cell] += millis;
      } else if (leads[cell] < millis) {
        stages[cell] = stage;
        leads[cell] = millis - leads[cell];
      } else {
        leads[cell] -= millis;
      }
    }

    private void move(Lane from, int cell, int to) {
      long lead = from.leads[cell];
      if (lead > 0) {
        add(to, from.stages[cell], lead);
        busy[to] += from.busy[cell] - lead;
      }
      ended[to] += from.ended[cell];
      failed[to] += from.failed[cell];
      rows[to] += from.rows[cell];
      bytes[to] += from.bytes[cell];
    }
  }

  private long cellMillis = 1;
  private int laneShift;
  private Lane[] lanes = new Lane[MAX_LANES];
  private final Map<String, List<Integer>> freeSlots = new HashMap<>();
  private final List<String> slotNames = new ArrayList<>(); // the first MAX_LANES at most
  private int slots;
  private final Map<Key, Open> open = new LinkedHashMap<>();
  private final long[] exactFrom = new long[MAX_EXACT];
  private final long[] exactTo = new long[MAX_EXACT]; // NONE while open
  private final int[] exactSlot = new int[MAX_EXACT];
  private final Key[] exactKey = new Key[MAX_EXACT];
  private final long[] exactRows = new long[MAX_EXACT];
  private final long[] exactBytes = new long[MAX_EXACT];
  private final boolean[] exactFailed = new boolean[MAX_EXACT];
  private int tasks;

  /** A task runs since a time after the query's beginning. */
  void start(int stage, int task, int attempt, String worker, long atMillis) {
    long from = Math.max(0, atMillis);
    int slot = takeSlot(worker);
    lane(slot); // there are lanes enough from now on
    int exact = tasks < MAX_EXACT ? tasks : NONE;
    Key key = new Key(stage, task, attempt);
    if (exact != NONE) {
      exactFrom[exact] = from;
      exactTo[exact] = NONE;
      exactSlot[exact] = slot;
      exactKey[exact] = key;
    }
    tasks++;
    Open before = open.put(key, new Open(slot, from, exact));
    if (before != null && before.exact() != NONE) {
      exactTo[before.exact()] = from;
    }
  }

  /** A task runs no longer. */
  void end(
      int stage,
      int task,
      int attempt,
      String worker,
      long atMillis,
      long ranMillis,
      long rows,
      long bytes,
      Outcome outcome) {
    Key key = new Key(stage, task, attempt);
    if (!open.containsKey(key)) {
      start(stage, task, attempt, worker, atMillis - ranMillis);
    }
    Open ended = open.remove(key);
    long to = Math.max(ended.fromMillis(), atMillis);
    freeSlots.computeIfAbsent(worker, _ -> new ArrayList<>()).add(ended.slot());
    if (ended.exact() != NONE) {
      exactTo[ended.exact()] = to;
      exactRows[ended.exact()] = rows;
      exactBytes[ended.exact()] = bytes;
      exactFailed[ended.exact()] = outcome == Outcome.FAILED;
    }
    cover(to);
    Lane lane = lane(ended.slot());
    addBusy(lane, ended.fromMillis(), to, stage);
    int last = (int) (to / cellMillis);
    lane.ended[last]++;
    lane.failed[last] += outcome == Outcome.FAILED ? 1 : 0;
    lane.rows[last] += rows;
    lane.bytes[last] += bytes;
  }

  /** How a task has ended. */
  enum Outcome {
    /** With a result. */
    DONE,
    /** Without one. */
    FAILED
  }

  private void addBusy(Lane lane, long from, long to, int stage) {
    for (long cell = from / cellMillis; cell <= to / cellMillis; cell++) {
      long begin = Math.max(from, cell * cellMillis);
      long end = Math.min(to, (cell + 1) * cellMillis);
      lane.add((int) cell, stage, Math.max(end - begin, cell == from / cellMillis ? 1 : 0));
    }
  }

  private int takeSlot(String worker) {
    List<Integer> free = freeSlots.get(worker);
    if (free != null && !free.isEmpty()) {
      int least = 0;
      for (int i = 1; i < free.size(); i++) {
        least = free.get(i) < free.get(least) ? i : least;
      }
      return free.remove(least);
    }
    if (slotNames.size() < MAX_LANES) {
      slotNames.add(worker);
    }
    return slots++;
  }

  private Lane lane(int slot) {
    while (slot >> laneShift >= MAX_LANES) {
      Lane[] fewer = new Lane[MAX_LANES];
      for (int i = 0; i < MAX_LANES; i++) {
        Lane from = lanes[i];
        if (from != null && fewer[i / 2] == null) {
          fewer[i / 2] = from;
        } else if (from != null) {
          for (int cell = 0; cell < CELLS; cell++) {
            fewer[i / 2].move(from, cell, cell);
          }
        }
      }
      lanes = fewer;
      laneShift++;
    }
    int at = slot >> laneShift;
    if (lanes[at] == null) {
      lanes[at] = new Lane();
    }
    return lanes[at];
  }

  /** Makes cells wide enough for a time to be in one. */
  private void cover(long millis) {
    while (millis / cellMillis >= CELLS) {
      for (int i = 0; i < MAX_LANES; i++) {
        if (lanes[i] != null) {
          Lane wider = new Lane();
          for (int cell = 0; cell < CELLS; cell++) {
            wider.move(lanes[i], cell, cell / 2);
          }
          lanes[i] = wider;
        }
      }
      cellMillis *= 2;
    }
  }

  /** Returns how many tasks have run or run. */
  int tasks() {
    return tasks;
  }

  /** Returns how many tasks run. */
  int running() {
    return open.size();
  }

  /** Returns what the lines are called, from the first. */
  public List<String> laneNames() {
    List<String> names = new ArrayList<>();
    boolean isSlot = isExact() && slots <= MAX_LANES;
    int count = isSlot ? slots : lanesInUse();
    for (int i = 0; i < count; i++) {
      if (laneShift == 0) {
        String worker = i < slotNames.size() ? slotNames.get(i) : "";
        names.add(worker.isEmpty() ? "slot " + (i + 1) : worker);
      } else {
        int first = i << laneShift;
        names.add("slots " + (first + 1) + "–" + Math.min(slots, first + (1 << laneShift)));
      }
    }
    return names;
  }

  private int lanesInUse() {
    return slots == 0 ? 0 : ((slots - 1) >> laneShift) + 1;
  }

  private boolean isExact() {
    return tasks <= MAX_EXACT;
  }

  /**
   * Returns the bars of a part of the time.
   *
   * @param fromMillis since the query began
   * @param toMillis since the query began; open bars end there
   * @param pixels what is thinner than one of these is put together
   */
  public List<TaskBar> bars(long fromMillis, long toMillis, int pixels) {
    long perPixel = Math.max(1, (toMillis - fromMillis) / Math.max(1, pixels));
    return isExact() && slots <= MAX_LANES
        ? exactBars(fromMillis, toMillis, perPixel)
        : cellBars(fromMillis, toMillis, pixels);
  }

  private List<TaskBar> exactBars(long from, long to, long perPixel) {
    List<TaskBar> bars = new ArrayList<>();
    Map<Long, Integer> thin = new HashMap<>(); // lane and pixel -> bar
    for (int i = 0; i < tasks; i++) {
      boolean isOpen = exactTo[i] == NONE;
      long end = isOpen ? Math.max(to, exactFrom[i]) : exactTo[i];
      if (exactFrom[i] > to || end < from) {
        continue;
      }
      TaskBar bar =
          new TaskBar(
              exactSlot[i],
              exactFrom[i],
              end,
              exactKey[i].stage(),
              1,
              isOpen,
              exactFailed[i] ? 1 : 0,
              exactKey[i].task(),
              exactKey[i].attempt(),
              exactRows[i],
              exactBytes[i],
              1);
      long pixel = exactFrom[i] / perPixel * MAX_LANES + exactSlot[i];
      Integer near = isOpen || end - exactFrom[i] >= perPixel ? null : thin.get(pixel);
      if (near != null && bars.get(near).stage() == bar.stage()) {
        bars.set(near, together(bars.get(near), bar));
      } else {
        if (!isOpen && end - exactFrom[i] < perPixel) {
          thin.put(pixel, bars.size());
        }
        bars.add(bar);
      }
    }
    return bars;
  }

  private static TaskBar together(TaskBar one, TaskBar other) {
    return new TaskBar(
        one.lane(),
        Math.min(one.fromMillis(), other.fromMillis()),
        Math.max(one.toMillis(), other.toMillis()),
        one.stage(),
        one.tasks() + other.tasks(),
        false,
        one.failed() + other.failed(),
        NONE,
        0,
        one.rows() + other.rows(),
        one.bytes() + other.bytes(),
        1);
  }

  private List<TaskBar> cellBars(long from, long to, int pixels) {
    List<TaskBar> bars = new ArrayList<>();
    int first = Math.clamp(from / cellMillis, 0, CELLS - 1);
    int last = Math.clamp(to / cellMillis, 0, CELLS - 1);
    int columns =
        Math.max(1, Math.min(pixels, pixels * BARS_PER_PIXEL / Math.max(1, lanesInUse())));
    int step = (last - first) / columns + 1;
    for (int at = 0; at < lanesInUse(); at++) {
      Lane lane = lanes[at];
      if (lane == null) {
        continue;
      }
      int members = Math.min(slots, (at + 1) << laneShift) - (at << laneShift);
      Lane sums = new Lane();
      TaskBar before = null;
      for (int cell = first; cell <= last; cell += step) {
        for (int each = cell; each < Math.min(cell + step, last + 1); each++) {
          sums.move(lane, each, cell);
        }
        if (sums.busy[cell] == 0 && sums.ended[cell] == 0) {
          continue;
        }
        TaskBar bar = cellBar(at, sums, cell, step, members);
        if (before != null && isAlike(before, bar)) {
          bars.removeLast();
          bar = joined(before, bar);
        }
        bars.add(bar);
        before = bar;
      }
    }
    bars.addAll(openBars(to));
    return bars;
  }

  private TaskBar cellBar(int lane, Lane sums, int cell, int step, int members) {
    long begin = cell * cellMillis;
    long end = (cell + step) * cellMillis;
    return new TaskBar(
        lane,
        begin,
        end,
        sums.stages[cell],
        sums.ended[cell],
        false,
        sums.failed[cell],
        NONE,
        0,
        sums.rows[cell],
        sums.bytes[cell],
        Math.min(1, sums.busy[cell] / (double) ((end - begin) * members)));
  }

  /** Neighbours that look alike are one bar. */
  private static boolean isAlike(TaskBar before, TaskBar bar) {
    return before.toMillis() == bar.fromMillis()
        && before.stage() == bar.stage()
        && before.failed() == 0
        && bar.failed() == 0
        && Math.abs(before.busy() - bar.busy()) < ALIKE;
  }

  private static TaskBar joined(TaskBar before, TaskBar bar) {
    long width = before.toMillis() - before.fromMillis();
    long more = bar.toMillis() - bar.fromMillis();
    return new TaskBar(
        before.lane(),
        before.fromMillis(),
        bar.toMillis(),
        before.stage(),
        before.tasks() + bar.tasks(),
        false,
        0,
        NONE,
        0,
        before.rows() + bar.rows(),
        before.bytes() + bar.bytes(),
        (before.busy() * width + bar.busy() * more) / (width + more));
  }

  /** One for each lane and stage that has tasks that run. */
  private List<TaskBar> openBars(long to) {
    record Place(int lane, int stage) {}
    Map<Place, TaskBar> all = new LinkedHashMap<>();
    open.forEach(
        (key, task) -> {
          int lane = Math.min(task.slot() >> laneShift, MAX_LANES - 1);
          all.merge(
              new Place(lane, key.stage()),
              new TaskBar(
                  lane,
                  task.fromMillis(),
                  Math.max(to, task.fromMillis()),
                  key.stage(),
                  1,
                  true,
                  0,
                  NONE,
                  0,
                  0,
                  0,
                  1.0 / (1 << laneShift)),
              (one, other) ->
                  new TaskBar(
                      lane,
                      Math.min(one.fromMillis(), other.fromMillis()),
                      one.toMillis(),
                      key.stage(),
                      one.tasks() + 1,
                      true,
                      0,
                      NONE,
                      0,
                      0,
                      0,
                      Math.min(1, one.busy() + other.busy())));
        });
    return List.copyOf(all.values());
  }

  /** Ends what runs, since the query is over. */
  void close(long atMillis) {
    for (Open each : open.values()) {
      if (each.exact() != NONE) {
        exactTo[each.exact()] = Math.max(each.fromMillis(), atMillis);
        exactFailed[each.exact()] = true;
      }
    }
    open.clear();
  }
}
