package dev.heddle.physical.aggregate.state;

/**
 * A state that rows are added to and taken out of again, as a frame moves over them. What is taken
 * out has been added before. Belongs to an aggregator; used by one thread.
 */
public interface SlidingState extends AutoCloseable {
  /** Takes all rows out. */
  void clear();

  /** Adds a row, which has a value. */
  void add(int row);

  /** Takes a row out. */
  void remove(int row);

  /** Makes the state that of one of the aggregator's groups, which has been without rows. */
  void store(int group);

  @Override
  void close();
}
