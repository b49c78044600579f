package dev.heddle.io.ipc;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import net.jpountz.lz4.LZ4FrameOutputStream;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.compression.AbstractCompressionCodec;
import org.apache.arrow.vector.compression.CompressionCodec;
import org.apache.arrow.vector.compression.CompressionUtil;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;

/** Compresses for Arrow's own writer, whose codecs are in a module of their own. */
final class TestCodec extends AbstractCompressionCodec {
  static final CompressionCodec.Factory FACTORY =
      new CompressionCodec.Factory() {
        @Override
        public CompressionCodec createCodec(CodecType type) {
          return new TestCodec(type);
        }

        @Override
        public CompressionCodec createCodec(CodecType type, int level) {
          return new TestCodec(type);
        }
      };

  private final CodecType type;

  private TestCodec(CodecType type) {
    this.type = type;
  }

  @Override
  protected ArrowBuf doCompress(BufferAllocator allocator, ArrowBuf plain) {
    byte[] bytes = new byte[(int) plain.writerIndex()];
    plain.getBytes(0, bytes);
    byte[] packed = type == CodecType.ZSTD ? Zstd.compress(bytes) : lz4(bytes);
    long prefix = CompressionUtil.SIZE_OF_UNCOMPRESSED_LENGTH;
    ArrowBuf buffer = allocator.buffer(prefix + packed.length);
    buffer.setBytes(prefix, packed);
    buffer.writerIndex(prefix + packed.length);
    return buffer;
  }

  private static byte[] lz4(byte[] bytes) {
    ByteArrayOutputStream target = new ByteArrayOutputStream();
    try (LZ4FrameOutputStream out = new LZ4FrameOutputStream(target)) {
      out.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return target.toByteArray();
  }

  @Override
  protected ArrowBuf doDecompress(BufferAllocator allocator, ArrowBuf packed) {
    throw new UnsupportedOperationException("Files are read by our own reader");
  }

  @Override
  public CodecType getCodecType() {
    return type;
  }
}
