package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.ByteArrayInputStream;
import java.math.BigInteger;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.apache.hadoop.fs.PathIOException;
import org.apache.hadoop.fs.s3a.impl.PutObjectOptions;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.sync.RequestBody;
import software.amazon.awssdk.services.s3.model.CompleteMultipartUploadRequest;
import software.amazon.awssdk.services.s3.model.CompletedPart;
import software.amazon.awssdk.services.s3.model.HeadObjectResponse;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsRequest;
import software.amazon.awssdk.services.s3.model.ListMultipartUploadsResponse;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.NoSuchUploadException;
import software.amazon.awssdk.services.s3.model.PutObjectRequest;
import software.amazon.awssdk.services.s3.model.UploadPartRequest;

/** The requests that write to a bucket, and HEAD; each tried again if it may pass. Thread-safe. */
final class S3Uploads {
  private static final String VERB = "write";

  private final S3Bucket bucket;
  private final S3Retry retry;
  private final S3Counts counts;

  S3Uploads(S3Bucket bucket, S3Retry retry, S3Counts counts) {
    this.bucket = bucket;
    this.retry = retry;
    this.counts = counts;
  }

  /** Makes a request that the calling thread waits for. */
  private <T extends @Nullable Object> T call(String verb, S3Path path, Supplier<T> request) {
    return counts.writing().during(() -> retry.call(bucket.gate(), verb, path.toString(), request));
  }

  /** Returns the time that is spent on waiting for this to write. */
  WaitClock waits() {
    return counts.writing();
  }

  /** What a write may meet under its name. */
  enum Condition {
    /** Anything, which it replaces. */
    NONE,
    /** Nothing. */
    IS_NEW
  }

  private static RequestBody body(byte[] bytes, int count) {
    return RequestBody.fromInputStream(new ByteArrayInputStream(bytes, 0, count), count);
  }

  /** Writes an object by one request. */
  void put(S3Path path, byte[] bytes, int count, Condition condition) {
    PutObjectRequest.Builder request =
        bucket
            .requests()
            .newPutObjectRequestBuilder(
                path.key(), PutObjectOptions.defaultOptions(), count, false);
    if (condition == Condition.IS_NEW) {
      request.ifNoneMatch("*");
    }
    int[] tries = new int[1];
    call(
        VERB,
        path,
        () -> {
          counts.requests().increment();
          tries[0]++;
          try {
            return bucket.client().putObject(request.build(), body(bytes, count));
          } catch (RuntimeException e) {
            if (!S3Errors.isPreconditionFailed(e)) {
              throw e;
            }
            if (tries[0] > 1 && isThere(path, md5(bytes, count))) {
              return null; // an earlier try, whose answer was lost, has put it there
            }
            throw exists(path, e);
          }
        });
    written(count);
  }

  private void written(int count) {
    counts.bytesWritten().add(count);
    bucket.gate().moved(count);
  }

  private static HeddleException exists(S3Path path, Exception cause) {
    return new HeddleException(
        ErrorCode.ALREADY_EXISTS,
        "Cannot write " + path + ": it has been made by somebody else meanwhile",
        cause);
  }

  private boolean isThere(S3Path path, String etag) {
    HeadObjectResponse head = head(path);
    return head != null && etag.equals(head.eTag());
  }

  /** Returns whether there is an object of a length. */
  boolean isThere(S3Path path, long sizeBytes) {
    HeadObjectResponse head = head(path);
    return head != null && head.contentLength() == sizeBytes;
  }

  /** Asks for an object; null if there is none. */
  @Nullable HeadObjectResponse head(S3Path path) {
    return counts
        .looking()
        .during(
            () ->
                retry.call(
                    bucket.gate(),
                    "read",
                    path.toString(),
                    () -> {
                      try {
                        counts.requests().increment();
                        return bucket
                            .client()
                            .headObject(
                                bucket.requests().newHeadObjectRequestBuilder(path.key()).build());
                      } catch (RuntimeException e) {
                        if (S3Errors.isNotFound(e)) {
                          return null;
                        }
                        throw e;
                      }
                    }));
  }

