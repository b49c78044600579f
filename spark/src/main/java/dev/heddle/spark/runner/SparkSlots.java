package dev.heddle.spark.runner;

import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.apache.spark.SparkContext;
import org.apache.spark.status.api.v1.ExecutorSummary;
import scala.jdk.javaapi.CollectionConverters;

/**
 * How many tasks Spark runs at a time, and with how many threads. Executors come and go, and a
 * query is planned before its tasks make Spark ask for more: counted are those that are there, or
 * those that the settings ask for where these are more. Thread-safe.
 */
final class SparkSlots {
  /** Of an application that may have any number of executors. */
  static final int UNBOUNDED = 32;

  /** Exchanges have blocks for each pair of tasks, whether or not executors are granted. */
  static final int MAX_ASKED = 1_000;

  private static final int DEFAULT_EXECUTORS = 2; // of YARN and Kubernetes
  private static final long MAX_WAIT_NANOS = TimeUnit.SECONDS.toNanos(30);
  private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(300);
  private static final long CHECK_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

  private final SparkContext spark;
  private final AtomicBoolean hasWaited = new AtomicBoolean();

  SparkSlots(SparkContext spark) {
    this.spark = spark;
  }

  /** Returns the number of a task's cores, which is that of its threads. */
  int taskCores() {
    return taskCores(SparkSettings.of(spark.getConf()));
  }

  private static int taskCores(SparkSettings settings) {
    return Math.max(1, settings.integer("spark.task.cpus", 1));
  }

  /** Returns how many tasks run at a time, at least 1. */
  int count() {
    int asked = asked(SparkSettings.of(spark.getConf()), spark.master());
    int here = here();
    if (asked == 0 && here == 0 && hasWaited.compareAndSet(false, true)) {
      here = awaited();
    }
    return Math.max(1, Math.max(asked, here));
  }

  private int here() {
    return spark.maxNumConcurrentTasks(spark.resourceProfileManager().defaultResourceProfile());
  }

  /** Waits for the executors of a master whose number no setting states: they come together. */
  private int awaited() {
    long start = System.nanoTime();
    long changed = start;
    int here = 0;
    for (long now = start; now - start < MAX_WAIT_NANOS; now = System.nanoTime()) {
      int before = here;
      here = here();
      changed = here == before ? changed : now;
      boolean isSettled = here > 0 && now - changed >= SETTLED_NANOS;
      if (isSettled || spark.isStopped() || Thread.currentThread().isInterrupted()) {
        break;
      }
      LockSupport.parkNanos(CHECK_NANOS);
    }
    return here;
  }

  /** Returns the number of tasks for which settings ask, or 0 if only the master knows. */
  static int asked(SparkSettings settings, String master) {
    boolean isContained = ExecutorMemory.isContained(master);
    boolean isStandalone = master.startsWith("spark:");
    if (!isContained && !isStandalone) {
      return 0;
    }
    int perExecutor =
        settings.integer("spark.executor.cores", isContained ? 1 : 0)
            / taskCores(settings); // 0: unknown
    int limit = isStandalone ? settings.integer("spark.cores.max", 0) / taskCores(settings) : 0;
    if (!settings.isOn("spark.dynamicAllocation.enabled")) {
      return isContained
          ? settings.integer("spark.executor.instances", DEFAULT_EXECUTORS) * perExecutor
          : limit;
    }
    int executors = settings.integer("spark.dynamicAllocation.maxExecutors", Integer.MAX_VALUE);
    boolean isBounded = executors < Integer.MAX_VALUE && perExecutor > 0;
    long bound = isBounded ? (long) executors * perExecutor : limit > 0 ? limit : UNBOUNDED;
    return (int) Math.min(limit > 0 ? Math.min(limit, bound) : bound, MAX_ASKED);
  }

  /** Returns how many tasks an executor runs at a time at most, at least 1. */
  int ofExecutor() {
    int cores = executors().stream().mapToInt(ExecutorSummary::totalCores).max().orElse(0);
    return Math.max(1, cores / taskCores());
  }

  /** Returns what is known of the executors that are there, the driver among them. */
  List<ExecutorSummary> executors() {
    return CollectionConverters.asJava(spark.statusStore().executorList(true));
  }
}
