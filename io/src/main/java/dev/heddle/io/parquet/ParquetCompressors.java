package dev.heddle.io.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.xerial.snappy.Snappy;

/** Compresses the pages that parquet-java writes, without Hadoop's codecs. Used by one thread. */
final class ParquetCompressors implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 3;

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    return new Compressor(codec);
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new IllegalStateException("Writing decompresses nothing");
  }

  @Override
  public void release() {}

  private static final class Compressor implements BytesInputCompressor {
    private final CompressionCodecName codec;

    Compressor(CompressionCodecName codec) {
      this.codec = codec;
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      byte[] plain = bytes.toByteArray();
      return switch (codec) {
        case UNCOMPRESSED -> BytesInput.from(plain);
        case SNAPPY -> BytesInput.from(Snappy.compress(plain));
        case ZSTD -> BytesInput.from(Zstd.compress(plain, ZSTD_LEVEL));
        case GZIP -> BytesInput.from(gzip(plain));
        case LZ4_RAW ->
            BytesInput.from(LZ4Factory.fastestInstance().fastCompressor().compress(plain));
        case LZO, BROTLI, LZ4 -> throw new IllegalStateException("Nothing is written as " + codec);
      };
    }

    private static byte[] gzip(byte[] plain) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new GZIPOutputStream(out)) {
        gzip.write(plain);
      }
      return out.toByteArray();
    }

    @Override
    public CompressionCodecName getCodecName() {
      return codec;
    }

    @Override
    public void release() {}
  }
}
