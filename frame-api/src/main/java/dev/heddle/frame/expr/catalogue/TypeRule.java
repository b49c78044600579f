package dev.heddle.frame.expr.catalogue;

import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Decides from argument types what a call converts its arguments to and what it gives. */
@FunctionalInterface
interface TypeRule {
  /** Returns null if the function cannot take arguments of these types. */
  @Nullable Signature apply(List<DataType> arguments);

  /** Returns the same for arguments whose types may have been taken as others. */
  default @Nullable Signature apply(List<DataType> types, List<Argument> arguments) {
    return apply(types);
  }

  /** Returns a rule that looks at the values of literals, too. */
  static TypeRule ofLiterals(Function<List<Argument>, @Nullable Signature> rule) {
    return new TypeRule() {
      @Override
      public @Nullable Signature apply(List<DataType> types) {
        throw new IllegalStateException("Arguments are typed by their values");
      }

      @Override
      public @Nullable Signature apply(List<DataType> types, List<Argument> arguments) {
        return rule.apply(arguments);
      }
    };
  }
}
