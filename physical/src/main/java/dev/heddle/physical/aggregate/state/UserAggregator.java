package dev.heddle.physical.aggregate.state;

import dev.heddle.frame.ResultColumn;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.function.Udaf;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.values.CheckedColumn;
import dev.heddle.io.values.OffHeapValues;
import dev.heddle.io.values.ValueAppender;
import dev.heddle.physical.expr.node.FunctionTimes;
import dev.heddle.physical.expr.node.UserCodeErrors;
import java.util.Collection;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * States of an aggregate of the user's own: objects that its code makes, changes and merges. A
 * partial state is a value of the state's type. A group without a row has the state that {@link
 * Udaf#init} gives. What the code throws, and states and results that their types do not take, are
 * errors of code {@code USER_CODE} that name the function and the values.
 */
public final class UserAggregator extends HeapAggregator<Object> {
  /** About what the first state of a group takes. */
  public static final int FIRST_BYTES = 128;

  private static final int GROWTH_BYTES = 64; // by a row, of a state that collects values
  private static final int OBJECT_BYTES = 24;
  private static final int MEMBER_BYTES = 16;
  private static final int MAX_DEPTH = 8;

  private final UserFunction function;
  private final DataType stateType;
  private final Udaf<Object, @Nullable Object> code;

  /**
   * Makes states of no group.
   *
   * @param function what makes a result of a state, whose code is a {@link Udaf}
   */
  @SuppressWarnings("unchecked") // states are those that the same code has made
  public UserAggregator(UserFunction function, MemoryAccount account) {
    super(account);
    this.function = function;
    this.stateType = function.argumentTypes().getFirst();
    this.code = (Udaf<Object, @Nullable Object>) function.code().open();
  }

  @Override
  int firstBytes() {
    return FIRST_BYTES;
  }

  @Override
  int maxGrowthBytes() {
    return GROWTH_BYTES;
  }

  @Override
  int sizeOf(Object state) {
    return (int) Math.min(Integer.MAX_VALUE, bytesOf(state, 0));
  }

  private static long bytesOf(@Nullable Object value, int depth) {
    if (value == null || depth > MAX_DEPTH) {
      return 0;
    }
    long bytes = OBJECT_BYTES;
    switch (value) {
      case String text -> bytes += 2L * text.length();
      case byte[] binary -> bytes += binary.length;
      case Collection<?> collection -> {
        for (Object element : collection) {
          bytes += MEMBER_BYTES + bytesOf(element, depth + 1);
        }
      }
      case Map<?, ?> map -> {
        for (Map.Entry<?, ?> entry : map.entrySet()) {
          bytes += 2 * MEMBER_BYTES;
          bytes += bytesOf(entry.getKey(), depth + 1) + bytesOf(entry.getValue(), depth + 1);
        }
      }
      default -> {
        // a number, a date, or something of the user's own: its fields are not looked at
      }
    }
    return bytes;
  }

  /** Something that the user's code does. */
  @FunctionalInterface
  private interface Step {
    @Nullable Object run() throws Exception;
  }

  @Override
  void add(long groups, Column[] arguments, int rows) {
    boolean[] isOver = {false};
    ResultColumn[] columns = new ResultColumn[arguments.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = new CheckedColumn(new OffHeapValues(arguments[i]), rows, () -> isOver[0]);
    }
    @Nullable Object[] row = new Object[columns.length];
    ClassLoader loader = enter();
    long begun = System.nanoTime();
    try {
      for (int i = 0; i < rows; i++) {
        int group = Memory.getInt(groups + 4L * i);
        Object known = known(group);
        Object state = known == null ? firstState() : known;
        for (int j = 0; j < row.length; j++) {
          row[j] = columns[j].value(i);
        }
        put(group, state(() -> code.update(state, row), () -> row));
      }
      FunctionTimes.note(function.name(), System.nanoTime() - begun);
    } finally {
      leave(loader);
      isOver[0] = true; // the user's code may still refer to them
    }
  }

  /** Returns the state of no row, which is checked, so that one of a wrong class is found soon. */
  private Object firstState() {
    Object state = state(code::init, () -> new Object[0]);
    Object unused = converted(state, stateType, "no row");
    return state;
  }

  private Object state(Step step, Supplier<@Nullable Object[]> row) {
    Object state = run(step, row);
    if (state == null) {
      throw UserCodeErrors.failed(
          function, "gave null for " + shown(row.get()) + "; a state is never null");
    }
    return state;
  }

  private @Nullable Object run(Step step, Supplier<@Nullable Object[]> row) {
    try {
      return step.run();
    } catch (HeddleException e) {
      throw e;
    } catch (Exception | LinkageError | StackOverflowError | AssertionError e) {
      throw UserCodeErrors.thrown(function, shown(row.get()), e);
    }
  }

  private static String shown(@Nullable Object[] values) {
    return values.length == 0 ? "no row" : UserCodeErrors.row(values);
  }

  private ClassLoader enter() {
    ClassLoader loader = Thread.currentThread().getContextClassLoader();
    Thread.currentThread().setContextClassLoader(code.getClass().getClassLoader());
    return loader;
  }

  private static void leave(ClassLoader loader) {
    Thread.currentThread().setContextClassLoader(loader);
  }

  @Override
  Object merged(Object state, Object further) {
    return state(() -> code.merge(state, further), () -> new Object[] {state, further});
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    ResultColumn column = new CheckedColumn(new OffHeapValues(states[0]), rows, () -> false);
    ClassLoader loader = enter();
    try {
      for (int i = 0; i < rows; i++) {
        Object state = column.value(i);
        if (state != null) {
          merge(Memory.getInt(groups + 4L * i), changeable(state));
        }
      }
    } finally {
      leave(loader);
    }
    measure(groups, rows);
  }

  /** The user's code may change a state, and values of columns do not let it. */
  private Object changeable(Object state) {
    return state instanceof Collection<?> || state instanceof Map<?, ?>
        ? converted(state, stateType, "a state")
        : state;
  }

  @Override
  public Column[] states(long groups, int count) {
    try (ColumnBuilder states = new ColumnBuilder(stateType, account())) {
      for (int i = 0; i < count; i++) {
        Object state = known(Memory.getInt(groups + 4L * i));
        if (state == null) {
          states.appendNull();
        } else {
          ValueAppender.append(states, stateType, converted(state, stateType, "a state"));
        }
      }
      return new Column[] {states.build()};
    }
  }

  private Object converted(Object value, DataType type, String what) {
    return UserCodeErrors.converted(function, value, type, what);
  }

  @Override
  public Column result(long groups, int count) {
    ClassLoader loader = enter();
    long begun = System.nanoTime();
    try (ColumnBuilder results = new ColumnBuilder(function.resultType(), account())) {
      for (int i = 0; i < count; i++) {
        Object known = known(Memory.getInt(groups + 4L * i));
        Object state = known == null ? firstState() : known;
        Object result = run(() -> code.finish(state), () -> new Object[] {state});
        if (result == null) {
          results.appendNull();
        } else {
          ValueAppender.append(
              results, function.resultType(), converted(result, function.resultType(), "a result"));
        }
      }
      FunctionTimes.note(function.name(), System.nanoTime() - begun);
      return results.build();
    } finally {
      leave(loader);
    }
  }
}
