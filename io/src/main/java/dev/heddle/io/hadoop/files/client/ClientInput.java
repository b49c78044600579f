package dev.heddle.io.hadoop.files.client;

import dev.heddle.io.hadoop.files.HadoopInput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataInputStream;
import org.apache.hadoop.fs.StreamCapabilities;

/** Positional reads, which no state of the stream is needed for. */
final class ClientInput implements HadoopInput {
  private static final int CHUNK_BYTES = 256 << 10;

  private final FSDataInputStream in;
  private final boolean takesBuffers;

  ClientInput(FSDataInputStream in) {
    this.in = in;
    this.takesBuffers = in.hasCapability(StreamCapabilities.PREADBYTEBUFFER);
  }

  @Override
  public void read(long position, ByteBuffer target) throws IOException {
    if (takesBuffers) {
      in.readFully(position, target);
      return;
    }
    byte[] chunk = new byte[Math.min(CHUNK_BYTES, target.remaining())];
    long at = position;
    while (target.hasRemaining()) {
      int bytes = Math.min(chunk.length, target.remaining());
      in.readFully(at, chunk, 0, bytes);
      target.put(chunk, 0, bytes);
      at += bytes;
    }
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
