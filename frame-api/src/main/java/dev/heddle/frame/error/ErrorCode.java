package dev.heddle.frame.error;

/** What went wrong, stable across versions and processes; the kind shows who has to act. */
public enum ErrorCode {
  /** SQL text that does not parse. */
  SYNTAX(ErrorKind.USER),
  /** A name, type or shape that is wrong in a verb or in SQL. */
  ANALYSIS(ErrorKind.USER),
  /** A valid request that this version cannot carry out. */
  UNSUPPORTED(ErrorKind.USER),
  /** An option or argument outside of its range. */
  INVALID_ARGUMENT(ErrorKind.USER),
  /** A division or remainder by zero. */
  DIVISION_BY_ZERO(ErrorKind.USER),
  /** A result outside of its type's range. */
  NUMERIC_OVERFLOW(ErrorKind.USER),
  /** A value that cannot be converted to the wanted type. */
  INVALID_CAST(ErrorKind.USER),
  /** A scalar subquery gave more than one row. */
  SUBQUERY_MULTIPLE_ROWS(ErrorKind.USER),
  /** A path, table or view that does not exist. */
  NOT_FOUND(ErrorKind.USER),
  /** A path that the session may not use, or a change that it may not make. */
  ACCESS_DENIED(ErrorKind.USER),
  /** Rows that would break a rule of their table: NOT NULL, a key, or CHECK. */
  CONSTRAINT(ErrorKind.USER),
  /** A target that exists already. */
  ALREADY_EXISTS(ErrorKind.USER),
  /** Another write to the same target got in the way; nothing of this one is visible. */
  CONFLICT(ErrorKind.EXTERNAL),
  /** A statement that the state of the session's transaction does not allow. */
  TRANSACTION(ErrorKind.USER),
  /** Files of one data set whose schemas do not fit together. */
  SCHEMA_MISMATCH(ErrorKind.USER),
  /** The memory budget does not suffice. */
  OUT_OF_MEMORY(ErrorKind.RESOURCE),
  /** No space, or no quota, on disk. */
  DISK_FULL(ErrorKind.RESOURCE),
  /** A file whose content breaks its format's rules. */
  CORRUPT_FILE(ErrorKind.EXTERNAL),
  /** Bytes from another process that break the rules of the wire format. */
  CORRUPT_MESSAGE(ErrorKind.EXTERNAL),
  /** Reading, writing or listing failed. */
  IO(ErrorKind.EXTERNAL),
  /** The output of some tasks that others need is gone or broken; it can be computed again. */
  FETCH_LOST(ErrorKind.EXTERNAL),
  /** A process of the cluster went away, or cannot be reached. */
  WORKER_LOST(ErrorKind.EXTERNAL),
  /** Somebody acts on what has been decided otherwise since: an old epoch or incarnation. */
  STALE(ErrorKind.EXTERNAL),
  /** The statement took longer than its session allows. */
  TIMEOUT(ErrorKind.RESOURCE),
  /** The query was cancelled. */
  CANCELLED(ErrorKind.USER),
  /** A session, frame or result was used after it had been closed. */
  CLOSED(ErrorKind.USER),
  /** A launch flag that an optional feature needs is missing. */
  MISSING_LAUNCH_FLAG(ErrorKind.USER),
  /** A process refused a connection: a wrong token, or another version of the code. */
  REFUSED(ErrorKind.USER),
  /** A function of the user's own failed, or its code cannot be loaded. */
  USER_CODE(ErrorKind.USER),
  /** A broken invariant of the engine. */
  INTERNAL(ErrorKind.INTERNAL);

  private final ErrorKind kind;

  ErrorCode(ErrorKind kind) {
    this.kind = kind;
  }

  /** Returns who has to act. */
  public ErrorKind kind() {
    return kind;
  }
}
