package dev.heddle.engine.session;

import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.recursion.Recursion;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.PlanEquality;
import dev.heddle.frame.plan.PlanInputs;
import dev.heddle.frame.plan.PlanSubqueries;
import dev.heddle.frame.plan.Source;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.MemoryTable;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.memory.Reclaimer;
import dev.heddle.io.memory.Reservation;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The frames of a session whose rows are cached in its memory or persisted in the cluster that runs
 * its queries.
 *
 * <p>A query {@link #use}s it before it is planned: each of its parts that is equal to a plan of
 * the cache becomes a scan of cached rows, which are computed now if they are not there. Until the
 * query ends they stay. Otherwise the least recently used are dropped as soon as memory is short,
 * and computed again at the next use. Rows that do not fit are not cached, and the query computes
 * them as if the frame were not cached. Rows in a cluster stay until they are removed, or are gone
 * there: then they are computed again. The rows of recursions, which no other query uses, are
 * computed likewise. Thread-safe; no lock is held while rows are computed.
 */
final class FrameCache implements Reclaimer, AutoCloseable {
  private static final int MAX_RUNS = 3; // of a plan whose persisted rows get lost

  private final MemoryLedger ledger;
  private final MemoryTables tables;
  private final Map<LogicalPlan, Entry> entries =
      new LinkedHashMap<>(16, 0.75f, true); // those used last at the end; guarded by this

  /** Where rows are stored. */
  enum Place {
    /** In this process. */
    MEMORY,
    /** In the cluster that computes them. */
    CLUSTER
  }

  /** Computes the rows of a plan. */
  interface Filler {
    /** Returns the most rounds of a recursion. */
    int maxRounds();

    /**
     * Computes the rows.
     *
     * @param plan with cached rows of other frames in its parts' places
     * @param memory pays for the cached rows
     */
    Filled fill(LogicalPlan plan, Reservation memory);

    /**
     * Computes the rows of a round of a recursion.
     *
     * @param schema of the table that is made
     * @param memory pays for the rows
     * @throws HeddleException of code OUT_OF_MEMORY if they do not fit
     */
    MemoryTable round(LogicalPlan plan, Schema schema, Reservation memory);

    /**
     * Computes the rows and leaves them in the cluster.
     *
     * @param plan with cached rows of other frames in its parts' places
     */
    Filled keep(LogicalPlan plan);
  }

  /** What came of computing the rows of a plan. */
  sealed interface Filled {}

  /**
   * The rows.
   *
   * @param table in the order of the plan, if it has one
   * @param order what the rows are sorted by
   */
  record CachedRows(MemoryTable table, List<SortKey> order) implements Filled {
    /** Copies the list. */
    CachedRows {
      order = List.copyOf(order);
    }
  }

  /**
   * Rows in the cluster.
   *
   * @param order what the rows are to be sorted by
   */
  record Persisted(PersistedRows rows, List<SortKey> order) implements Filled {
    /** Copies the list. */
    Persisted {
      order = List.copyOf(order);
    }
  }

  /**
   * Rows that cannot be cached.
   *
   * @param why for {@code explain}
   */
  record NotCached(String why) implements Filled {}

  /** What is known of one frame; guarded by the cache. */
  static final class Entry {
    private final LogicalPlan plan;
    private final Place place;
    private boolean isFilling;
    private boolean isRemoved;
    private int users;
    private int times; // it was filled
    private @Nullable LogicalPlan cached;
    private Source.@Nullable Memory source;
    private @Nullable MemoryAccount account;
    private @Nullable PersistedRows kept;
    private long rows;
    private String obstacle = "";

    Entry(LogicalPlan plan, Place place) {
      this.plan = plan;
      this.place = place;
    }

    boolean isLost() {
      return kept != null && kept.areGone();
    }

    String describe() {
      String what = plan.toString();
      String state;
      if (isLost()) {
        state = "lost in the cluster, and computed again with the next use";
      } else if (kept != null) {
        int parts = kept.table().parts().size();
        state = rows + " rows in the cluster, in " + parts + (parts == 1 ? " part" : " parts");
      } else if (cached != null) {
        state =
            String.format(
                Locale.ROOT, "%d rows, %.1f MiB in memory", rows, bytes() / (double) (1 << 20));
      } else if (!obstacle.isEmpty()) {
        state = obstacle;
      } else {
        String where = place == Place.CLUSTER ? "persisted" : "cached";
        state = times == 0 ? where + " from its first use on" : "dropped for want of memory";
      }
      return what + ": " + state;
    }

    long bytes() {
      return account == null ? 0 : account.usedBytes();
    }
  }

  FrameCache(MemoryLedger ledger, MemoryTables tables) {
    this.ledger = ledger;
    this.tables = tables;
    ledger.addReclaimer(this);
  }

  /** Holds a plan's rows from their next use on. */
  synchronized void add(LogicalPlan plan, Place place) {
    boolean isInMemory =
        plan instanceof LogicalPlan.Scan scan
            && scan.source() instanceof Source.Memory source
            && tables.stored(source) == null;
    if (isInMemory) {
      return;
    }
    Entry entry = entries.get(plan);
    if (entry != null && entry.place != place) {
      remove(plan);
      entry = null;
    }
    if (entry == null) {
      entries.put(plan, new Entry(plan, place));
    }
  }

  /** Returns whether a plan's rows are there. */
  synchronized boolean isHeld(LogicalPlan plan) {
    Entry entry = entries.get(plan);
    return entry != null && entry.cached != null && !entry.isLost();
  }

  /** Holds them no longer. */
  synchronized void remove(LogicalPlan plan) {
    Entry entry = entries.remove(plan);
    if (entry != null) {
      entry.isRemoved = true;
      if (entry.users == 0) {
        drop(entry);
      }
    }
  }

  /**
   * A plan with scans of cached rows in it, which stay until this is closed.
   *
   * @param plan what to run
   */
  record Use(LogicalPlan plan, List<Entry> entries, RoundRows rounds, FrameCache cache)
      implements AutoCloseable {
    @Override
    public void close() {
      rounds.close();
      cache.release(entries);
    }
  }

  /** Puts cached rows into a plan, and computes those that are not there. */
  Use use(LogicalPlan plan, Filler filler) {
    List<Entry> used = new ArrayList<>();
    RoundRows rounds = new RoundRows(ledger, tables, filler);
    Recursion recursion = new Recursion(rounds);
    try {
      LogicalPlan cached =
          isEmpty()
              ? plan
              : PlanEquality.remembering(
                  () ->
                      replaced(plan, new Parts(filler, recursion, used, new IdentityHashMap<>())));
      return new Use(recursion.computed(cached), used, rounds, this);
    } catch (Throwable e) {
      rounds.close();
      release(used);
      throw e;
    }
  }

  /** What the parts of one plan are replaced with. */
  private record Parts(
      Filler filler, Recursion recursion, List<Entry> used, Map<LogicalPlan, LogicalPlan> done) {}

  private synchronized boolean isEmpty() {
    return entries.isEmpty();
  }

  /**
   * Returns a plan with scans of the rows that are there, and with the first round of recursions;
   * computes nothing.
   */
  synchronized LogicalPlan withHeld(LogicalPlan plan) {
    LogicalPlan held =
        entries.isEmpty()
            ? plan
            : PlanEquality.remembering(() -> withHeld(plan, new IdentityHashMap<>()));
    return Recursion.shown(held);
  }

  private LogicalPlan withHeld(LogicalPlan plan, Map<LogicalPlan, LogicalPlan> done) {
    LogicalPlan known = done.get(plan);
    if (known == null) {
      Entry entry = entries.get(plan);
      known =
          entry != null && entry.cached != null
              ? entry.cached
              : PlanSubqueries.map(
                  PlanInputs.replace(
                      plan, plan.inputs().stream().map(input -> withHeld(input, done)).toList()),
                  query -> withHeld(query, done));
      done.put(plan, known);
    }
    return known;
  }

  private LogicalPlan replaced(LogicalPlan plan, Parts parts) {
    LogicalPlan known = parts.done().get(plan);
    if (known == null) {
      known = replacedAnew(plan, parts);
      parts.done().put(plan, known);
    }
    return known;
  }

  private LogicalPlan replacedAnew(LogicalPlan plan, Parts parts) {
    Entry toFill;
    synchronized (this) {
      Entry entry = entries.get(plan);
      if (entry != null && entry.isLost()) {
        remove(plan);
        add(plan, Place.CLUSTER);
        entry = entries.get(plan);
      }
      if (entry != null && entry.cached != null) {
        entry.users++;
        parts.used().add(entry);
        return entry.cached;
      }
      toFill = entry == null || entry.isFilling ? null : entry;
      if (toFill != null) {
        toFill.isFilling = true;
      }
    }
    LogicalPlan rest;
    try {
      List<LogicalPlan> inputs = new ArrayList<>();
      for (LogicalPlan input : plan.inputs()) {
        inputs.add(replaced(input, parts));
      }
      rest = PlanSubqueries.map(PlanInputs.replace(plan, inputs), query -> replaced(query, parts));
      if (toFill == null) {
        return rest;
      }
      fill(toFill, parts.recursion().computed(rest), parts.filler());
    } finally {
      if (toFill != null) {
        synchronized (this) {
          toFill.isFilling = false;
        }
      }
    }
    synchronized (this) {
      if (toFill.cached == null) {
        return rest;
      }
      toFill.users++;
      parts.used().add(toFill);
      return toFill.cached;
    }
  }

  private void fill(Entry entry, LogicalPlan plan, Filler filler) {
    switch (entry.place) {
      case MEMORY -> fillMemory(entry, plan, filler);
      case CLUSTER -> take(entry, filler.keep(plan), null);
    }
  }

  private void fillMemory(Entry entry, LogicalPlan plan, Filler filler) {
    MemoryAccount account = ledger.open("cached rows of " + entry.plan);
    Filled filled;
    try (Reservation memory = account.reserve("rows", 0)) {
      filled = filler.fill(plan, memory);
    } catch (Throwable e) {
      QueryExecutor.closeAfter(account, e);
      if (e instanceof HeddleException error && error.code() == ErrorCode.OUT_OF_MEMORY) {
        note(entry, "not cached: " + error.getMessage());
        return;
      }
      throw e;
    }
    take(entry, filled, account);
  }

  private void take(Entry entry, Filled filled, @Nullable MemoryAccount account) {
    switch (filled) {
      case NotCached(String why) -> {
        if (account != null) {
          account.close();
        }
        note(entry, "not cached: " + why);
      }
      case CachedRows rows -> take(entry, rows.table(), rows.order(), account, null);
      case Persisted it -> take(entry, it.rows().table(), it.order(), account, it.rows());
    }
  }

  private synchronized void take(
      Entry entry,
      Table table,
      List<SortKey> order,
      @Nullable MemoryAccount account,
      @Nullable PersistedRows kept) {
    LogicalPlan.Scan scan = tables.add(table);
    entry.account = account;
    entry.kept = kept;
    entry.source = (Source.Memory) scan.source();
    entry.rows = table.statistics().rowCount().orElse(0);
    entry.cached = order.isEmpty() ? scan : new LogicalPlan.Sort(scan, order);
    entry.obstacle = "";
    entry.times++;
  }

  private synchronized void note(Entry entry, String obstacle) {
    entry.obstacle = obstacle;
  }

  private synchronized void release(List<Entry> used) {
    for (Entry entry : used) {
      entry.users--;
      if (entry.users == 0 && entry.isRemoved) {
        drop(entry);
      }
    }
  }

  private void drop(Entry entry) {
    if (entry.source != null) {
      tables.drop(entry.source);
    }
    if (entry.account != null) {
      entry.account.close();
    }
    if (entry.kept != null) {
      entry.kept.close();
    }
    entry.kept = null;
    entry.source = null;
    entry.account = null;
    entry.cached = null;
  }

  @Override
  public synchronized long reclaim(long bytes) {
    long freed = 0;
    for (Entry entry : entries.values()) {
      if (freed < bytes && entry.account != null && entry.users == 0) {
        freed += entry.bytes();
        drop(entry);
      }
    }
    return freed;
  }

  /** Runs something, and again if it fails since persisted rows of its plan are gone. */
  <T> T whilePersistedAreLost(LogicalPlan plan, Supplier<T> attempt) {
    for (int run = 1; ; run++) {
      try {
        return attempt.get();
      } catch (HeddleException e) {
        if (e.code() != ErrorCode.FETCH_LOST || run == MAX_RUNS || !hasLost(plan)) {
          throw e;
        }
      }
    }
  }

  /** Returns whether a plan contains persisted rows that are gone. */
  private synchronized boolean hasLost(LogicalPlan plan) {
    return collect(plan).stream().anyMatch(Entry::isLost);
  }

  /** Returns a line for each frame of the cache that a plan contains, and for each recursion. */
  List<String> describe(LogicalPlan plan) {
    List<String> lines = new ArrayList<>();
    synchronized (this) {
      collect(plan).forEach(entry -> lines.add(entry.describe()));
    }
    Recursion.names(plan)
        .forEach(name -> lines.add(name + ": recursive; plans show its first round"));
    return lines;
  }

  private Set<Entry> collect(LogicalPlan plan) {
    Set<Entry> found = new LinkedHashSet<>();
    if (!entries.isEmpty()) {
      Set<LogicalPlan> seen = Collections.newSetFromMap(new IdentityHashMap<>());
      PlanEquality.remembering(() -> collect(plan, seen, found));
    }
    return found;
  }

  private Set<Entry> collect(LogicalPlan plan, Set<LogicalPlan> seen, Set<Entry> found) {
    if (seen.add(plan)) {
      Entry entry = entries.get(plan);
      if (entry != null) {
        found.add(entry);
      }
      plan.inputs().forEach(input -> collect(input, seen, found));
      PlanSubqueries.of(plan).forEach(query -> collect(query, seen, found));
    }
    return found;
  }

  /** Frees all; no query runs any more. */
  @Override
  public synchronized void close() {
    ledger.removeReclaimer(this);
    entries.values().forEach(this::drop);
    entries.clear();
  }
}
