package dev.heddle.io.parquet.codec;

import com.github.luben.zstd.ZstdCompressCtx;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4Factory;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.compression.CompressionCodecFactory;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.jspecify.annotations.Nullable;
import org.xerial.snappy.Snappy;

/** Compresses the pages that parquet-java writes, without Hadoop's codecs. Used by one thread. */
public final class ParquetCompressors implements CompressionCodecFactory {
  private static final int ZSTD_LEVEL = 3;

  private final int level;
  private final List<Compressor> made = new ArrayList<>();

  /** Makes compressors of the codecs' usual levels. */
  public ParquetCompressors() {
    this(0);
  }

  /** Makes compressors of a level; 0 for the codec's usual one. */
  public ParquetCompressors(int level) {
    this.level = level;
  }

  @Override
  public BytesInputCompressor getCompressor(CompressionCodecName codec) {
    Compressor compressor = new Compressor(codec, level);
    made.add(compressor);
    return compressor;
  }

  @Override
  public BytesInputDecompressor getDecompressor(CompressionCodecName codec) {
    throw new IllegalStateException("Writing decompresses nothing");
  }

  @Override
  public void release() {
    made.forEach(Compressor::release);
    made.clear();
  }

  private static final class Compressor implements BytesInputCompressor {
    private final CompressionCodecName codec;
    private final int level;
    private @Nullable ZstdCompressCtx zstd;

    Compressor(CompressionCodecName codec, int level) {
      this.codec = codec;
      this.level = level;
    }

    private ZstdCompressCtx zstd() {
      ZstdCompressCtx context = zstd;
      if (context == null) {
        context = new ZstdCompressCtx().setLevel(level == 0 ? ZSTD_LEVEL : level);
        zstd = context;
      }
      return context;
    }

    @Override
    public BytesInput compress(BytesInput bytes) throws IOException {
      byte[] plain = bytes.toByteArray();
      return switch (codec) {
        case UNCOMPRESSED -> BytesInput.from(plain);
        case SNAPPY -> BytesInput.from(Snappy.compress(plain));
        case ZSTD -> BytesInput.from(zstd().compress(plain));
        case GZIP -> BytesInput.from(gzip(plain));
        case LZ4_RAW ->
            BytesInput.from(LZ4Factory.fastestInstance().fastCompressor().compress(plain));
        case LZO, BROTLI, LZ4 -> throw new IllegalStateException("Nothing is written as " + codec);
      };
    }

    private byte[] gzip(byte[] plain) throws IOException {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      try (GZIPOutputStream gzip = new LevelledGzip(out, level)) {
        gzip.write(plain);
      }
      return out.toByteArray();
    }

    @Override
    public CompressionCodecName getCodecName() {
      return codec;
    }

    @Override
    public void release() {
      ZstdCompressCtx context = zstd;
      zstd = null;
      if (context != null) {
        context.close();
      }
    }
  }

  private static final class LevelledGzip extends GZIPOutputStream {
    LevelledGzip(OutputStream out, int level) throws IOException {
      super(out);
      def.setLevel(level == 0 ? Deflater.DEFAULT_COMPRESSION : level);
    }
  }
}
