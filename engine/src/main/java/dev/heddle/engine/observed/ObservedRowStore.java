package dev.heddle.engine.observed;

import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.storage.CacheFolder;
import dev.heddle.planner.cost.ObservedRows;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Keeps what runs have counted, in a folder that all processes of the user share; one store a
 * folder in a process. Thread-safe, and never fails.
 *
 * <p>The file is read when something is asked for the first time. What is counted is in memory at
 * once, and in the file when {@link #save} is called or, beside the caller, soon after it was
 * counted. A number that is as it was is not written again, but once a day, so that it does not
 * look unused.
 */
public final class ObservedRowStore implements ObservedRows {
  /** Some 256 KiB. The ones that were counted longest ago go first. */
  static final int MAX_PAIRS = 16_384;

  private static final int DAY_BITS = 16;
  private static final long DAY_MASK = (1L << DAY_BITS) - 1;
  private static final long MAX_ROWS = (1L << (63 - DAY_BITS)) - 1;
  private static final int MAX_UNSAVED = MAX_PAIRS / 4;
  private static final long SAVE_NANOS = TimeUnit.SECONDS.toNanos(10);
  private static final Map<Path, ObservedRowStore> STORES = new ConcurrentHashMap<>();

  private final ObservedRowFile file;
  private final int maxPairs;
  private final Map<Long, Long> fresh = new ConcurrentHashMap<>(); // not in the file yet
  private volatile @Nullable ObservedPairs saved; // null before the first look
  private volatile long savedNanos = System.nanoTime();
  private boolean isSaving; // guarded by this

  ObservedRowStore(Path folder, int maxPairs) {
    this.file = new ObservedRowFile(folder, maxPairs);
    this.maxPairs = maxPairs;
  }

  /** Returns the folder that a session's options name. */
  public static Path folder(SessionOptions options) {
    Path own = options.observedRowsFolder();
    return own == null ? CacheFolder.path().resolve("observed") : own;
  }

  /** Returns the store of a folder. */
  public static ObservedRowStore in(Path folder) {
    return STORES.computeIfAbsent(
        folder.toAbsolutePath().normalize(), path -> new ObservedRowStore(path, MAX_PAIRS));
  }

  @Override
  public long rows(long subPlan) {
    long value = value(subPlan);
    return value < 0 ? -1 : value >>> DAY_BITS;
  }

  private long value(long subPlan) {
    if (!fresh.isEmpty()) {
      Long value = fresh.get(subPlan);
      if (value != null) {
        return value;
      }
    }
    return saved().find(subPlan);
  }

  private ObservedPairs saved() {
    ObservedPairs known = saved;
    if (known == null) {
      synchronized (this) {
        known = saved;
        if (known == null) {
          known = file.read();
          saved = known;
        }
      }
    }
    return known;
  }

  /** Keeps the rows of a sub-plan. */
  void put(long subPlan, long rows) {
    put(subPlan, rows, TimeUnit.MILLISECONDS.toDays(System.currentTimeMillis()));
  }

  void put(long subPlan, long rows, long day) {
    long value = (Math.min(rows, MAX_ROWS) << DAY_BITS) | (day & DAY_MASK);
    if (value != value(subPlan)) {
      fresh.put(subPlan, value);
    }
  }

  /** Puts what is new into the file, beside the caller, if it is much or has waited long. */
  void saveSoon() {
    boolean isDue =
        fresh.size() > MAX_UNSAVED
            || (!fresh.isEmpty() && System.nanoTime() - savedNanos > SAVE_NANOS);
    if (!isDue) {
      return;
    }
    synchronized (this) {
      if (isSaving) {
        return;
      }
      isSaving = true;
    }
    Thread.ofPlatform()
        .daemon()
        .name("heddle-observed-rows")
        .start(
            () -> {
              try {
                save();
              } finally {
                synchronized (this) {
                  isSaving = false;
                }
              }
            });
  }

  /** Puts what is new into the file; returns when that is done, or cannot be done. */
  public synchronized void save() {
    savedNanos = System.nanoTime();
    if (fresh.isEmpty()) {
      return;
    }
    Map<Long, Long> written = new HashMap<>(fresh);
    saved = file.change(found -> found.with(written, maxPairs, DAY_MASK));
    written.forEach(fresh::remove); // unless it has changed since
  }
}
