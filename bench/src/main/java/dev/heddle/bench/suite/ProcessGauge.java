package dev.heddle.bench.suite;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/** Reads what this process and its helpers have used, from the system. Thread-safe. */
final class ProcessGauge {
  private final com.sun.management.OperatingSystemMXBean system =
      (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();

  private final List<ProcessHandle> helpers;

  /** Makes a gauge of this process and of others whose CPU time counts as its own. */
  ProcessGauge(List<ProcessHandle> helpers) {
    this.helpers = List.copyOf(helpers);
  }

  /** Returns the CPU time so far. */
  long cpuNanos() {
    long nanos = system.getProcessCpuTime();
    for (ProcessHandle helper : helpers) {
      nanos += helper.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }
    return nanos;
  }

  /** Returns the bytes read by system calls so far, or 0 where that is not known. */
  long bytesRead() {
    return number("/proc/self/io", "rchar:");
  }

  /** Forgets the peak of memory so far, where the system can. */
  void resetPeak() {
    try {
      Files.writeString(Path.of("/proc/self/clear_refs"), "5");
    } catch (IOException e) {
      // The peak is that of the process's life then.
    }
  }

  /** Returns the peak memory in bytes, or 0 where that is not known. */
  long peakBytes() {
    return number("/proc/self/status", "VmHWM:") << 10;
  }

  private static long number(String file, String name) {
    try {
      for (String line : Files.readAllLines(Path.of(file))) {
        if (line.startsWith(name)) {
          return Long.parseLong(line.substring(name.length()).replace("kB", "").strip());
        }
      }
    } catch (IOException e) {
      return 0; // not on Linux
    }
    return 0;
  }
}
