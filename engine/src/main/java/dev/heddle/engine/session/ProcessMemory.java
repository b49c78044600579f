package dev.heddle.engine.session;

import dev.heddle.io.memory.MemoryLedger;
import java.lang.management.ManagementFactory;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one ledger of this process, shared by all sessions. */
final class ProcessMemory {
  private static final Logger LOG = LoggerFactory.getLogger(ProcessMemory.class);
  private static final long FALLBACK_BYTES = 1L << 30;
  private static final MemoryLedger LEDGER = new MemoryLedger(defaultBytes());

  private ProcessMemory() {}

  /** Returns the ledger; a budget above 0 becomes the process's limit. */
  static MemoryLedger ledger(long budgetBytes) {
    if (budgetBytes > 0 && budgetBytes != LEDGER.limitBytes()) {
      LOG.debug("memory limit of the process is {} bytes", budgetBytes);
      LEDGER.setLimitBytes(budgetBytes);
    }
    return LEDGER;
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
