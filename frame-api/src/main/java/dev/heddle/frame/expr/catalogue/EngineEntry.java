package dev.heddle.frame.expr.catalogue;

import java.util.List;

/** A function that the engine computes. Immutable. */
sealed interface EngineEntry extends FunctionEntry
    permits ScalarEntry, AggregateEntry, WindowEntry {
  /** Returns what is called. */
  CatalogueFunction function();

  @Override
  default List<String> names() {
    return function().sqlNames();
  }

  @Override
  default int minArguments() {
    return function().minArguments();
  }

  @Override
  default int maxArguments() {
    return function().maxArguments();
  }

  @Override
  default DistinctUse distinctUse() {
    return DistinctUse.REFUSED;
  }

  @Override
  default OrderUse orderUse() {
    return OrderUse.IGNORED;
  }
}
