package dev.heddle.engine.ui;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Measures what this process takes of its machine. Disk and network are those that Linux shows
 * below {@code /proc}; elsewhere they are 0. Used by one thread.
 */
public final class ProcessMeter {
  /** What each sample has, in this order. */
  public static final List<String> COMPONENTS =
      List.of(
          "cpu_share",
          "machine_cpu_share",
          "memory_bytes",
          "heap_used_bytes",
          "heap_committed_bytes",
          "resident_bytes",
          "gc_share",
          "disk_read_per_second",
          "disk_written_per_second",
          "network_received_per_second",
          "network_sent_per_second",
          "threads");

  private static final int NUMBERS_OF_AN_INTERFACE = 16;
  private static final int SENT = 8;
  private static final Pattern IO = Pattern.compile("(?m)^(read_bytes|write_bytes): (\\d+)");
  private static final Pattern RESIDENT = Pattern.compile("(?m)^VmRSS:\\s+(\\d+) kB");

  private final Path system;
  private double[] before; // nanos, gc millis, disk, disk, network, network

  /** Measures this process; what the system does not count stays 0. */
  public ProcessMeter() {
    this(Path.of("/proc"));
  }

  /** Measures by the folder in which the system shows its processes, if it has one. */
  ProcessMeter(Path system) {
    this.system = system;
    this.before = totals();
  }

  /**
   * Returns what it takes now, and has taken since the last call.
   *
   * @param memoryBytes memory off the heap
   */
  public double[] sample(long memoryBytes) {
    double[] now = totals();
    double seconds = Math.max(1e-3, (now[0] - before[0]) / 1e9);
    Runtime runtime = Runtime.getRuntime();
    double cpu = 0;
    double machine = 0;
    if (ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system) {
      cpu = Math.max(0, system.getProcessCpuLoad());
      machine = Math.max(0, system.getCpuLoad());
    }
    double[] sample = {
      cpu,
      machine,
      memoryBytes,
      runtime.totalMemory() - runtime.freeMemory(),
      runtime.totalMemory(),
      resident(),
      Math.min(1, (now[1] - before[1]) / 1e3 / seconds),
      (now[2] - before[2]) / seconds,
      (now[3] - before[3]) / seconds,
      (now[4] - before[4]) / seconds,
      (now[5] - before[5]) / seconds,
      Thread.activeCount()
    };
    before = now;
    return sample;
  }

  private double[] totals() {
    double collected = 0;
    for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
      collected += Math.max(0, each.getCollectionTime());
    }
    double[] totals = {System.nanoTime(), collected, 0, 0, 0, 0};
    Matcher io = IO.matcher(text("self/io"));
    while (io.find()) {
      totals[io.group(1).startsWith("read") ? 2 : 3] = Double.parseDouble(io.group(2));
    }
    for (String line : text("net/dev").split("\n")) {
      int colon = line.indexOf(':');
      String name = colon < 0 ? "lo" : line.substring(0, colon).strip();
      String[] numbers = line.substring(colon + 1).strip().split("\\s+");
      if (!name.equals("lo") && numbers.length >= NUMBERS_OF_AN_INTERFACE) {
        totals[4] += Double.parseDouble(numbers[0]);
        totals[5] += Double.parseDouble(numbers[SENT]);
      }
    }
    return totals;
  }

  private double resident() {
    Matcher found = RESIDENT.matcher(text("self/status"));
    return found.find() ? Double.parseDouble(found.group(1)) * 1024 : 0;
  }

  private String text(String file) {
    try {
      return Files.readString(system.resolve(file));
    } catch (IOException e) {
      return ""; // another system
    }
  }
}
