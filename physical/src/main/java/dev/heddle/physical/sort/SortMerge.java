package dev.heddle.physical.sort;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowOrder;
import dev.heddle.physical.row.RowStore;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Merges runs by a tree of losers: rows are compared by the scores of their first keys, by all keys
 * where those are equal, and peers by where they arrived. Used by one thread.
 */
public final class SortMerge implements AutoCloseable {
  /** How many bytes a batch may have, roughly, if its rows are wide. */
  private static final long MAX_BATCH_BYTES = SortRunWriter.BLOCK_BYTES;

  private static final int FEWEST_USED_UP = 2;
  private static final int INPUTS_PER_USED_UP = 4;

  private final TaskContext context;
  private final RowOrder order;
  private final int positionColumn;
  private final SortMergeColumns columns;
  private final SortRunReader[] readers;
  private final @Nullable SortBlock[] blocks; // of each input, null at its end
  private final int[] rows; // next row of each input
  private final long[] scores; // of that row; the highest at the end of an input
  private final long[] seconds; // of that row, by the second key
  private final int[] slots; // of each input's block
  private final long[] rowBytes; // about, of the block's rows
  private final int[] losers; // of the matches; the first one is the winner of all
  private final List<SortBlock> slotBlocks = new ArrayList<>(); // of the batch being made
  private final Buffer ids;

  /**
   * Opens runs.
   *
   * @param inputs readers of runs with ascending numbers, which are taken over
   * @param types of all columns of the runs, the position last
   * @param width how many of the columns are wanted
   * @param account pays for blocks
   */
  SortMerge(
      List<SortRunReader> inputs,
      List<DataType> types,
      int width,
      List<SortOrder> order,
      MemoryAccount account,
      TaskContext context) {
    int count = inputs.size();
    this.context = context;
    this.order = RowOrder.of(order);
    this.positionColumn = types.size() - 1;
    this.columns = new SortMergeColumns(types.subList(0, width), context.account());
    this.readers = inputs.toArray(SortRunReader[]::new);
    this.blocks = new SortBlock[count];
    this.rows = new int[count];
    this.scores = new long[count];
    this.seconds = new long[count];
    this.slots = new int[count];
    this.rowBytes = new long[count];
    this.losers = new int[Math.max(1, count)];
    Buffer made = null;
    try {
      made = account.allocate(4L * Batch.MAX_ROWS);
      ids = made;
      for (int i = 0; i < count; i++) {
        load(i);
      }
      if (count > 0) {
        losers[0] = play(1);
      }
    } catch (Throwable e) {
      if (made != null) {
        made.release();
      }
      closeInputs();
      throw e;
    }
  }

  /** Returns how many blocks are in memory at most at the same time. */
  static int maxBlocks(int inputs) {
    return inputs + mostUsedUp(inputs);
  }

  /** Returns how many blocks that are used up wait for a batch to be made. */
  private static int mostUsedUp(int inputs) {
    return FEWEST_USED_UP + inputs / INPUTS_PER_USED_UP;
  }

  /** Lets the inputs below a node of the tree play; returns the winner. */
  private int play(int node) {
    int count = readers.length;
    if (node >= count) {
      return node - count;
    }
    int left = play(2 * node);
    int right = play(2 * node + 1);
    boolean leftWins = isBefore(left, right);
    losers[node] = leftWins ? right : left;
    return leftWins ? left : right;
  }

  private void load(int input) {
    blocks[input] = null;
    SortBlock block = readers[input].next();
    if (block == null) {
      scores[input] = Long.MAX_VALUE;
      return;
    }
    blocks[input] = block;
    rows[input] = block.first();
    scores[input] = block.score(block.first());
    seconds[input] = block.secondScore(block.first());
    slots[input] = slotBlocks.size();
    slotBlocks.add(block);
    rowBytes[input] = columns.bytesOfRow(block.batch());
  }

  private boolean isBefore(int a, int b) {
    return scores[a] == scores[b] ? isTieBefore(a, b) : scores[a] < scores[b];
  }

  private boolean isTieBefore(int a, int b) {
    SortBlock left = blocks[a];
    SortBlock right = blocks[b];
    if (left == null || right == null) {
      return left != null;
    }
    if (seconds[a] != seconds[b] && left.isExact() && right.isExact()) {
      return seconds[a] < seconds[b];
    }
    int compared =
        left.isDecisive() && right.isDecisive()
            ? 0
            : order.compare(left.batch(), rows[a], right.batch(), rows[b]);
    if (compared == 0) {
      compared = Long.compare(position(left, rows[a]), position(right, rows[b]));
    }
    return compared == 0 ? a < b : compared < 0;
  }

  private long position(SortBlock block, int row) {
    return Memory.getLong(block.batch().physicalColumn(positionColumn).values() + 8L * row);
  }

  /** Returns the next rows, which are the caller's; null at the end. */
  public @Nullable Batch next() {
    context.checkCancelled();
    int made = 0;
    int usedUp = 0;
    long bytes = 0;
    while (made < Batch.MAX_ROWS
        && bytes < MAX_BATCH_BYTES
        && usedUp < mostUsedUp(readers.length)) {
      int winner = losers[0];
      SortBlock block = readers.length == 0 ? null : blocks[winner];
      if (block == null) {
        break;
      }
      int row = rows[winner]++;
      Memory.putInt(ids.address() + 4L * made, (slots[winner] << RowStore.CHUNK_SHIFT) | row);
      made++;
      bytes += rowBytes[winner];
      if (row + 1 < block.end()) {
        scores[winner] = block.score(row + 1);
        seconds[winner] = block.secondScore(row + 1);
      } else {
        usedUp++;
        load(winner);
      }
      replay(winner);
    }
    if (made == 0) {
      return null;
    }
    Batch batch = columns.gather(slotBlocks, ids.address(), made);
    forgetUsedBlocks();
    return batch;
  }

  private void replay(int input) {
    int winner = input;
    for (int node = (input + readers.length) >>> 1; node > 0; node >>>= 1) {
      int other = losers[node];
      if (isBefore(other, winner)) {
        losers[node] = winner;
        winner = other;
      }
    }
    losers[0] = winner;
  }

  /** Frees the blocks that are used up, and numbers the others anew. */
  private void forgetUsedBlocks() {
    for (int input = 0; input < blocks.length; input++) {
      SortBlock block = blocks[input];
      if (block != null) {
        slotBlocks.remove(block);
      }
    }
    Closeables.all(slotBlocks);
    slotBlocks.clear();
    for (int input = 0; input < blocks.length; input++) {
      SortBlock block = blocks[input];
      if (block != null) {
        slots[input] = slotBlocks.size();
        slotBlocks.add(block);
      }
    }
  }

  private void closeInputs() {
    Closeables.all(slotBlocks);
    slotBlocks.clear();
    Closeables.all(readers);
  }

  @Override
  public void close() {
    ids.release();
    closeInputs();
  }
}
