package dev.heddle.frame.spi;

/** What loading rows into a table does if there is a table of that name, and if there is none. */
public enum LoadMode {
  /** Creates the table; fails with {@code ALREADY_EXISTS} if the name is taken. */
  CREATE,
  /** Adds the rows to the table; fails with {@code NOT_FOUND} if there is none. */
  APPEND,
  /** Adds the rows to the table, or creates it. */
  CREATE_OR_APPEND,
  /** Puts the rows in the place of the table's; fails with {@code NOT_FOUND} if there is none. */
  REPLACE,
  /** Puts the rows in the place of the table's, or creates it. */
  CREATE_OR_REPLACE;

  /** Returns whether there may be no table yet. */
  public boolean creates() {
    return this == CREATE || this == CREATE_OR_APPEND || this == CREATE_OR_REPLACE;
  }

  /** Returns whether rows are added to those of a table that is there. */
  public boolean appends() {
    return this == APPEND || this == CREATE_OR_APPEND;
  }

  /** Returns whether the rows of a table that is there go. */
  public boolean replaces() {
    return this == REPLACE || this == CREATE_OR_REPLACE;
  }
}
