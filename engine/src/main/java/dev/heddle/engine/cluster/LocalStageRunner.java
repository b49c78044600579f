package dev.heddle.engine.cluster;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Event;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.engine.worker.TaskRunner;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.store.MemoryExchangeBackend;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Runs jobs in this process: one task of a job at a time, each on all threads; the job's scheduler
 * and its first thread are the caller's. Exchanges stay in memory.
 */
public final class LocalStageRunner implements StageRunner {
  private final ExecutorService helpers;
  private final ExchangeBackend exchanges = new MemoryExchangeBackend();
  private final TaskRunner tasks;

  /** Makes a runner whose tasks use so many threads, the caller's among them. */
  public LocalStageRunner(int threads) {
    helpers = Executors.newCachedThreadPool(daemons());
    tasks = new TaskRunner(helpers, threads, exchanges);
  }

  private static ThreadFactory daemons() {
    AtomicInteger number = new AtomicInteger();
    return work -> {
      Thread thread = new Thread(work, "heddle-worker-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }

  @Override
  public void run(JobId job, StageGraph graph, JobContext context) {
    new Run(job, context).toEnd(graph);
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
    private final Scheduler scheduler = new Scheduler(1);
    private final Deque<Event> events = new ArrayDeque<>();
    private @Nullable HeddleException error;

    Run(JobId job, JobContext context) {
      this.job = job;
      this.context = context;
    }

    void toEnd(StageGraph graph) {
      events.add(new Event.JobSubmitted(job, graph));
      while (!events.isEmpty()) {
        carryOut(scheduler.handle(events.poll()));
      }
      if (error != null) {
        throw error;
      }
    }

    private void carryOut(List<Command> commands) {
      for (Command command : commands) {
        switch (command) {
          case Command.CreateExchange c -> exchanges.create(c.exchange(), c.shape());
          case Command.ReleaseExchange c -> exchanges.release(c.exchange());
          case Command.StartTask c -> events.add(run(c));
          case Command.StopTask _ -> {} // tasks run here, one after the other: none is out
          case Command.CompleteJob _ -> {}
          case Command.FailJob c -> error = c.error();
        }
      }
    }

    private Event run(Command.StartTask start) {
      try {
        tasks.run(start.task(), start.template(), context);
        return new Event.TaskFinished(start.task());
      } catch (HeddleException e) {
        return new Event.TaskFailed(start.task(), e);
      } catch (RuntimeException | StackOverflowError e) {
        return new Event.TaskFailed(start.task(), internal(start.task(), e));
      } catch (OutOfMemoryError e) {
        return new Event.TaskFailed(start.task(), outOfHeap(start.task(), e));
      }
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
