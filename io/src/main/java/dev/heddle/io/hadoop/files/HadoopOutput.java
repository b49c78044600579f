package dev.heddle.io.hadoop.files;

import java.io.IOException;
import java.nio.ByteBuffer;

/** A file that is being written. Used by one thread. */
public interface HadoopOutput extends AutoCloseable {
  /** Appends what remains in a buffer. */
  void write(ByteBuffer bytes) throws IOException;

  /** Ends the file, whose bytes are durable then. */
  @Override
  void close() throws IOException;
}
