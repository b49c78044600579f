package dev.heddle.physical.operator;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.scan.RuntimeFilter;
import dev.heddle.io.scan.ScanCounts;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.Share;
import dev.heddle.io.scan.TableScan;
import dev.heddle.physical.expr.node.FunctionTimes;
import dev.heddle.physical.plan.KeyBounds;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.Activity;
import dev.heddle.physical.profile.PlaceRing;
import dev.heddle.physical.profile.QueryPlaces;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * The metrics of each node of a plan, by the node's identity: equal nodes in two places of a plan
 * are counted apart. Holds the plan's scans too, which count for themselves, its runtime filters,
 * and what tasks elsewhere report beside. Thread-safe.
 */
public final class PlanMetrics {
  private static final int SMALL_NODES = 8; // as most tasks have, each with metrics of its own
  private static final int SMALL_SCANS = 2;

  private final IdentityHashMap<PhysicalPlan, OperatorMetrics> byNode =
      new IdentityHashMap<>(SMALL_NODES);
  private final IdentityHashMap<PhysicalPlan.Scan, BoundScan> scans =
      new IdentityHashMap<>(SMALL_SCANS);
  private final Map<Integer, RuntimeFilter> filters = new HashMap<>();
  private final List<String> notes = new ArrayList<>(); // guarded by this
  private final FunctionTimes functions = new FunctionTimes();
  private TaskTotals elsewhere = TaskTotals.NONE; // guarded by this
  private ThreadTimes threads = ThreadTimes.NONE; // of this process; guarded by this
  private volatile boolean measuresInDetail;
  private volatile @Nullable QueryPlaces places; // if the query is profiled

  /** The shares of a scan that have been bound, each by its first user. */
  private final class BoundScan {
    private final Map<Integer, TableScan> shares = new ConcurrentHashMap<>();
    private @Nullable Table listed; // guarded by this
    private @Nullable ScanMetrics elsewhere; // guarded by this

    public TableScan bind(PhysicalPlan.Scan node, Share share) {
      if (node.keys().isPresent()) {
        return shares.computeIfAbsent(share.part(), _ -> ofKeys(node, node.keys().get(), share));
      }
      Table table = share.isWhole() ? node.table() : listed(node);
      return shares.computeIfAbsent(
          share.part(), _ -> table.scan(node.request().with(conjuncts(node)), share));
    }

    TableScan bind(PhysicalPlan.Scan node, int number, ScanFilter.Conjunct interval) {
      return shares.computeIfAbsent(
          number,
          _ -> node.table().scan(node.request().with(List.of(interval)).with(conjuncts(node))));
    }

    private TableScan ofKeys(PhysicalPlan.Scan node, KeyBounds keys, Share share) {
      Field field = node.table().schema().field(node.request().columns().get(keys.column()));
      return node.table()
          .scan(
              node.request()
                  .with(List.of(keys.conjunct(field.name(), field.type(), share)))
                  .with(conjuncts(node)));
    }

    private synchronized Table listed(PhysicalPlan.Scan node) {
      Table table = listed;
      if (table == null) {
        table = node.table().listed(node.request());
        listed = table;
      }
      return table;
    }

    synchronized void add(ScanCounts counts) {
      ScanMetrics sum = elsewhere;
      if (sum == null) {
        sum = new ScanMetrics();
        elsewhere = sum;
      }
      sum.add(counts);
    }

    synchronized Optional<ScanMetrics> metrics() {
      if (shares.size() + (elsewhere == null ? 0 : 1) > 1) {
        return Optional.of(sum());
      }
      Iterator<TableScan> only = shares.values().iterator();
      return only.hasNext() ? Optional.of(only.next().metrics()) : Optional.ofNullable(elsewhere);
    }

    private ScanMetrics sum() {
      ScanMetrics sum = new ScanMetrics();
      shares.values().forEach(scan -> sum.add(scan.metrics().counts()));
      if (elsewhere != null) {
        sum.add(elsewhere.counts());
      }
      return sum;
    }
  }

  /** Lets the threads of the plan publish where they are; nodes have no places yet. */
  public void publish(QueryPlaces newPlaces) {
    places = newPlaces;
  }

  /** Gives a node, and what runs instead of it, a place in the query's profile. */
  public void publish(PhysicalPlan node, int place) {
    of(node).setPlace(place);
  }

  /** Measures, and publishes, as another run of the same nodes does. */
  public void publishAs(PlanMetrics other, PhysicalPlan root) {
    if (other.measuresInDetail) {
      measuresInDetail = true;
    }
    if (other.places != null) {
      places = other.places;
      of(root).setPlace(other.of(root).place());
      root.inputs().forEach(input -> publishAs(other, input));
    }
  }

  /** Returns where the calling thread publishes what it does; null if nobody wants to know. */
  public @Nullable PlaceRing ring() {
    QueryPlaces known = places;
    return known == null ? null : known.ring();
  }

