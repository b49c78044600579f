package dev.heddle.engine.catalogue;

import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.NamedTypes;

/** The types of a session that have names. Thread-safe. */
public final class SessionTypes {
  private NamedTypes types = NamedTypes.NONE; // guarded by this
  private long version; // guarded by this

  /** Returns those that there are now. */
  public synchronized NamedTypes now() {
    return types;
  }

  /** Gives a type a name that none has. */
  public synchronized void add(String name, DataType type) {
    types = types.with(name, type);
    version++;
  }

  /** Gives a type a name, instead of what has it. */
  public synchronized void put(String name, DataType type) {
    types = types.replacing(name, type);
    version++;
  }

  /** Takes the name of a type away; returns whether there was one. */
  public synchronized boolean drop(String name) {
    NamedTypes others = types.without(name);
    boolean isOther = others != types;
    types = others;
    version += isOther ? 1 : 0;
    return isOther;
  }

  /** Returns a number that is larger after each change. */
  synchronized long version() {
    return version;
  }
}
