package dev.heddle.engine.session;

import dev.heddle.engine.findings.Evidence;
import dev.heddle.engine.findings.Findings;
import dev.heddle.engine.graph.JobEvent;
import dev.heddle.engine.graph.QueryRef;
import dev.heddle.engine.profile.CpuSampler;
import dev.heddle.engine.profile.ProfileSupport;
import dev.heddle.engine.profile.QuerySampling;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.QueryEvent;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.profile.Activity;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** A query from its beginning to its end, as others see it. Thread-safe. */
final class RunningQuery {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final String text;
  private final ProgressReports reports;
  private final long number = NUMBERS.incrementAndGet();
  private final Cancellation cancellation = new Cancellation();
  private final long begunNanos = System.nanoTime();
  private final long begunMicros = JobEvent.now();
  private QueryState state = QueryState.PLANNING; // guarded by this
  private @Nullable QueryRun run; // guarded by this
  private @Nullable MemoryAccount account; // guarded by this
  private long runNanos; // when it began to run; guarded by this
  private double maxShare; // guarded by this
  private @Nullable QueryProgress last; // once it is over; guarded by this
  private final QuerySteps steps;
  private final Diagnosis diagnosis;
  private volatile boolean isMeasured;
  private boolean awaitsProfile; // before it begins
  private @Nullable QuerySampling sampling; // from its beginning on, if it is profiled
  private @Nullable QueryRun profiled; // of which parts of the profile are still to come
  private @Nullable CpuProfile cpu; // once it is known; guarded by this

  /** Puts together what is known of a run, to find what made it slow. */
  interface Diagnosis {
    /**
     * Returns what is known of a run.
     *
     * @param elapsedNanos since the query began
     * @param earlier queries that began before it in this process
     */
    Evidence of(QueryRun run, QuerySteps steps, long elapsedNanos, long earlier);
  }

  /**
   * Makes a query that is about to begin, for the thread that asks for it.
   *
   * @param text says in words what it is for
   * @param reports tells listeners of it
   */
  RunningQuery(String text, ProgressReports reports, Diagnosis diagnosis) {
    this.diagnosis = diagnosis;
    this.text = text;
    this.reports = reports;
    this.steps = new QuerySteps(this::happened);
    reports.asked(number);
  }

