package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.schema.Schema;
import java.util.List;

/**
 * How CSV text is written: RFC 4180, nulls as empty unquoted fields, empty text quoted.
 *
 * @param delimiter between fields
 * @param hasHeader whether the first line names the columns
 * @param nullText unquoted text for null
 */
public record CsvWriteOptions(char delimiter, boolean hasHeader, String nullText)
    implements WriteFormat {
  /** Comma, header, empty for null. */
  public static final CsvWriteOptions DEFAULT = new CsvWriteOptions(',', true, "");

  private static final List<String> SUFFIXES = List.of(".csv", ".tsv");

  /** Checks that nothing is missing. */
  public CsvWriteOptions {
    requireNonNull(nullText, "nullText is null");
  }

  @Override
  public String formatName() {
    return "csv";
  }

  @Override
  public List<String> suffixes() {
    return WriteFormat.withCompressions(SUFFIXES);
  }

  @Override
  public void check(Schema columns) {}
}
