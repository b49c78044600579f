package dev.heddle.physical.aggregate.state;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.codegen.LoopState;
import dev.heddle.physical.operator.TaskContext;
import java.util.Optional;

/**
 * The states of one aggregate call, one for each group, and the loops over columns that update
 * them.
 *
 * <p>Groups are int32 numbers below the count of the last {@link #grow}. Columns are plain (no
 * dictionary, except where {@link #takesCodes} returns true) and stay the caller's. Used by one
 * thread.
 */
public abstract class Aggregator implements AutoCloseable {
  /** Makes sure that there are states for this number of groups; called before each update. */
  public abstract void grow(int groupCount);

  /**
   * Adds rows.
   *
   * @param groups where one group number a row is
   * @param arguments the call's arguments, then the columns of its order
   */
  public abstract void update(long groups, Column[] arguments, int rows);

  /**
   * Adds rows that all belong to the first group, as {@link #update} does; kept apart because loops
   * over one state need no memory for it.
   *
   * @param zeros where one zero a row is
   */
  public void updateFirst(long zeros, Column[] arguments, int rows) {
    update(zeros, arguments, rows);
  }

  /**
   * Adds some rows of the only argument, which all belong to the first group, if that costs less
   * than to gather them before.
   *
   * @param positions where the int32 positions of the rows start, ascending
   * @return whether it has been done; if not, nothing has
   */
  public boolean pickFirst(Column argument, long positions, int rows) {
    return false;
  }

  /**
   * Adds states.
   *
   * @param groups where one group number a row is
   * @param states the columns of {@link dev.heddle.physical.plan.AggregateStates}
   */
  public abstract void mergeStates(long groups, Column[] states, int rows);

  /** Ends updating: called once before {@link #result}, which then works on any thread. */
  public void seal() {}

  /**
   * Does the same with all of the task's threads, and with its disk, which is needed where values
   * have been put there.
   */
  public void seal(TaskContext context) {
    seal();
  }

  /** Returns the state columns of groups; works on any thread while nothing is updated. */
  public abstract Column[] states(long groups, int count);

  /** Returns the results of groups, each of which is asked for once. */
  public abstract Column result(long groups, int count);

  /**
   * Adds the states of another thread's aggregator of the same call.
   *
   * @param theirs group numbers of the other one, each at most once
   * @param ours the numbers that the same groups have here
   */
  public void absorb(Aggregator other, long theirs, long ours, int count) {
    Column[] states = other.states(theirs, count);
    try {
      mergeStates(ours, states, count);
    } finally {
      Column.releaseAll(states);
    }
  }

  /**
   * Opens a state that frames are computed by, of a function whose states rows can be taken out of.
   *
   * @param arguments the call's arguments, which must outlive the state
   */
  public SlidingState slide(Column[] arguments, int rows) {
    throw new IllegalStateException("No row can be taken out of the states of " + getClass());
  }

  /**
   * Puts what can be put on the disk there if memory is too short to add this number of rows;
   * called before {@link #update} where states are few and may be large.
   *
   * @param memory what the states are allocated from
   */
  public void makeRoom(int rows, TaskContext context, Reservation memory) {}

  /**
   * Returns what generated code does to the states with each row's value, if it can update them.
   */
  public Optional<LoopState> loopState() {
    return Optional.empty();
  }

  /** Returns where the states start that generated code updates; valid until the next grow. */
  public long stateAddress() {
    throw new IllegalStateException("No states for generated code");
  }

  /**
   * Notes rows whose values generated code has taken in, before or after.
   *
   * @param groups where one group number a row is
   * @param validity of the values, or 0 if all rows have one
   */
  public void note(long groups, long validity, int rows) {}

  /** As {@link #note}, where all rows are of the first group. */
  public void noteFirst(long zeros, long validity, int rows) {
    note(zeros, validity, rows);
  }

  /** Returns whether arguments may be dictionary columns. */
  public boolean takesCodes() {
    return false;
  }

  /** Returns the bytes that are reserved. */
  public abstract long bytes();

  @Override
  public abstract void close();
}
