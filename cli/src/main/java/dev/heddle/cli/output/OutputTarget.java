package dev.heddle.cli.output;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.text.Compression;
import java.nio.file.FileSystems;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Where results go, and how they are written.
 *
 * @param file a path, or null for stdout
 * @param compression of the whole file
 * @param isStream whether Arrow is written in the stream format
 */
public record OutputTarget(
    @Nullable String file, OutputFormat format, Compression compression, boolean isStream) {
  private static final List<String> UNKNOWN_COMPRESSIONS =
      List.of("bz2", "xz", "br", "snappy", "sz", "lzo", "zip", "7z", "z");

  /**
   * Decides on a format: the one that the file's ending names, else the stated one, else a table.
   *
   * @param stated what the user asked for, or null
   * @throws HeddleException if both name different formats, or the ending is not known and no
   *     format is stated
   */
  public static OutputTarget of(@Nullable String file, @Nullable OutputFormat stated) {
    if (file == null || file.equals("-") || file.equals("/dev/stdout")) {
      OutputFormat format = stated == null ? OutputFormat.TABLE : stated;
      return new OutputTarget(null, format, Compression.NONE, true);
    }
    if (file.isBlank()) {
      throw invalid("Cannot write to -o \"" + file + "\": name a file");
    }
    Compression compression = Compression.of(file);
    String ending = ending(Compression.plainName(file));
    if (UNKNOWN_COMPRESSIONS.contains(ending)) {
      throw invalid(
          "Cannot write "
              + file
              + ": files compressed as ."
              + ending
              + " are not supported; end its name in .gz, .zst or .lz4");
    }
    Optional<OutputFormat> named = OutputFormat.find(ending);
    if (named.isPresent() && stated != null && named.get() != stated) {
      throw invalid(
          "Cannot write "
              + file
              + " as "
              + stated
              + ": its ending names "
              + named.get()
              + "; leave --format out, or name a file that ends in ."
              + stated);
    }
    if (named.isEmpty() && stated == null && !ending.isEmpty()) {
      throw invalid(
          "Cannot detect the format of "
              + file
              + " by its ending ."
              + ending
              + ": add --format, one of "
              + OutputFormat.NAMES
              + ", or name a file that ends so");
    }
    OutputFormat format = named.orElse(stated == null ? OutputFormat.TABLE : stated);
    return new OutputTarget(file, format, compression, ending.equals("arrows"));
  }

  private static String ending(String path) {
    return ending(path, FileSystems.getDefault().getSeparator());
  }

  /** Returns the ending of a path's name on a system whose paths have this separator. */
  static String ending(String path, String separator) {
    String name = path.substring(Storages.slashed(path, separator).lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    return dot <= 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
  }

  private static HeddleException invalid(String message) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, message);
  }

  /** Returns what messages call it. */
  String name() {
    return file == null ? "stdout" : file;
  }
}
