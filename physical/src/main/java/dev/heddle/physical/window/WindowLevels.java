package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * The states of blocks, of 16 blocks, of 256 blocks and so on, of which any run of blocks is put
 * together in few steps. Used by one thread.
 */
final class WindowLevels implements AutoCloseable {
  /** How many bits of a block's number are its position in its larger block. */
  static final int BLOCK_SHIFT = 4;

  /** How many blocks a block of the next level has. */
  static final int BLOCK = 1 << BLOCK_SHIFT;

  private final List<Level> levels = new ArrayList<>();
  private final MemoryAccount account;

  private WindowLevels(MemoryAccount account) {
    this.account = account;
  }

  /**
   * Makes the levels above some blocks.
   *
   * @param lowest the states of the blocks, which stay the caller's
   * @param opener opens states that others are added to
   */
  static WindowLevels of(
      Aggregator lowest, int blocks, Supplier<Aggregator> opener, MemoryAccount account) {
    WindowLevels made = new WindowLevels(account);
    try {
      made.levels.add(made.new Level(lowest, blocks));
      made.addHigher(blocks, opener);
      return made;
    } catch (Throwable e) {
      made.close();
      throw e;
    }
  }

  private void addHigher(int lowestBlocks, Supplier<Aggregator> opener) {
    int blocks = lowestBlocks;
    while (blocks >>> BLOCK_SHIFT > 0) {
      Level lower = levels.getLast();
      blocks >>>= BLOCK_SHIFT;
      try (Aggregator states = opener.get()) {
        states.grow(blocks);
        for (int i = 0; i < blocks << BLOCK_SHIFT; i++) {
          lower.add(i >>> BLOCK_SHIFT, i, states);
        }
        lower.flush(states);
        levels.add(new Level(states, blocks));
      }
    }
  }

  /** Adds the states of a run of blocks to a group, some of them not before the next flush. */
  void add(int group, int firstBlock, int endBlock, Aggregator target) {
    int from = firstBlock;
    int to = endBlock;
    for (int l = 0; from < to; l++) {
      Level level = levels.get(l);
      if (l == levels.size() - 1 || to - from < 2 * BLOCK) {
        for (int i = from; i < to; i++) {
          level.add(group, i, target);
        }
        return;
      }
      for (; (from & BLOCK - 1) != 0; from++) {
        level.add(group, from, target);
      }
      for (; (to & BLOCK - 1) != 0; to--) {
        level.add(group, to - 1, target);
      }
      from >>>= BLOCK_SHIFT;
      to >>>= BLOCK_SHIFT;
    }
  }

  /** Adds what waits to the groups that it was for. */
  void flush(Aggregator target) {
    levels.forEach(level -> level.flush(target));
  }

  /** The states of blocks of one size, and which of them are to be merged into groups. */
  private final class Level implements AutoCloseable {
    private final Column[] states;
    private final Buffer pairs;
    private int count;

    Level(Aggregator made, int blocks) {
      Buffer numbers = account.allocate(4L * blocks);
      try {
        for (int i = 0; i < blocks; i++) {
          put(numbers.address(), i, i);
        }
        states = made.states(numbers.address(), blocks);
      } finally {
        numbers.release();
      }
      try {
        pairs = account.allocate(8L * Batch.MAX_ROWS);
      } catch (Throwable e) {
        Column.releaseAll(states);
        throw e;
      }
    }

    void add(int group, int block, Aggregator target) {
      put(pairs.address(), count, group);
      put(pairs.address(), Batch.MAX_ROWS + count++, block);
      if (count == Batch.MAX_ROWS) {
        flush(target);
      }
    }

    void flush(Aggregator target) {
      if (count == 0) {
        return;
      }
      long blocks = pairs.address() + 4L * Batch.MAX_ROWS;
      Column[] merged =
          Column.makeAll(states.length, i -> Gather.rows(states[i], blocks, count, account));
      try {
        target.mergeStates(pairs.address(), merged, count);
      } finally {
        Column.releaseAll(merged);
      }
      count = 0;
    }

    @Override
    public void close() {
      pairs.release();
      Column.releaseAll(states);
    }
  }

  @Override
  public void close() {
    Closeables.all(levels);
    levels.clear();
  }
}
