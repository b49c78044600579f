package dev.heddle.cli.output;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A stdout, which remembers that it failed: writers on the way there may swallow that. Thread-safe.
 * Closing it does nothing.
 */
public final class StandardOutput extends OutputStream {
  /** The one of this process. */
  public static final StandardOutput OF_PROCESS =
      new StandardOutput(new FileOutputStream(FileDescriptor.out), StandardOutput::isPipeOfProcess);

  /** The exit code of a program that a closed pipe has ended, as shells report it. */
  public static final int CLOSED_PIPE = 128 + 13;

  private static final int TYPE_MASK = 0170000;
  private static final int PIPE = 0010000;
  private static final int SOCKET = 0140000;

  private final OutputStream out;
  private final BooleanSupplier pipe;
  private volatile @Nullable IOException failure;

  /**
   * Makes one.
   *
   * @param out where the bytes go
   * @param pipe returns whether that is another program
   */
  public StandardOutput(OutputStream out, BooleanSupplier pipe) {
    this.out = out;
    this.pipe = pipe;
  }

  @Override
  public void write(int value) throws IOException {
    write(new byte[] {(byte) value}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    IOException before = failure;
    if (before != null) {
      throw new IOException(before.getMessage(), before);
    }
    try {
      out.write(bytes, offset, length);
    } catch (IOException e) {
      failure = e;
      throw e;
    }
  }

  /** Returns why it failed; null if it did not. */
  public @Nullable IOException failure() {
    return failure;
  }

  /** Returns whether it failed because its reader has left, as {@code head} does. */
  public boolean hasLostItsReader() {
    IOException why = failure;
    if (why == null) {
      return false;
    }
    if (isClosedPipe(String.valueOf(why.getMessage()))) {
      return true;
    }
    return isPipe(); // the text goes by the user's language
  }

  /** Returns whether a system says so in English; the second and third are those of Windows. */
  static boolean isClosedPipe(String reason) {
    return reason.contains("Broken pipe")
        || reason.contains("pipe is being closed")
        || reason.contains("pipe has been ended");
  }

  /** Returns whether it goes to another program; false where that cannot be told. */
  public boolean isPipe() {
    return pipe.getAsBoolean();
  }

  private static boolean isPipeOfProcess() {
    try {
      int mode = (Integer) Files.getAttribute(Path.of("/dev/stdout"), "unix:mode");
      return (mode & TYPE_MASK) == PIPE || (mode & TYPE_MASK) == SOCKET;
    } catch (IOException | UnsupportedOperationException | IllegalArgumentException e) {
      return false;
    }
  }
}
