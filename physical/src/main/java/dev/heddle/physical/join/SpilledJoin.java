package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.RowCollector;
import dev.heddle.physical.row.RowStore;
import dev.heddle.physical.spill.SpillFile;
import dev.heddle.physical.spill.SpillReader;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Joins the partitions of a join that are on the disk, one after the other, each with all threads.
 *
 * <p>A partition whose right side is several times what fits into memory is divided again, by other
 * bits of the hash. One that cannot be divided, since its rows have one key or the join has none,
 * or that need not be, is joined in several passes: in each with the right rows that fit, while the
 * left rows remember what they have found. Used once, by one thread.
 */
final class SpilledJoin {
  private static final int MAX_LEVELS = 8;

  /** Reading the left rows so often takes less than to write both sides once more. */
  private static final int MAX_PASSES = 3;

  private static final int SMALL_ROWS = 20_000;
  private static final int MAX_ROWS = 1 << 30;

  /** How many left rows remember what they have found at a time, if memory is short. */
  private static final long STATE_ROWS = 4L << 20;

  private final HashJoin join;
  private final JoinKind kind;
  private final TaskContext context;
  private final Reservation reservation;
  private final MemoryAccount account;
  private final BatchSink output;
  private long rowsThatFit = Long.MAX_VALUE;

  SpilledJoin(HashJoin join, TaskContext context, BatchSink output) {
    this.join = join;
    this.kind = join.plan().kind();
    this.context = context;
    this.reservation = join.reservation(context);
    this.account = reservation.account();
    Object lock = new Object();
    this.output =
        batch -> {
          synchronized (lock) {
            output.emit(batch);
          }
        };
  }

  void run() {
    Deque<SpilledPart> parts = new ArrayDeque<>(join.spill().parts());
    try {
      while (!parts.isEmpty()) {
        try (SpilledPart part = parts.pop()) {
          context.checkCancelled();
          join(part, parts);
        }
      }
    } finally {
      Closeables.all(List.copyOf(parts));
    }
  }

  private void join(SpilledPart part, Deque<SpilledPart> parts) {
    long left = part.rows(JoinSide.LEFT);
    long right = part.rows(JoinSide.RIGHT);
    if ((left == 0 && !HashJoin.emitsUnmatchedRight(kind))
        || (right == 0 && !HashJoin.keepsLeft(kind))) {
      return;
    }
    boolean canDivide = part.isDivisible() && part.level() < MAX_LEVELS;
    if (canDivide && right / MAX_PASSES > rowsThatFit) {
      divide(part, parts);
      return;
    }
    try (RightRows rows = new RightRows(part)) {
      JoinPart first = rows.load();
      if (!rows.hasMore()) {
        try (first) {
          probe(first, part.files(JoinSide.LEFT), null, true);
        }
        return;
      }
      long fit = first.store().rows();
      if (canDivide && right / MAX_PASSES > fit) {
        rowsThatFit = Math.max(1, fit);
        first.close();
      } else {
        joinInPasses(first, rows, part);
        return;
      }
    }
    divide(part, parts);
  }

  /** Divides both sides once more. */
  private void divide(SpilledPart part, Deque<SpilledPart> parts) {
    List<SpilledPart> children = new ArrayList<>();
    for (int i = 0; i < JoinSplitter.PARTS; i++) {
      children.add(new SpilledPart(part.level() + 1));
    }
    try {
      JoinSide[] sides = JoinSide.values();
      context.parallel(sides.length, side -> divide(part, sides[side], children));
      for (SpilledPart child : children) {
        if (child.rows(JoinSide.RIGHT) > part.rows(JoinSide.RIGHT) / 4 * 3) {
          child.setIndivisible();
        }
      }
    } catch (Throwable e) {
      Closeables.all(children);
      throw e;
    }
    children.forEach(parts::push);
  }

  private void divide(SpilledPart part, JoinSide side, List<SpilledPart> children) {
    try (JoinSplitter splitter = join.splitter(side, part.level(), context)) {
      for (SpillFile file : part.files(side)) {
        try (SpillReader reader = file.open(account)) {
          boolean hasMore = true;
          while (hasMore) {
            context.checkCancelled();
            try (Batch batch = reader.next()) {
              hasMore = batch != null;
              if (batch != null) {
                splitter.divide(batch, 0);
              }
            }
          }
        }
        file.close();
      }
      List<List<SpillFile>> files = splitter.finish();
      for (int i = 0; i < children.size(); i++) {
        children.get(i).files(side).addAll(files.get(i));
      }
    }
  }

