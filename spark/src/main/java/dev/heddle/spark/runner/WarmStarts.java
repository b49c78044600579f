package dev.heddle.spark.runner;

import dev.heddle.engine.worker.TaskThreads;
import dev.heddle.spark.bridge.ExecutorStart;
import java.util.Collections;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkContext;
import org.apache.spark.scheduler.SparkListener;
import org.apache.spark.scheduler.SparkListenerExecutorAdded;
import org.apache.spark.scheduler.SparkListenerExecutorRemoved;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Has the executors of an application warmed up, from its first session on: those that are there,
 * and each that comes later. One of an application. Thread-safe.
 */
final class WarmStarts extends SparkListener {
  /** The setting that has executors start cold. */
  static final String OPTION = "spark.heddle.executor.warmUp";

  private static final Logger LOG = LoggerFactory.getLogger(WarmStarts.class);
  private static final String DRIVER = "driver";
  private static final int MAX_TRIES = 9;
  private static final long FIRST_PAUSE_NANOS = 250_000_000; // doubled for each that follows
  private static final TaskThreads THREADS = new TaskThreads("heddle-warmup-");
  private static final Set<SparkContext> APPLICATIONS =
      Collections.synchronizedSet(Collections.newSetFromMap(new WeakHashMap<>()));

  private final SparkContext spark;
  private final Set<String> known =
      ConcurrentHashMap.newKeySet(); // ids of executors that have not gone

  private WarmStarts(SparkContext spark) {
    this.spark = spark;
  }

  /** Begins, if the application has not done so and wants it. */
  static void begin(SparkContext spark) {
    boolean isWanted = SparkSettings.of(spark.getConf()).truth(OPTION).orElse(true);
    if (!isWanted || !APPLICATIONS.add(spark)) {
      return;
    }
    if (spark.isLocal()) {
      ExecutorStart.here();
      return;
    }
    WarmStarts starts = new WarmStarts(spark);
    spark.addSparkListener(starts);
    Map<String, String> there = new HashMap<>();
    new SparkSlots(spark).executors().forEach(each -> there.put(each.id(), host(each.hostPort())));
    starts.send(there);
  }

  private static String host(String hostPort) {
    int port = hostPort.lastIndexOf(':');
    return port < 0 ? hostPort : hostPort.substring(0, port);
  }

  @Override
  public void onExecutorAdded(SparkListenerExecutorAdded added) {
    send(Map.of(added.executorId(), added.executorInfo().executorHost()));
  }

  @Override
  public void onExecutorRemoved(SparkListenerExecutorRemoved removed) {
    known.remove(removed.executorId()); // its id is never used again
  }

  private void send(Map<String, String> hosts) {
    Map<String, String> cold = new HashMap<>(hosts);
    cold.keySet().removeIf(id -> id.equals(DRIVER) || !known.add(id));
    if (!cold.isEmpty()) { // elsewhere: errors of tasks come by the same listeners' thread
      THREADS.newThread(() -> start(cold)).start();
    }
  }

  /** Spark tells of executors before they take tasks, which then run on others. */
  private void start(Map<String, String> cold) {
    try {
      for (int tried = 0; tried < MAX_TRIES && !cold.isEmpty(); tried++) {
        if (tried > 0) {
          LockSupport.parkNanos(FIRST_PAUSE_NANOS << (tried - 1));
        }
        cold.keySet().retainAll(ExecutorStart.send(spark, cold));
        cold.keySet().retainAll(known);
      }
      if (!cold.isEmpty()) {
        LOG.info("Executors {} start cold: there was no room on them", cold.keySet());
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (ExecutionException | RuntimeException e) { // as of a context that has been stopped
      LOG.debug("cannot warm up executors", e);
    }
  }
}
