package dev.heddle.physical.expr;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.LambdaRole;
import dev.heddle.frame.expr.catalogue.Argument;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;

/**
 * A typed expression over the columns of a batch, by position.
 *
 * <p>Immutable and structurally equal. Types are final: arguments have exactly the types that the
 * function's kernel takes, since lowering has put casts where they were needed. Truth has three
 * values: null is unknown.
 */
public sealed interface PhysicalExpr {
  /** Returns the type of the value. */
  DataType type();

  /** Returns whether the value can be null. */
  boolean nullable();

  /** Returns what the catalogue's rules may know of an expression as an argument. */
  static Argument argument(PhysicalExpr expression) {
    if (!(expression instanceof Literal literal)) {
      return Argument.of(expression.type());
    }
    ScanValue value = literal.value().orElse(null);
    if (literal.type() instanceof DataType.Str) {
      return Argument.literal(
          value instanceof ScanValue.Bytes(byte[] bytes)
              ? new String(bytes, StandardCharsets.UTF_8)
              : "");
    }
    return literal.type().isInteger() && value instanceof ScanValue.Whole(BigInteger whole)
        ? Argument.literal(literal.type(), whole.longValueExact())
        : Argument.of(literal.type());
  }

  /** A column of the input. */
  record ColumnRef(int index, DataType type, boolean nullable) implements PhysicalExpr {}

  /** A constant; empty for null. */
  record Literal(Optional<ScanValue> value, DataType type) implements PhysicalExpr {
    @Override
    public boolean nullable() {
      return value.isEmpty();
    }

    /** Returns a constant. */
    public static Literal of(ScanValue value, DataType type) {
      return new Literal(Optional.of(value), type);
    }

    /** Returns a null of the type. */
    public static Literal nullOf(DataType type) {
      return new Literal(Optional.empty(), type);
    }
  }

  /** A call of a catalogue function. {@code AND} and {@code OR} take two or more arguments. */
  record Call(
      ScalarFunction function, List<PhysicalExpr> arguments, DataType type, boolean nullable)
      implements PhysicalExpr {
    /** Copies the arguments. */
    public Call {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * A call of a function of the user's own, whose arguments are cast to its types. It may be null,
   * whatever the arguments are.
   */
  record UserCall(UserFunction function, List<PhysicalExpr> arguments) implements PhysicalExpr {
    /** Copies the arguments. */
    public UserCall {
      arguments = List.copyOf(arguments);
    }

    @Override
    public DataType type() {
      return function.resultType();
    }

    @Override
    public boolean nullable() {
      return true;
    }
  }

  /**
   * A conversion; in {@link CastMode} try, what cannot be converted becomes null. Lists, structs
   * and maps convert to BINARY that is equal where they are, and back; only operators make use of
   * it.
   */
  record Cast(PhysicalExpr input, DataType type, CastMode mode, boolean nullable)
      implements PhysicalExpr {}

  /**
   * The value of the first branch whose condition is true, else of {@code otherwise}. Branches are
   * evaluated for their rows only.
   */
  record Case(List<Branch> branches, PhysicalExpr otherwise, DataType type, boolean nullable)
      implements PhysicalExpr {
    /** Copies the branches. */
    public Case {
      branches = List.copyOf(branches);
    }
  }

  /** A condition and the value of its rows. */
  record Branch(PhysicalExpr condition, PhysicalExpr value) {}

  /**
   * Whether the input equals one of the constants, none of which is null: null for a null input.
   * (Lowering rewrites lists with a null.)
   */
  record In(PhysicalExpr input, List<Literal> values, boolean nullable) implements PhysicalExpr {
    /** Copies the constants. */
    public In {
      values = List.copyOf(values);
    }

    @Override
    public DataType type() {
      return DataType.BOOL;
    }
  }

  /**
   * What is at hand in an expression that is evaluated for the elements of a list; may be null.
   *
   * @param slot the number of the innermost call around that binds it, and its role there
   */
  record LambdaParameter(int slot, DataType type) implements PhysicalExpr {
    @Override
    public boolean nullable() {
      return true;
    }

    /** Returns the name of the parameter. */
    public String label() {
      return LambdaRole.labelOf(slot);
    }
  }
}
