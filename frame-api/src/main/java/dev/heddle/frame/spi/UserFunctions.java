package dev.heddle.frame.spi;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import java.util.List;

/**
 * The functions of the user's own that SQL can call by name, whatever its case. What takes a name
 * that is there already replaces what had it; frames that exist keep that.
 */
public interface UserFunctions {
  /**
   * Adds a function.
   *
   * @throws dev.heddle.frame.error.HeddleException {@code ALREADY_EXISTS} if a built-in function
   *     has the name; {@code USER_CODE} or {@code IO} if its code cannot be sent where queries run
   */
  void register(UserFunction function);

  /** Adds an aggregate, as {@link #register(UserFunction)} does a function. */
  void register(UserAggregate aggregate);

  /** Takes one away. Fails with {@code NOT_FOUND} if there is none. */
  void unregister(String name);

  /** Returns a call of one. Fails with {@code NOT_FOUND}, naming the nearest. */
  Expr call(String name, List<Expr> arguments);
}
