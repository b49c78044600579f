package dev.heddle.physical.window;

import static dev.heddle.physical.window.WindowSegment.put;

import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.WindowCall;
import dev.heddle.physical.row.Closeables;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/**
 * An aggregate over frames of any width: of the rows at a frame's ends, whose blocks are read, and
 * the states of all blocks between, which are in memory. Order of rows must not matter to it. Used
 * by one thread.
 */
final class WindowWideAggregate extends WindowWide {
  private final AggregateCall call;
  private final PhysicalPlan.Window plan;
  private final WindowWideRows rows;
  private final WindowWideFrames.Frames frames;
  private final WindowLevels blocks;
  private final Deque<Part> parts = new ArrayDeque<>(); // the one used last comes first

  /** A block that has been read. */
  private final class Part implements AutoCloseable {
    private final int block;
    private final WindowSegment segment;
    private final WindowAggregate.Runs runs;

    Part(int block) {
      this.block = block;
      this.segment = rows.read(block);
      try {
        runs = new WindowAggregate(call, plan, segment).runs();
      } catch (Throwable e) {
        segment.close();
        throw e;
      }
    }

    @Override
    public void close() {
      Closeables.all(runs, segment);
    }
  }

  WindowWideAggregate(WindowCall call, PhysicalPlan.Window plan, WindowWideRows rows) {
    this.call = call.aggregate().orElseThrow();
    this.plan = plan;
    this.rows = rows;
    this.blocks = readBlocks();
    try {
      this.frames = rows.frames().frames(call);
    } catch (Throwable e) {
      blocks.close();
      throw e;
    }
  }

  private Aggregator open(MemoryAccount account) {
    return WindowAggregate.spec(call, plan).openAlone(call, account);
  }

  private WindowLevels readBlocks() {
    MemoryAccount account = rows.context().account();
    try (Aggregator states = open(account)) {
      for (int block = 0; block < rows.blockCount(); block++) {
        states.grow(block + 1);
        try (WindowSegment segment = rows.read(block)) {
          new WindowAggregate(call, plan, segment).add(states, block, 0, segment.rows());
        }
      }
      return WindowLevels.of(states, rows.blockCount(), () -> open(account), account);
    }
  }

  @Override
  Column compute(WindowSegment piece) {
    MemoryAccount account = piece.account();
    long firstRow = piece.rowsBefore() + piece.from();
    int count = piece.to() - piece.from();
    int runs = frames.runs();
    long[] last = new long[2 * runs];
    Arrays.fill(last, -1);
    Buffer groups = account.allocate(4L * Math.max(1, count));
    try (Aggregator states = open(account)) {
      int groupCount = 0;
      for (int i = 0; i < count; i++) {
        if ((i & 0x3FF) == 0) {
          rows.context().checkCancelled();
        }
        frames.to(firstRow + i);
        boolean isSame = true; // rows with the same frame share a group
        for (int run = 0; run < runs; run++) {
          long start = frames.start(run);
          long end = frames.end(run);
          isSame &= last[2 * run] == start && last[2 * run + 1] == end;
          last[2 * run] = start;
          last[2 * run + 1] = end;
        }
        if (!isSame) {
          states.grow(++groupCount);
          for (int run = 0; run < runs; run++) {
            add(groupCount - 1, last[2 * run], last[2 * run + 1], states);
          }
        }
        put(groups.address(), i, groupCount - 1);
      }
      for (Part part : parts) {
        part.runs.flush(states);
      }
      blocks.flush(states);
      return spread(
          WindowAggregate.results(states, groups.address(), groupCount, count, account), piece);
    } finally {
      groups.release();
      closeParts();
    }
  }

  private void add(int group, long start, long end, Aggregator states) {
    if (start >= end) {
      return;
    }
    int first = rows.blockOf(start);
    int last = rows.blockOf(end - 1);
    boolean isWholeFirst = start == rows.start(first) && end >= rows.start(first + 1);
    boolean isWholeLast = end == rows.start(last + 1) && start <= rows.start(last);
    if (first == last && !isWholeFirst) {
      addRows(first, group, start, end, states);
      return;
    }
    if (!isWholeFirst) {
      addRows(first, group, start, rows.start(first + 1), states);
    }
    int from = isWholeFirst ? first : first + 1;
    int to = isWholeLast ? last + 1 : last;
    blocks.add(group, from, to, states);
    if (!isWholeLast) {
      addRows(last, group, rows.start(last), end, states);
    }
  }

  private void addRows(int block, int group, long start, long end, Aggregator states) {
    int before = (int) (start - rows.start(block));
    int behind = (int) (end - rows.start(block));
    part(block, states).runs.add(group, before, behind, states);
  }

  /** Returns a block; those at the ends of all runs of a frame are there side by side. */
  private Part part(int block, Aggregator states) {
    Part first = parts.peekFirst();
    if (first != null && first.block == block) {
      return first;
    }
    for (Part part : parts) {
      if (part.block == block) {
        parts.remove(part);
        parts.addFirst(part);
        return part;
      }
    }
    if (parts.size() == 2 * frames.runs()) {
      try (Part oldest = parts.removeLast()) {
        oldest.runs.flush(states);
      }
    }
    Part made = new Part(block);
    parts.addFirst(made);
    return made;
  }

  private void closeParts() {
    List<Part> left = new ArrayList<>(parts);
    parts.clear();
    Closeables.all(left);
  }

  @Override
  public void close() {
    closeParts();
    Closeables.all(frames, blocks);
  }
}
