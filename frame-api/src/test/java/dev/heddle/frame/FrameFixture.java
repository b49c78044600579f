package dev.heddle.frame;

import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;

/** A session over a {@link RecordingEngine} with two sources: orders and customers. */
final class FrameFixture {
  final RecordingEngine engine = new RecordingEngine();
  final Session session = new Session(engine, SessionOptions.defaults());
  final DataFrame orders;
  final DataFrame customers;

  FrameFixture() {
    engine.sources.put(
        "orders",
        Schema.of(
            new Field("id", DataType.INT64, false),
            Field.of("custkey", DataType.INT32),
            Field.of("status", DataType.STRING),
            Field.of("price", new DataType.Decimal(15, 2)),
            Field.of("shipped", DataType.DATE),
            Field.of("due", DataType.DATE)));
    engine.sources.put(
        "customers",
        Schema.of(
            new Field("custkey", DataType.INT64, false),
            Field.of("name", DataType.STRING),
            Field.of("status", DataType.STRING)));
    orders = session.read().parquet("orders");
    customers = session.read().parquet("customers");
  }
}
