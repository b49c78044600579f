package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.profile.ProfileParcel;
import dev.heddle.engine.worker.JobSampling;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;

/** The parts of a job's profile that workers send once it has ended. Thread-safe. */
final class RemoteProfile {
  private static final long MAX_WAIT_MILLIS = 5_000;

  private final List<List<PhysicalPlan>> stages; // their nodes
  private final IdentityHashMap<PhysicalPlan, Integer> numbers =
      new IdentityHashMap<>(); // in the query
  private final List<CpuProfile> parts = new ArrayList<>(); // guarded by this
  private boolean isWhole; // guarded by this
  private int missing = -1; // unknown; guarded by this

  /**
   * Begins with nothing.
   *
   * @param nodes those of the query, in the order of their numbers
   */
  RemoteProfile(StageGraph graph, List<PhysicalPlan> nodes) {
    stages = graph.stages().stream().map(StageTemplate::nodes).toList();
    for (int i = 0; i < nodes.size(); i++) {
      numbers.put(nodes.get(i), i);
    }
  }

  private int number(int sent) {
    List<PhysicalPlan> walk = stages.get(JobSampling.stage(sent));
    int node = JobSampling.node(sent);
    return node < walk.size()
        ? numbers.getOrDefault(walk.get(node), CpuStack.NO_NODE)
        : CpuStack.NO_NODE;
  }

  void add(ControlMessage.ProfilePart part) {
    CpuProfile profile = ProfileParcel.decode(part.parcel(), part.worker(), this::number);
    synchronized (this) {
      parts.add(profile);
      missing = part.missing();
      isWhole = missing == 0;
      notifyAll();
    }
  }

  /** Waits for all parts, for a time, and returns them as one. */
  synchronized CpuProfile await() {
    long until = System.nanoTime() + MAX_WAIT_MILLIS * 1_000_000;
    boolean interrupted = false;
    for (long left = MAX_WAIT_MILLIS; !isWhole && left > 0 && !interrupted; ) {
      try {
        wait(left);
      } catch (InterruptedException e) {
        interrupted = true;
      }
      left = (until - System.nanoTime()) / 1_000_000;
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    List<CpuProfile> all = new ArrayList<>(parts);
    if (!isWhole) {
      all.add(
          CpuProfile.missing(
              missing < 0
                  ? "No worker has sent what it sampled within "
                      + MAX_WAIT_MILLIS / 1_000
                      + " s: what ran on workers is missing"
                  : "What "
                      + missing
                      + " workers have sampled is missing: they have not sent it within "
                      + MAX_WAIT_MILLIS / 1_000
                      + " s"));
    }
    return CpuProfile.merged(all);
  }
}
