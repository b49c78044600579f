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
  private QueryPlaces places; // guarded by this
  private int parts; // guarded by this
  private long unattributedNanos; // guarded by this
  private long lostNanos; // guarded by this

  QuerySampling(CpuSampler sampler, PlaceTable table, List<String> cautions) {
    this.sampler = sampler;
    this.cautions.addAll(cautions);
    places = new QueryPlaces(table.take(this, QueryPlaces.ACTIVITIES), 0, 0);
  }

  /** Returns the places of the query's activities and, once it is planned, nodes. */
  public synchronized QueryPlaces places() {
    return places;
  }

  /** Gives places to the nodes of a plan, in exchange for those of an earlier one. */
  public synchronized QueryPlaces plan(int nodes) {
    PlaceTable table = sampler.table();
    table.release(places.firstNode(), places.nodes());
    int first = places.firstActivity() == PlaceRing.NOWHERE ? 0 : table.take(this, nodes);
    if (first == PlaceRing.NOWHERE) {
      cautions.add(
          "Nothing tells the nodes of the plan apart: queries that are profiled now have too many");
    }
    places = new QueryPlaces(places.firstActivity(), first, first == 0 ? 0 : nodes);
    return places;
  }

  /** The calling thread does something for the query now. */
  public void enter(Activity activity) {
    QueryPlaces known = places();
    PlaceRing ring = known.ring();
    if (ring != null) {
      ring.enter(known.firstActivity() == 0 ? PlaceRing.NOWHERE : known.of(activity));
    }
  }

  /** The calling thread does nothing for the query now. */
  public void leave() {
    PlaceRing ring = places().ring();
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
    int node = place - places.firstNode();
    return node >= 0 && node < places.nodes()
        ? node
        : ACTIVITY_KEYS + place - places.firstActivity();
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
            tree.addTo(
                stacks, CpuStack.NO_NODE, Activity.values()[key - ACTIVITY_KEYS].text());
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
      sampler.table().release(places.firstNode(), places.nodes());
      sampler.table().release(places.firstActivity(), QueryPlaces.ACTIVITIES);
      return soFar();
    }
  }

  /** Ends it on another thread, which hands over all once the last samples are known. */
  public void endLater(Consumer<CpuProfile> use) {
    Thread.ofPlatform().daemon().name("heddle-profile-end").start(() -> use.accept(end()));
  }
}
