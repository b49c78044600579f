package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * How JSON is written: an object for each row, nulls as such.
 *
 * @param isArray whether the objects of a file are in one array, instead of one a line
 * @param compression of the files
 */
public record JsonWriteOptions(boolean isArray, TextCompression compression)
    implements WriteFormat {
  /** An object a line. */
  public static final JsonWriteOptions DEFAULT = new JsonWriteOptions(false);

  private static final List<String> SUFFIXES = List.of(".json", ".jsonl", ".ndjson");

  /** Checks that nothing is missing. */
  public JsonWriteOptions {
    requireNonNull(compression, "compression is null");
  }

  /** Makes options of files that are compressed as the ends of their names say. */
  public JsonWriteOptions(boolean isArray) {
    this(isArray, TextCompression.AUTOMATIC);
  }

  /** Returns these options with another compression of the files. */
  public JsonWriteOptions withCompression(TextCompression newCompression) {
    return new JsonWriteOptions(isArray, newCompression);
  }

  @Override
  public String formatName() {
    return "json";
  }

  @Override
  public List<String> suffixes() {
    return WriteFormat.withCompressions(SUFFIXES, compression);
  }

  @Override
  public TextCompression wholeCompression() {
    return compression;
  }

  @Override
  public void check(Schema columns) {}
}
