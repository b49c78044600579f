package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.PartitionUdf;
import dev.heddle.frame.function.UserAggregate;
import dev.heddle.frame.spi.UserFunctions;
import java.util.List;
import java.util.function.Consumer;

/**
 * Changes the functions of the user's own of a catalogue as one session may. Thread-safe.
 *
 * @param functions those of the catalogue
 * @param rights is given what is to be done and fails if the session may not
 * @param sending fails if code cannot be sent where queries run
 */
public record FunctionRegistry(
    SessionFunctions functions, Consumer<String> rights, Consumer<UserFunction> sending)
    implements UserFunctions {
  @Override
  public void register(UserFunction function) {
    if (PartitionUdf.class.isAssignableFrom(function.code().type())) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot register function \""
              + function.name()
              + "\": it is of the parts of a frame's rows; give it to mapPartitions");
    }
    check(function);
    functions.put(function);
  }

  @Override
  public void register(UserAggregate aggregate) {
    check(aggregate.ofRows());
    functions.put(aggregate);
  }

  private void check(UserFunction function) {
    rights.accept("register function \"" + function.name() + "\"");
    if (!FunctionCatalogue.find(function.name()).isEmpty()) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot register function \""
              + function.name()
              + "\": a built-in function has that name; choose another one");
    }
    sending.accept(function);
  }

  @Override
  public void unregister(String name) {
    rights.accept("remove function \"" + name + "\"");
    functions.drop(name);
  }

  @Override
  public Expr call(String name, List<Expr> arguments) {
    Expr[] values = arguments.toArray(Expr[]::new);
    UserAggregate aggregate = functions.aggregate(name);
    return aggregate == null ? functions.require(name).call(values) : aggregate.call(values);
  }
}
