package dev.heddle.io.parquet;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/**
 * Compresses pages for parquet-java's writer. Its own codecs would load Hadoop's configuration,
 * which needs libraries that are not here. Used by one thread.
 */
final class PageCompression implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 3;

  private @Nullable ZstdCompressCtx zstd;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new PageCompressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new IllegalStateException("Pages are decompressed by Decompressor, not through " + codec);
  }

  @Override
  public void release() {
    if (zstd != null) {
      zstd.close();
      zstd = null;
    }
  }

  private byte[] compress(CompressionCodecName codec, byte[] plain) throws IOException {
    return switch (codec) {
      case UNCOMPRESSED -> plain;
      case SNAPPY -> Snappy.compress(plain);
      case GZIP -> gzip(plain);
      case ZSTD -> zstd(plain);
      case LZ4_RAW -> LZ4Factory.fastestInstance().fastCompressor().compress(plain);
      case LZ4, LZO, BROTLI ->
          throw new IllegalStateException("Codec " + codec + " is not for writing");
    };
  }

  private byte[] zstd(byte[] plain) {
    if (zstd == null) {
      zstd = new ZstdCompressCtx();
      zstd.setLevel(ZSTD_LEVEL);
    }
    ByteBuffer target = ByteBuffer.allocate((int) Zstd.compressBound(plain.length));
    int bytes =
        zstd.compressByteArray(target.array(), 0, target.capacity(), plain, 0, plain.length);
    return java.util.Arrays.copyOf(target.array(), bytes);
  }

  private static byte[] gzip(byte[] plain) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(plain.length / 2 + 64);
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write(plain);
    }
    return bytes.toByteArray();
  }

  private final class PageCompressor implements BytesInputCompressor {
    private final CompressionCodecName codec;

    PageCompressor(CompressionCodecName codec) {
      this.codec = codec;
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      return codec == CompressionCodecName.UNCOMPRESSED
          ? bytes
          : BytesInput.from(PageCompression.this.compress(codec, bytes.toByteArray()));
    }

    @Override
    public CompressionCodecName getCodecName() {
      return codec;
    }

    @Override
    public void release() {
      // the factory holds what is to be released
    }
  }
}
