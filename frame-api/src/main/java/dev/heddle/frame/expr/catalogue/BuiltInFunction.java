package dev.heddle.frame.expr.catalogue;

import java.util.List;

/** A function that the engine has, as its enum constant describes it. */
public sealed interface BuiltInFunction extends CatalogueFunction
    permits ScalarFunction, ValueFunction, AggregateFunction, WindowFunction {
  /** Returns how it is called. */
  FunctionShape shape();

  @Override
  default List<String> sqlNames() {
    return shape().sqlNames();
  }

  @Override
  default int minArguments() {
    return shape().minArguments();
  }

  @Override
  default int maxArguments() {
    return shape().maxArguments();
  }

  @Override
  default NullRule nullRule() {
    return shape().nullRule();
  }
}
