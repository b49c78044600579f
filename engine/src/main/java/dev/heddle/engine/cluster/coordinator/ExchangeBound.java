package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageInput;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.shuffle.server.ServerLimits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * How large an exchange may be: what servers know of each part of each map takes some of their
 * heaps. Shuffle servers count, or where there is none the workers, which keep exchanges themselves
 * then; the maps are divided evenly among them.
 *
 * @param servers number of servers
 * @param indexBytes how much of its heap the smallest of them has for that
 * @param isOfWorkers whether workers are meant
 */
record ExchangeBound(int servers, long indexBytes, boolean isOfWorkers) {
  private static final String WAY_OUT =
      "; use fewer partitions (option partitions, repartition(n)) or fewer, larger files, add"
          + " shuffle servers, or give them a larger heap (-Xmx)";

  /** Returns the bound of those that are connected. */
  static ExchangeBound of(Collection<ConnectedMember> members) {
    int services = 0;
    int workers = 0;
    long ofServices = Long.MAX_VALUE;
    long ofWorkers = Long.MAX_VALUE;
    for (ConnectedMember member : members) {
      switch (member) {
        case ConnectedMember.UnregisteredMember _ -> {}
        case ConnectedMember.ServerMember server -> {
          services++;
          ofServices = Math.min(ofServices, server.indexBytes);
        }
        case ConnectedMember.WorkerMember worker -> {
          workers++;
          ofWorkers = Math.min(ofWorkers, worker.join.indexBytes());
        }
      }
    }
    return services > 0
        ? new ExchangeBound(services, ofServices, false)
        : new ExchangeBound(workers, ofWorkers, true);
  }

  /**
   * Returns why a job cannot run, if an exchange of it is too large, or those that a stage reads
   * and the one that it writes, which are there at the same time, are too large together.
   */
  Optional<String> refusal(JobShape job) {
    List<StageShape> stages = job.stages();
    for (int stage = 0; stage < stages.size(); stage++) {
      StageShape shape = stages.get(stage);
      if (bytes(shape) > indexBytes) {
        return Optional.of(refusal(stage, shape));
      }
      double together = bytes(shape);
      for (StageInput input : shape.inputs()) {
        together += bytes(stages.get(input.stage()));
      }
      if (together > indexBytes) {
        return Optional.of(refusalOfInputs(stage, job, together));
      }
    }
    return Optional.empty();
  }

  /** Returns what a server has to know of the maps of a stage's exchange that it gets. */
  private double bytes(StageShape shape) {
    int maps = (shape.tasks() + servers - 1) / servers;
    return shape.partitions() == 0
        ? 0
        : (double) maps * ServerLimits.indexBytes(shape.partitions());
  }

  private String refusal(int stage, StageShape shape) {
    long most = indexBytes / ServerLimits.indexBytes(shape.partitions()) * servers;
    return "Cannot exchange rows between "
        + shape.tasks()
        + " tasks of stage "
        + stage
        + " and "
        + shape.partitions()
        + " partitions: at most "
        + most
        + " tasks can write that number of partitions to "
        + serversText()
        + WAY_OUT;
  }

  private String refusalOfInputs(int stage, JobShape job, double bytes) {
    List<String> exchanges = new ArrayList<>();
    for (StageInput input : job.stages().get(stage).inputs()) {
      StageShape shape = job.stages().get(input.stage());
      exchanges.add(shape.tasks() + " tasks by " + shape.partitions() + " partitions");
    }
    return "Cannot exchange the rows that stage "
        + stage
        + " reads ("
        + String.join(", ", exchanges)
        + ") and writes: what is known of them at one time takes "
        + ((long) bytes >> 20)
        + " MiB of each of "
        + serversText()
        + WAY_OUT;
  }

  private String serversText() {
    return servers
        + (isOfWorkers ? " worker" : " shuffle server")
        + (servers == 1 ? "" : "s")
        + " with "
        + (indexBytes >> 20)
        + " MiB of heap for it";
  }
}
