package dev.heddle.spark.runner;

import dev.heddle.engine.graph.CodeSource;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.PersistedRows;
import dev.heddle.engine.graph.PersistingStageRunner;
import dev.heddle.engine.graph.RemoteStages;
import dev.heddle.engine.graph.StageGraph;
import dev.heddle.engine.worker.TaskThreads;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.spark.bridge.TaskException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;
import org.apache.spark.ExceptionFailure;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerTaskEnd;

/** Runs jobs on Spark's executors; results come to the driver, or stay. Thread-safe. */
final class SparkStageRunner implements PersistingStageRunner {
  private static final CpuProfile NOT_PROFILED =
      CpuProfile.missing(
          "Executors of Spark are not profiled: all samples are of the driver; run the query in one"
              + " process or on a cluster of Heddle to profile its tasks");

  private final SparkContext spark;
  private final Application application;
  private final CodeSource code;
  private final Map<Long, SparkJob> running = new ConcurrentHashMap<>(); // by number
  private final SparkListener failures = new Failures();

  /** Makes a runner; the context stays the caller's. */
  SparkStageRunner(SparkContext spark, long memoryBytes) {
    this.spark = spark;
    this.application =
        new Application(
            spark,
            new SparkSlots(spark),
            Executors.newCachedThreadPool(new TaskThreads("heddle-result-")),
            memoryBytes,
            new ConcurrentHashMap<>(),
            new ConcurrentHashMap<>());
    this.code = new SparkCode(spark);
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

  Application application() {
    return application;
  }

  @Override
  public void prepare(UserFunction function) {
    code.archives(function);
  }

  @Override
  public void run(JobId id, StageGraph graph, JobContext context) {
    SparkJob job = new SparkJob(application, id, graph, RemoteStages.of(graph), context);
    try (job) {
      running.put(id.number(), job);
      if (!context.progress().profiled().isEmpty()) {
        context.progress().profileBy(() -> NOT_PROFILED);
      }
      job.run(code);
    } finally {
      running.remove(id.number());
    }
  }

  @Override
  public PersistedRows keep(
      JobId id, String name, Schema schema, StageGraph graph, JobContext context) {
    SparkJob job = new SparkJob(application, id, graph, RemoteStages.kept(graph), context);
    running.put(id.number(), job);
    try {
      return new SparkPersistedRows(job.keep(code, name, schema), job, application);
    } catch (Throwable e) {
      job.close();
      throw e;
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
    return application.slots().count();
  }

  @Override
  public void close() {
    spark.removeSparkListener(failures);
    application.threads().shutdown();
  }
}
