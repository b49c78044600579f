package dev.heddle.spark.runner;

import dev.heddle.engine.worker.HostedOutcome;
import dev.heddle.io.codec.RecordCodec;

/**
 * What an attempt reports that has done its work.
 *
 * @param task its number in the stage
 * @param attempt how often the task had been tried before
 * @param executor who ran it
 * @param endMicros when it ended, in microseconds since 1970
 * @param micros how long it ran
 * @param finished what it has written and what its operators did
 */
record TaskReport(
    int task,
    int attempt,
    String executor,
    long endMicros,
    long micros,
    HostedOutcome.Finished finished) {
  private static final RecordCodec<TaskReport> CODEC = RecordCodec.of(TaskReport.class);

  byte[] encode() {
    return CODEC.encode(this);
  }

  static TaskReport decode(byte[] bytes) {
    return CODEC.decode(bytes);
  }
}
