package dev.heddle.jdbc.error;

/** The states of the SQL standard, and of PostgreSQL where it has none, that errors have. */
public enum SqlState {
  /** The statement did what was asked, but not all of it. */
  WARNING("01000"),
  /** A statement gave no rows where some were asked for. */
  NO_ROWS("02000"),
  /** A value cannot be had as the class that is asked for. */
  RESTRICTED_TYPE("07006"),
  /** A column or parameter has no such number. */
  INVALID_INDEX("07009"),
  /** A connection cannot be made. */
  CANNOT_CONNECT("08001"),
  /** The connection is closed. */
  CONNECTION_CLOSED("08003"),
  /** The connection is lost. */
  CONNECTION_LOST("08006"),
  /** The other side does not keep to the protocol. */
  PROTOCOL("08P01"),
  /** What is asked for is not there. */
  UNSUPPORTED("0A000"),
  /** A subquery gave more than one row. */
  CARDINALITY("21000"),
  /** A number is outside of its type's range. */
  NUMERIC_OVERFLOW("22003"),
  /** A text is no date or time. */
  INVALID_TIME("22007"),
  /** A division by zero. */
  DIVISION_BY_ZERO("22012"),
  /** A text is no value of the type. */
  INVALID_CAST("22018"),
  /** An argument is wrong. */
  INVALID_ARGUMENT("22023"),
  /** Rows would break a rule of their table. */
  CONSTRAINT("23000"),
  /** The result is closed, or not on a row. */
  INVALID_CURSOR("24000"),
  /** The transaction is aborted, since a statement of it has failed. */
  TRANSACTION("25P02"),
  /** The other side does not know the user. */
  NOT_AUTHORIZED("28000"),
  /** A function of the user's failed. */
  USER_CODE("38000"),
  /** Another write got in the way; trying again may help. */
  CONFLICT("40001"),
  /** A name or a type in the text is wrong. */
  ANALYSIS("42000"),
  /** The session may not use a path, or may not change anything. */
  ACCESS_DENIED("42501"),
  /** The text does not parse. */
  SYNTAX("42601"),
  /** No column has the name. */
  NO_COLUMN("42703"),
  /** Schemas of files do not fit together. */
  SCHEMA_MISMATCH("42804"),
  /** There is a table of the name. */
  TABLE_EXISTS("42S01"),
  /** There is no table of the name. */
  NO_TABLE("42S02"),
  /** No space on disk. */
  DISK_FULL("53100"),
  /** The memory budget does not suffice. */
  OUT_OF_MEMORY("53200"),
  /** The query was cancelled. */
  CANCELLED("57014"),
  /** Reading or writing failed. */
  IO("58030"),
  /** The query took longer than its limit. */
  TIMEOUT("HYT00"),
  /** Methods came in an order in which they make no sense. */
  SEQUENCE("HY010"),
  /** A broken invariant of the engine. */
  INTERNAL("XX000");

  private final String code;

  SqlState(String code) {
    this.code = code;
  }

  /** Returns the five characters. */
  public String code() {
    return code;
  }
}
