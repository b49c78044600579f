package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.spill.SpillSpace;

/**
 * An aggregator whose state is the values themselves, since no state of fixed size would do: for
 * quantiles, lists and distinct values. Its state moves elsewhere value by value: what {@link
 * #values} returns, {@link #update} of another one takes.
 */
abstract class Collector extends Aggregator {
  /** Returns how many values are kept, in all groups. */
  abstract int valueCount();

  /**
   * Writes the group of each of some values.
   *
   * @param positions where the int32 numbers of the values are
   * @param target where their int32 groups are written
   */
  abstract void groupsOf(long positions, int count, long target);

  /**
   * Returns whether values are stored by group, so that {@link #takeOver} of another one for which
   * this is true, too, costs nothing for each value.
   */
  boolean standsByGroup() {
    return false;
  }

  /**
   * Takes over all values of another one, which are stored by group.
   *
   * @param mapped int32 number that each of its groups has here
   */
  void takeOver(Collector other, long mapped) {
    throw new IllegalStateException("Values do not are stored by group");
  }

  /** Takes values of one group. */
  interface GroupValues {
    /**
     * Takes some.
     *
     * @param values arguments of {@link #update}, which stay the collector's
     */
    void take(int group, Column[] values, int count);
  }

  /**
   * Hands all values over, at most {@link Batch#MAX_ROWS} at once, and frees them on the way, in
   * memory that does not grow with them. Returns false, and does nothing, if they are stored
   * otherwise.
   */
  boolean drain(GroupValues target) {
    return false;
  }

  /**
   * Ends adding, so that several threads may ask for values at once. Called before the first call
   * of {@link #values}, on one thread; again without effect.
   */
  abstract void endCollecting();

  /** Returns some values as the arguments of {@link #update}. */
  abstract Column[] values(long positions, int count);

  /** Returns how many values are moved elsewhere at once, once collecting has ended. */
  int valuesAtOnce() {
    return Batch.MAX_ROWS;
  }

  /** Returns about what adding this number of rows may allocate at once. */
  abstract long jumpBytes(int rows);

  /** Returns about what {@link #seal} allocates. */
  abstract long sealBytes();

  /**
   * Puts all values on the disk, from where {@link #seal} takes the results in parts; meant for few
   * groups with more values than fit into memory. Returns false, and does nothing, if that is not
   * possible.
   */
  abstract boolean shed(SpillSpace space, StateMemory memory);

  /**
   * Divides the values by their hash where the new ones are too many for one table: it would be
   * beyond a core's cache; {@link #seal(TaskContext)} brings each part together. Does nothing where
   * that is not possible. Meant for a single group.
   *
   * @param many above this number of values a table is too large
   */
  void scatter(SpillSpace space, StateMemory memory, int many) {}

  @Override
  public final void makeRoom(int rows, TaskContext context, Reservation memory) {
    long jump = jumpBytes(rows) + sealBytes();
    if (memory.tryTake(jump)) {
      memory.giveBack(jump);
    } else if (valueCount() > 0) {
      shed(context.spill(), new StateMemory(memory, AggregateLimits.DEFAULT, context.threads()));
    }
  }

  /** Takes over the values that another one has put on the disk. */
  abstract void moveShed(Collector other);

  /** Returns of how many groups, up to {@code most}, results are taken at once. */
  int rowsAtOnce(int most) {
    return most;
  }

  /**
   * Counts values by their groups: writes for each group, and once more behind the last, the number
   * of values of the groups before it. {@link #nextPlace} must then be asked once for each value.
   *
   * @param groups int32 group of each value
   * @param starts zeroed room for an int32 of each group and two more
   */
  static void countByGroup(long groups, int values, int groupCount, long starts) {
    long next = starts + 4; // shifted by one until each value has been given its place
    for (int i = 0; i < values; i++) {
      long at = next + 4L * Memory.getInt(groups + 4L * i) + 4;
      Memory.putInt(at, Memory.getInt(at) + 1);
    }
    for (int g = 1; g <= groupCount; g++) {
      long at = next + 4L * g;
      Memory.putInt(at, Memory.getInt(at) + Memory.getInt(at - 4));
    }
  }

  /** Returns where a further value of a group belongs once values are stored by group. */
  static int nextPlace(long starts, int group) {
    long at = starts + 4 + 4L * group;
    int place = Memory.getInt(at);
    Memory.putInt(at, place + 1);
    return place;
  }

  @Override
  public void absorb(Aggregator other, long theirs, long ours, int count) {
    throw new IllegalStateException("Values are absorbed one by one");
  }

  @Override
  public void mergeStates(long groups, Column[] states, int rows) {
    throw new IllegalStateException("Values have no partial state");
  }

  @Override
  public Column[] states(long groups, int count) {
    throw new IllegalStateException("Values have no partial state");
  }
}
