package dev.heddle.frame.option;

import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * How Arrow IPC is written: record batches of up to 64 Ki rows, not compressed.
 *
 * @param isStream whether in the stream format, which is read from its beginning to its end,
 *     instead of the file format
 */
public record ArrowWriteOptions(boolean isStream) implements WriteFormat {
  /** The file format. */
  public static final ArrowWriteOptions DEFAULT = new ArrowWriteOptions(false);

  private static final List<String> FILE = List.of(".arrow", ".feather", ".ipc");
  private static final List<String> STREAM = List.of(".arrows");

  @Override
  public String formatName() {
    return "arrow";
  }

  @Override
  public List<String> suffixes() {
    return isStream ? STREAM : FILE;
  }

  @Override
  public void check(Schema columns) {}
}
