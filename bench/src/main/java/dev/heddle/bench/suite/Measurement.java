package dev.heddle.bench.suite;

import java.io.Serializable;
import org.jspecify.annotations.Nullable;

/**
 * What one run of a question took.
 *
 * @param nanos wall time
 * @param cpuNanos CPU time of the engine's process; the system counts it in steps of 10 ms
 * @param bytesRead bytes that the process read by system calls; 0 where that is not known
 * @param peakBytes peak memory of the process during the run; 0 where that is not known
 * @param answer the answer, if it was asked for
 * @param failure why there is none, or null
 */
public record Measurement(
    long nanos,
    long cpuNanos,
    long bytesRead,
    long peakBytes,
    @Nullable Answer answer,
    @Nullable String failure)
    implements Serializable {
  /** Makes the result of a run that failed. */
  static Measurement failed(Throwable error) {
    String message = error.getMessage();
    return new Measurement(
        0, 0, 0, 0, null, message == null ? error.getClass().getName() : message.strip());
  }
}
