package dev.heddle.planner.sql;

/** The column by which statements that change a table tell its rows apart. */
public final class RowNumbers {
  /** Its name; a table named as a value is a struct of its other columns. */
  public static final String COLUMN = "$row";

  private RowNumbers() {}
}
