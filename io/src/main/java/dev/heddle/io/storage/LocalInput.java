package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;

/**
 * Positional reads of a local file. Each looks afterwards whether the file has been written to
 * since it was listed; one that was replaced by another or deleted is read on as it was.
 */
final class LocalInput implements RangedInput {
  // about what a call to the system costs, in bytes copied from its cache
  private static final int COALESCE_GAP = 8 << 10;

  private final String path;
  private final Path file;
  private final FileChannel channel;
  private final BasicFileAttributes opened;

  private LocalInput(String path, Path file, FileChannel channel, BasicFileAttributes opened) {
    this.path = path;
    this.file = file;
    this.channel = channel;
    this.opened = opened;
  }

  /**
   * Opens a file.
   *
   * @param opened what it was when it was found to be the file that was listed
   */
  static LocalInput open(String path, Path file, BasicFileAttributes opened) {
    try {
      FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
      return new LocalInput(path, file, channel, opened);
    } catch (IOException e) {
      throw LocalStorage.failed("read", path, e);
    }
  }

  private void checkUnchanged() throws IOException {
    BasicFileAttributes now;
    try {
      now = Files.readAttributes(file, BasicFileAttributes.class);
    } catch (NoSuchFileException e) {
      return; // deleted: what is open stays
    }
    boolean isSameFile = Objects.equals(now.fileKey(), opened.fileKey());
    boolean isUnchanged =
        now.size() == opened.size() && now.lastModifiedTime().equals(opened.lastModifiedTime());
    if (isSameFile && !isUnchanged) {
      throw LocalStorage.changed(path);
    }
  }

  @Override
  public void read(long position, long address, int bytes) {
    read(position, Memory.byteBuffer(address, bytes));
  }

  @Override
  public byte[] readArray(long position, int bytes) {
    byte[] array = new byte[bytes];
    read(position, ByteBuffer.wrap(array));
    return array;
  }

  /** The system reads ahead by itself, so the work is done when it is waited for. */
  @Override
  public PendingRead start(long position, int bytes, MemoryAccount account) {
    return new LocalRead(position, bytes, account);
  }

  @Override
  public int coalesceGap() {
    return COALESCE_GAP;
  }

  private void read(long position, ByteBuffer target) {
    int bytes = target.remaining();
    try {
      long at = position;
      while (target.hasRemaining()) {
        int read = channel.read(target, at);
        if (read < 0) {
          throw new HeddleException(
              ErrorCode.IO,
              "Cannot read "
                  + path
                  + ": it ends at byte "
                  + at
                  + " but bytes "
                  + position
                  + " to "
                  + (position + bytes)
                  + " are needed; was it cut while it was read?");
        }
        at += read;
      }
      checkUnchanged();
    } catch (ClosedByInterruptException e) {
      throw new HeddleException(ErrorCode.CANCELLED, "Reading " + path + " was interrupted", e);
    } catch (IOException e) {
      throw LocalStorage.failed("read", path, e);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException e) {
      throw LocalStorage.failed("close", path, e);
    }
  }

  private final class LocalRead implements PendingRead {
    private final long position;
    private final int bytes;
    private final MemoryAccount account;
    private boolean isTaken;

    LocalRead(long position, int bytes, MemoryAccount account) {
      this.position = position;
      this.bytes = bytes;
      this.account = account;
    }

    @Override
    public Buffer await() {
      if (isTaken) {
        throw new IllegalStateException("A read can be taken once, and not after its end");
      }
      isTaken = true;
      Buffer buffer = account.allocate(bytes);
      try {
        read(position, buffer.address(), bytes);
        return buffer;
      } catch (Throwable e) {
        buffer.release();
        throw e;
      }
    }

    @Override
    public void close() {
      isTaken = true;
    }
  }
}
