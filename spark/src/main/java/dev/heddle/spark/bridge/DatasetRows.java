package dev.heddle.spark.bridge;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import java.util.OptionalLong;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.Schema;
import org.apache.spark.SparkContext;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.apache.spark.sql.catalyst.plans.logical.Statistics;
import org.apache.spark.sql.types.StructType;
import org.apache.spark.sql.util.ArrowUtils;

/** Datasets of Spark SQL as frames, and frames as Datasets. Stateless. */
public final class DatasetRows {
  static final String ZONE = "UTC"; // of timestamps in Arrow: they are points in time
  private static final double MAX_ROWS = 1e15; // beyond which Spark does not know

  private DatasetRows() {}

  /** Returns a frame of what a Dataset has. */
  public static DataFrame frame(Session session, Dataset<?> dataset) {
    HandOver handOver = HandOver.here();
    if (!(dataset instanceof org.apache.spark.sql.classic.Dataset<?> rows)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot make a frame of a Dataset of Spark Connect: its rows are with a server; write"
              + " them to Parquet, and read that");
    }
    checkContext(handOver, session, rows.sparkSession().sparkContext());
    return session.frame(
        handOver.take(
            session.engine(),
            new DatasetSource(rows),
            estimate(rows.queryExecution().optimizedPlan().stats(), rows.schema())));
  }

  private static OptionalLong estimate(Statistics statistics, StructType schema) {
    double rows =
        statistics.rowCount().isDefined()
            ? statistics.rowCount().get().toDouble()
            : statistics.sizeInBytes().toDouble() / Math.max(1, schema.defaultSize());
    return rows > MAX_ROWS ? OptionalLong.empty() : OptionalLong.of((long) rows);
  }

  /** Returns a Dataset of what a frame has; runs the frame. */
  public static Dataset<Row> dataset(DataFrame frame, SparkSession session) {
    HandOver handOver = HandOver.here();
    if (!(session instanceof org.apache.spark.sql.classic.SparkSession spark)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot make a Dataset in a session of Spark Connect: the rows are not with its server;"
              + " write the frame to Parquet, and read that");
    }
    checkContext(handOver, frame.session(), spark.sparkContext());
    StructType schema = schema(ArrowTypes.toArrow(frame.schema()));
    FrameParts parts = handOver.give(frame.session().engine(), frame.plan());
    return spark.internalCreateDataFrame(
        new FrameRdd(spark.sparkContext(), parts, schema), schema, false);
  }

  private static StructType schema(Schema arrow) {
    for (Field field : arrow.getFields()) {
      Field back;
      try {
        back =
            ArrowUtils.toArrowField(
                field.getName(),
                ArrowUtils.fromArrowField(field),
                field.isNullable(),
                ZONE,
                false,
                ArrowUtils.toArrowField$default$6());
      } catch (RuntimeException e) { // Spark's own, of no common type
        throw unfit(field);
      }
      if (!back.getType().equals(field.getType())) {
        throw unfit(field);
      }
    }
    return ArrowUtils.fromArrowSchema(arrow);
  }

  private static HeddleException unfit(Field field) {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot hand column \""
            + field.getName()
            + "\" of type "
            + field.getType()
            + " over to Spark, which has no such type; cast it, such as nanoseconds to"
            + " microseconds, or drop it");
  }

  private static void checkContext(HandOver handOver, Session session, SparkContext spark) {
    if (handOver.spark(session.engine()) != spark) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot hand rows over between a session and another Spark context than the one it was"
              + " opened with: use the SparkSession of the same context");
    }
  }
}
