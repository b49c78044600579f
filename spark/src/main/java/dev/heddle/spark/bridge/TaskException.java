package dev.heddle.spark.bridge;

import java.io.Serial;

/** Why a task of Heddle's failed, in types that Spark can carry to the driver. */
public final class TaskException extends RuntimeException {
  /** What another attempt would do. */
  public enum Retry {
    /** It may do better. */
    MAY_HELP,
    /** It would meet the same error. */
    IS_USELESS
  }

  @Serial private static final long serialVersionUID = 1L;

  private final long job;
  private final String code;
  private final Retry retry;

  /**
   * Makes one.
   *
   * @param job number of the job
   * @param code name of the error code
   * @param retry what another attempt would do
   */
  public TaskException(long job, String code, String message, Retry retry) {
    super(message);
    this.job = job;
    this.code = code;
    this.retry = retry;
  }

  /** Returns the number of the job. */
  public long job() {
    return job;
  }

  /** Returns the name of the error code. */
  public String code() {
    return code;
  }

  /** Returns whether another attempt may do better. */
  public boolean mayPass() {
    return retry == Retry.MAY_HELP;
  }
}
