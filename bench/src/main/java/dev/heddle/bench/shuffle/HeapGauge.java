package dev.heddle.bench.shuffle;

import com.sun.management.GarbageCollectionNotificationInfo;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import javax.management.NotificationEmitter;
import javax.management.openmbean.CompositeData;

/** The most that collections have left in this process's heap. Thread-safe. */
final class HeapGauge {
  private final AtomicLong mostBytes = new AtomicLong();

  /** Starts to look at each collection. */
  HeapGauge() {
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      ((NotificationEmitter) each)
          .addNotificationListener(
              (notification, _) -> {
                if (notification.getUserData() instanceof CompositeData data
                    && notification
                        .getType()
                        .equals(
                            GarbageCollectionNotificationInfo.GARBAGE_COLLECTION_NOTIFICATION)) {
                  note(
                      GarbageCollectionNotificationInfo.from(data)
                          .getGcInfo()
                          .getMemoryUsageAfterGc()
                          .entrySet()
                          .stream()
                          .filter(pool -> isHeap(pool.getKey()))
                          .map(Map.Entry::getValue)
                          .mapToLong(MemoryUsage::getUsed)
                          .sum());
                }
              },
              null,
              null);
    }
  }

  private static boolean isHeap(String pool) {
    return pool.contains("Eden")
        || pool.contains("Survivor")
        || pool.contains("Old")
        || pool.contains("Tenured");
  }

  private void note(long bytes) {
    mostBytes.accumulateAndGet(bytes, Math::max);
  }

  /** Returns the most bytes so far. */
  long mostBytes() {
    return mostBytes.get();
  }

  /** Collects, and returns what is left. */
  static long liveBytes() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }

  /** Returns the most memory that this process has had. */
  static long residentBytes() {
    try {
      for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", "")) << 10;
        }
      }
    } catch (IOException e) {
      return 0; // another system
    }
    return 0;
  }
}
