package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.error.AnalysisException;
import java.util.List;

/** What scalar, aggregate and window functions and those of the user's own have in common. */
public sealed interface CatalogueFunction permits BuiltInFunction, UserFunction {
  /** What {@link #maxArguments} gives for functions of any number of arguments. */
  int UNBOUNDED = Integer.MAX_VALUE;

  /**
   * Returns the names in SQL, lower case; the first is the one shown. Operators have their sign as
   * name.
   */
  List<String> sqlNames();

  /** Returns the name that plans and messages show. */
  default String displayName() {
    return sqlNames().getFirst();
  }

  /** Returns the least number of arguments. */
  int minArguments();

  /** Returns the largest number of arguments, maybe {@link #UNBOUNDED}. */
  int maxArguments();

  /** Returns when the result is null. */
  NullRule nullRule();

  /**
   * Returns what the arguments are converted to and what the call gives.
   *
   * @throws AnalysisException if the number or the types of the arguments do not fit
   */
  Signature resolve(List<Argument> arguments);
}
