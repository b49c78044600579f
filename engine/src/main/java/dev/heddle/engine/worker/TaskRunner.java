package dev.heddle.engine.worker;

import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.StageOutput;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.engine.graph.TaskAttempt;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.io.scan.Share;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.TaskIdentity;
import dev.heddle.physical.pipeline.PipelineBuilder;
import dev.heddle.physical.pipeline.PipelineRunner;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.SealedMap;
import java.util.Optional;
import java.util.concurrent.Executor;

/**
 * Runs tasks: turns a template and a partition into pipelines and runs them on some threads.
 * Thread-safe.
 */
public final class TaskRunner {
  private final Executor executor;
  private final int threads;
  private final ExchangeBackend exchanges;
  private final int tasksAtATime;

  /**
   * Makes a runner.
   *
   * @param executor lends threads
   * @param threads how many threads work on one task at most, the caller's among them
   * @param exchanges where tasks read and write what other tasks of the job see
   * @param tasksAtATime how many tasks run at a time in this process
   */
  public TaskRunner(Executor executor, int threads, ExchangeBackend exchanges, int tasksAtATime) {
    this.executor = executor;
    this.threads = threads;
    this.exchanges = exchanges;
    this.tasksAtATime = tasksAtATime;
  }

  /**
   * Runs a task to its end on the caller's thread and helpers. What it writes into an exchange has
   * been committed when this returns normally, and is dropped otherwise.
   *
   * @return what has been committed, if the task writes into an exchange
   */
  public Optional<SealedMap> run(TaskStart start, StageTemplate template, JobContext context) {
    return switch (template.output()) {
      case StageOutput.Result _ -> {
        run(start, template, context, context.result());
        yield Optional.empty();
      }
      case StageOutput.ToExchange to -> {
        try (ExchangeSinkFactory sink =
            new ExchangeSinkFactory(
                exchanges,
                start.writes(),
                to.distribution(),
                start.tasks(),
                to.shape().partitions())) {
          run(start, template, context, sink);
          yield Optional.of(sink.sealed());
        }
      }
    };
  }

  private TaskIdentity identity(TaskAttempt task) {
    String attempt =
        task.job().number() + "-" + task.stage() + "-" + task.partition() + "-" + task.attempt();
    return new TaskIdentity(task.partition(), attempt, tasksAtATime);
  }

  private void run(TaskStart start, StageTemplate template, JobContext context, SinkFactory sink) {
    PipelineRunner runner =
        new PipelineRunner(
            executor,
            threads,
            identity(start.task()),
            context.account(),
            context.spill(),
            context.time(),
            context.cancellation(),
            context.metrics());
    runner.run(
        PipelineBuilder.build(
            template.fragment(),
            sink,
            new FragmentInputs(start, exchanges, context.metrics()),
            new Share(start.task().partition(), start.tasks()),
            context.metrics(),
            context.loops()));
  }
}
