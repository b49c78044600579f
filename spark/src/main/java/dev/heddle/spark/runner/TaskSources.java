package dev.heddle.spark.runner;

import dev.heddle.engine.graph.PinnedScan;
import dev.heddle.engine.graph.StageTemplate;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.io.scan.Share;
import dev.heddle.spark.bridge.SparkSource;
import dev.heddle.spark.bridge.StageSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Which of the rows that Spark makes the tasks of a stage read.
 *
 * @param numbers of the rows
 * @param read of them, in the same order
 */
record TaskSources(List<Long> numbers, List<StageSource> read) {
  TaskSources {
    numbers = List.copyOf(numbers);
    read = List.copyOf(read);
  }

  /**
   * Divides rows among tasks as their scans do.
   *
   * @param stages whose work the tasks do
   * @param known rows by number
   */
  static TaskSources of(List<StageTemplate> stages, int tasks, Map<Long, SparkSource> known) {
    Map<Long, List<PinnedScan>> scans = new LinkedHashMap<>();
    for (StageTemplate stage : stages) {
      for (PinnedScan scan : PinnedScan.of(stage)) {
        if (known.containsKey(scan.table().job())) {
          scans.computeIfAbsent(scan.table().job(), _ -> new ArrayList<>()).add(scan);
        }
      }
    }
    List<StageSource> read = new ArrayList<>();
    scans.forEach((number, of) -> read.add(divided(known.get(number), of, tasks)));
    return new TaskSources(List.copyOf(scans.keySet()), read);
  }

  private static StageSource divided(SparkSource source, List<PinnedScan> scans, int tasks) {
    PinnedTable table = scans.getFirst().table();
    List<Integer> columns =
        scans.stream().flatMap(scan -> scan.columns().stream()).distinct().toList();
    boolean isWhole = scans.stream().anyMatch(PinnedScan::isWhole);
    int[] first = new int[tasks];
    int[] end = new int[tasks];
    for (int task = 0; task < tasks; task++) {
      Share share = new Share(task, tasks);
      first[task] = isWhole ? 0 : (int) share.from(table.parts().size());
      end[task] = isWhole ? table.parts().size() : (int) share.to(table.parts().size());
    }
    return new StageSource(source.of(columns), first, end);
  }
}
