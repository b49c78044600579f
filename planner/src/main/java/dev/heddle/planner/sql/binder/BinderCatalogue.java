package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.UserFunction;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.Source;
import java.util.List;

/** The tables and functions that SQL text can name; implemented by the owner of the catalogue. */
public interface BinderCatalogue {
  /** Returns all names of tables and views, as they were given. */
  List<String> names();

  /** Returns the rows of an exact name of {@link #names}. */
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
