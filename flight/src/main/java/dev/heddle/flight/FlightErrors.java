package dev.heddle.flight;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.charset.StandardCharsets;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Converts errors to those of Flight. */
final class FlightErrors {
  /** Name of the metadata that holds the error's code. */
  static final String CODE = "heddle-code";

  private static final Logger LOG = LoggerFactory.getLogger(FlightErrors.class);

  private FlightErrors() {}

  /** Returns an error as clients are to see it. */
  static FlightRuntimeException of(Throwable error) {
    return switch (error) {
      case FlightRuntimeException flight -> flight;
      case HeddleException typed -> status(typed).withCause(typed).toRuntimeException();
      default -> {
        LOG.error("A call failed in an unexpected way", error);
        yield CallStatus.INTERNAL
            .withDescription("Internal error: " + error)
            .withCause(error)
            .toRuntimeException();
      }
    };
  }

  /** Returns the error of a query that somebody else has ended. */
  static HeddleException cancelled() {
    return new HeddleException(ErrorCode.CANCELLED, "Query was cancelled");
  }

  /** Returns the error of a request that is wrong. */
  static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  /** Returns the error of a request that this server cannot carry out. */
  static HeddleException unsupported(String message) {
    return new HeddleException(ErrorCode.UNSUPPORTED, message);
  }

  private static CallStatus status(HeddleException error) {
    ErrorFlightMetadata metadata = new ErrorFlightMetadata();
    metadata.insert(CODE, error.code().name().getBytes(StandardCharsets.US_ASCII));
    return kind(error.code())
        .withDescription(String.valueOf(error.getMessage()))
        .withMetadata(metadata);
  }

  private static CallStatus kind(ErrorCode code) {
    return switch (code) {
      case NOT_FOUND -> CallStatus.NOT_FOUND;
      case ALREADY_EXISTS -> CallStatus.ALREADY_EXISTS;
      case ACCESS_DENIED -> CallStatus.UNAUTHORIZED;
      case TIMEOUT -> CallStatus.TIMED_OUT;
      case CANCELLED -> CallStatus.CANCELLED;
      case UNSUPPORTED -> CallStatus.UNIMPLEMENTED;
      case CLOSED -> CallStatus.UNAVAILABLE; // the server ends
      case REFUSED -> CallStatus.RESOURCE_EXHAUSTED; // too many sessions
      default ->
          switch (code.kind()) {
            case USER -> CallStatus.INVALID_ARGUMENT;
            case RESOURCE -> CallStatus.RESOURCE_EXHAUSTED;
            case EXTERNAL -> CallStatus.UNAVAILABLE;
            case INTERNAL -> CallStatus.INTERNAL;
          };
    };
  }
}
