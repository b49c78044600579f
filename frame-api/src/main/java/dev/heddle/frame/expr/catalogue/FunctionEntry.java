package dev.heddle.frame.expr.catalogue;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import java.util.List;

/** One meaning of a function's names. Immutable. */
public sealed interface FunctionEntry permits EngineEntry, LambdaEntry, ExprFunction {
  /** What DISTINCT before the arguments of a call does. */
  enum DistinctUse {
    /** It changes nothing. */
    IGNORED,
    /** Equal arguments count once. */
    PASSED,
    /** It is an error. */
    REFUSED
  }

  /** What an order of the rows inside a call does. */
  enum OrderUse {
    /** It changes nothing. */
    IGNORED,
    /** The result depends on it, if there is one. */
    USED,
    /** The entry is of calls that have one. */
    REQUIRED
  }

  /** Returns the names in lower case; the first is the one shown. */
  List<String> names();

  /** Returns the name that messages show. */
  default String displayName() {
    return names().getFirst();
  }

  /** Returns the least number of arguments, an expression over elements included. */
  int minArguments();

  /** Returns the largest number of arguments, maybe {@link CatalogueFunction#UNBOUNDED}. */
  int maxArguments();

  /** Returns over what it computes. */
  FunctionKind kind();

  /** Returns what DISTINCT does. */
  DistinctUse distinctUse();

  /** Returns what an order inside the call does. */
  OrderUse orderUse();

  /**
   * Returns whether an argument, by position, is the name of a part of a time: then a bare word at
   * this place means its text.
   */
  default boolean takesUnit(int argument) {
    return false;
  }

  /** Returns whether arguments may have names, which are then those of aliases. */
  default boolean takesNames() {
    return false;
  }

  /** Returns whether a call of this shape means this entry. */
  default boolean accepts(CallShape shape) {
    boolean isPlain =
        !requireNonNull(shape, "shape is null").isDistinct()
            && !shape.hasFilter()
            && !shape.hasOrder();
    boolean fitsKind =
        switch (kind()) {
          case SCALAR -> isPlain && !shape.isOver();
          case AGGREGATE -> true;
          case WINDOW -> shape.isOver();
        };
    return fitsKind
        && takes(shape.arguments())
        && (orderUse() != OrderUse.REQUIRED || shape.hasOrder());
  }

  /** Returns whether it takes a number of arguments. */
  default boolean takes(int arguments) {
    return arguments >= minArguments() && arguments <= maxArguments();
  }

  /**
   * Returns the call: of an aggregate or window function without its window, which {@link
   * ExprFunction#over} puts around it.
   *
   * @throws AnalysisException if the parts do not fit; types are not looked at
   */
  Expr build(CallParts parts);
}
