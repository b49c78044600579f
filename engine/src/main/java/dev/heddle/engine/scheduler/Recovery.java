package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskRange;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Replays the decisions of earlier lives of a {@link Scheduler}. */
final class Recovery {
  /** Each life numbers its attempts from a multiple of this on. */
  static final int ATTEMPTS_PER_LIFE = 512;

  private final Map<JobId, Job> jobs;
  private final SchedulerContext turn;

  Recovery(Map<JobId, Job> jobs, SchedulerContext turn) {
    this.jobs = jobs;
    this.turn = turn;
  }

  /** Replays a journal; returns how many lives there were after the first. */
  int replay(List<Decision> journal) {
    int times = 0;
    for (Decision decision : journal) {
      switch (decision) {
        case Decision.Recovered d -> times = d.times();
        case Decision.JobAccepted d -> jobs.put(d.job(), new Job(d.job(), d.shape(), turn));
        case Decision.Ranged d -> replay(stage(d.job(), d.stage()), d);
        case Decision.TookIn d -> job(d.job()).takeIn(stage(d.job(), d.stage()), d.input());
        case Decision.LeftOut d -> stage(d.job(), d.stage()).leaveOut(d.input());
        case Decision.Won d -> {
          meet(d.output().address());
          replay(job(d.job()), d);
        }
        case Decision.Released d -> job(d.job()).letGo(stage(d.job(), d.stage()));
        case Decision.MadeAnew d -> replay(job(d.job()), d);
        case Decision.Announced d -> job(d.job()).wasAnnounced();
        case Decision.JobEnded d -> {
          job(d.job()).end();
          jobs.remove(d.job());
        }
      }
    }
    turn.jobsEnded = 0;
    return times;
  }

  private Job job(JobId id) {
    Job job = jobs.get(id);
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
      jobs.values().forEach(job -> job.dropWinners(address.server()));
      turn.members.remove(known);
    }
    turn.members.await(new ServerState(address, null));
  }

  private StageState stage(JobId job, int stage) {
    return job(job).stages[stage];
  }

  private static void replay(StageState stage, Decision.Ranged decision) {
    if (!decision.ranges().isEmpty()) {
      stage.setRanges(decision.ranges().toArray(TaskRange[]::new));
    }
    stage.allocate();
  }

  private void replay(Job job, Decision.Won decision) {
    StageState stage = job.stages[decision.stage()];
    SealedMap output = decision.output();
    if (!stage.hasArrays()) {
      stage.allocate();
    }
    int map = output.attempt().map();
    if (stage.state(map) == StageState.DONE) {
      job.dropWinner(stage, map);
    }
    boolean isRepeated = stage.hasDigest(map);
    stage.hasChanged |= isRepeated && stage.digest(map) != output.digest();
    int server = output.address().server();
    stage.finish(map, output.attempt().attempt(), server, output.digest());
    stage.isCreated = true;
    ServerState state = turn.members.server(server);
    if (state != null) {
      Job.addWinner(stage, state);
    }
    if (!isRepeated) {
      job.addSizes(stage, output);
    }
  }

  private static void replay(Job job, Decision.MadeAnew decision) {
    StageState stage = job.stages[decision.stage()];
    if (!stage.isReleased) {
      job.hold(stage, -stage.bytes);
    }
    stage.startAnew(decision.keepsDigests());
    job.hold(stage, stage.bytes);
  }

  /** Lets a job go on when all decisions have been replayed, with attempts from a number on. */
  static void resume(Job job, int firstAttempt) {
    boolean[] mayHaveBegun = new boolean[job.stages.length];
    for (StageState stage : job.stages) {
      boolean isDecided = stage.hasArrays() || !stage.shape.isAdaptive();
      mayHaveBegun[stage.stage] = !isDecided;
      stage.recover(firstAttempt, job.inputs.areComplete(stage) && isDecided);
    }
    for (StageState stage : job.stages) {
      if (mayHaveBegun[stage.stage]) {
        job.makeAnew(stage, true); // workers may know its exchange with other tasks
      }
    }
    job.refresh();
    for (StageState stage : job.stages) {
      stage.wasStarted |= stage.hasArrays();
    }
  }
}
