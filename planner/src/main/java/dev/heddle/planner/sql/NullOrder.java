package dev.heddle.planner.sql;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Where nulls are in sorted rows if neither NULLS FIRST nor NULLS LAST says it. */
public enum NullOrder {
  /** Last, whatever the direction. */
  NULLS_LAST,
  /** First, whatever the direction. */
  NULLS_FIRST,
  /** As if null were less than all values, which is how Spark and SQLite sort. */
  NULLS_FIRST_ON_ASC_LAST_ON_DESC,
  /** As if null were more than all values, which is how PostgreSQL sorts. */
  NULLS_LAST_ON_ASC_FIRST_ON_DESC;

  /** Returns its name in SQL. */
  public String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns the names of all. */
  public static List<String> names() {
    return Arrays.stream(values()).map(NullOrder::sqlName).toList();
  }

  /** Returns the one of a name, whose case does not matter. */
  public static Optional<NullOrder> of(String name) {
    return Arrays.stream(values()).filter(o -> o.sqlName().equalsIgnoreCase(name)).findFirst();
  }

  /** Returns where nulls are among values of a direction. */
  public NullPlacement of(SortDirection direction) {
    boolean isAscending = direction == SortDirection.ASCENDING;
    boolean isFirst =
        switch (this) {
          case NULLS_LAST -> false;
          case NULLS_FIRST -> true;
          case NULLS_FIRST_ON_ASC_LAST_ON_DESC -> isAscending;
          case NULLS_LAST_ON_ASC_FIRST_ON_DESC -> !isAscending;
        };
    return isFirst ? NullPlacement.FIRST : NullPlacement.LAST;
  }
}
