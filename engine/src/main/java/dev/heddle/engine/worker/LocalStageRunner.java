package dev.heddle.engine.worker;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.JobTimeline;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.scheduler.SchedulerOptions;
import dev.heddle.engine.scheduler.TaskFailure;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.watch.QueryStep;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.store.MemoryExchangeBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs in this process: one task of a job at a time, each on all threads; the job's scheduler
 * and its first thread are the caller's. Exchanges stay in memory.
 */
public final class LocalStageRunner implements StageRunner {
  private static final WorkerId HERE = new WorkerId(0, 0);

  private final ExecutorService helpers;
  private final ExchangeBackend exchanges = new MemoryExchangeBackend();
  private final TaskRunner tasks;

  /** Makes a runner whose tasks use this number of threads, the caller's among them. */
  public LocalStageRunner(int threads) {
    helpers = Executors.newCachedThreadPool(new TaskThreads("heddle-worker-"));
    tasks = new TaskRunner(helpers, threads, exchanges, 1);
  }

  @Override
  public void prepare(UserFunction function) {} // its code is in this process

  @Override
  public void run(JobId job, StageGraph graph, JobContext context) {
    new Run(job, graph, context).toEnd();
  }

  @Override
  public boolean isInProcess() {
    return true;
  }

  @Override
  public int slots() {
    return 1;
  }

  @Override
  public void close() {
    helpers.shutdown();
    exchanges.close();
  }

  /** One job under way, on one thread. */
  private final class Run {
    private final JobId job;
    private final JobContext context;
    private final StageGraph graph;
    private final Scheduler scheduler = new Scheduler(SchedulerOptions.embedded());
    private final Deque<Event> events = new ArrayDeque<>();
    private final Map<Integer, StageTemplate> joined = new HashMap<>(); // by stage
    private final @Nullable JobTimeline timeline;
    private @Nullable HeddleException taskError;
    private @Nullable HeddleException error;

    Run(JobId job, StageGraph graph, JobContext context) {
      this.job = job;
      this.graph = graph;
      this.context = context;
      this.timeline =
          context.progress().isWatched()
              ? new JobTimeline(job, _ -> "", context.progress()::happened)
              : null;
    }

    void toEnd() {
      long begun = System.nanoTime();
      events.add(new Event.WorkerJoined(HERE, "", 1, Long.MAX_VALUE));
      events.add(new Event.JobSubmitted(job, graph.shape(_ -> 0)));
      context.progress().ended(QueryStep.SUBMISSION, begun, 0);
      while (!events.isEmpty()) {
        Event event = events.poll();
        if (timeline != null) {
          timeline.handled(event);
        }
        List<Command> commands = scheduler.handle(event, 0); // nothing waits for a time
        context.progress().state(scheduler.progress(job));
        carryOut(commands);
      }
      if (error != null) {
        throw error;
      }
    }

    private void carryOut(List<Command> commands) {
      for (Command command : commands) {
        switch (command) {
          case Command.CreateExchange c -> create(c);
          case Command.ReleaseExchange c -> exchanges.release(c.exchange());
          case Command.StartTask c -> events.add(run(c));
          case Command.FailJob c ->
              error = taskError != null ? taskError : new HeddleException(c.code(), c.message());
          case Command.CompleteJob _, Command.ExtendResult _ -> {}
          case Command.NoteStep c -> context.metrics().note("stage " + c.stage() + ": " + c.text());
          // tasks run here, one after the other: none is out, and nobody comes or goes
          case Command.StopTask _, Command.RecallTask _, Command.NoteStraggler _ -> {}
          case Command.ExpireWorker _, Command.WorkerDrained _ -> {}
        }
      }
    }

    private void create(Command.CreateExchange command) {
      if (graph.stage(command.stage()).output() instanceof StageOutput.ToExchange to) {
        ExchangeShape shape = to.shape();
        exchanges.create(
            command.exchange(),
            new ExchangeShape(shape.types(), command.maps(), shape.partitions(), shape.isKept()));
      }
    }

    private Event run(Command.StartTask command) {
      TaskStart start = command.start();
      TaskAttempt task = start.task();
      if (timeline != null) {
        timeline.handled(command);
        timeline.begin(task, HERE);
      }
      try {
        Optional<SealedMap> output = tasks.run(start, template(start), context);
        return new Event.TaskFinished(HERE, task, output, 0); // one at a time, however long
      } catch (HeddleException e) {
        return failed(task, e);
      } catch (OutOfMemoryError e) {
        return failed(task, outOfHeap(task, e));
      } catch (RuntimeException | Error e) {
        return failed(task, internal(task, e));
      }
    }

    /** Returns what a task runs, together with the stages whose work it does too. */
    private StageTemplate template(TaskStart start) {
      StageTemplate template = graph.stage(start.task().stage());
      if (start.taken().isEmpty()) {
        return template;
      }
      return joined.computeIfAbsent(
          template.stage(),
          _ -> {
            StageTemplate all = template;
            for (int other : start.taken()) {
              all = all.takingIn(graph.stage(other), context.metrics()::share);
            }
            return all;
          });
    }

    private Event failed(TaskAttempt task, HeddleException thrown) {
      taskError = thrown; // thrown unchanged: its cause has more than code and message
      return new Event.TaskFailed(
          HERE, task, new TaskFailure.Failed(thrown.code(), String.valueOf(thrown.getMessage())));
    }

    private static HeddleException internal(TaskAttempt task, Throwable cause) {
      return new HeddleException(
          ErrorCode.INTERNAL, "Internal error in " + task + ": " + cause, cause);
    }

    private static HeddleException outOfHeap(TaskAttempt task, Throwable cause) {
      return new HeddleException(
          ErrorCode.OUT_OF_MEMORY,
          "The Java heap ran out in " + task + ": raise -Xmx or ask for fewer rows",
          cause);
    }
  }
}
