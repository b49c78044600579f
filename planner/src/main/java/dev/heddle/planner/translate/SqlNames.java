package dev.heddle.planner.translate;

import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import java.util.List;

/** The table names that one SQL text can use; implemented by who keeps the catalogue. */
public interface SqlNames {
  /** Returns all names, as they were given. */
  List<String> names();

  /** Returns what an exact name of {@link #names} stands for. */
  LogicalPlan plan(String name);

  /** Returns the functions of the user's own; no two are equal but for case. */
  List<UserFunction> functions();

  /**
   * Returns the rows of a file, folder or glob that the text names in quotes.
   *
   * @throws dev.heddle.frame.error.HeddleException if it cannot be read
   */
  LogicalPlan file(Source source);
}
