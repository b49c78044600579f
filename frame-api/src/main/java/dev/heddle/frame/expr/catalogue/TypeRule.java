package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Decides from argument types what a call converts its arguments to and what it gives. */
@FunctionalInterface
interface TypeRule {
  /** Returns null if the function cannot take arguments of these types. */
  @Nullable Signature apply(List<DataType> arguments);
}
