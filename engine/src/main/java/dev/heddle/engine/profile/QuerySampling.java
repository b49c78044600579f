package dev.heddle.engine.profile;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.physical.profile.Activity;
import dev.heddle.physical.profile.PlaceRing;
import dev.heddle.physical.profile.QueryPlaces;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;
import jdk.jfr.consumer.RecordedFrame;

/**
 * A query, or the part of it in this process, that is profiled. Thread-safe. Has to be ended, once,
 * when no thread works for it any more.
 */
public final class QuerySampling {
  private static final int ACTIVITY_KEYS = Integer.MIN_VALUE; // below those of nodes

  private final CpuSampler sampler;
  private final Map<Integer, StackTree> trees = new TreeMap<>(); // guarded by this
  private final Set<String> cautions = new LinkedHashSet<>(); // guarded by this
  private final List<NodePlaces> nodes = new ArrayList<>(); // guarded by this
  private final QueryPlaces places;
  private boolean isOver; // guarded by this
  private int parts; // guarded by this
  private long unattributedNanos; // guarded by this
  private long lostNanos; // guarded by this

  QuerySampling(CpuSampler sampler, PlaceTable table, List<String> cautions) {
    this.sampler = sampler;
    this.cautions.addAll(cautions);
    places = new QueryPlaces(table.take(this, QueryPlaces.ACTIVITIES));
  }

  /** Places in a row of nodes with numbers in a row. */
  private record NodePlaces(int firstPlace, int firstNumber, int count) {}

  /** Returns the places of the query's activities. */
  public QueryPlaces places() {
    return places;
  }

  /**
   * Gives places in a row to nodes with numbers in a row.
   *
   * @return the first place; {@link PlaceRing#NOWHERE} if there are not enough, and the profile
   *     then says so
   */
  public synchronized int places(int firstNumber, int count) {
    int first = count == 0 || isOver ? PlaceRing.NOWHERE : sampler.table().take(this, count);
    if (first != PlaceRing.NOWHERE) {
      nodes.add(new NodePlaces(first, firstNumber, count));
    } else if (count > 0 && !isOver) {
      cautions.add(
          "Some nodes of the plan are not told apart: queries that are profiled now have too many");
    }
    return first;
  }

  /** The calling thread does something for the query now. */
  public void enter(Activity activity) {
    PlaceRing ring = places.ring();
    if (ring != null) {
      ring.enter(places.of(activity));
    }
  }

  /** The calling thread does nothing for the query now. */
  public void leave() {
    PlaceRing ring = places.ring();
    if (ring != null) {
      ring.enter(PlaceRing.NOWHERE);
    }
  }

  /** A thread was sampled at one of the places; the innermost frame is the first. */
  synchronized void sampled(int place, List<RecordedFrame> frames, long nanos) {
    StackTree tree = trees.computeIfAbsent(key(place), _ -> new StackTree());
    parts += tree.add(frames, nanos, StackTree.MAX_PARTS - parts);
  }

  private int key(int place) {
    for (NodePlaces each : nodes) {
      int number = place - each.firstPlace;
      if (number >= 0 && number < each.count) {
        return each.firstNumber + number;
      }
    }
    return ACTIVITY_KEYS + place - places.firstActivity();
  }

  synchronized void addUnattributed(long nanos) {
    unattributedNanos += nanos;
  }

  synchronized void addLost(long nanos) {
    lostNanos += nanos;
  }

  /** Returns what is known by now. */
  public synchronized CpuProfile soFar() {
    List<CpuStack> stacks = new ArrayList<>();
    trees.forEach(
        (key, tree) -> {
          if (key >= 0) {
            tree.addTo(stacks, key, "");
          } else {
            tree.addTo(stacks, CpuStack.NO_NODE, Activity.values()[key - ACTIVITY_KEYS].text());
          }
        });
    return new CpuProfile(
        CpuSampler.PERIOD,
        stacks,
        Duration.ofNanos(unattributedNanos),
        Duration.ofNanos(lostNanos),
        List.copyOf(cautions));
  }

  /** Ends it and returns all, once the last samples are known: after some seconds at most. */
  public CpuProfile end() {
    sampler.end(this);
    synchronized (this) {
      isOver = true;
      nodes.forEach(each -> sampler.table().release(each.firstPlace, each.count));
      if (places.firstActivity() != PlaceRing.NOWHERE) {
        sampler.table().release(places.firstActivity(), QueryPlaces.ACTIVITIES);
      }
      return soFar();
    }
  }

  /** Ends it on another thread, which hands over all once the last samples are known. */
  public void endLater(Consumer<CpuProfile> use) {
    Thread.ofPlatform().daemon().name("heddle-profile-end").start(() -> use.accept(end()));
  }
}
