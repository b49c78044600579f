package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replays the decisions of earlier lives of a {@link Scheduler}. */
final class Recovery {
  /** Each life numbers its attempts from a multiple of this on. */
  static final int ATTEMPTS_PER_LIFE = 512;

  private final Map<JobId, JobRun> jobs;
  private final Turn turn;

  Recovery(Map<JobId, JobRun> jobs, Turn turn) {
    this.jobs = jobs;
    this.turn = turn;
  }

  /** Replays a journal; returns how many lives there were after the first. */
  int replay(List<Decision> journal) {
    int times = 0;
    for (Decision decision : journal) {
      switch (decision) {
        case Decision.Recovered d -> times = d.times();
        case Decision.JobAccepted d -> jobs.put(d.job(), new JobRun(d.job(), d.shape(), turn));
        case Decision.Coalesced d -> job(d.job()).replay(d);
        case Decision.Won d -> {
          meet(d.output().address());
          job(d.job()).replay(d);
        }
        case Decision.Released d -> job(d.job()).replay(d);
        case Decision.MadeAnew d -> job(d.job()).replay(d);
        case Decision.Announced d -> job(d.job()).replay(d);
        case Decision.JobEnded d -> {
          job(d.job()).end();
          jobs.remove(d.job());
        }
      }
    }
    turn.jobsEnded = 0;
    return times;
  }

  private JobRun job(JobId id) {
    JobRun job = jobs.get(id);
    if (job == null) {
      throw new IllegalStateException("The journal does not know " + id);
    }
    return job;
  }

  /** A winner lies on a server: it is awaited, and no earlier life of it. */
  private void meet(ShuffleAddress address) {
    @Nullable ServerState known = turn.members.server(address.server());
    if (known != null && known.address.incarnation() == address.incarnation()) {
      return;
    }
    if (known != null) {
      jobs.values().forEach(job -> job.replayServerLost(address.server()));
      turn.members.remove(known);
    }
    turn.members.await(new ServerState(address, null));
  }
}
