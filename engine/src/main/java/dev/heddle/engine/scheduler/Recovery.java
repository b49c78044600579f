package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
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
  private final SchedulerContext context;

  Recovery(Map<JobId, Job> jobs, SchedulerContext context) {
    this.jobs = jobs;
    this.context = context;
  }

  /** Replays a journal; returns how many lives there were after the first. */
  int replay(List<Decision> journal) {
    int times = 0;
    for (Decision decision : journal) {
      switch (decision) {
        case Decision.Recovered d -> times = d.times();
        case Decision.JobAccepted d -> jobs.put(d.job(), new Job(d.job(), d.shape(), context));
        case Decision.Ranged d -> replay(stage(d.job(), d.stage()), d);
        case Decision.Skewed d -> stage(d.job(), d.stage()).setSkewed(d.partitions());
        case Decision.TookIn d ->
            job(d.job()).lifecycle().fuse(stage(d.job(), d.stage()), d.input());
        case Decision.LeftOut d -> stage(d.job(), d.stage()).leaveOut(d.input());
        case Decision.Won d -> {
          meet(d.output().address());
          replay(job(d.job()), d);
        }
        case Decision.Released d -> replayRelease(job(d.job()), stage(d.job(), d.stage()));
        case Decision.MadeAnew d -> job(d.job()).lifecycle().replay(d);
        case Decision.Announced d -> job(d.job()).lifecycle().markAnnounced();
        case Decision.PartsAnnounced d -> job(d.job()).lifecycle().markPartsAnnounced();
        case Decision.JobEnded d -> {
          job(d.job()).lifecycle().end();
          jobs.remove(d.job());
        }
      }
    }
    context.takeEndedJobs();
    return times;
  }

  private Job job(JobId id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw new IllegalStateException("The journal does not know " + id);
    }
    return job;
  }

  /** A winner is stored on a server: this life of the server is awaited, no earlier one. */
  private void meet(ShuffleAddress address) {
    @Nullable ServerState known = context.members().server(address.server());
    if (known != null && known.address().incarnation() == address.incarnation()) {
      return;
    }
    if (known != null) {
      jobs.values().forEach(job -> job.losses().dropWinners(address.server()));
      context.members().remove(known);
    }
    context.members().await(new ServerState(address, null));
  }

  private Stage stage(JobId job, int stage) {
    return job(job).stage(stage);
  }

  private static void replay(Stage stage, Decision.Ranged decision) {
    stage.divide(decision.ranges());
  }

  /** What has had an exchange has had its tasks. */
  private static void replayCreation(Stage stage) {
    if (!stage.isDivided()) {
      stage.divide(List.of());
    }
    stage.create();
  }

  private static void replayRelease(Job job, Stage stage) {
    replayCreation(stage);
    job.lifecycle().markReleased(stage);
  }

  private void replay(Job job, Decision.Won decision) {
    Stage stage = job.stage(decision.stage());
    SealedMap output = decision.output();
    replayCreation(stage);
    TaskTable table = stage.table();
    int map = output.attempt().map();
    if (table.state(map) == TaskTable.DONE) {
      job.losses().dropWinner(stage, map);
    }
    boolean isRepeated = table.hasDigest(map);
    if (isRepeated && table.digest(map) != output.digest()) {
      stage.markChangedRows();
    }
    int server = output.address().server();
    stage.finish(map, output.attempt().attempt(), server, output.digest());
    ServerState state = context.members().server(server);
    if (state != null) {
      job.losses().addWinner(stage, state);
    }
    if (!isRepeated) {
      job.lifecycle().addOutput(stage, output);
    }
  }

  /** Lets a job go on when all decisions have been replayed, with attempts from a number on. */
  static void resume(Job job, int firstAttempt) {
    boolean[] mayHaveBegun = new boolean[job.stageCount()];
    for (Stage stage : job.stages()) {
      boolean isDecided = stage.isDivided() || !stage.shape().isAdaptive();
      mayHaveBegun[stage.number()] = !isDecided;
      boolean earlierMayWin = job.inputs().areComplete(stage) && isDecided; // read what is read now
      stage.recover(firstAttempt, earlierMayWin ? 0 : firstAttempt);
    }
    for (Stage stage : job.stages()) {
      if (mayHaveBegun[stage.number()]) {
        job.lifecycle().startAnew(stage); // workers may know its exchange with other tasks
      }
    }
    job.lifecycle().refresh();
    for (Stage stage : job.stages()) {
      if (stage.isDivided()) {
        stage.markStarted();
      }
    }
  }
}
