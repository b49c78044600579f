package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.rate.RequestGate;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.core.ResponseInputStream;
import software.amazon.awssdk.services.s3.model.GetObjectRequest;
import software.amazon.awssdk.services.s3.model.GetObjectResponse;

/** Fetches parts by ranged GETs, on the thread of its caller. Thread-safe. */
final class RangeFetcher {
  private static final String VERB = "read";

  private final S3Retry retry;
  private final ReadQueue queue;
  private final LongAdder bytesRead = new LongAdder();
  private final LongAdder requests = new LongAdder();

  RangeFetcher(S3Retry retry, ReadQueue queue) {
    this.retry = retry;
    this.queue = queue;
  }

  long bytesRead() {
    return bytesRead.sum();
  }

  long requests() {
    return requests.sum();
  }

  /** Fetches a part that nobody else has claimed; the read learns how it ended. */
  void fetch(ReadPart part, byte[] block) {
    Thread thread = Thread.currentThread();
    S3Read read = part.read();
    if (!read.begin(thread)) {
      return;
    }
    if (part.claim()) {
      HeddleException failure = null;
      try {
        fetchAll(part, block);
      } catch (HeddleException e) {
        failure = e;
      } catch (RuntimeException | Error e) {
        failure = S3Errors.of(VERB, read.object().path(), e);
      }
      read.end(thread, failure);
    } else {
      read.leave(thread);
    }
    Thread.interrupted(); // the closer of the read may have set it; the next part is another's
  }

  private void fetchAll(ReadPart part, byte[] block) {
    String path = part.read().object().path();
    int done = 0;
    int failures = 0;
    while (done < part.bytes() && part.read().isWanted()) {
      int before = done;
      try {
        done = fetchFrom(part, done, block);
      } catch (Interrupted e) {
        failures = e.done > before ? 1 : failures + 1;
        done = e.done;
        if (!part.read().isWanted()) {
          return;
        }
        if (S3Errors.isSlowDown(e.reason)) {
          part.read().object().bucket().gate().refused();
        }
        retry.pauseOrThrow(VERB, path, e.reason, failures);
      }
    }
  }

  /** A request that ended before its last byte. */
  private static final class Interrupted extends Exception {
    private static final long serialVersionUID = 1;

    private final int done;
    private final Exception reason;

    Interrupted(int done, Exception reason) {
      super(reason);
      this.done = done;
      this.reason = reason;
    }
  }

  private int fetchFrom(ReadPart part, int from, byte[] block) throws Interrupted {
    S3Read read = part.read();
    S3Input object = read.object();
    long first = read.position() + part.offset() + from;
    long last = read.position() + part.offset() + part.bytes() - 1;
    GetObjectRequest.Builder request =
        object.bucket().requests().newGetObjectRequestBuilder(object.key());
    request.range("bytes=" + first + "-" + last);
    ObjectVersion.etag(object.version()).ifPresent(request::ifMatch);
    int done = from;
    RequestGate gate = object.bucket().gate();
    S3Retry.pass(gate, VERB, object.path());
    requests.increment();
    ResponseInputStream<GetObjectResponse> body = null;
    try {
      body = object.bucket().client().getObject(request.build());
      check(object, body.response(), first, last);
      while (done < part.bytes()) {
        int count = body.read(block, 0, Math.min(block.length, part.bytes() - done));
        if (count < 0) {
          throw new EOFException("the answer ended after " + done + " of its bytes");
        }
        if (!read.put(part.offset() + done, block, count)) {
          return done;
        }
        done += count;
        bytesRead.add(count);
        gate.moved(count);
        queue.received(count, gate);
      }
      if (body.read(block, 0, 1) < 0) { // its end lets the connection be used again
        body.close();
        body = null;
      }
      return done;
    } catch (HeddleException e) {
      throw e;
    } catch (IOException | RuntimeException e) {
      if (S3Errors.isNotFound(e)) {
        throw S3Errors.gone(object.path(), e);
      }
      throw new Interrupted(done, e);
    } finally {
      if (body != null) {
        body.abort();
      }
    }
  }

  private static void check(S3Input object, GetObjectResponse response, long first, long last) {
    String range = response.contentRange();
    if (!ObjectVersion.mayBeOf(object.version(), response)
        || !isLength(object.sizeBytes(), range, response)) {
      throw S3Errors.changed(object.path());
    }
    boolean isWhole = range == null && first == 0 && last == object.sizeBytes() - 1;
    if (!isWhole && (range == null || !range.startsWith("bytes " + first + "-" + last + "/"))) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read "
              + object.path()
              + ": asked for bytes "
              + first
              + " to "
              + last
              + ", the service answered with "
              + (range == null ? "all" : range)
              + "; it does not serve ranges as S3 does");
    }
  }

  /** Returns whether an object has a length, as far as an answer shows. */
  private static boolean isLength(
      long sizeBytes, @Nullable String range, GetObjectResponse response) {
    if (range == null) {
      return response.contentLength() == null || response.contentLength() == sizeBytes;
    }
    String length = range.substring(range.indexOf('/') + 1);
    return length.equals("*") || length.equals(Long.toString(sizeBytes));
  }
}
