package dev.heddle.spark.runner;

import java.nio.ByteBuffer;

/**
 * What an attempt reports that has done its work.
 *
 * @param task its number in the stage
 * @param attempt Spark's number of the attempt, unique in the application
 * @param finished bytes of what it has written and what its operators did
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record TaskReport(int task, long attempt, byte[] finished) {
  private static final int HEADER_BYTES = Integer.BYTES + Long.BYTES;

  byte[] encode() {
    return ByteBuffer.allocate(HEADER_BYTES + finished.length)
        .putInt(task)
        .putLong(attempt)
        .put(finished)
        .array();
  }

  static TaskReport decode(byte[] bytes) {
    ByteBuffer from = ByteBuffer.wrap(bytes);
    int task = from.getInt();
    long attempt = from.getLong();
    byte[] finished = new byte[from.remaining()];
    from.get(finished);
    return new TaskReport(task, attempt, finished);
  }
}
