package dev.heddle.engine.graph;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import java.util.List;

/** Where the code of the user's own functions is, for templates that are written. Thread-safe. */
public interface CodeSource {
  /** Has no code. */
  CodeSource NONE =
      function -> {
        throw new HeddleException(
            ErrorCode.USER_CODE, "Cannot send function \"" + function.name() + "\" from here");
      };

  /**
   * Returns the archives that hold a function's class and what this needs; the class is looked for
   * in this order.
   *
   * @throws HeddleException with code {@code USER_CODE} if it cannot be sent, {@code IO} if it
   *     cannot be read
   */
  List<CodeArchive> archives(UserFunction function);
}
