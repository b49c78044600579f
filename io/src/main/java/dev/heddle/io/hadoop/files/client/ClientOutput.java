package dev.heddle.io.hadoop.files.client;

import dev.heddle.io.hadoop.files.HadoopOutput;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.apache.hadoop.fs.FSDataOutputStream;

/** Appends arrays, which is all that streams of Hadoop's take. */
final class ClientOutput implements HadoopOutput {
  private static final int CHUNK_BYTES = 64 << 10;

  private final FSDataOutputStream out;
  private final byte[] chunk = new byte[CHUNK_BYTES];

  ClientOutput(FSDataOutputStream out) {
    this.out = out;
  }

  @Override
  public void write(ByteBuffer bytes) throws IOException {
    while (bytes.hasRemaining()) {
      int count = Math.min(chunk.length, bytes.remaining());
      bytes.get(chunk, 0, count);
      out.write(chunk, 0, count);
    }
  }

  @Override
  public void close() throws IOException {
    out.close();
  }
}
