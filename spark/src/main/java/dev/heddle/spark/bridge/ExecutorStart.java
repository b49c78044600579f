package dev.heddle.spark.bridge;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.spark.SparkContext;
import org.apache.spark.api.java.function.VoidFunction;
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
   * Sends a task to each of some executors, and returns. A task that finds no room there may run
   * elsewhere.
   *
   * @param hosts of the executors, by their ids
   */
  public static void send(SparkContext spark, Map<String, String> hosts) {
    List<Tuple2<Integer, Seq<String>>> tasks = new ArrayList<>();
    hosts.forEach(
        (executor, host) -> {
          List<String> place = List.of("executor_" + host + "_" + executor);
          tasks.add(new Tuple2<>(tasks.size(), CollectionConverters.asScala(place).toSeq()));
        });
    spark.setCallSite(NAME);
    try {
      Future<Void> unused = // nobody waits for it
          spark
              .<Integer>makeRDD(
                  CollectionConverters.asScala(tasks).toSeq(),
                  ClassTag$.MODULE$.apply(Integer.class))
              .setName(NAME)
              .toJavaRDD()
              .foreachPartitionAsync(new Task());
    } finally {
      spark.clearCallSite();
    }
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

  private static final class Task implements VoidFunction<Iterator<Integer>>, Serializable {
    private static final long serialVersionUID = 1L;

    @Override
    public void call(Iterator<Integer> numbers) {
      here();
    }
  }
}
