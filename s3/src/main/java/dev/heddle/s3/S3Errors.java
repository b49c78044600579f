package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import org.apache.hadoop.fs.s3a.CredentialInitializationException;
import org.apache.hadoop.fs.s3a.auth.NoAuthWithAWSException;
import org.apache.hadoop.fs.s3a.auth.NoAwsCredentialsException;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.awscore.exception.AwsServiceException;
import software.amazon.awssdk.core.exception.SdkClientException;

/** Turns failures of S3A, the SDK and the connection into typed errors; decides which may pass. */
final class S3Errors {
  private static final int NOT_FOUND = 404;
  private static final int PRECONDITION_FAILED = 412;
  private static final int RANGE_NOT_SATISFIABLE = 416;

  private S3Errors() {}

  /** Returns whether the same request may succeed a little later. */
  static boolean isTransient(Throwable failure) {
    if (failure instanceof AwsServiceException service) {
      return switch (service.statusCode()) {
        case 408, 409, 429, 500, 502, 503, 504 -> true;
        case 400 -> code(service).equals("RequestTimeout");
        default -> false;
      };
    }
    if (isAboutCredentials(failure) || causeOf(failure, UnknownHostException.class) != null) {
      return false;
    }
    return causeOf(failure, IOException.class) != null || failure instanceof SdkClientException;
  }

  /** Returns whether the service asks for fewer requests. */
  static boolean isSlowDown(Throwable failure) {
    return failure instanceof AwsServiceException service
        && (service.statusCode() == 503 || service.statusCode() == 429);
  }

  static boolean isNotFound(Throwable failure) {
    return failure instanceof AwsServiceException service
        && service.statusCode() == NOT_FOUND
        && !code(service).equals("NoSuchBucket");
  }

  static boolean isPreconditionFailed(Throwable failure) {
    return failure instanceof AwsServiceException service
        && service.statusCode() == PRECONDITION_FAILED;
  }

  /** Returns the error for an object that is no longer what it was when it was listed. */
  static HeddleException changed(String path) {
    return new HeddleException(
        ErrorCode.IO,
        "Cannot read " + path + ": the file has changed since it was opened; open it anew");
  }

  /** Returns the error for an object that is no longer there though it was listed. */
  static HeddleException gone(String path, Exception cause) {
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot read "
            + path
            + ": the file was there when it was listed and is not; if it has been overwritten open"
            + " it anew",
        cause);
  }

  /**
   * Returns the typed error.
   *
   * @param verb what could not be done, such as {@code read}
   */
  static HeddleException of(String verb, String path, Throwable failure) {
    if (failure instanceof HeddleException typed) {
      return typed;
    }
    String start = "Cannot " + verb + " " + path + ": ";
    if (failure instanceof AwsServiceException service) {
      return ofService(start, path, service);
    }
    if (isAboutCredentials(failure)) {
      return new HeddleException(
          ErrorCode.IO,
          start
              + "no credentials for S3; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, name a"
              + " profile (--s3-profile), or read anonymously (--s3-anonymous)",
          failure);
    }
    if (causeOf(failure, UnknownHostException.class) instanceof UnknownHostException host) {
      return new HeddleException(
          ErrorCode.IO,
          start
              + "unknown host "
              + host.getMessage()
              + "; check the endpoint (--s3-endpoint), and whether it wants the bucket in the path"
              + " (--s3-path-style)",
          failure);
    }
    if (causeOf(failure, ConnectException.class) instanceof ConnectException connect) {
      return new HeddleException(
          ErrorCode.IO,
          start
              + "cannot connect ("
              + connect.getMessage()
              + "); check the endpoint (--s3-endpoint) and the network",
          failure);
    }
    if (failure instanceof FileNotFoundException) {
      return new HeddleException(
          ErrorCode.NOT_FOUND, start + "no such file, folder or bucket", failure);
    }
    return new HeddleException(ErrorCode.IO, start + reason(failure), failure);
  }

  private static HeddleException ofService(String start, String path, AwsServiceException service) {
    String bucket = S3Path.of(path).bucket();
    String code = code(service);
    if (code.equals("NoSuchBucket")) {
      return new HeddleException(
          ErrorCode.NOT_FOUND,
          start
              + "there is no bucket "
              + bucket
              + "; check its name and the endpoint (--s3-endpoint)",
          service);
    }
    if (code.equals("NoSuchUpload")) {
      return new HeddleException(
          ErrorCode.IO,
          start + "its upload is gone: it was aborted, completed elsewhere or cleaned up",
          service);
    }
    return switch (service.statusCode()) {
      case NOT_FOUND ->
          new HeddleException(ErrorCode.NOT_FOUND, start + "no such file or folder", service);
      case PRECONDITION_FAILED, RANGE_NOT_SATISFIABLE -> changed(path);
      case 401, 403 ->
          new HeddleException(
              ErrorCode.IO,
              start
                  + "access denied ("
                  + (code.isEmpty() ? "status " + service.statusCode() : code)
                  + "); check the credentials and what they may do in bucket "
                  + bucket,
              service);
      case 301, 307 ->
          new HeddleException(
              ErrorCode.IO,
              start
                  + "bucket "
                  + bucket
                  + " is in another region; name it (--s3-region), and the endpoint"
                  + " (--s3-endpoint)",
              service);
      default ->
          new HeddleException(
              ErrorCode.IO,
              start
                  + "S3 answered "
                  + service.statusCode()
                  + (code.isEmpty() ? "" : " " + code)
                  + (isTransient(service) ? ", again and again; try later" : ""),
              service);
    };
  }

  private static String code(AwsServiceException service) {
    String code = service.awsErrorDetails() == null ? null : service.awsErrorDetails().errorCode();
    return code == null ? "" : code;
  }

  private static boolean isAboutCredentials(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof NoAuthWithAWSException
          || cause instanceof NoAwsCredentialsException
          || cause instanceof CredentialInitializationException
          || (cause instanceof SdkClientException
              && String.valueOf(cause.getMessage()).contains("credentials"))) {
        return true;
      }
    }
    return false;
  }

  private static @Nullable Throwable causeOf(Throwable failure, Class<?> type) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (type.isInstance(cause)) {
        return cause;
      }
    }
    return null;
  }

  /** The innermost reason: the SDK wraps it in what it was doing. */
  private static String reason(Throwable failure) {
    Throwable cause = failure;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
  }
}
