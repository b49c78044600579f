package dev.heddle.engine.session;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.QueryProgress;
import dev.heddle.frame.watch.QueryState;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.Cancellation;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** A query from its beginning to its end, as others see it. Thread-safe. */
final class RunningQuery {
  private static final AtomicLong NUMBERS = new AtomicLong();

  private final String text;
  private final long number = NUMBERS.incrementAndGet();
  private final Cancellation cancellation = new Cancellation();
  private final long begunNanos = System.nanoTime();
  private QueryState state = QueryState.PLANNING; // guarded by this
  private @Nullable QueryRun run; // guarded by this
  private @Nullable MemoryAccount account; // guarded by this
  private long runNanos; // when it began to run; guarded by this
  private double maxShare; // guarded by this
  private @Nullable QueryProgress last; // once it is over; guarded by this

  /** Begins; the text says in words what it is for. */
  RunningQuery(String text) {
    this.text = text;
  }

  long number() {
    return number;
  }

  Cancellation cancellation() {
    return cancellation;
  }

  /** It is planned, for the first time or anew. */
  synchronized void plan() {
    state = QueryState.PLANNING;
    run = null;
    account = null;
  }

  /** It waits for the memory that it needs in any case. */
  synchronized void await(QueryRun planned) {
    state = QueryState.WAITING;
    run = planned;
  }

  /** Its stages run. */
  synchronized void run(MemoryAccount pays) {
    state = QueryState.RUNNING;
    account = pays;
    runNanos = System.nanoTime();
  }

  /** Its stages have run; the account is another one's from now on. */
  synchronized void release() {
    account = null;
  }

  /** It has a result. */
  void finish() {
    end(QueryState.FINISHED);
  }

  /** It has failed. */
  void fail(Throwable error) {
    boolean isCancelled =
        error instanceof HeddleException e
            && e.code() == ErrorCode.CANCELLED
            && cancellation.isCancelled();
    end(isCancelled ? QueryState.CANCELLED : QueryState.FAILED);
  }

  private synchronized void end(QueryState how) {
    if (last == null) {
      state = how;
      last = now();
      run = null; // has the plan
      account = null;
    }
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
        planned == null ? List.of() : planned.nodes().status(planned.metrics()));
  }
}
