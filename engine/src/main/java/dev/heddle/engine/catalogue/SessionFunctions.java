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
 * The functions of the user's own in a catalogue, as one session may change them. Thread-safe.
 *
 * @param catalogue where they are
 * @param rights is given what is to be done and fails if the session may not
 * @param sending fails if code cannot be sent where queries run
 */
public record SessionFunctions(
    SessionCatalogue catalogue, Consumer<String> rights, Consumer<UserFunction> sending)
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
    catalogue.putFunction(function);
  }

  @Override
  public void register(UserAggregate aggregate) {
    check(aggregate.ofRows());
    catalogue.putAggregate(aggregate);
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
    catalogue.dropFunction(name);
  }

  @Override
  public Expr call(String name, List<Expr> arguments) {
    Expr[] values = arguments.toArray(Expr[]::new);
    UserAggregate aggregate = catalogue.aggregate(name);
    return aggregate == null
        ? catalogue.requireFunction(name).call(values)
        : aggregate.call(values);
  }
}
