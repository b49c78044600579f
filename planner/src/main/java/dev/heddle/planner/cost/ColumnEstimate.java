package dev.heddle.planner.cost;

import dev.heddle.frame.schema.DataType;

/**
 * What is expected of one column of a relation.
 *
 * <p>Immutable. Bounds are the values as doubles (days for dates, microseconds for timestamps, the
 * first bytes for text), NaN where nothing is known; infinite ones are unknown, too.
 *
 * @param distinct number of distinct values among the relation's rows
 * @param domain number of distinct values before any filter: what an equality chooses from
 * @param domainRows number of rows of the relation that the domain was counted in
 * @param nullFraction share of rows that are null
 * @param low lower bound
 * @param high upper bound
 * @param bytes average size of a value in memory
 */
public record ColumnEstimate(
    double distinct,
    double domain,
    double domainRows,
    double nullFraction,
    double low,
    double high,
    double bytes) {
  private static final double TEXT_BYTES = 24;
  private static final double LIST_ELEMENTS = 4;
  private static final double UNRESTRICTED = 0.5;

  /** Makes an estimate. */
  public ColumnEstimate {
    low = Double.isInfinite(low) ? Double.NaN : low;
    high = Double.isInfinite(high) ? Double.NaN : high;
  }

  /** Returns the estimate of a computed column with this number of values. */
  static ColumnEstimate computed(double distinct, double rows, double bytes) {
    return new ColumnEstimate(distinct, distinct, rows, 0, Double.NaN, Double.NaN, bytes);
  }

  /** Returns whether both bounds are known. */
  boolean hasRange() {
    return !Double.isNaN(low) && !Double.isNaN(high);
  }

  /**
   * Returns how many values of the domain are within the range of another column: by the ranges,
   * but not fewer than the other has, since a single value far off makes a range wide.
   */
  public double domainWithin(ColumnEstimate other) {
    double both = Math.min(high, other.high) - Math.max(low, other.low);
    double span = high - low;
    if (!(both >= 0 && both < span)) {
      return domain; // all are, no range is known, or they do not meet
    }
    return Math.min(domain, Math.max(domain * both / span + 1, other.domain));
  }

  /**
   * Returns how many of the relation's rows have values within the range of another column, between
   * two guesses: that conditions have nothing to do with it, and that they ask for just these, as
   * who asks for a year asks for one with sales.
   */
  public double rowsWithin(ColumnEstimate other, double rows) {
    double share = domainWithin(other) / Math.max(1, domain);
    return share >= 1 ? rows : Math.sqrt(rows * share * Math.min(rows, domainRows * share));
  }

  /** Returns this column after a random selection from {@code rows} rows. */
  ColumnEstimate thinned(double rows, double keptRows) {
    if (keptRows >= rows || rows <= 0) {
      return this;
    }
    double share = Math.max(0, keptRows / rows);
    double perValue = Math.max(1, rows / Math.max(1, distinct));
    double kept = distinct * (1 - Math.pow(1 - share, perValue));
    return withDistinct(Math.clamp(kept, Math.min(1, keptRows), Math.max(1, keptRows)));
  }

  /**
   * Returns this column where its relation turns out to have more rows than were expected: with
   * more distinct values, if it had about the number that such rows show of all.
   */
  ColumnEstimate grown(double rows, double moreRows) {
    if (distinct < UNRESTRICTED * shown(rows)) {
      return this; // a condition leaves only these
    }
    return withDistinct(Math.max(distinct, shown(moreRows)));
  }

  /** Returns how many values of the domain a number of rows shows. */
  private double shown(double rows) {
    return withDistinct(domain).thinned(domainRows, rows).distinct;
  }

  /** Returns this column with another number of distinct values. */
  ColumnEstimate withDistinct(double newDistinct) {
    return new ColumnEstimate(newDistinct, domain, domainRows, nullFraction, low, high, bytes);
  }

  /** Returns this column within narrower bounds. */
  ColumnEstimate within(double newLow, double newHigh, double newDistinct) {
    return new ColumnEstimate(newDistinct, domain, domainRows, 0, newLow, newHigh, bytes);
  }

  /** Returns the usual size of a value of a type in memory. */
  public static double usualBytes(DataType type) {
    return switch (type) {
      case DataType.Bool ignored -> 1;
      case DataType.Int8 ignored -> 1;
      case DataType.Int16 ignored -> 2;
      case DataType.Int32 ignored -> 4;
      case DataType.Int64 ignored -> 8;
      case DataType.Float32 ignored -> 4;
      case DataType.Float64 ignored -> 8;
      case DataType.Decimal decimal -> decimal.fitsLong() ? 8 : 16;
      case DataType.Str ignored -> TEXT_BYTES;
      case DataType.Binary ignored -> TEXT_BYTES;
      case DataType.Json ignored -> TEXT_BYTES;
      case DataType.Unsigned unsigned -> usualBytes(unsigned.signed());
      case DataType.Int128 ignored -> 16;
      case DataType.Uuid ignored -> 16;
      case DataType.Date ignored -> 4;
      case DataType.Enumeration ignored -> 4;
      case DataType.Time ignored -> 8;
      case DataType.Timestamp ignored -> 8;
      case DataType.Interval ignored -> 16;
      case DataType.ListOf list -> LIST_ELEMENTS * usualBytes(list.element());
      case DataType.MapOf map -> LIST_ELEMENTS * usualBytes(map.entry());
      case DataType.Struct struct ->
          struct.fields().stream().mapToDouble(field -> usualBytes(field.type())).sum();
      case DataType.Null ignored -> 0;
    };
  }
}