  long number() {
    return number;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** It begins. */
  void begin() {
    if (reports.asksForProfiles()) {
      profile();
    }
    if (awaitsProfile || (reports.profiles().isOn() && CpuSampler.process().hasRoom())) {
      sampling = CpuSampler.process().begin();
    }
    if (reports.isWatched()) {
      reports.happened(new QueryEvent.Began(number, Instant.now(), text));
    }
  }

  /** Lets its tasks be measured although nobody is told of them. */
  void measure() {
    isMeasured = true;
  }

  /** Lets its threads be sampled, if the JDK can; its end waits for the last samples. */
  void profile() {
    awaitsProfile = ProfileSupport.isAvailable();
  }

  /** Runs a part of it on the calling thread, which is seen to work for it. */
  <T> T onThread(Supplier<T> part) {
    QuerySampling sampled = sampling;
    if (sampled == null) {
      return part.get();
    }
    sampled.enter(Activity.PLANNING);
    try {
      return part.get();
    } finally {
      sampled.leave();
    }
  }

  private void enter(Activity activity) {
    QuerySampling sampled = sampling;
    if (sampled != null) {
      sampled.enter(activity);
    }
  }

  /** Ends the profile, and returns it; no thread works for the query any more. */
  Optional<CpuProfile> endProfile() {
    QuerySampling sampled = sampling;
    QueryRun ran;
    synchronized (this) {
      if (sampled == null || cpu != null) {
        return Optional.ofNullable(cpu);
      }
      ran = run;
    }
    CpuProfile all = whole(sampled.end(), ran);
    synchronized (this) {
      cpu = all;
    }
    if (ran != null) {
      ran.setCpu(all);
    }
    if (reports.isWatched()) {
      reports.happened(new QueryEvent.Profiled(number, Instant.now(), all));
    }
    return Optional.of(all);
  }

  /** Returns all of a profile of which this process has a part. */
  private static CpuProfile whole(CpuProfile here, @Nullable QueryRun ran) {
    return ran == null ? here : CpuProfile.merged(List.of(here, ran.profileElsewhere()));
  }

  /** Returns what has been sampled in this process by now; nothing if it is not profiled. */
  Optional<CpuProfile> profileSoFar() {
    return Optional.ofNullable(sampling).map(QuerySampling::soFar);
  }

  /** Returns what is known of it, which has run and is measured. */
  Evidence evidence(QueryRun ran) {
    return diagnosis.of(ran, steps, System.nanoTime() - begunNanos, number - 1);
  }

  private boolean isWatched() {
    return isMeasured || reports.isWatched();
  }

  /** Something has happened in it. */
  private void happened(JobEvent event) {
    if (reports.isWatched()) {
      reports.happened(event.of(number));
    }
  }

  /**
   * It is planned, for the first time or anew.
   *
   * @param start when began what it is for
   */
  synchronized void plan(StatementStart start) {
    if (isWatched()) {
      steps.plan(start);
    }
    state = QueryState.PLANNING;
    enter(Activity.PLANNING);
    run = null;
    account = null;
  }

  /** It waits for the memory that it needs in any case. */
  synchronized void await(QueryRun planned) {
    state = QueryState.WAITING;
    run = planned;
    planned.belongTo(new QueryRef(number, begunMicros));
    if (isWatched()) {
      steps.planned(planned.cutNanos());
      planned.metrics().measureInDetail();
      planned.watchBy(steps::happened);
    }
    if (sampling != null) {
      planned.publish(sampling);
    }
    if (reports.isWatched()) {
      reports.happened(
          new QueryEvent.Planned(
              number, Instant.now(), planned.stages(), planned.nodes().described()));
    }
  }

  /** Its stages run. */
  synchronized void run(MemoryAccount pays) {
    state = QueryState.RUNNING;
    enter(Activity.TASK);
    account = pays;
    runNanos = System.nanoTime();
  }

  /** Its stages have run; the account is another one's from now on. */
  synchronized void release() {
    account = null;
    enter(Activity.RESULT);
    steps.ran();
  }

  /** It has a result. */
  void finish() {
    endAwaitedProfile();
    end(QueryState.FINISHED, null);
  }

  /** It has failed. */
  void fail(Throwable error) {
    endAwaitedProfile();
    boolean isCancelled =
        error instanceof HeddleException e
            && e.code() == ErrorCode.CANCELLED
            && cancellation.isCancelled();
    end(isCancelled ? QueryState.CANCELLED : QueryState.FAILED, error);
  }

  private void endAwaitedProfile() {
    if (awaitsProfile) {
      endProfile();
    }
  }

  /** Lets the profile end beside the caller, if nobody waits for it; called once it is over. */
  void endProfileLater() {
    QuerySampling sampled = sampling;
    if (sampled != null && !awaitsProfile) {
      QueryRun ran = profiled;
      profiled = null; // has the plan
      reports.awaitsLate();
      sampled.endLater(
          here ->
              reports.happenedLate(
                  new QueryEvent.Profiled(number, Instant.now(), whole(here, ran))));
    }
  }

  private synchronized void end(QueryState how, @Nullable Throwable error) {
    if (last == null) {
      state = how;
      last = now();
      if (reports.isWatched()) {
        steps.end();
        reports.happened(ended(last, error));
      }
      profiled = sampling == null || awaitsProfile ? null : run;
      run = null; // has the plan
      account = null;
    }
  }

  /** Called with the lock held. */
  private QueryEvent ended(QueryProgress now, @Nullable Throwable error) {
    QueryRun ran = run;
    return new QueryEvent.Ended(
        number,
        Instant.now(),
        now,
        Optional.ofNullable(error).map(e -> e instanceof HeddleException ? e.getMessage() : "" + e),
        Optional.ofNullable(ran).map(QueryRun::profile),
        ran == null || error != null ? List.of() : Findings.of(evidence(ran)));
  }

  /** Returns how far it is. */
  synchronized QueryProgress progress() {
    return last == null ? now() : last;
  }

  /** Called with the lock held. */
  private QueryProgress now() {
    long nanos = System.nanoTime();
    QueryRun planned = run;
    MemoryAccount pays = account;
    StageWork work = planned == null ? null : planned.work(state);
    if (state == QueryState.FINISHED) {
      maxShare = 1;
    } else if (work != null) {
      maxShare = Math.max(maxShare, work.share());
    }
    return new QueryProgress(
        number,
        text,
        state,
        Duration.ofNanos(nanos - begunNanos),
        runNanos == 0 ? Duration.ZERO : Duration.ofNanos(nanos - runNanos),
        maxShare,
        work == null ? 0 : work.rows(),
        work == null ? 0 : work.bytesRead(),
        work == null ? 0 : work.files(),
        work == null ? 0 : work.rowGroups(),
        work == null ? 0 : work.rowGroupsSkipped(),
        (pays == null ? 0 : pays.usedBytes()) + (work == null ? 0 : work.memoryBytes()),
        work == null ? 0 : work.spilledBytes(),
        work == null ? List.of() : work.stages(),
        planned == null ? List.of() : planned.status(state));
  }
}
