package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;

/** A format that rows are written in, with its settings. */
public sealed interface WriteFormat
    permits ParquetWriteOptions, CsvWriteOptions, JsonWriteOptions, ArrowWriteOptions {
  /** Returns the format's name for messages. */
  String formatName();

  /**
   * Returns how names of its files end. The first one is given to the files of a folder; a path
   * that ends in any of them means a single file.
   */
  List<String> suffixes();

  /**
   * Demands that the settings fit the columns of a file.
   *
   * @throws dev.heddle.frame.error.AnalysisException naming the column
   */
  void check(Schema columns);

  /** Returns how files are compressed that are compressed as a whole. */
  default TextCompression wholeCompression() {
    return TextCompression.AUTOMATIC;
  }

  /**
   * Returns endings, and behind them the same with those of the compressions of text.
   *
   * @param first the compression whose endings come first
   */
  static List<String> withCompressions(List<String> plain, TextCompression first) {
    requireNonNull(first, "first is null");
    List<String> all = new ArrayList<>();
    for (String ending : Arguments.all(plain, "plain")) {
      all.add(ending + first.suffix());
    }
    for (TextCompression compression : TextCompression.values()) {
      plain.stream()
          .map(ending -> ending + compression.suffix())
          .filter(ending -> !all.contains(ending))
          .forEach(all::add);
    }
    return all;
  }
}
