package dev.heddle.server.model;

import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import dev.heddle.engine.ui.ProcessMeter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What the processes of a cluster take of their machines, as they say each second. Those of which
 * nothing is heard any longer are dropped after a while. Thread-safe.
 */
final class ProcessTable {
  private static final int MAX_PROCESSES = 4_000;
  private static final int MAX_POINTS = 120; // of each
  private static final Duration SHOWN = Duration.ofMinutes(10);
  private static final int COMPONENTS = ProcessLine.COMPONENTS.size();
  private static final int CPU = ProcessMeter.COMPONENTS.indexOf("cpu_share");
  private static final int MEMORY = ProcessMeter.COMPONENTS.indexOf("memory_bytes");
  private static final int HEAP = ProcessMeter.COMPONENTS.indexOf("heap_used_bytes");
  private static final int RESIDENT = ProcessMeter.COMPONENTS.indexOf("resident_bytes");
  private static final int READ = ProcessMeter.COMPONENTS.indexOf("disk_read_per_second");
  private static final int WRITTEN = ProcessMeter.COMPONENTS.indexOf("disk_written_per_second");
  private static final int GOT = ProcessMeter.COMPONENTS.indexOf("network_received_per_second");
  private static final int SENT = ProcessMeter.COMPONENTS.indexOf("network_sent_per_second");

  private final Map<String, Line> lines = new HashMap<>(); // guarded by this

  /** A process. Guarded by its owner. */
  private static final class Line {
    private final Series series = new Series(MAX_POINTS);
    private String process = "";
    private Instant heard = Instant.EPOCH;
    private long memoryBytes;
    private long spillBytes;
  }

  /** Takes what a process says. */
  synchronized void add(ClusterEvent.Sampled event) {
    List<Double> values = event.sample().values();
    boolean isKnown = lines.containsKey(event.name());
    if (values.size() != ProcessMeter.COMPONENTS.size()
        || (!isKnown && lines.size() >= MAX_PROCESSES)) {
      return;
    }
    Line line = lines.computeIfAbsent(event.name(), _ -> new Line());
    line.process = event.process();
    line.heard = event.at();
    line.memoryBytes = values.get(MEMORY).longValue();
    line.spillBytes = event.sample().spillBytes();
    line.series.add(
        new double[] {
          event.at().toEpochMilli(),
          values.get(CPU),
          values.get(MEMORY),
          values.get(HEAP),
          values.get(RESIDENT),
          values.get(READ) + values.get(WRITTEN),
          values.get(GOT) + values.get(SENT)
        });
  }

  /** Drops processes of which nothing was heard for long. */
  synchronized void trim(Instant now) {
    lines.values().removeIf(line -> line.heard.plus(SHOWN).isBefore(now));
  }

  /** Returns what memory off the heap a process uses; -1 if that is not known. */
  synchronized long memoryBytes(String name) {
    return Optional.ofNullable(lines.get(name)).map(line -> line.memoryBytes).orElse(-1L);
  }

  /** Returns the bytes of a process's spill files; -1 if they are not known. */
  synchronized long spillBytes(String name) {
    return Optional.ofNullable(lines.get(name)).map(line -> line.spillBytes).orElse(-1L);
  }

  /**
   * Returns the processes; of more than a number neighbours are put together.
   *
   * @param maxPoints the most samples that each has
   */
  synchronized List<ProcessLine> lines(int maxLines, int maxPoints) {
    List<String> names = new ArrayList<>(lines.keySet());
    names.sort(MemberNames.ORDER);
    double begin = Double.MAX_VALUE;
    double end = 0;
    for (Line line : lines.values()) {
      begin = Math.min(begin, line.series.first()[0]);
      end = Math.max(end, line.series.last()[0]);
    }
    double width = Math.max(1_000, (end - begin + 1) / maxPoints);
    List<ProcessLine> all = new ArrayList<>();
    int each = Math.max(1, (names.size() + maxLines - 1) / maxLines);
    for (int from = 0; from < names.size(); from += each) {
      List<String> group = names.subList(from, Math.min(names.size(), from + each));
      String process = group.size() == 1 ? lines.get(group.getFirst()).process : "";
      all.add(
          new ProcessLine(
              MemberNames.of(group), process, group.size(), means(group, begin, width, maxPoints)));
    }
    return all;
  }

  private List<double[]> means(List<String> group, double begin, double width, int maxPoints) {
    double[][] sums = new double[maxPoints + 1][];
    int[] counts = new int[maxPoints + 1];
    for (String name : group) {
      for (double[] point : lines.get(name).series.points()) {
        int slot = (int) ((point[0] - begin) / width);
        sums[slot] = sums[slot] == null ? new double[COMPONENTS + 1] : sums[slot];
        counts[slot]++;
        for (int i = 1; i <= COMPONENTS; i++) {
          sums[slot][i] += point[i];
        }
      }
    }
    List<double[]> means = new ArrayList<>();
    for (int slot = 0; slot < sums.length; slot++) {
      if (counts[slot] > 0) {
        double[] mean = sums[slot];
        for (int i = 1; i <= COMPONENTS; i++) {
          mean[i] /= counts[slot];
        }
        mean[0] = begin + slot * width;
        means.add(mean);
      }
    }
    return means;
  }
}