  /** Joins all left rows with some right rows after the other. */
  private void joinInPasses(JoinPart first, RightRows rows, SpilledPart part) {
    if (!keepsStates()) {
      JoinPart next = first;
      while (true) {
        try (JoinPart current = next) {
          probe(current, part.files(JoinSide.LEFT), null, !rows.hasMore());
        }
        if (!rows.hasMore()) {
          return;
        }
        next = rows.load();
      }
    }
    long left = part.rows(JoinSide.LEFT);
    long bytes = left * (join.isNearest() ? 1 + Long.BYTES : 1);
    if (kind == JoinKind.FULL || reservation.tryTake(bytes)) {
      if (kind != JoinKind.FULL) {
        reservation.giveBack(bytes);
      }
      if (join.isNearest()) {
        first.close();
        joinNearest(part.files(JoinSide.LEFT), part);
      } else {
        joinWithStates(first, rows, part.files(JoinSide.LEFT));
      }
      return;
    }
    first.close();
    List<SpillFile> some = new ArrayList<>();
    long count = 0;
    for (SpillFile file : part.files(JoinSide.LEFT)) {
      if (!some.isEmpty() && count + file.rows() > STATE_ROWS) {
        joinWithStates(some, part);
        some.clear();
        count = 0;
      }
      some.add(file);
      count += file.rows();
    }
    joinWithStates(some, part);
  }

  private void joinWithStates(List<SpillFile> left, SpilledPart part) {
    if (join.isNearest()) {
      joinNearest(left, part);
      return;
    }
    try (RightRows rows = new RightRows(part)) {
      joinWithStates(rows.load(), rows, left);
    }
  }

  /**
   * Joins left rows with the nearest of right rows that do not fit into memory: finds how near that
   * is, and then the rows that are.
   */
  private void joinNearest(List<SpillFile> left, SpilledPart part) {
    long leftRows = left.stream().mapToLong(SpillFile::rows).sum();
    Buffer nearest = account.allocate(Long.BYTES * Math.max(1, leftRows));
    try {
      for (long row = 0; row < leftRows; row++) {
        Memory.putLong(nearest.address() + Long.BYTES * row, Long.MIN_VALUE);
      }
      try (RightRows rows = new RightRows(part)) {
        while (rows.hasMore()) {
          try (JoinPart current = rows.load()) {
            eachBatch(
                current,
                left,
                (probe, batch, row) ->
                    probe.noteNearest(batch, nearest.address() + Long.BYTES * row));
          }
        }
      }
      Buffer states = account.allocateZeroed(Math.max(1, leftRows));
      try (RightRows rows = new RightRows(part)) {
        while (rows.hasMore()) {
          try (JoinPart current = rows.load()) {
            boolean isLast = !rows.hasMore();
            eachBatch(
                current,
                left,
                (probe, batch, row) -> {
                  long found = states.address() + row;
                  long ofAll = nearest.address() + Long.BYTES * row;
                  if (isLast) {
                    probe.processLastNearest(batch, found, ofAll, output);
                  } else {
                    probe.processNearest(batch, found, ofAll, output);
                  }
                });
          }
        }
      } finally {
        states.release();
      }
    } finally {
      nearest.release();
    }
  }

  private void joinWithStates(JoinPart first, RightRows rows, List<SpillFile> left) {
    long leftRows = 0;
    for (SpillFile file : left) {
      leftRows += file.rows();
    }
    JoinPart next = first;
    Buffer states;
    try {
      states = account.allocateZeroed(Math.max(1, leftRows));
    } catch (Throwable e) {
      first.close();
      throw e;
    }
    try {
      while (true) {
        try (JoinPart current = next) {
          probe(current, left, states, !rows.hasMore());
        }
        if (!rows.hasMore()) {
          return;
        }
        next = rows.load();
      }
    } finally {
      states.release();
    }
  }

  private boolean keepsStates() {
    return switch (kind) {
      case LEFT, FULL, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> true;
      case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI -> false;
    };
  }

  /**
   * Probes with the rows of files.
   *
   * @param states what left rows have found so far, if these are not all right rows
   * @param isLast whether no more right rows follow
   */
  private void probe(
      JoinPart part, List<SpillFile> files, @Nullable Buffer states, boolean isLast) {
    eachBatch(
        part,
        files,
        (probe, batch, row) -> {
          if (states == null) {
            probe.process(batch, output);
          } else if (isLast) {
            probe.processLast(batch, states.address() + row, output);
          } else {
            probe.processSome(batch, states.address() + row, output);
          }
        });
    try (HashJoinProbe end = new HashJoinProbe(join, part, context)) {
      end.emitRight(output);
    }
  }

