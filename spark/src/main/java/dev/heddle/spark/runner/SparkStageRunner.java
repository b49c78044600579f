package dev.heddle.spark.runner;

import dev.heddle.engine.code.ClientCode;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.graph.StageRunner;
import dev.heddle.engine.worker.TaskThreads;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.spark.bridge.TaskException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Runs jobs on Spark's executors; results come to the driver. Thread-safe. */
final class SparkStageRunner implements StageRunner {
  private final SparkContext spark;
  private final long memoryBytes;
  private final ClientCode code = new ClientCode();
  private final ExecutorService threads =
      Executors.newCachedThreadPool(new TaskThreads("heddle-result-"));
  private final Map<Long, SparkJob> running = new ConcurrentHashMap<>(); // by number
  private final SparkListener failures = new Failures();

  /** Makes a runner; the context stays the caller's. */
  SparkStageRunner(SparkContext spark, long memoryBytes) {
    this.spark = spark;
    this.memoryBytes = memoryBytes;
    spark.addSparkListener(failures);
  }

  /** Ends jobs whose error would come again: Spark tries four times. */
  private final class Failures extends SparkListener {
    @Override
    public void onTaskEnd(SparkListenerTaskEnd end) {
      if (end.reason() instanceof ExceptionFailure failure
          && failure.exception().getOrElse(() -> null) instanceof TaskException error
          && !error.mayPass()) {
        running.forEach(
            (number, job) -> {
              if (error.isOf(number)) {
                job.fail(error);
              }
            });
      }
    }
  }

  @Override
  public void prepare(UserFunction function) {
    code.archives(function);
  }

  @Override
  public void run(JobId id, StageGraph graph, JobContext context) {
    SparkJob job = new SparkJob(spark, threads, memoryBytes, id, graph, context);
    running.put(id.number(), job);
    try {
      job.run(code);
    } finally {
      running.remove(id.number());
    }
  }

  @Override
  public boolean isInProcess() {
    return false;
  }

  @Override
  public int slots() {
    return new SparkSlots(spark).count();
  }

  @Override
  public void close() {
    spark.removeSparkListener(failures);
    threads.shutdown();
  }
}
