package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageShape;
import dev.heddle.shuffle.server.ServerLimits;
import java.util.Collection;
import java.util.Optional;

/**
 * How large an exchange may be: what servers know of each part of each map takes some of their
 * heaps. Shuffle servers count, or where there is none the workers, which keep exchanges themselves
 * then; each gets about as many maps.
 *
 * @param servers number of servers
 * @param indexBytes how much of its heap the smallest of them has for that
 * @param isOfWorkers whether workers are meant
 */
record ExchangeBound(int servers, long indexBytes, boolean isOfWorkers) {
  /** Returns the bound of those that are connected. */
  static ExchangeBound of(Collection<Member> members) {
    int services = 0;
    int workers = 0;
    long ofServices = Long.MAX_VALUE;
    long ofWorkers = Long.MAX_VALUE;
    for (Member member : members) {
      switch (member) {
        case Member.Stranger _ -> {}
        case Member.ServerMember server -> {
          services++;
          ofServices = Math.min(ofServices, server.indexBytes);
        }
        case Member.WorkerMember worker -> {
          workers++;
          ofWorkers = Math.min(ofWorkers, worker.join.indexBytes());
        }
      }
    }
    return services > 0
        ? new ExchangeBound(services, ofServices, false)
        : new ExchangeBound(workers, ofWorkers, true);
  }

  /** Returns why a job cannot run, if an exchange of it is too large. */
  Optional<String> refusal(JobShape job) {
    for (int stage = 0; stage < job.stages().size(); stage++) {
      StageShape shape = job.stages().get(stage);
      int maps = (shape.tasks() + servers - 1) / servers;
      long each = ServerLimits.indexBytes(shape.partitions());
      if (shape.partitions() > 0 && maps > indexBytes / each) {
        return Optional.of(refusal(stage, shape, each));
      }
    }
    return Optional.empty();
  }

  private String refusal(int stage, StageShape shape, long each) {
    long most = indexBytes / each * servers;
    return "Cannot exchange rows between "
        + shape.tasks()
        + " tasks of stage "
        + stage
        + " and "
        + shape.partitions()
        + " partitions: at most "
        + most
        + " tasks can write so many partitions to "
        + servers
        + (isOfWorkers ? " worker" : " shuffle server")
        + (servers == 1 ? "" : "s")
        + " with "
        + (indexBytes >> 20)
        + " MiB of heap for it; use fewer partitions (option partitions, repartition(n)) or fewer,"
        + " larger files, add shuffle servers, or give them a larger heap (-Xmx)";
  }
}
