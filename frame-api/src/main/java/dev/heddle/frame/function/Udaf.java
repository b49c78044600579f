package dev.heddle.frame.function;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The code of an aggregate function of the user's own; {@link UserAggregate} gives it a name and
 * types.
 *
 * <p>The rows of a group are divided into parts. {@link #init} and {@link #update} make a state of
 * each, {@link #merge} makes one of all, in any order, and {@link #finish} the result. A state that
 * is given to a method is not used again: the method may change it and return it. States and
 * results are of the classes that {@link dev.heddle.frame.Row#value} gives for their types; a state
 * of several numbers is a list or a map of them.
 *
 * <p>What the code throws ends the query with code {@code USER_CODE}. Of a class an object is made
 * for each thread that needs one; it is to keep nothing between calls.
 *
 * @param <S> class of a state, which is never null
 * @param <R> class of the result
 */
public abstract class Udaf<S, R extends @Nullable Object>
    implements Udf2<@Nullable List<?>, Integer, @Nullable Object> {
  /** Second argument of a call that makes a state of rows. */
  static final int UPDATE = 0;

  /** Second argument of a call that makes a result of states. */
  static final int FINISH = 1;

  /** Returns the state of no row. */
  public abstract S init() throws Exception;

  /**
   * Returns the state with one row more.
   *
   * @param values one value an argument, some of which may be null; the array is used again
   */
  public abstract S update(S state, @Nullable Object[] values) throws Exception;

  /** Returns the state of the rows of both. */
  public abstract S merge(S first, S second) throws Exception;

  /** Returns the result of a state. */
  public abstract R finish(S state) throws Exception;

  /** Runs the part of the aggregation that the engine asks for; not for other use. */
  @Override
  public final @Nullable Object apply(@Nullable List<?> values, Integer part) throws Exception {
    List<?> present = values == null ? List.of() : values;
    return part == UPDATE ? updated(present) : finish(merged(present));
  }

  private S updated(List<?> rows) throws Exception {
    S state = init();
    @Nullable Object[] values = new Object[0];
    for (Object row : rows) {
      Map<?, ?> fields = (Map<?, ?>) row;
      if (values.length != fields.size()) {
        values = new Object[fields.size()];
      }
      int i = 0;
      for (Object value : fields.values()) {
        values[i++] = value;
      }
      state = update(state, values);
    }
    return state;
  }

  @SuppressWarnings("unchecked") // states are those that this class made
  private S merged(List<?> states) throws Exception {
    if (states.isEmpty()) {
      return init();
    }
    S all = (S) states.getFirst();
    for (Object state : states.subList(1, states.size())) {
      all = merge(all, (S) state);
    }
    return all;
  }
}
