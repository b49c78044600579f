package dev.heddle.engine.catalogue;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The variables of one session, whose names have no case. Thread-safe. */
public final class SessionVariables {
  private final Map<String, Variable> variables = new TreeMap<>(); // guarded by this

  /**
   * A variable.
   *
   * @param value a constant
   * @param text the value as it is shown; null for null
   */
  public record Variable(String name, Expr value, DataType type, @Nullable String text) {}

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Gives a variable a value. */
  public synchronized void set(Variable variable) {
    variables.put(key(variable.name()), variable);
  }

  /** Ends a variable; returns whether there was one. */
  public synchronized boolean reset(String name) {
    return variables.remove(key(name)) != null;
  }

  /** Returns the variable of a name; null if there is none. */
  synchronized @Nullable Variable find(String name) {
    return variables.get(key(name));
  }

  /** Returns all, by name. */
  synchronized List<Variable> all() {
    return List.copyOf(variables.values());
  }
}
