package dev.heddle.io.hadoop;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.files.HadoopInput;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.concurrent.Semaphore;

/** Positional reads of a file as a listing saw it. */
final class HadoopFileInput implements RangedInput {
  // what a connection carries in the time that a request of its own would take to start
  private static final int COALESCE_GAP = 128 << 10;

  private final StoredFile file;
  private final HadoopInput input;
  private final Semaphore window;

  /**
   * Makes an input.
   *
   * @param window has a permit for each read that may be under way in the background
   */
  HadoopFileInput(StoredFile file, HadoopInput input, Semaphore window) {
    this.file = file;
    this.input = input;
    this.window = window;
  }

  String path() {
    return file.path();
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
    check(position, bytes);
    if (bytes > 0) {
      HadoopErrors.step("read", path(), () -> input.read(position, target));
    }
  }

  private void check(long position, int bytes) {
    if (position + bytes > file.sizeBytes()) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read "
              + path()
              + ": it ends at byte "
              + file.sizeBytes()
              + " but bytes "
              + position
              + " to "
              + (position + bytes)
              + " are needed");
    }
  }

  @Override
  public PendingRead start(long position, int bytes, MemoryAccount account) {
    check(position, bytes);
    return HadoopRead.start(this, position, bytes, account, window);
  }

  @Override
  public boolean worksInBackground() {
    return true;
  }

  @Override
  public int coalesceGap() {
    return COALESCE_GAP;
  }

  @Override
  public void close() {
    try {
      input.close();
    } catch (IOException e) {
      throw HadoopErrors.of("close", path(), e);
    }
  }
}
