package dev.heddle.spark.runner;

import dev.heddle.spark.bridge.StageReports;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** The reports of a stage's tasks, each of which is decoded once. Used by the job's thread. */
final class TaskReports {
  private final StageReports bytes;
  private final List<TaskReport> decoded = new ArrayList<>();

  TaskReports(StageReports bytes) {
    this.bytes = bytes;
  }

  /** Returns those that have come, in their order. */
  List<TaskReport> all() {
    List<byte[]> come = bytes.all();
    for (byte[] each : come.subList(decoded.size(), come.size())) {
      decoded.add(TaskReport.decode(each));
    }
    return Collections.unmodifiableList(decoded);
  }
}
