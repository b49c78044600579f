package dev.heddle.planner.sql;

/**
 * What a session may choose about the meaning of its SQL text.
 *
 * @param nullOrder where nulls are in sorted rows if the text does not say it
 * @param quotient what {@code /} of integers is
 * @param binary what columns of bytes in Parquet files are read as
 */
public record SqlRules(NullOrder nullOrder, Quotient quotient, BinaryColumns binary) {
  /** The rules of a session that chooses nothing. */
  public static final SqlRules DEFAULT =
      new SqlRules(NullOrder.NULLS_LAST, Quotient.INTEGER, BinaryColumns.BYTES);

  /** What a quotient of integers is. */
  public enum Quotient {
    /** An integer, cut towards zero. */
    INTEGER,
    /** A DOUBLE; infinity or NaN where the divisor is 0. */
    DOUBLE
  }

  /** What columns of bytes in Parquet files are read as. */
  public enum BinaryColumns {
    /** What they are. */
    BYTES,
    /** Texts in UTF-8. */
    TEXT
  }

  /** Returns the same but for the order of nulls. */
  public SqlRules withNullOrder(NullOrder order) {
    return new SqlRules(order, quotient, binary);
  }

  /** Returns the same but for quotients of integers. */
  public SqlRules withQuotient(Quotient other) {
    return new SqlRules(nullOrder, other, binary);
  }

  /** Returns the same but for columns of bytes. */
  public SqlRules withBinary(BinaryColumns other) {
    return new SqlRules(nullOrder, quotient, other);
  }
}
