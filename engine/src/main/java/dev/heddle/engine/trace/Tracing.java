package dev.heddle.engine.trace;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.ProgressListener;

/** Finds out whether there is an OpenTelemetry to send spans to. */
public final class Tracing {
  private static final String API = "io.opentelemetry.api.GlobalOpenTelemetry";

  private Tracing() {}

  /**
   * Returns what makes spans of a session's queries, by the global OpenTelemetry.
   *
   * @throws HeddleException with code {@code NOT_FOUND} if its API is not on the class path
   */
  public static ProgressListener spans() {
    try {
      Class.forName(API, false, Tracing.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot open a session with tracing: OpenTelemetry is not on the class path; depend on"
              + " io.opentelemetry:opentelemetry-api and an SDK, or leave out withTracing",
          e);
    }
    return QuerySpans.global();
  }
}
