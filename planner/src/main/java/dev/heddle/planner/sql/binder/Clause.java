package dev.heddle.planner.sql.binder;

/** The clause of an expression, which decides what the expression may contain. */
enum Clause {
  SELECT("the select list", true, true),
  WHERE("WHERE", false, false),
  GROUP_BY("GROUP BY", false, false),
  HAVING("HAVING", true, false),
  QUALIFY("QUALIFY", true, true),
  ORDER_BY("ORDER BY", true, true),
  ON("the condition of a join", false, false),
  FROM("FROM", false, false),
  VALUES("VALUES", false, false);

  private final String title;
  private final boolean takesAggregates;
  private final boolean takesWindows;

  Clause(String title, boolean takesAggregates, boolean takesWindows) {
    this.title = title;
    this.takesAggregates = takesAggregates;
    this.takesWindows = takesWindows;
  }

  /** Returns its name in messages. */
  String title() {
    return title;
  }

  boolean takesAggregates() {
    return takesAggregates;
  }

  boolean takesWindows() {
    return takesWindows;
  }
}
