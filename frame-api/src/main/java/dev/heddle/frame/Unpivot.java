package dev.heddle.frame;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.expr.ColumnArguments;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.verb.Unpivots;
import java.util.List;

/**
 * Which columns become rows; immutable, used by {@link DataFrame#unpivot(Unpivot)}.
 *
 * <p>{@code Unpivot.of("jan", "feb").names("month").values("sales")} makes of each row one for
 * January and one for February.
 */
public final class Unpivot {
  private final List<Comparable<String>> columns;
  private final String names;
  private final String values;
  private final Nulls nulls;

  /** What becomes of values that are null. */
  private enum Nulls {
    LEFT_OUT,
    INCLUDED
  }

  private Unpivot(List<Comparable<String>> columns, String names, String values, Nulls nulls) {
    this.columns = columns;
    this.names = names;
    this.values = values;
    this.nulls = nulls;
  }

  /**
   * Starts with the columns that become rows, by name or by a selector. Their names go to column
   * {@code name}, their values to column {@code value}; nulls are left out.
   */
  @SafeVarargs
  public static Unpivot of(Comparable<String>... columns) {
    return new Unpivot(Arguments.all(columns, "columns"), "name", "value", Nulls.LEFT_OUT);
  }

  /** Names the column that has the names of the columns. */
  public Unpivot names(String column) {
    return new Unpivot(columns, requireNonNull(column, "column is null"), values, nulls);
  }

  /** Names the column that has the values. */
  public Unpivot values(String column) {
    return new Unpivot(columns, names, requireNonNull(column, "column is null"), nulls);
  }

  /** Makes a row of a null too. */
  public Unpivot includingNulls() {
    return new Unpivot(columns, names, values, Nulls.INCLUDED);
  }

  LogicalPlan apply(DataFrame frame) {
    List<String> chosen = ColumnArguments.names(Unpivots.ACTION, frame.schema(), columns);
    LogicalPlan all = Unpivots.all(frame.plan(), chosen, names, values);
    return nulls == Nulls.INCLUDED ? all : Unpivots.withoutNulls(all, values);
  }
}
