package dev.heddle.jdbc.metadata;

import java.sql.Connection;

/** From what of others transactions are isolated. */
public final class Isolation {
  /** The level of all transactions, which see what was committed when they began. */
  public static final int LEVEL = Connection.TRANSACTION_REPEATABLE_READ;

  private Isolation() {}

  /** Returns whether transactions are isolated at least as a level asks for. */
  public static boolean isKept(int level) {
    return level == Connection.TRANSACTION_READ_UNCOMMITTED
        || level == Connection.TRANSACTION_READ_COMMITTED
        || level == LEVEL;
  }
}