  /** What is done with left rows. */
  private interface Step {
    /**
     * Takes a batch, which is used up.
     *
     * @param row how many rows are in the batches before
     */
    void take(HashJoinProbe probe, Batch batch, long row);
  }

  /** Goes through the rows of files with all threads. */
  private void eachBatch(JoinPart part, List<SpillFile> files, Step step) {
    long rows = 0;
    for (SpillFile file : files) {
      rows += file.rows();
    }
    LeftRows left = new LeftRows(files);
    int threads = rows < SMALL_ROWS ? 1 : context.threads();
    context.parallel(threads, thread -> eachBatch(part, left, step));
  }

  private void eachBatch(JoinPart part, LeftRows left, Step step) {
    try (HashJoinProbe probe = new HashJoinProbe(join, part, context)) {
      for (Block next = left.next(); next != null; next = left.next()) {
        long row = next.firstRow;
        try (SpillReader reader = next.file.open(account)) {
          reader.seek(next.number);
          for (long end = row + next.file.blockRows(next.number); row < end; ) {
            Batch batch = Objects.requireNonNull(reader.next());
            int count = batch.rowCount();
            step.take(probe, batch, row);
            row += count;
          }
        }
      }
    }
  }

  /** Some left rows: a block of a file. */
  private record Block(SpillFile file, int number, long firstRow) {}

  /** The blocks of left rows in order, handed out to threads. */
  private final class LeftRows {
    private final List<SpillFile> files;
    private int nextFile; // guarded by this
    private int nextBlock; // guarded by this
    private long rows; // guarded by this

    LeftRows(List<SpillFile> files) {
      this.files = files;
    }

    synchronized @Nullable Block next() {
      context.checkCancelled();
      while (nextFile < files.size()) {
        SpillFile file = files.get(nextFile);
        if (nextBlock < file.blockCount()) {
          Block block = new Block(file, nextBlock, rows);
          rows += file.blockRows(nextBlock++);
          return block;
        }
        nextFile++;
        nextBlock = 0;
      }
      return null;
    }
  }

  /** The right rows of files in order, at a time those that fit into memory. */
  private final class RightRows implements AutoCloseable {
    private final Deque<SpillFile> files;
    private final int level; // how often the rows have been divided
    private @Nullable SpillReader reader;
    private @Nullable Batch next;

    RightRows(SpilledPart part) {
      this.files = new ArrayDeque<>(part.files(JoinSide.RIGHT));
      this.level = part.level();
      next = read();
    }

    boolean hasMore() {
      return next != null;
    }

    private @Nullable Batch read() {
      while (true) {
        SpillReader current = reader;
        if (current == null) {
          SpillFile file = files.poll();
          if (file == null) {
            return null;
          }
          current = file.open(account);
          reader = current;
        }
        Batch batch = current.next();
        if (batch != null) {
          return batch;
        }
        current.close();
        reader = null;
      }
    }

    /** Returns the next rows, at least one batch if there is one, and a table over them. */
    JoinPart load() {
      RowStore store;
      long taken = 0;
      try {
        try (RowCollector rows = new RowCollector(join.types(JoinSide.RIGHT), account)) {
          while (next != null) {
            context.checkCancelled();
            int count = next.rowCount();
            long all = rows.rows() + count;
            boolean fits = all <= MAX_ROWS && !reservation.mustGiveBack();
            reservation.giveBack(taken);
            taken = 0;
            long needed = join.bytesOfTable(all) + rows.jumpBytes(count) + rows.storeBytes(count);
            if (fits && reservation.tryTake(needed)) {
              taken = needed;
            } else if (rows.rows() > 0) {
              break;
            }
            try (Batch batch = next) {
              next = null;
              rows.append(batch, 0);
            }
            next = read();
          }
          store = rows.toStore();
        }
        if (taken == 0) { // more rows would not have fitted
          long needed = join.bytesOfTable(store.rows());
          taken = reservation.tryTake(needed) ? needed : 0;
        }
        return JoinPart.of(join, store, level, context);
      } finally {
        if (taken > 0) {
          reservation.giveBack(taken);
        }
      }
    }

    @Override
    public void close() {
      Batch unread = next;
      next = null;
      Closeables.all(unread, reader);
      reader = null;
    }
  }
}
