package dev.heddle.physical.plan;

import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.ScalarUdf;
import dev.heddle.io.catalog.Table;
import java.util.List;

/**
 * Where the tables of plans, and the code of the user's own functions in them, are put while these
 * are written, and come from while they are read.
 */
public interface PlanTables {
  /** Returns the number under which the reader finds the table of a scan. */
  int number(PhysicalPlan.Scan scan);

  /**
   * Returns the table of a number.
   *
   * @throws RuntimeException if there is none
   */
  Table table(int number);

  /**
   * Returns the numbers under which the reader finds the archives of a function's code.
   *
   * @throws RuntimeException if it cannot be sent
   */
  List<Integer> archives(UserFunction function);

  /**
   * Returns the class of a function's code.
   *
   * @param function its name, for messages
   * @param type the name of the class
   * @throws RuntimeException if it is not there
   */
  Class<? extends ScalarUdf> code(String function, String type, List<Integer> archives);
}
