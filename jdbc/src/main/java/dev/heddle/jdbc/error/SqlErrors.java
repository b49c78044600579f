package dev.heddle.jdbc.error;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.sql.SQLDataException;
import java.sql.SQLException;
import java.sql.SQLFeatureNotSupportedException;
import java.sql.SQLIntegrityConstraintViolationException;
import java.sql.SQLInvalidAuthorizationSpecException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLNonTransientException;
import java.sql.SQLSyntaxErrorException;
import java.sql.SQLTimeoutException;
import java.sql.SQLTransactionRollbackException;
import java.sql.SQLTransientException;
import org.jspecify.annotations.Nullable;

/** Makes exceptions of JDBC, of the class that the state's first two characters ask for. */
public final class SqlErrors {
  private SqlErrors() {}

  /** Returns an error of the driver's own. */
  public static SQLException of(SqlState state, String message) {
    return of(state, message, null);
  }

  /** Returns an error that another one caused. */
  public static SQLException of(SqlState state, String message, @Nullable Throwable cause) {
    String code = state.code();
    return switch (state) {
      case CANNOT_CONNECT, CONNECTION_CLOSED, CONNECTION_LOST, PROTOCOL ->
          new SQLNonTransientConnectionException(message, code, cause);
      case UNSUPPORTED -> new SQLFeatureNotSupportedException(message, code, cause);
      case NUMERIC_OVERFLOW,
          INVALID_TIME,
          DIVISION_BY_ZERO,
          INVALID_CAST,
          INVALID_ARGUMENT,
          CARDINALITY ->
          new SQLDataException(message, code, cause);
      case CONSTRAINT -> new SQLIntegrityConstraintViolationException(message, code, cause);
      case NOT_AUTHORIZED -> new SQLInvalidAuthorizationSpecException(message, code, cause);
      case CONFLICT -> new SQLTransactionRollbackException(message, code, cause);
      case ANALYSIS, SYNTAX, NO_COLUMN, SCHEMA_MISMATCH, TABLE_EXISTS, NO_TABLE ->
          new SQLSyntaxErrorException(message, code, cause);
      case DISK_FULL, OUT_OF_MEMORY -> new SQLTransientException(message, code, cause);
      case TIMEOUT -> new SQLTimeoutException(message, code, cause);
      case WARNING,
          NO_ROWS,
          RESTRICTED_TYPE,
          INVALID_INDEX,
          INVALID_CURSOR,
          ACCESS_DENIED,
          USER_CODE,
          CANCELLED,
          IO,
          SEQUENCE,
          TRANSACTION,
          INTERNAL ->
          new SQLNonTransientException(message, code, cause);
    };
  }

  /** Returns the error that a method raises whose feature Heddle does not have. */
  public static SQLException unsupported(String what) {
    return of(SqlState.UNSUPPORTED, "Cannot " + what + ": Heddle does not support it");
  }

  /** Returns an error of Heddle as one of JDBC. */
  public static SQLException of(RuntimeException error) {
    if (error instanceof HeddleException typed) {
      return of(state(typed.code()), String.valueOf(typed.getMessage()), typed);
    }
    return of(SqlState.INTERNAL, "Internal error: " + error, error);
  }

  /** Returns the state of an error's code. */
  public static SqlState state(ErrorCode code) {
    return switch (code) {
      case SYNTAX -> SqlState.SYNTAX;
      case ANALYSIS -> SqlState.ANALYSIS;
      case UNSUPPORTED, MISSING_LAUNCH_FLAG -> SqlState.UNSUPPORTED;
      case INVALID_ARGUMENT -> SqlState.INVALID_ARGUMENT;
      case DIVISION_BY_ZERO -> SqlState.DIVISION_BY_ZERO;
      case NUMERIC_OVERFLOW -> SqlState.NUMERIC_OVERFLOW;
      case INVALID_CAST -> SqlState.INVALID_CAST;
      case SUBQUERY_MULTIPLE_ROWS -> SqlState.CARDINALITY;
      case NOT_FOUND -> SqlState.NO_TABLE;
      case ACCESS_DENIED -> SqlState.ACCESS_DENIED;
      case CONSTRAINT -> SqlState.CONSTRAINT;
      case ALREADY_EXISTS -> SqlState.TABLE_EXISTS;
      case CONFLICT, STALE -> SqlState.CONFLICT;
      case TRANSACTION -> SqlState.TRANSACTION;
      case SCHEMA_MISMATCH -> SqlState.SCHEMA_MISMATCH;
      case OUT_OF_MEMORY -> SqlState.OUT_OF_MEMORY;
      case DISK_FULL -> SqlState.DISK_FULL;
      case CORRUPT_MESSAGE -> SqlState.PROTOCOL;
      case CORRUPT_FILE, IO -> SqlState.IO;
      case FETCH_LOST, WORKER_LOST -> SqlState.CONNECTION_LOST;
      case TIMEOUT -> SqlState.TIMEOUT;
      case CANCELLED -> SqlState.CANCELLED;
      case CLOSED -> SqlState.CONNECTION_CLOSED;
      case REFUSED -> SqlState.NOT_AUTHORIZED;
      case USER_CODE -> SqlState.USER_CODE;
      case INTERNAL -> SqlState.INTERNAL;
    };
  }
}
