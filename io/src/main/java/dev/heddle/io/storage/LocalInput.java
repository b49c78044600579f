package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Memory;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** Positional reads of a local file. */
final class LocalInput implements RangedInput {
  private final String path;
  private final FileChannel channel;

  private LocalInput(String path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  static LocalInput open(String path, Path file) {
    try {
      return new LocalInput(path, FileChannel.open(file, StandardOpenOption.READ));
    } catch (IOException e) {
      throw LocalStorage.failed("read", path, e);
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
}
