package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udf1;
import dev.heddle.frame.function.Udf2;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Existing;
import dev.heddle.planner.sql.tree.Statement;
import java.math.BigInteger;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The sequences of a session's catalogue, whose names have no case, and the functions that read
 * them: {@code nextval(name)} takes a value that no other call gets, {@code currval(name)} returns
 * the last one that was taken, {@code setval(name, value)} lets a value be that one. Their code
 * runs in the process of the catalogue alone. Thread-safe.
 */
public final class Sequences {
  private final Map<String, Sequence> sequences = new TreeMap<>(); // guarded by this
  private final List<UserFunction> functions =
      List.of(
          function("nextval", this::next),
          function("currval", this::current),
          UserFunction.local(
                  "setval",
                  (Udf2<String, Long, Long>) this::set,
                  DataType.INT64,
                  DataType.STRING,
                  DataType.INT64)
              .notDeterministic());

  private static final class Sequence {
    private final String name;
    private final long increment;
    private final long min;
    private final long max;
    private final boolean cycles;
    private final BigInteger step;
    private @Nullable Long next;
    private @Nullable Long last;

    Sequence(Statement.CreateSequence s) {
      this.name = s.name().text();
      this.increment = s.increment();
      boolean isUp = increment > 0;
      this.min = s.min() != null ? s.min() : isUp ? 1 : Long.MIN_VALUE;
      this.max = s.max() != null ? s.max() : isUp ? Long.MAX_VALUE : -1;
      this.cycles = s.cycles();
      long start = s.start() != null ? s.start() : isUp ? min : max;
      if (min > max || start < min || start > max) {
        throw new AnalysisException(
            "Cannot create sequence \""
                + name
                + "\": it starts at "
                + start
                + ", which is not between "
                + min
                + " and "
                + max);
      }
      this.step = BigInteger.valueOf(increment).abs();
      this.next = start;
    }

    /** Returns the value behind the last one; null without. */
    private @Nullable Long first() {
      if (!cycles) {
        return null;
      }
      return increment > 0 ? min : max;
    }

    long set(long value) {
      if (value < min || value > max) {
        throw new HeddleException(
            ErrorCode.CONSTRAINT,
            "Cannot set sequence \""
                + name
                + "\" to "
                + value
                + ", which is not between "
                + min
                + " and "
                + max);
      }
      next = value;
      return take();
    }

    long take() {
      Long value = next;
      if (value == null) {
        throw new HeddleException(
            ErrorCode.CONSTRAINT,
            "Cannot take a value of sequence \""
                + name
                + "\": its last one, "
                + last
                + ", was taken; create it with CYCLE or other bounds");
      }
      last = value;
      boolean isUp = increment > 0;
      boolean isEnd =
          isUp
              ? BigInteger.valueOf(max).subtract(BigInteger.valueOf(value)).compareTo(step) < 0
              : BigInteger.valueOf(value).subtract(BigInteger.valueOf(min)).compareTo(step) < 0;
      next = isEnd ? first() : (Long) (value + increment);
      return value;
    }
  }

  private static UserFunction function(String name, Udf1<String, Long> code) {
    return UserFunction.local(name, code, DataType.INT64, DataType.STRING).notDeterministic();
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns the functions that read sequences. */
  List<UserFunction> functions() {
    return functions;
  }

  /**
   * Makes a sequence.
   *
   * @return whether it was made, which it is not if one of the name is kept
   * @throws HeddleException if there is one of the name and it is neither kept nor replaced
   */
  public synchronized boolean create(Statement.CreateSequence statement) {
    String name = statement.name().text();
    boolean exists = sequences.containsKey(key(name));
    if (exists && statement.existing() == Existing.REFUSED) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create sequence \""
              + name
              + "\": there is one of that name; write CREATE OR REPLACE, or choose another name");
    }
    if (exists && statement.existing() == Existing.KEPT) {
      return false;
    }
    sequences.put(key(name), new Sequence(statement));
    return true;
  }

  /** Removes a sequence; returns whether there was one. */
  public synchronized boolean drop(String name) {
    return sequences.remove(key(name)) != null;
  }

  /** Returns the error of a name that no sequence has. */
  public synchronized HeddleException missing(String name) {
    List<String> names = sequences.values().stream().map(each -> each.name).toList();
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find a sequence: " + NearestNames.missing("sequence", name, names));
  }

  private Sequence require(String name) {
    Sequence found = sequences.get(key(name));
    if (found == null) {
      throw missing(name);
    }
    return found;
  }

  private synchronized long next(String name) {
    return require(name).take();
  }

  private synchronized long set(String name, long value) {
    return require(name).set(value);
  }

  private synchronized long current(String name) {
    Long last = require(name).last;
    if (last == null) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND,
          "Cannot tell the last value of sequence \"" + name + "\": none was taken yet");
    }
    return last;
  }
}
