package dev.heddle.physical.write;

import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.text.Compression;
import dev.heddle.io.write.FileWriterFactory;
import dev.heddle.physical.operator.Breaker;
import dev.heddle.physical.operator.SinkFactory;
import dev.heddle.physical.operator.SourceFactory;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WriteSpec;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/** Writes a task's rows to files, and then delivers what it has written. */
public final class WriteBreaker implements Breaker {
  /** What of the memory budget, or of the heap if that is less, open files may take. */
  private static final int SHARE = 4;

  private final WriteSpec spec;
  private final List<WrittenFile> written = new ArrayList<>();

  /** Makes the breaker of a node. */
  public WriteBreaker(PhysicalPlan.Write node) {
    this.spec = node.spec();
  }

  @Override
  public SinkFactory sink() {
    return sink(1);
  }

  /**
   * Returns the end of several pipelines that run one after the other, whose rows go to the same
   * files.
   */
  public SinkFactory sink(int pipelines) {
    return new WriteSinkFactory(this, spec, pipelines);
  }

  @Override
  public SourceFactory source() {
    return new WrittenFilesSourceFactory(written);
  }

  /** Adds a row to those that are delivered. */
  void deliver(WrittenFile file) {
    written.add(file);
  }

  /** Makes the files of the task, which proves that the destination is seen from here. */
  OutputFiles files(TaskContext context) {
    List<Field> partitions = new ArrayList<>();
    List<Field> kept = new ArrayList<>();
    for (Field field : spec.columns().fields()) {
      if (spec.partitionBy().contains(field.name())) {
        partitions.add(field);
      }
      if (!spec.omitted().contains(field.name())) {
        kept.add(field);
      }
    }
    int streams = spec.order() == WriteSpec.RowOrder.NONE ? context.threads() : 1;
    long limit =
        Math.min(context.account().ledger().limitBytes(), Runtime.getRuntime().maxMemory());
    long maxBytes = limit / SHARE / context.identity().tasksAtATime();
    FileWriterFactory format =
        FileWriters.of(
            spec.format(),
            compression(),
            spec.sortedBy(),
            partitions,
            ZoneId.of(spec.zone()),
            maxBytes / (2L * streams));
    TaskFiles outputs = new TaskFiles(spec.destination(), spec.format(), context.identity());
    return new OutputFiles(
        format, new Schema(kept), context.account(), spec.limits(), maxBytes, outputs);
  }

  private Compression compression() {
    return switch (spec.format().wholeCompression()) {
      case AUTOMATIC -> compressionByName();
      case NONE -> Compression.NONE;
      case GZIP -> Compression.GZIP;
      case ZSTD -> Compression.ZSTD;
      case LZ4 -> Compression.LZ4;
    };
  }

  private Compression compressionByName() {
    return switch (spec.destination()) {
      case WriteSpec.Direct direct -> Compression.of(direct.path());
      case WriteSpec.Staged staged ->
          staged.staging().file().map(Compression::of).orElse(Compression.NONE);
    };
  }
}
