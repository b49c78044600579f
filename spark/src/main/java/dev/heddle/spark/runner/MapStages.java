package dev.heddle.spark.runner;

import dev.heddle.engine.graph.TaskStart;
import dev.heddle.spark.bridge.Shuffles;
import dev.heddle.spark.bridge.StageRdd;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.spark.ContextCleaner;
import org.apache.spark.MapOutputStatistics;
import org.apache.spark.ShuffleDependency;
import org.apache.spark.SimpleFutureAction;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.jspecify.annotations.Nullable;
import scala.Option;
import scala.concurrent.ExecutionContext;
import scala.concurrent.duration.Duration;
import scala.runtime.BoxedUnit;
import scala.util.Try;

/** Submits the stages of one job to Spark, and frees what they have written. Thread-safe. */
final class MapStages {
  /**
   * Up to this number of partitions Spark would write a file for each. Here that never pays: blocks
   * are sorted by their partitions as bytes.
   */
  private static final String BYPASS = "spark.shuffle.sort.bypassMergeThreshold";

  /** Whose setting is another one for a moment. */
  private static final Object REGISTERING = new Object();

  private static final ExecutionContext AT_ONCE =
      ExecutionContext.fromExecutor(Runnable::run, _ -> BoxedUnit.UNIT);

  private final SparkContext spark;
  private final String tag;
  private final AtomicBoolean isCancelled = new AtomicBoolean();

  /**
   * A stage that has ended.
   *
   * @param tasks its tasks
   * @param reports of those that have done their work
   * @param failure why it is not complete, if it is not
   */
  record Ended(List<TaskStart> tasks, TaskReports reports, @Nullable Throwable failure) {}

  /** Makes none; the tag is on all of Spark's jobs. */
  MapStages(SparkContext spark, String tag) {
    this.spark = spark;
    this.tag = tag;
  }

  /**
   * Submits a stage and returns what it writes.
   *
   * @param name for people
   * @param ended takes why it has failed, or null
   */
  ShuffleDependency<Integer, byte[], byte[]> submit(
      String name, Supplier<StageRdd> stage, int partitions, Consumer<@Nullable Throwable> ended) {
    return named(
        name,
        () -> {
          StageRdd rdd = stage.get();
          rdd.setName(name);
          ShuffleDependency<Integer, byte[], byte[]> shuffle = register(rdd, partitions);
          submit(shuffle)
              .onComplete(
                  done -> {
                    ended.accept(failure(done));
                    return null;
                  },
                  AT_ONCE);
          return shuffle;
        });
  }

  private static @Nullable Throwable failure(Try<MapOutputStatistics> done) {
    return done.isFailure() ? done.failed().get() : null;
  }

  private static ShuffleDependency<Integer, byte[], byte[]> register(
      StageRdd stage, int partitions) {
    synchronized (REGISTERING) {
      var conf = SparkEnv.get().conf();
      String before = conf.get(BYPASS, "");
      conf.set(BYPASS, "1");
      try {
        return Shuffles.of(stage, partitions);
      } finally {
        if (before.isEmpty()) {
          conf.remove(BYPASS);
        } else {
          conf.set(BYPASS, before);
        }
      }
    }
  }

  private SimpleFutureAction<MapOutputStatistics> submit(
      ShuffleDependency<Integer, byte[], byte[]> shuffle) {
    return spark.submitMapStage(shuffle);
  }

  private <T> T named(String name, Supplier<T> body) {
    spark.addJobTag(tag);
    spark.setInterruptOnCancel(true);
    spark.setCallSite(name);
    try {
      return body.get();
    } finally {
      spark.clearCallSite();
      spark.removeJobTag(tag);
    }
  }

  /** Makes again what is missing of a stage that was complete, and waits for it. */
  void again(ShuffleDependency<Integer, byte[], byte[]> shuffle) {
    named(
        "what was lost",
        () -> {
          try {
            return submit(shuffle).result(Duration.Inf(), null);
          } catch (RuntimeException | Error e) {
            throw e;
          } catch (Throwable e) { // Scala's methods do not declare what they throw
            throw SparkErrors.of(e, null);
          }
        });
  }

  /** Ends all stages that are under way. */
  void cancel() {
    if (isCancelled.compareAndSet(false, true)) {
      spark.cancelJobsWithTag(tag);
    }
  }

  /** Frees what a stage has written; executors that had nothing else may go. */
  void free(ShuffleDependency<Integer, byte[], byte[]> shuffle) {
    SparkEnv env = SparkEnv.get();
    if (env == null || spark.isStopped()) {
      return;
    }
    int id = shuffle.shuffleId();
    Option<ContextCleaner> cleaner = spark.cleaner();
    if (cleaner.isDefined()) {
      cleaner.get().doCleanupShuffle(id, false); // tells dynamic allocation too
    } else {
      env.blockManager().master().removeShuffle(id, false);
      env.mapOutputTracker().unregisterShuffle(id);
    }
  }
}
