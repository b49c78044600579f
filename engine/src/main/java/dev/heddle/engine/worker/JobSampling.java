package dev.heddle.engine.worker;

import dev.heddle.engine.profile.CpuSampler;
import dev.heddle.engine.profile.ProfileParcel;
import dev.heddle.engine.profile.ProfileSupport;
import dev.heddle.engine.profile.QuerySampling;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.PlaceRing;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

/**
 * The samples of a profiled job on a worker. A node's number is that of its stage and, in the low
 * 16 bits, its place in a walk from the root of the stage's fragment. Thread-safe.
 */
public final class JobSampling {
  private static final int NODE_BITS = 16;
  private static final CpuProfile NOT_SAMPLED =
      CpuProfile.missing(
          "A worker could not sample: it needs a Java with the module jdk.jfr, such as a JDK");

  private final CompletableFuture<Optional<QuerySampling>> begun = new CompletableFuture<>();
  private final Map<Integer, Integer> places = new HashMap<>(); // by stage; guarded by this

  /** Begins beside the caller. */
  JobSampling() {
    Thread.ofPlatform()
        .daemon()
        .name("heddle-profile-begin")
        .start(
            () -> {
              Optional<QuerySampling> sampling = Optional.empty();
              try {
                if (ProfileSupport.isAvailable()) {
                  sampling = Optional.of(CpuSampler.process().begin());
                }
              } finally {
                begun.complete(sampling);
              }
            });
  }

  /** Lets the threads of a task publish where they are; waits until samples are taken. */
  void publish(PlanMetrics metrics, Map<Integer, List<PhysicalPlan>> nodesOfStages) {
    begun.join().ifPresent(sampling -> publish(sampling, metrics, nodesOfStages));
  }

  private void publish(
      QuerySampling sampling, PlanMetrics metrics, Map<Integer, List<PhysicalPlan>> nodesOfStages) {
    metrics.publish(sampling.places());
    nodesOfStages.forEach(
        (stage, nodes) -> {
          int first = place(sampling, stage, nodes.size());
          for (int i = 0; i < nodes.size() && first != PlaceRing.NOWHERE; i++) {
            metrics.publish(nodes.get(i), first + i);
          }
        });
  }

  private synchronized int place(QuerySampling sampling, int stage, int nodes) {
    return places.computeIfAbsent(
        stage, _ -> sampling.places(stage << NODE_BITS, Math.min(nodes, 1 << NODE_BITS)));
  }

  /** Ends on another thread, which hands over the bytes of the profile after some seconds. */
  void end(Consumer<byte[]> use) {
    CompletableFuture<Void> _ =
        begun.thenAccept(
            sampling ->
                sampling.ifPresentOrElse(
                    each -> each.endLater(profile -> use.accept(ProfileParcel.encode(profile))),
                    () -> use.accept(ProfileParcel.encode(NOT_SAMPLED))));
  }

  /** Returns the stage of a node. */
  public static int stage(int number) {
    return number >>> NODE_BITS;
  }

  /** Returns a node's place in a walk over its stage. */
  public static int node(int number) {
    return number & ((1 << NODE_BITS) - 1);
  }
}
