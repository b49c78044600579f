package dev.heddle.engine.session;

import dev.heddle.io.memory.MemoryLedger;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one ledger of this process, shared by all sessions. */
final class ProcessMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessMemory.class);
  private static final long FALLBACK_BYTES = 1L << 30;
  private static final long DEFAULT_BYTES = defaultBytes();
  private static final MemoryLedger LEDGER = new MemoryLedger(DEFAULT_BYTES);

  private static final List<Limit> LIMITS = new ArrayList<>(); // newest last

  private ProcessMemory() {}

  /** Returns the ledger. */
  static MemoryLedger ledger() {
    return LEDGER;
  }

  /**
   * Makes a number of bytes the limit of the process until what this returns is closed. Of several
   * that are open the newest counts; without any it is the default.
   *
   * @param bytes 0 leaves the limit as it is
   */
  static Limit limit(long bytes) {
    Limit limit = new Limit(bytes);
    if (bytes > 0) {
      synchronized (LIMITS) {
        LIMITS.add(limit);
        setLimit();
      }
    }
    return limit;
  }

  private static void setLimit() {
    long bytes = LIMITS.isEmpty() ? DEFAULT_BYTES : LIMITS.getLast().bytes;
    if (bytes != LEDGER.limitBytes()) {
      LOG.debug("memory limit of the process is {} bytes", bytes);
      LEDGER.setLimitBytes(bytes);
    }
  }

  /** A limit that holds until it is closed. */
  static final class Limit implements AutoCloseable {
    private final long bytes;

    private Limit(long bytes) {
      this.bytes = bytes;
    }

    @Override
    public void close() {
      synchronized (LIMITS) {
        if (LIMITS.remove(this)) {
          setLimit();
        }
      }
    }
  }

  /** A share of what the machine, or its container, has, less the heap. */
  private static long defaultBytes() {
    if (ManagementFactory.getOperatingSystemMXBean()
        instanceof com.sun.management.OperatingSystemMXBean system) {
      return defaultBytes(system.getTotalMemorySize(), Runtime.getRuntime().maxMemory());
    }
    return FALLBACK_BYTES;
  }

  /** Returns the limit for a machine and a heap; a quarter of the machine where heaps are large. */
  static long defaultBytes(long machineBytes, long heapBytes) {
    return Math.max(machineBytes / 10 * 7 - heapBytes, machineBytes / 4);
  }
}
