package dev.heddle.io.parquet;

import dev.heddle.io.storage.PublishedOutput;
import org.apache.parquet.io.OutputFile;
import org.apache.parquet.io.PositionOutputStream;

/** Lets parquet-java write into a {@link PublishedOutput}, which stays its owner's. */
final class PublishedOutputFile implements OutputFile {
  private final PublishedOutput output;

  PublishedOutputFile(PublishedOutput output) {
    this.output = output;
  }

  @Override
  public PositionOutputStream create(long blockSizeHint) {
    return new Stream(output);
  }

  @Override
  public PositionOutputStream createOrOverwrite(long blockSizeHint) {
    return new Stream(output);
  }

  @Override
  public boolean supportsBlockSize() {
    return false;
  }

  @Override
  public long defaultBlockSize() {
    return 0;
  }

  private static final class Stream extends PositionOutputStream {
    private final PublishedOutput output;

    Stream(PublishedOutput output) {
      this.output = output;
    }

    @Override
    public long getPos() {
      return output.position();
    }

    @Override
    public void write(int value) {
      output.write(new byte[] {(byte) value}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) {
      output.write(bytes, offset, length);
    }
  }
}
