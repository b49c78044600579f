package dev.heddle.spark.runner;

import dev.heddle.engine.worker.TaskWarmup;
import dev.heddle.io.parquet.codec.CodecWarmup;
import dev.heddle.io.warmup.Warmup;
import dev.heddle.spark.bridge.ExecutorStart;
import dev.heddle.spark.bridge.StageTask;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.apache.spark.SparkEnv;
import org.apache.spark.util.Utils;

/** What an executor gets ready before its first task, on one thread. */
public final class ExecutorWarmup implements ExecutorStart.Warm {
  /** Makes one. */
  public ExecutorWarmup() {}

  @Override
  public void run() {
    Path folder = Path.of(Utils.getLocalDir(SparkEnv.get().conf()));
    for (Warmup each : List.of(new CodecWarmup(), new TaskWarmup(folder))) {
      each.run();
    }
    Objects.requireNonNull(StageTask.here());
  }
}
