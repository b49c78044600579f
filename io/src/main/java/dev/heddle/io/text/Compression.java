package dev.heddle.io.text;

import com.github.luben.zstd.ZstdInputStream;
import com.github.luben.zstd.ZstdOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameInputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/** How a whole file is compressed, by the end of its name. */
public enum Compression {
  /** It is not. */
  NONE(""),
  /** RFC 1952, one member or many. */
  GZIP(".gz"),
  /** Zstandard frames. */
  ZSTD(".zst"),
  /** LZ4 frames. */
  LZ4(".lz4");

  private static final int BUFFER_BYTES = 64 << 10;

  private final String suffix;

  Compression(String suffix) {
    this.suffix = suffix;
  }

  /** Returns the end of the names of such files. */
  public String suffix() {
    return suffix;
  }

  /** Returns how a file of that name is compressed. */
  public static Compression of(String path) {
    String name = path.toLowerCase(Locale.ROOT);
    for (Compression compression : values()) {
      if (compression != NONE && name.endsWith(compression.suffix)) {
        return compression;
      }
    }
    return NONE;
  }

  /** Returns a name without the end that names the compression. */
  public static String plainName(String path) {
    return path.substring(0, path.length() - of(path).suffix.length());
  }

  /** Returns the endings with that of every compression behind each. */
  public static List<String> suffixes(List<String> plain) {
    return plain.stream()
        .flatMap(end -> java.util.Arrays.stream(values()).map(c -> end + c.suffix))
        .toList();
  }

  /** Returns the plain bytes of a stream. Closing it closes the stream. */
  public InputStream decompress(InputStream in) throws IOException {
    return switch (this) {
      case NONE -> in;
      case GZIP -> new GZIPInputStream(in, BUFFER_BYTES);
      case ZSTD -> new ZstdInputStream(in);
      case LZ4 -> new LZ4FrameInputStream(in);
    };
  }

  /** Returns a stream that compresses what is written to it. Closing it closes the target. */
  public OutputStream compress(OutputStream out) throws IOException {
    return switch (this) {
      case NONE -> out;
      case GZIP -> new GZIPOutputStream(out, BUFFER_BYTES);
      case ZSTD -> new ZstdOutputStream(out);
      case LZ4 -> new LZ4FrameOutputStream(out);
    };
  }
}
