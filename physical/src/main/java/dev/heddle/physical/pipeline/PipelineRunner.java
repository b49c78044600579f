package dev.heddle.physical.pipeline;

import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.expr.QueryTime;
import dev.heddle.physical.operator.Cancellation;
import dev.heddle.physical.operator.FirstError;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.PlanMetrics;
import dev.heddle.physical.operator.Sink;
import dev.heddle.physical.operator.Source;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.operator.TaskIdentity;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.profile.Activity;
import dev.heddle.physical.profile.PlaceRing;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.spill.SpillSpace;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Runs the pipelines of a task, one after the other, each on the threads that find work.
 *
 * <p>The caller's thread works too. After the first error, or once the query is cancelled, all
 * threads stop at their next check; the first error is thrown, the others are suppressed onto it.
 * Whatever happens, every operator, source and factory is closed when {@link #run} returns, except
 * the factory of the result's sink, which stays the caller's.
 */
public final class PipelineRunner {
  private final ThreadTeam team;
  private final TaskIdentity identity;
  private final MemoryAccount account;
  private final SpillSpace spill;
  private final TaskReservations reservations;
  private final QueryTime time;
  private final Cancellation cancellation;
  private final PlanMetrics metrics;
  private final FirstError failure = new FirstError();
  private final LongAdder busyNanos = new LongAdder(); // of all threads since a part began

  /**
   * Makes a runner for one task.
   *
   * @param executor lends threads; may be busy or shared
   * @param threads how many threads work on the task at most, the caller's among them
   * @param identity which task it is
   * @param account pays for the task
   * @param spill takes what does not fit into memory; stays the caller's
   * @param metrics records what each node did
   */
  public PipelineRunner(
      Executor executor,
      int threads,
      TaskIdentity identity,
      MemoryAccount account,
      SpillSpace spill,
      QueryTime time,
      Cancellation cancellation,
      PlanMetrics metrics) {
    this.team = new ThreadTeam(executor, threads);
    this.identity = identity;
    this.account = account;
    this.spill = spill;
    this.reservations = new TaskReservations(account, threads, metrics);
    this.time = time;
    this.cancellation = cancellation;
    this.metrics = metrics;
  }

  /** Runs the pipelines in order. Called once. */
  public void run(List<Pipeline> pipelines) {
    at(metrics.place(null, Activity.TASK), () -> runAll(pipelines));
  }

  private void runAll(List<Pipeline> pipelines) {
    List<List<PhysicalPlan>> worksWith = new ArrayList<>(pipelines.size());
    for (Pipeline pipeline : pipelines) {
      worksWith.add(pipeline.states());
    }
    StateLives states = new StateLives(worksWith);
    int started = 0;
    try {
      for (; started < pipelines.size(); started++) {
        runOne(pipelines.get(started));
        states.endingWith(started).forEach(reservations::end);
      }
    } catch (Throwable e) {
      failure.add(e);
    }
    for (int i = 0; i < pipelines.size(); i++) {
      Pipeline pipeline = pipelines.get(i);
      if (i > started) {
        closing(() -> closeInner(pipeline));
      }
      if (!pipeline.isResult()) {
        closing(pipeline.sink()::close);
      }
    }
    closing(reservations::close);
    failure.rethrow();
  }

  private void closing(Runnable close) {
    try {
      close.run();
    } catch (Throwable e) {
      failure.add(e);
    }
  }

  private static void closeInner(Pipeline pipeline) {
    AutoCloseable[] factories = new AutoCloseable[pipeline.steps().size() + 1];
    factories[0] = pipeline.source();
    for (int i = 1; i < factories.length; i++) {
      factories[i] = pipeline.steps().get(i - 1).factory();
    }
    Closeables.all(factories);
  }

  /** Does something so that it is seen to be at a place, and the thread where it was then. */
  private void at(int place, Runnable work) {
    PlaceRing ring = metrics.ring();
    if (ring == null) {
      work.run();
      return;
    }
    int before = ring.place();
    ring.enter(place);
    try {
      work.run();
    } finally {
      ring.enter(before);
    }
  }

  private void checkCancelled() {
    cancellation.check();
    if (failure.isPresent()) {
      throw new HeddleException(
          ErrorCode.CANCELLED, "Stopped since another thread of the query failed");
    }
  }

  private void runOne(Pipeline pipeline) {
    try {
      Context main = new Context();
      main.checkCancelled();
      int threads = pipeline.isSequential() ? 1 : pipeline.source().maxThreads();
      Run run = new Run(pipeline);
      long started = System.nanoTime();
      team.run(threads, run::work);
      noteIdle(pipeline.sourceNode(), System.nanoTime() - started);
      main.checkCancelled();
      long begun = System.nanoTime();
      at(run.place(run.nodes.length - 1), () -> pipeline.sink().complete(main));
      long spent = System.nanoTime() - begun;
      busyNanos.add(spent);
      pipeline
          .sinkNode()
          .ifPresent(
              node -> {
                metrics.of(node).addNanos(spent);
                noteIdle(node, spent);
              });
      busyNanos.reset();
    } catch (Throwable e) {
      failure.add(e);
    }
    closing(() -> closeInner(pipeline));
    failure.rethrow();
  }

  /** Notes what threads might have done in a time that a node took; it begins anew. */
  private void noteIdle(PhysicalPlan node, long nanos) {
    metrics.of(node).addIdle(Math.max(0, nanos * team.threads() - busyNanos.sumThenReset()));
  }

  /** One pipeline under way. */
  private final class Run {
    private final Pipeline pipeline;
    private final @Nullable PhysicalPlan[] nodes;
    private final AtomicInteger doneStep = new AtomicInteger(OperatorChain.NONE_DONE);
    private boolean ending; // guarded by this

    Run(Pipeline pipeline) {
      this.pipeline = pipeline;
      int steps = pipeline.steps().size();
      nodes = new PhysicalPlan[steps + 2];
      nodes[0] = pipeline.sourceNode();
      for (int i = 0; i < steps; i++) {
        nodes[i + 1] = pipeline.steps().get(i).node();
      }
      nodes[steps + 1] = pipeline.sinkNode().orElse(null);
    }

    /** Returns where a thread is seen to be that works for the source, a step or the end. */
    int place(int number) {
      return metrics.place(nodes[number], pipeline.sink().activity());
    }

    /** One thread's part. */
    void work() {
      Runnable bound = () -> metrics.functions().during(() -> metrics.during(this::workBound));
      Runnable check = PipelineRunner.this::checkCancelled;
      at(place(0), () -> CancelPoint.under(cancellation.flag(), check, bound));
    }

    private void workBound() {
      long begun = System.nanoTime();
      try (Worker worker = new Worker(this)) {
        synchronized (this) {
          if (ending) {
            return; // operators may count on it that nobody joins once one of them finishes
          }
          worker.open();
        }
        worker.drain();
        synchronized (this) {
          ending = true;
        }
        worker.finish();
      } catch (Throwable e) {
        failure.add(e);
        throw e;
      } finally {
        busyNanos.add(System.nanoTime() - begun);
      }
    }
  }

  /** One thread's source, operators and sink. */
  private final class Worker implements AutoCloseable {
    private final Run run;
    private final Pipeline pipeline;
    private final Context context = new Context();
    private final Operator[] operators;
    private @Nullable Sink sink;
    private @Nullable Source source;
    private @Nullable OperatorChain chain;

    Worker(Run run) {
      this.run = run;
      this.pipeline = run.pipeline;
      this.operators = new Operator[pipeline.steps().size()];
    }

    void open() {
      PlaceRing ring = metrics.ring();
      enter(ring, operators.length + 1);
      Sink opened = pipeline.sink().open(context);
      sink = opened;
      for (int i = operators.length - 1; i >= 0; i--) {
        enter(ring, i + 1);
        operators[i] = pipeline.steps().get(i).factory().open(context);
      }
      enter(ring, 0);
      Source start = pipeline.source().open(context);
      source = start;
      context.source = start;
      chain =
          new OperatorChain(
              operators,
              batch -> {
                if (opened.consume(batch) == Status.DONE) {
                  current().reportDone();
                }
              },
              run.doneStep,
              metrics,
              run.nodes,
              KeySampler.of(run.nodes, pipeline.steps(), metrics),
              pipeline.sink().activity());
    }

    private void enter(@Nullable PlaceRing ring, int number) {
      if (ring != null) {
        ring.enter(run.place(number));
      }
    }

    private OperatorChain current() {
      if (chain == null) {
        throw new IllegalStateException("Worker has not been opened");
      }
      return chain;
    }

    void drain() {
      OperatorChain batches = current();
      Source start = source;
      boolean more = start != null;
      while (more && !batches.isDone()) {
        context.checkCancelled();
        more = start.advance(batches);
      }
    }

    void finish() {
      context.source = null;
      OperatorChain batches = current();
      context.checkCancelled();
      batches.finish();
      Sink end = sink;
      if (end != null) {
        batches.finishEnd(end::finish);
      }
      batches.reportEnd();
    }

    @Override
    public void close() {
      AutoCloseable[] all = new AutoCloseable[operators.length + 2];
      all[0] = source;
      System.arraycopy(operators, 0, all, 1, operators.length);
      all[operators.length + 1] = sink;
      Closeables.all(all);
    }
  }

  /** What a thread of the task is offered. */
  private final class Context implements TaskContext {
    private @Nullable Source source;

    @Override
    public MemoryAccount account() {
      return account;
    }

    @Override
    public Reservation reservation(PhysicalPlan node) {
      return reservations.of(node);
    }

    @Override
    public SpillSpace spill() {
      return spill;
    }

    @Override
    public TaskIdentity identity() {
      return identity;
    }

    @Override
    public int threads() {
      return team.threads();
    }

    @Override
    public void checkCancelled() {
      PipelineRunner.this.checkCancelled();
    }

    @Override
    public Steps begin(int count, IntConsumer step) {
      AtomicInteger next = new AtomicInteger();
      PlaceRing ring = metrics.ring();
      int place = ring == null ? PlaceRing.NOWHERE : ring.place(); // the others work there too
      Thread asking = Thread.currentThread();
      Runnable steps =
          () -> {
            long begun = System.nanoTime();
            int i = next.getAndIncrement();
            while (i < count) {
              checkCancelled();
              try {
                step.accept(i);
              } catch (Throwable e) {
                next.set(count);
                throw e;
              }
              i = next.getAndIncrement();
            }
            if (Thread.currentThread() != asking) { // whose time counts in any case
              busyNanos.add(System.nanoTime() - begun);
            }
          };
      return team.begin(count, () -> at(place, steps));
    }

    @Override
    public QueryTime time() {
      return time;
    }

    @Override
    public long position() {
      return source == null ? Long.MAX_VALUE : source.position();
    }
  }
}
