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

  private static final long EVERY_JOB = -1;

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

  /** Returns the error of a process that can run no task of any job. */
  static TaskException ofProcess(String code, String message) {
    return new TaskException(EVERY_JOB, code, message, Retry.IS_USELESS);
  }

  /** Returns whether a job fails by it. */
  public boolean isOf(long number) {
    return job == EVERY_JOB || job == number;
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
