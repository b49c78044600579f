package dev.heddle.io.hadoop.files;

import java.io.IOException;
import java.nio.ByteBuffer;

/** An open file. Thread-safe; closed by its opener. */
public interface HadoopInput extends AutoCloseable {
  /**
   * Fills a buffer.
   *
   * @throws java.io.EOFException if the file ends before
   */
  void read(long position, ByteBuffer target) throws IOException;

  @Override
  void close() throws IOException;
}