  /**
   * Returns a place in the query's profile.
   *
   * @param node what a thread works on; if null, it is the activity
   */
  public int place(@Nullable PhysicalPlan node, Activity activity) {
    QueryPlaces known = places;
    if (known == null) {
      return PlaceRing.NOWHERE;
    }
    int place = node == null ? PlaceRing.NOWHERE : of(node).place();
    return place == PlaceRing.NOWHERE ? known.of(activity) : place;
  }

  /** Returns a runtime filter by its number in the plan. */
  public synchronized RuntimeFilter filter(int number) {
    return filters.computeIfAbsent(number, _ -> new RuntimeFilter());
  }

  /** Returns the conjuncts of a scan's runtime filters. */
  public List<ScanFilter.Conjunct> conjuncts(PhysicalPlan.Scan node) {
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>();
    for (PhysicalPlan.RuntimeColumn runtime : node.runtime()) {
      int column = node.request().columns().get(runtime.column());
      String text = node.table().schema().field(column).name() + " in #" + runtime.filter();
      conjuncts.add(filter(runtime.filter()).conjunct(runtime.column(), text));
    }
    return conjuncts;
  }

  /** Gives a node the metrics of another one, which runs in its place. */
  public synchronized void share(PhysicalPlan node, PhysicalPlan other) {
    byNode.put(node, of(other));
  }

  /** Returns the metrics of a node; they are zero before the node has run. */
  public synchronized OperatorMetrics of(PhysicalPlan node) {
    return byNode.computeIfAbsent(node, _ -> new OperatorMetrics());
  }

  /** Returns what a node did, to be sent to where its plan comes from. */
  public OperatorCounts counts(PhysicalPlan node) {
    Optional<ScanMetrics> scan =
        node instanceof PhysicalPlan.Scan read ? ofScan(read) : Optional.empty();
    return of(node).counts(scan.map(ScanMetrics::counts));
  }

  /** Adds what a task has written and moved that ran elsewhere. */
  public synchronized void add(TaskTotals totals) {
    elsewhere = elsewhere.plus(totals);
  }

  /**
   * Lets the processor time of threads be measured, and the values of keys be sampled, which takes
   * some time: somebody wants to know what makes the plan slow.
   */
  public void measureInDetail() {
    measuresInDetail = true;
  }

  /** Returns whether somebody wants to know what makes the plan slow. */
  public boolean measuresInDetail() {
    return measuresInDetail;
  }

  /** Does a thread's work, whose processor time is measured if somebody wants to know. */
  public void during(Runnable work) {
    if (!measuresInDetail) {
      work.run();
      return;
    }
    ThreadTimes begun = ThreadTimes.now();
    try {
      work.run();
    } finally {
      ThreadTimes took = ThreadTimes.since(begun);
      synchronized (this) {
        threads = threads.plus(took);
      }
    }
  }

  /** Returns how long threads of this process worked, and had a processor. */
  public synchronized ThreadTimes threads() {
    return threads;
  }

  /** Returns the times of functions of the user's own that run in this process. */
  public FunctionTimes functions() {
    return functions;
  }

  /** Returns what tasks have written and moved that ran elsewhere. */
  public synchronized TaskTotals elsewhere() {
    return elsewhere;
  }

  /** Notes in words what was decided while the plan ran. */
  public synchronized void note(String text) {
    notes.add(text);
  }

  /** Returns what was noted. */
  public synchronized List<String> notes() {
    return List.copyOf(notes);
  }

  /** Adds what a node did in a task that ran elsewhere. */
  public void add(PhysicalPlan node, OperatorCounts counts) {
    of(node).add(counts);
    if (node instanceof PhysicalPlan.Scan read && counts.scan().isPresent()) {
      BoundScan scan;
      synchronized (this) {
        scan = scans.computeIfAbsent(read, _ -> new BoundScan());
      }
      scan.add(counts.scan().get());
    }
  }

  /** Returns a share of the scan of a node; the same for each caller. */
  public TableScan bind(PhysicalPlan.Scan node, Share share) {
    BoundScan scan;
    synchronized (this) {
      scan = scans.computeIfAbsent(node, _ -> new BoundScan());
    }
    return scan.bind(node, share);
  }

  /**
   * Returns the rows of the scan of a node that are in an interval of a key's values.
   *
   * @param number of the interval
   * @param interval what is true of its rows
   */
  public TableScan bind(PhysicalPlan.Scan node, int number, ScanFilter.Conjunct interval) {
    BoundScan scan;
    synchronized (this) {
      scan = scans.computeIfAbsent(node, _ -> new BoundScan());
    }
    return scan.bind(node, number, interval);
  }

  /** Returns what the scan of a node has read and skipped, if it has been bound. */
  public Optional<ScanMetrics> ofScan(PhysicalPlan.Scan node) {
    BoundScan scan;
    synchronized (this) {
      scan = scans.get(node);
    }
    return scan == null ? Optional.empty() : scan.metrics();
  }
}
