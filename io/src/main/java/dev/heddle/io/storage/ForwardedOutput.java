package dev.heddle.io.storage;

import java.nio.ByteBuffer;

/** An output whose bytes go to another one, which it owns, but which shows itself its own way. */
public abstract class ForwardedOutput implements PublishedOutput {
  protected final PublishedOutput output;

  protected ForwardedOutput(PublishedOutput output) {
    this.output = output;
  }

  @Override
  public final void write(ByteBuffer bytes) {
    output.write(bytes);
  }

  @Override
  public final void write(byte[] bytes, int offset, int length) {
    output.write(bytes, offset, length);
  }

  @Override
  public final long position() {
    return output.position();
  }

  @Override
  public final long bufferedBytes() {
    return output.bufferedBytes();
  }

  @Override
  public final void close() {
    output.close();
  }
}
