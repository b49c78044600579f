package dev.heddle.frame.option;

import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * How JSON is written: an object for each row, nulls as such.
 *
 * @param isArray whether the objects of a file are in one array, instead of one a line
 */
public record JsonWriteOptions(boolean isArray) implements WriteFormat {
  /** An object a line. */
  public static final JsonWriteOptions DEFAULT = new JsonWriteOptions(false);

  private static final List<String> SUFFIXES = List.of(".json", ".jsonl", ".ndjson");

  @Override
  public String formatName() {
    return "json";
  }

  @Override
  public List<String> suffixes() {
    return WriteFormat.withCompressions(SUFFIXES);
  }

  @Override
  public void check(Schema columns) {}
}
