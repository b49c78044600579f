package dev.heddle.spark.runner;

import dev.heddle.io.codec.RecordCodec;
import dev.heddle.shuffle.protocol.ExchangeId;

/**
 * What has to be known of rows that a frame has left in Spark's shuffle.
 *
 * @param maps how many tasks have written them
 * @param schema of the rows, as an Arrow IPC message
 * @param memoryBytes what all tasks of an executor may take off the heap
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record FrameRequest(ExchangeId exchange, int maps, byte[] schema, long memoryBytes) {
  private static final RecordCodec<FrameRequest> CODEC = RecordCodec.of(FrameRequest.class);

  byte[] encode() {
    return CODEC.encode(this);
  }

  static FrameRequest decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
