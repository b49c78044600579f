package dev.heddle.io.csv;

import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.option.DateOrder;
import org.jspecify.annotations.Nullable;

/**
 * How a file has dates and timestamps.
 *
 * @param order of the parts of dates where no format is known
 * @param date the format of dates, or null
 * @param timestamp the format of timestamps without zone, or null
 */
public record CsvTimes(DateOrder order, @Nullable String date, @Nullable String timestamp) {
  /** Nothing but what all files have: the year in front. */
  public static final CsvTimes DEFAULT = new CsvTimes(DateOrder.YEAR_FIRST, null, null);

  /** Returns what options state. */
  static CsvTimes stated(CsvReadOptions options) {
    DateOrder order = options.dateOrder();
    return new CsvTimes(
        order == null ? DateOrder.YEAR_FIRST : order,
        options.dateFormat(),
        options.timestampFormat());
  }

  /** Returns whether any format is known. */
  boolean hasFormat() {
    return date != null || timestamp != null;
  }
}
