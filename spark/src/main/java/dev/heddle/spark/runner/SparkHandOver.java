package dev.heddle.spark.runner;

import dev.heddle.engine.session.HostedFrames;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.spi.Engine;
import dev.heddle.io.catalog.PinnedRows;
import dev.heddle.io.catalog.PinnedTable;
import dev.heddle.spark.bridge.FrameParts;
import dev.heddle.spark.bridge.HandOver;
import dev.heddle.spark.bridge.SourceRows;
import dev.heddle.spark.bridge.SparkSource;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.SparkContext;

/** Takes rows from Spark and gives rows to it. Thread-safe. */
public final class SparkHandOver implements HandOver {
  /** Numbers of rows that Spark makes: jobs have positive ones. */
  private static final AtomicLong SOURCES = new AtomicLong();

  /** Makes one. */
  public SparkHandOver() {}

  private static Application application(Engine engine) {
    if (HostedFrames.runner(engine) instanceof SparkStageRunner runner) {
      return runner.application();
    }
    throw new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot hand rows over: the session does not run on Spark; open it by"
            + " HeddleSpark.session");
  }

  @Override
  public SparkContext spark(Engine engine) {
    return application(engine).spark();
  }

  @Override
  public LogicalPlan take(Engine engine, SparkSource source, OptionalLong estimated) {
    long number = SOURCES.decrementAndGet();
    application(engine).sources().put(number, source);
    SourceRows rows = source.all();
    List<PinnedTable.Part> parts =
        IntStream.range(0, rows.batches().getNumPartitions())
            .mapToObj(part -> new PinnedTable.Part(part, ""))
            .toList();
    return HostedFrames.scan(
        engine,
        new PinnedTable(
            "rows of Spark",
            ArrowTypes.fromArrow(Schema.deserializeMessage(ByteBuffer.wrap(rows.schema()))),
            number,
            parts,
            new PinnedTable.Count(estimated, false),
            PinnedRows.ELSEWHERE));
  }

  @Override
  public FrameParts give(Engine engine, LogicalPlan plan) {
    Application application = application(engine);
    SparkPersistedRows rows = (SparkPersistedRows) HostedFrames.keep(engine, plan);
    KeptShuffle kept = rows.handedOver();
    byte[] schema = ArrowTypes.toArrow(rows.table().schema()).serializeAsMessage();
    FrameRequest request =
        new FrameRequest(kept.exchange(), kept.maps(), schema, application.memoryBytes());
    return new FrameParts(kept.shuffle(), kept.maps(), request.encode());
  }
}
