package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.UserAggregate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The user's own functions and aggregates of a session, by names without case. Thread-safe. */
public final class SessionFunctions {
  private final Map<String, UserFunction> functions = new TreeMap<>(); // guarded by this
  private final Map<String, UserAggregate> aggregates = new TreeMap<>(); // guarded by this
  private long version; // guarded by this

  /** Adds or replaces a function. */
  public synchronized void put(UserFunction function) {
    functions.put(key(function.name()), function);
    aggregates.remove(key(function.name()));
    version++;
  }

  /** Adds or replaces an aggregate. */
  public synchronized void put(UserAggregate aggregate) {
    aggregates.put(key(aggregate.name()), aggregate);
    functions.remove(key(aggregate.name()));
    version++;
  }

  /** Removes a function or an aggregate. */
  public synchronized void drop(String name) {
    if (aggregates.remove(key(name)) != null) {
      version++;
      return;
    }
    UserFunction function = require(name);
    functions.remove(key(function.name()));
    version++;
  }

  /** Returns the function of a name; case does not matter. */
  public synchronized UserFunction require(String name) {
    UserFunction function = functions.get(key(name));
    if (function == null) {
      List<String> names = new ArrayList<>();
      functions.values().forEach(each -> names.add(each.name()));
      aggregates.values().forEach(each -> names.add(each.name()));
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot find function: " + NearestNames.missing("function", name, names));
    }
    return function;
  }

  /** Returns the functions, by name. */
  public synchronized List<UserFunction> all() {
    return List.copyOf(functions.values());
  }

  /** Returns the aggregate of a name, whatever its case; null if there is none. */
  public synchronized @Nullable UserAggregate aggregate(String name) {
    return aggregates.get(key(name));
  }

  /** Returns the aggregates, by name. */
  public synchronized List<UserAggregate> aggregates() {
    return List.copyOf(aggregates.values());
  }

  private static String key(String function) {
    return function.toLowerCase(Locale.ROOT);
  }

  /** Returns a number that is larger after each change. */
  synchronized long version() {
    return version;
  }
}