  private static String md5(byte[] bytes, int count) {
    try {
      MessageDigest digest = MessageDigest.getInstance("MD5");
      digest.update(bytes, 0, count);
      return String.format("\"%032x\"", new BigInteger(1, digest.digest()));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("No MD5 in this Java", e);
    }
  }

  /** Begins an upload in parts and returns its id. */
  String begin(S3Path path) {
    return call(
        VERB,
        path,
        () -> {
          counts.requests().increment();
          try {
            return bucket
                .client()
                .createMultipartUpload(
                    bucket
                        .requests()
                        .newMultipartUploadRequestBuilder(
                            path.key(), PutObjectOptions.defaultOptions())
                        .build())
                .uploadId();
          } catch (PathIOException e) {
            throw S3Errors.of(VERB, path.toString(), e);
          }
        });
  }

  /** Uploads a part, counted from 1, and returns its ETag. */
  String part(S3Path path, String upload, int number, byte[] bytes, int count) {
    String etag =
        retry.call(
            bucket.gate(),
            VERB,
            path.toString(),
            () -> {
              counts.requests().increment();
              try {
                UploadPartRequest request =
                    bucket
                        .requests()
                        .newUploadPartRequestBuilder(path.key(), upload, number, false, count)
                        .build();
                return bucket.client().uploadPart(request, body(bytes, count)).eTag();
              } catch (PathIOException e) {
                throw S3Errors.of(VERB, path.toString(), e);
              }
            });
    written(count);
    return etag;
  }

  /**
   * Shows an upload.
   *
   * @return false if there is no such upload: it has been completed, or dropped
   */
  boolean complete(S3Path path, String upload, List<String> etags, Condition condition) {
    List<CompletedPart> parts = new ArrayList<>();
    for (String etag : etags) {
      parts.add(CompletedPart.builder().partNumber(parts.size() + 1).eTag(etag).build());
    }
    CompleteMultipartUploadRequest.Builder request =
        bucket
            .requests()
            .newCompleteMultipartUploadRequestBuilder(
                path.key(), upload, parts, PutObjectOptions.defaultOptions());
    if (condition == Condition.IS_NEW) {
      request.ifNoneMatch("*");
    }
    return call(
        VERB,
        path,
        () -> {
          counts.requests().increment();
          try {
            bucket.client().completeMultipartUpload(request.build());
            return true;
          } catch (NoSuchUploadException e) {
            return false;
          } catch (RuntimeException e) {
            throw S3Errors.isPreconditionFailed(e) ? exists(path, e) : e;
          }
        });
  }

  /** Drops an upload; if it is gone nothing happens. */
  void abort(S3Path path, String upload) {
    call(
        "clean up after writing",
        path,
        () -> {
          counts.requests().increment();
          try {
            return bucket
                .client()
                .abortMultipartUpload(
                    bucket
                        .requests()
                        .newAbortMultipartUploadRequestBuilder(path.key(), upload)
                        .build());
          } catch (NoSuchUploadException e) {
            return null;
          }
        });
  }

  /** Lists uploads under way of keys that start with a prefix. */
  List<MultipartUpload> underWay(S3Path folder, String prefix) {
    List<MultipartUpload> found = new ArrayList<>();
    ListMultipartUploadsRequest.Builder request =
        bucket.requests().newListMultipartUploadsRequestBuilder(prefix);
    while (true) {
      ListMultipartUploadsResponse page =
          call(
              "list uploads of",
              folder,
              () -> {
                counts.requests().increment();
                return bucket.client().listMultipartUploads(request.build());
              });
      found.addAll(page.uploads());
      if (!Boolean.TRUE.equals(page.isTruncated())) {
        return found;
      }
      request.keyMarker(page.nextKeyMarker()).uploadIdMarker(page.nextUploadIdMarker());
    }
  }

  /** Deletes an object; if there is none nothing happens. */
  void delete(S3Path path) {
    call(
        "delete",
        path,
        () -> {
          counts.requests().increment();
          return bucket
              .client()
              .deleteObject(bucket.requests().newDeleteObjectRequestBuilder(path.key()).build());
        });
  }
}
