package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.Closeable;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Named pipes (FIFOs) of the file system. Opening one waits until another process opens its other
 * end, for as long as {@link #WAIT_MILLIS} and no longer. Thread-safe.
 */
final class NamedPipes {
  /** How long the other end is waited for. */
  static final long WAIT_MILLIS = 30_000;

  /** How long the closing of an end that nobody wants any more is waited for. */
  private static final long MAX_CLOSE_MILLIS = 1_000;

  private static final int TYPE_MASK = 0170000;
  private static final int PIPE = 0010000;

  private NamedPipes() {}

  private interface Opening<T extends Closeable> {
    T open() throws IOException;
  }

  /** Returns whether a path is one. */
  static boolean isPipe(Path file) throws IOException {
    if (!file.getFileSystem().supportedFileAttributeViews().contains("unix")) {
      return false;
    }
    return ((Integer) Files.getAttribute(file, "unix:mode") & TYPE_MASK) == PIPE;
  }

  /**
   * Opens the end to read from.
   *
   * @throws HeddleException with code {@code IO} if nobody opens the other end
   */
  static InputStream read(Path pipe, long waitMillis) throws IOException {
    return open(pipe, "read", "writes to it", waitMillis, () -> Files.newInputStream(pipe));
  }

  /**
   * Opens the end to write to.
   *
   * @throws HeddleException with code {@code IO} if nobody opens the other end
   */
  static OutputStream write(Path pipe, long waitMillis) throws IOException {
    return open(
        pipe, "write", "reads it", waitMillis, () -> new FileOutputStream(pipe.toFile(), true));
  }

  private static <T extends Closeable> T open(
      Path pipe, String verb, String other, long waitMillis, Opening<T> opening)
      throws IOException {
    CompletableFuture<T> opened = new CompletableFuture<>();
    Thread opener =
        Thread.ofPlatform()
            .daemon()
            .name("open " + pipe)
            .start(
                () -> {
                  try {
                    T end = opening.open();
                    if (!opened.complete(end)) {
                      end.close();
                    }
                  } catch (IOException | RuntimeException e) {
                    opened.completeExceptionally(e);
                  }
                });
    String cannot = "Cannot " + verb + " " + pipe + ": ";
    try {
      return opened.get(waitMillis, TimeUnit.MILLISECONDS);
    } catch (TimeoutException e) {
      if (!opened.cancel(false)) {
        return opened.join();
      }
      end(opener, pipe);
      throw new HeddleException(
          ErrorCode.IO,
          cannot
              + "it is a named pipe, and no process "
              + other
              + " within "
              + waitMillis / 1000
              + " seconds; start that process first",
          e);
    } catch (InterruptedException e) {
      opened.cancel(false);
      end(opener, pipe);
      Thread.currentThread().interrupt();
      throw new HeddleException(ErrorCode.CANCELLED, cannot + "interrupted", e);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof IOException io ? io : new IOException(e.getCause());
    }
  }

  /** Ends the wait of a thread that opens an end; the end is closed when this returns. */
  private static void end(Thread opener, Path pipe) throws IOException {
    try (RandomAccessFile unused = new RandomAccessFile(pipe.toFile(), "rw")) {
      opener.join(MAX_CLOSE_MILLIS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
