package dev.heddle.spark.bridge;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.function.FlatMapFunction;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import scala.Tuple2;
import scala.collection.immutable.Seq;
import scala.jdk.javaapi.CollectionConverters;
import scala.reflect.ClassTag$;

/**
 * Gets executors warm before their first query: a task on each starts a thread there that runs
 * {@link Warm}, and ends. Nothing that fails here fails anything else.
 */
public final class ExecutorStart {
  private static final Logger LOG = LoggerFactory.getLogger(ExecutorStart.class);
  private static final String NAME = "warm up Heddle";
  private static final AtomicBoolean IS_STARTED = new AtomicBoolean();

  private ExecutorStart() {}

  /** What the thread runs; implemented in {@link HeddleLoader}'s classes. */
  public interface Warm extends Runnable {}

  /**
   * Sends a task to each of some executors, and waits for their ends. One that takes no tasks yet,
   * or has no room for long, has its own run elsewhere.
   *
   * @param hosts of the executors, by their ids
   * @return those of them that have not been reached
   * @throws ExecutionException if Spark has not run the tasks
   */
  public static Set<String> send(SparkContext spark, Map<String, String> hosts)
      throws ExecutionException, InterruptedException {
    List<Tuple2<String, Seq<String>>> tasks = new ArrayList<>();
    hosts.forEach(
        (executor, host) -> {
          List<String> place = List.of("executor_" + host + "_" + executor);
          tasks.add(new Tuple2<>(executor, CollectionConverters.asScala(place).toSeq()));
        });
    Future<List<String>> missed;
    spark.setCallSite(NAME);
    try {
      missed =
          spark
              .<String>makeRDD(
                  CollectionConverters.asScala(tasks).toSeq(),
                  ClassTag$.MODULE$.apply(String.class))
              .setName(NAME)
              .toJavaRDD()
              .mapPartitions(new Task())
              .collectAsync();
    } finally {
      spark.clearCallSite();
    }
    return new HashSet<>(missed.get());
  }

  /** Starts the thread in this process, if that has not been done. */
  public static void here() {
    if (Requirements.ofExecutor() == null && IS_STARTED.compareAndSet(false, true)) {
      Thread thread = new Thread(ExecutorStart::run, "heddle-warmup");
      thread.setDaemon(true);
      thread.setPriority(Thread.MIN_PRIORITY);
      thread.start();
    }
  }

  private static void run() {
    long begun = System.nanoTime();
    try {
      Thread.currentThread().setContextClassLoader(HeddleLoader.instance());
      HeddleLoader.make(Warm.class, "dev.heddle.spark.runner.ExecutorWarmup").run();
      LOG.info("Heddle is warm after {} ms", (System.nanoTime() - begun) / 1_000_000);
    } catch (Throwable e) {
      LOG.warn("Heddle could not warm up; its first query is slower", e);
    }
  }

  /** Gives back the executor that it was meant for, if it is not the one that it runs on. */
  private static final class Task implements FlatMapFunction<Iterator<String>, String> {
    private static final long serialVersionUID = 1L;

    @Override
    public Iterator<String> call(Iterator<String> executors) {
      here();
      List<String> missed = new ArrayList<>();
      while (executors.hasNext()) {
        String meant = executors.next();
        if (!meant.equals(SparkEnv.get().executorId())) {
          missed.add(meant);
        }
      }
      return missed.iterator();
    }
  }
}
