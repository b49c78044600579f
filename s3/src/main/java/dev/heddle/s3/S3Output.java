package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.PreparedFile;
import dev.heddle.io.storage.PublishedOutput;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import org.jspecify.annotations.Nullable;

/**
 * Writes an object: by one PUT at the end if it is small, else in parts that are uploaded while it
 * is written. Nothing is visible before the end; closing without it drops what was uploaded.
 *
 * <p>Parts wait on the heap: one that is being filled and at most {@value #MAX_PARTS_UNDER_WAY}
 * that are being sent for each file, {@link #PROCESS_PARTS} for the process.
 */
final class S3Output implements PublishedOutput {
  private static final int PART_BYTES = 5 << 20; // the least that S3 takes
  private static final int FIRST_BYTES = 64 << 10;
  private static final int MAX_PARTS_UNDER_WAY = 3;

  /** Parts of all files that are being sent. */
  private static final Semaphore PROCESS_PARTS = new Semaphore(12);

  /** After this number of parts they grow, since there may be 10,000 of them only. */
  private static final int PARTS_OF_A_SIZE = 1_000;

  private final S3Uploads uploads;
  private final S3Path path;
  private final Semaphore ownParts = new Semaphore(MAX_PARTS_UNDER_WAY);
  private final List<FutureTask<String>> parts = new ArrayList<>();
  private @Nullable String upload;
  private byte[] filling = new byte[FIRST_BYTES];
  private int filled;
  private long position;
  private boolean isEnded;

  S3Output(S3Uploads uploads, S3Path path) {
    this.uploads = uploads;
    this.path = path;
  }

  @Override
  public void write(ByteBuffer bytes) {
    checkOpen();
    while (bytes.hasRemaining()) {
      int room = partBytes() - filled;
      int count = Math.min(room, bytes.remaining());
      ensure(filled + count);
      bytes.get(filling, filled, count);
      filled += count;
      position += count;
      if (filled == partBytes()) {
        send();
      }
    }
  }

  private void checkOpen() {
    if (isEnded) {
      throw new IllegalStateException("Cannot write " + path + ": it has been published or closed");
    }
  }

  private int partBytes() {
    return PART_BYTES * (1 + parts.size() / PARTS_OF_A_SIZE);
  }

  private void ensure(int bytes) {
    if (bytes > filling.length) {
      long larger = Math.max(bytes, 2L * filling.length);
      filling = Arrays.copyOf(filling, (int) Math.min(larger, partBytes()));
    }
  }

  /** Sends what has been filled as the next part, in the background. */
  private void send() {
    String id = upload;
    if (id == null) {
      id = uploads.begin(path);
      upload = id;
    }
    String into = id;
    byte[] bytes = filling;
    int count = filled;
    int number = parts.size() + 1;
    filling = new byte[0];
    filled = 0;
    uploads.waits().during(this::acquire);
    FutureTask<String> task =
        new FutureTask<>(
            () -> {
              try {
                return uploads.part(path, into, number, bytes, count);
              } finally {
                PROCESS_PARTS.release();
                ownParts.release();
              }
            });
    parts.add(task);
    Thread.ofVirtual().name("heddle-s3-write").start(task);
  }

  private @Nullable Void acquire() {
    try {
      ownParts.acquire();
      PROCESS_PARTS.acquire();
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new HeddleException(
          ErrorCode.CANCELLED, "Cannot write " + path + ": it was interrupted", e);
    }
  }

  /** Waits for all parts and returns their ETags. */
  private List<String> etags() {
    return uploads.waits().during(this::sent);
  }

  private List<String> sent() {
    List<String> etags = new ArrayList<>();
    for (FutureTask<String> part : parts) {
      try {
        etags.add(part.get());
      } catch (ExecutionException e) {
        throw S3Errors.of("write", path.toString(), e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new HeddleException(
            ErrorCode.CANCELLED, "Cannot write " + path + ": it was interrupted", e);
      }
    }
    return etags;
  }

  @Override
  public long position() {
    return position;
  }

  @Override
  public long bufferedBytes() {
    return filling.length;
  }

  @Override
  public void publish() {
    publish(S3Uploads.Condition.NONE);
  }

  @Override
  public void publishNew() {
    publish(S3Uploads.Condition.IS_NEW);
  }

  private void publish(S3Uploads.Condition condition) {
    checkOpen();
    String id = upload;
    if (id == null) {
      uploads.put(path, filling, filled, condition);
    } else {
      if (filled > 0) {
        send();
      }
      if (!uploads.complete(path, id, etags(), condition) && !uploads.isThere(path, position)) {
        throw dropped(path);
      }
    }
    isEnded = true;
  }

  /** Returns the error for an upload that is gone and has left nothing. */
  static HeddleException dropped(S3Path path) {
    return new HeddleException(
        ErrorCode.CONFLICT,
        "Cannot write " + path + ": what was prepared has been dropped by somebody else");
  }

  @Override
  public PreparedFile prepare() {
    checkOpen();
    if (filled > 0 || upload == null) {
      send();
    }
    UploadToken token = new UploadToken(String.valueOf(upload), etags());
    isEnded = true;
    return new PreparedFile(path.toString(), position, token.encode());
  }

  @Override
  public void close() {
    if (isEnded) {
      return;
    }
    isEnded = true;
    filling = new byte[0];
    if (upload != null) {
      awaitParts(); // one that came after the end would stay
      uploads.abort(path, upload);
    }
  }

  private void awaitParts() {
    boolean isInterrupted = false;
    for (FutureTask<String> part : parts) {
      while (!part.isDone()) {
        try {
          part.get();
        } catch (ExecutionException e) {
          break; // it has ended, and that is all that matters
        } catch (InterruptedException e) {
          isInterrupted = true;
        }
      }
    }
    if (isInterrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
