package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.net.ConnectException;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.ErrorFlightMetadata;
import org.apache.arrow.flight.FlightRuntimeException;
import org.jspecify.annotations.Nullable;

/** Makes of errors that calls fail with those of Heddle. Stateless. */
final class RemoteErrors {
  /** Name of the metadata in which Heddle's servers send the error's code. */
  private static final String CODE = "heddle-code";

  /** What servers say of a session that they have ended. */
  private static final String SESSION = "Cannot use the session";

  private RemoteErrors() {}

  /** Returns the error of a query that somebody has ended. */
  static HeddleException cancelled(@Nullable Throwable cause) {
    return new HeddleException(ErrorCode.CANCELLED, "Query was cancelled", cause);
  }

  /** Returns the error of a connection that cannot be used any more. */
  static HeddleException lost(String address, String why, @Nullable Throwable cause) {
    return new HeddleException(
        ErrorCode.WORKER_LOST,
        "Connection to " + address + " is lost: " + why + "; open another one",
        cause);
  }

  /**
   * Returns an error.
   *
   * @param address of the server, for messages
   */
  static HeddleException of(FlightRuntimeException error, String address) {
    CallStatus status = error.status();
    String text = status.description() == null ? error.toString() : status.description();
    ErrorCode code = code(status);
    if (code != null) {
      return new HeddleException(code, text, error);
    }
    return switch (status.code()) {
      case CANCELLED -> cancelled(error);
      case UNAUTHENTICATED, UNAUTHORIZED -> new HeddleException(ErrorCode.REFUSED, text, error);
      case UNAVAILABLE -> lost(address, reason(error, text), error);
      case TIMED_OUT -> lost(address, "no answer in time", error);
      case UNIMPLEMENTED ->
          new HeddleException(
              ErrorCode.UNSUPPORTED,
              "Cannot do that: the server at " + address + " does not support it (" + text + ")",
              error);
      case NOT_FOUND -> new HeddleException(ErrorCode.NOT_FOUND, text, error);
      case ALREADY_EXISTS -> new HeddleException(ErrorCode.ALREADY_EXISTS, text, error);
      case INVALID_ARGUMENT -> new HeddleException(ErrorCode.INVALID_ARGUMENT, text, error);
      case RESOURCE_EXHAUSTED -> new HeddleException(ErrorCode.OUT_OF_MEMORY, text, error);
      default -> new HeddleException(ErrorCode.INTERNAL, text, error);
    };
  }

  private static @Nullable ErrorCode code(CallStatus status) {
    ErrorFlightMetadata metadata = status.metadata();
    if (metadata == null || !metadata.containsKey(CODE)) {
      return null;
    }
    try {
      return ErrorCode.valueOf(metadata.get(CODE));
    } catch (IllegalArgumentException e) {
      return null; // of a newer server
    }
  }

  /** Returns whether an error is that of a session that the server has ended. */
  static boolean isOfSession(HeddleException error) {
    return error.code() == ErrorCode.NOT_FOUND
        && String.valueOf(error.getMessage()).startsWith(SESSION);
  }

  /** Returns whether nobody listens at the server's address. */
  static boolean isUnreachable(Throwable error) {
    return root(error) instanceof ConnectException;
  }

  private static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null && root.getCause() != root) {
      root = root.getCause();
    }
    return root;
  }

  /** Returns what the network said, where that is known. */
  private static String reason(Throwable error, String text) {
    Throwable root = root(error);
    return root == error || root.getMessage() == null ? text : root.getMessage();
  }
}
