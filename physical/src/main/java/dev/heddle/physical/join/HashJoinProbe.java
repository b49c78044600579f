package dev.heddle.physical.join;

import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.join.JoinOutput.RightSide;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.RowStore;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * One thread's probe of a part of a hash join: finds for each left row the right rows with its key.
 *
 * <p>Output batches are bounded however many matches a row has.
 */
final class HashJoinProbe implements AutoCloseable {
  /**
   * An output that keeps at least this share of the physical rows leaves the left side in place.
   */
  private static final int IN_PLACE_SHARE = 3;

  private final HashJoin join;
  private final JoinKind kind;
  private final JoinKeys keys;
  private final JoinPart part; // lent
  private final RowStore right;
  private final JoinTable table;
  private final @Nullable OrderedJoinTable ordered; // the table, if rows have numbers of its own
  private final TaskContext context;
  private final JoinScratch scratch;
  private final DictionaryHeads dictionaryHeads;
  private final JoinOutput out;
  private final PairCursor cursor;
  private final @Nullable PairCondition residual;
  private final @Nullable UnknownMatches unknowns;
  private long nearest; // of the batch's rows, where right rows come in several parts; or 0
  private long nearestStates;

  HashJoinProbe(HashJoin join, JoinPart part, TaskContext context) {
    PhysicalPlan.HashJoin plan = join.plan();
    this.join = join;
    this.kind = plan.kind();
    this.keys = join.keys();
    this.part = part;
    this.right = part.store();
    this.table = part.table();
    this.ordered = table instanceof OrderedJoinTable found ? found : null;
    this.context = context;
    this.scratch = new JoinScratch(context.account());
    this.dictionaryHeads = new DictionaryHeads(table, context.account());
    this.out = new JoinOutput(join, context.account());
    this.cursor = new PairCursor(table);
    boolean isImplied = ordered != null && ordered.isExact();
    this.residual =
        plan.residual()
            .filter(_ -> !isImplied)
            .map(condition -> new PairCondition(condition, plan.left().output().size(), context))
            .orElse(null);
    this.unknowns =
        kind == JoinKind.LEFT_ANTI_NULL_AWARE || kind == JoinKind.LEFT_MARK
            ? new UnknownMatches(join, part, residual, context)
            : null;
  }

  /** Joins the rows of a batch, which is used up, with all right rows that can match them. */
  void process(Batch input, BatchSink output) {
    try (input) {
      findHeads(input);
      switch (kind) {
        case INNER, RIGHT, LEFT, FULL -> {
          if (residual != null) {
            joinChecked(input, residual, output);
          } else if (table.isUnique()) {
            joinUnique(input, output);
          } else {
            joinAll(input, output);
          }
        }
        case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> {
          findMatches(input);
          select(input, output);
        }
        case RIGHT_SEMI, RIGHT_ANTI -> {
          if (residual != null) {
            joinChecked(input, residual, output);
          } else if (ordered != null) {
            joinPairs(input, null, output);
          } else {
            markChains(input.rowCount());
          }
        }
      }
    }
  }

  /**
   * Joins the rows of a batch, which is used up, with some of the right rows that can match them.
   *
   * @param states one byte a left row: 0 no match so far, 1 a match, 2 unknown; brought up to date
   */
  void processSome(Batch input, long states, BatchSink output) {
    processSome(input, states, false, output);
  }

  /** Joins as {@link #processSome} does, with the last of these right rows. */
  void processLast(Batch input, long states, BatchSink output) {
    processSome(input, states, true, output);
  }

  private void processSome(Batch input, long states, boolean isLast, BatchSink output) {
    try (input) {
      findHeads(input);
      int rows = input.rowCount();
      switch (kind) {
        case LEFT, FULL -> {
          Memory.fill(scratch.matched(), rows, (byte) 0);
          joinPairs(input, residual, output);
          mergeStates(states, rows);
          if (isLast) {
            emitUnmatched(input, output);
          }
        }
        case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> {
          findMatches(input);
          mergeStates(states, rows);
          if (isLast) {
            select(input, output);
          }
        }
        case INNER, RIGHT, RIGHT_SEMI, RIGHT_ANTI ->
            throw new IllegalStateException("No state of a left row exists for " + kind);
      }
    }
  }

  /**
   * Notes how near to the rows of a batch, which is used up, the nearest of some right rows are.
   *
   * @param nearest the largest nearness so far, an int64 a row; brought up to date
   */
  void noteNearest(Batch input, long nearest) {
    try (input) {
      findHeads(input);
      OrderedJoinTable rows = Objects.requireNonNull(ordered);
      for (int i = 0; i < input.rowCount(); i++) {
        int id = Memory.getInt(scratch.heads() + 4L * i);
        if (id != JoinTable.NONE) {
          long best = Memory.getLong(nearest + 8L * i);
          Memory.putLong(nearest + 8L * i, Math.max(best, rows.nearness(right, id)));
        }
      }
    }
  }

  /**
   * Joins as {@link #processSome} does, of these right rows with those that are the nearest of all.
   *
   * @param ofAll what {@link #noteNearest} has found in all right rows
   */
  void processNearest(Batch input, long states, long ofAll, BatchSink output) {
    nearest = ofAll;
    nearestStates = states;
    processSome(input, states, false, output);
  }

  /** Joins as {@link #processNearest} does, with the last of these right rows. */
  void processLastNearest(Batch input, long states, long ofAll, BatchSink output) {
    nearest = ofAll;
    nearestStates = states;
    processSome(input, states, true, output);
  }

  /** Leaves out what is not the nearest of all right rows, or has a match among others already. */
  private void keepNearest(OrderedJoinTable rows, int count) {
    for (int i = 0; i < count; i++) {
      int id = Memory.getInt(scratch.heads() + 4L * i);
      boolean isKept =
          id != JoinTable.NONE
              && Memory.getByte(nearestStates + i) == 0
              && rows.nearness(right, id) == Memory.getLong(nearest + 8L * i);
      Memory.putInt(scratch.heads() + 4L * i, isKept ? id : JoinTable.NONE);
    }
  }

  /** Adds what has been found to the states of rows, and takes those over. */
  private void mergeStates(long states, int rows) {
    long matched = scratch.matched();
    for (int i = 0; i < rows; i++) {
      byte before = Memory.getByte(states + i);
      byte found = Memory.getByte(matched + i);
      byte merged = before == 1 || found == 1 ? 1 : before == 0 ? found : before;
      Memory.putByte(states + i, merged);
      Memory.putByte(matched + i, merged);
    }
  }

  private void findHeads(Batch input) {
    int rows = input.rowCount();
    scratch.reserve(rows);
    Column codes = keys.count() == 1 ? input.physicalColumn(keys.left(0)) : null;
    if (codes != null && codes.isDictionary() && !(keys.isNullSafe(0) && codes.mayHaveNulls())) {
      dictionaryHeads.lookUp(input, codes, scratch, scratch.heads());
    } else {
      table.lookUp(input, keys.left(), scratch, scratch.heads());
    }
    if (keys.leftMayBeNull(input)) {
      keys.markLeftNulls(input, scratch.nulls());
      for (int i = 0; i < rows; i++) {
        if (Memory.getByte(scratch.nulls() + i) != 0) {
          Memory.putInt(scratch.heads() + 4L * i, JoinTable.NONE);
        }
      }
    }
    if (ordered != null) {
      ordered.narrow(input, scratch);
      if (nearest != 0) {
        keepNearest(ordered, rows);
      }
    }
  }

  /** Every left row has one match at most, and every match counts. */
  private void joinUnique(Batch input, BatchSink output) {
    int rows = input.rowCount();
    long selection = input.selection();
    long heads = scratch.heads();
    long positions = scratch.positions();
    long ids = scratch.pairIds();
    boolean keepsAll = kind == JoinKind.LEFT || kind == JoinKind.FULL;
    int matched = 0;
    for (int i = 0; i < rows; i++) {
      Memory.putInt(
          positions + 4L * matched, selection == 0 ? i : Memory.getInt(selection + 4L * i));
      matched += 1 - (Memory.getInt(heads + 4L * i) >>> 31);
    }
    markRight(heads, rows);
    if (keepsAll && matched < rows) {
      for (int i = 0; i < rows; i++) {
        int position = selection == 0 ? i : Memory.getInt(selection + 4L * i);
        Memory.putInt(positions + 4L * i, position);
      }
    }
    int count = keepsAll ? rows : matched;
    RightSide rightSide = matched < count ? RightSide.NULLABLE : RightSide.PRESENT;
    if (!isMostOf(count, input)) {
      int kept = 0;
      for (int i = 0; i < rows; i++) {
        int head = Memory.getInt(heads + 4L * i);
        Memory.putInt(ids + 4L * kept, head);
        kept += keepsAll ? 1 : 1 - (head >>> 31);
      }
      out.emitPairs(input, right, positions, ids, count, rightSide, output);
    } else if (selection == 0) {
      out.emitInPlace(input, right, positions, heads, count, rightSide, output);
    } else {
      long spread = scratch.spread(input.physicalRows());
      for (int i = 0; i < rows; i++) {
        int position = Memory.getInt(selection + 4L * i);
        Memory.putInt(spread + 4L * position, Memory.getInt(heads + 4L * i));
      }
      out.emitInPlace(input, right, positions, spread, count, rightSide, output);
    }
  }

  private static boolean isMostOf(int count, Batch input) {
    return count * IN_PLACE_SHARE >= input.physicalRows();
  }

  /** Emits pairs of which no two have the same left row. */
  private void emitOnePerRow(Batch input, long positions, long ids, int count, BatchSink output) {
    if (!isMostOf(count, input)) {
      out.emitPairs(input, right, positions, ids, count, RightSide.PRESENT, output);
      return;
    }
    long spread = scratch.spread(input.physicalRows());
    for (int i = 0; i < count; i++) {
      int position = Memory.getInt(positions + 4L * i);
      Memory.putInt(spread + 4L * position, Memory.getInt(ids + 4L * i));
    }
    out.emitInPlace(input, right, positions, spread, count, RightSide.PRESENT, output);
  }

  /** Left rows have any number of matches, and every match counts. */
  private void joinAll(Batch input, BatchSink output) {
    boolean keepsAll = kind == JoinKind.LEFT || kind == JoinKind.FULL;
    RightSide rightSide = keepsAll ? RightSide.NULLABLE : RightSide.PRESENT;
    long ids = scratch.pairIds();
    cursor.start(scratch, input.rowCount());
    while (cursor.hasMore()) {
      context.checkCancelled();
      int count =
          keepsAll
              ? cursor.nextOrUnmatched(scratch.pairRows(), ids, Batch.MAX_ROWS)
              : cursor.next(scratch.pairRows(), ids, Batch.MAX_ROWS, 0);
      markRight(ids, count);
      JoinOutput.positions(input, scratch.pairRows(), count, scratch.positions());
      out.emitPairs(input, right, scratch.positions(), ids, count, rightSide, output);
    }
  }

  /** A match counts if the residual is true for the pair. */
  private void joinChecked(Batch input, PairCondition condition, BatchSink output) {
    int rows = input.rowCount();
    boolean keepsAll = kind == JoinKind.LEFT || kind == JoinKind.FULL;
    if (keepsAll) {
      Memory.fill(scratch.matched(), rows, (byte) 0);
    }
    joinPairs(input, condition, output);
    if (keepsAll) {
      emitUnmatched(input, output);
    }
  }

  /** Emits the pairs that match, if the kind wants them, and marks their rows. */
  private void joinPairs(Batch input, @Nullable PairCondition condition, BatchSink output) {
    int rows = input.rowCount();
    boolean marksLeft = kind == JoinKind.LEFT || kind == JoinKind.FULL;
    boolean emits = kind != JoinKind.RIGHT_SEMI && kind != JoinKind.RIGHT_ANTI;
    long ids = scratch.pairIds();
    long pairRows = scratch.pairRows();
    cursor.start(scratch, rows);
    while (cursor.hasMore()) {
      context.checkCancelled();
      int count = cursor.next(pairRows, ids, Batch.MAX_ROWS, 0);
      if (condition != null) {
        count = condition.keepTrue(input, right, pairRows, ids, count, scratch.positions());
      }
      markRight(ids, count);
      if (marksLeft) {
        setFlags(pairRows, count);
      }
      if (emits) {
        JoinOutput.positions(input, pairRows, count, scratch.positions());
        if (table.isUnique()) {
          emitOnePerRow(input, scratch.positions(), ids, count, output);
        } else {
          out.emitPairs(input, right, scratch.positions(), ids, count, RightSide.PRESENT, output);
        }
      }
    }
  }

  /** Emits the left rows without a match. */
  private void emitUnmatched(Batch input, BatchSink output) {
    long ids = scratch.pairIds();
    long pairRows = scratch.pairRows();
    int rows = input.rowCount();
    int count = 0;
    for (int i = 0; i < rows; i++) {
      Memory.putInt(pairRows + 4L * count, i);
      count += 1 - Memory.getByte(scratch.matched() + i);
    }
    Memory.fill(ids, 4L * count, (byte) -1);
    JoinOutput.positions(input, pairRows, count, scratch.positions());
    out.emitPairs(input, right, scratch.positions(), ids, count, RightSide.NULLABLE, output);
  }

  private void setFlags(long pairRows, int count) {
    for (int i = 0; i < count; i++) {
      Memory.putByte(scratch.matched() + Memory.getInt(pairRows + 4L * i), (byte) 1);
    }
  }

  private void markRight(long ids, int count) {
    long matches = part.matches();
    if (matches == 0) {
      return;
    }
    for (int i = 0; i < count; i++) {
      int id = Memory.getInt(ids + 4L * i);
      if (id >= 0 && Memory.getByte(matches + id) == 0) { // shared: write no more than needed
        Memory.putByte(matches + id, (byte) 1);
      }
    }
  }

  private void markChains(int rows) {
    long matches = part.matches();
    for (int i = 0; i < rows; i++) {
      int id = Memory.getInt(scratch.heads() + 4L * i);
      while (id >= 0 && Memory.getByte(matches + id) == 0) {
        Memory.putByte(matches + id, (byte) 1);
        id = table.next(id);
      }
    }
  }

  /** Writes for each left row whether it matches: 0 no, 1 yes, 2 unknown where the kind asks. */
  private void findMatches(Batch input) {
    int rows = input.rowCount();
    long matched = scratch.matched();
    if (residual == null) {
      for (int i = 0; i < rows; i++) {
        Memory.putByte(matched + i, (byte) (Memory.getInt(scratch.heads() + 4L * i) >= 0 ? 1 : 0));
      }
    } else {
      Memory.fill(matched, rows, (byte) 0);
      cursor.start(scratch, rows);
      while (cursor.hasMore()) {
        context.checkCancelled();
        int candidates =
            cursor.next(scratch.pairRows(), scratch.pairIds(), Batch.MAX_ROWS, matched);
        int count =
            residual.keepTrue(
                input,
                right,
                scratch.pairRows(),
                scratch.pairIds(),
                candidates,
                scratch.positions());
        setFlags(scratch.pairRows(), count);
      }
    }
    if (unknowns != null && join.rightRows() > 0) {
      unknowns.find(input, scratch);
    }
  }

  private void select(Batch input, BatchSink output) {
    long matched = scratch.matched();
    if (kind == JoinKind.LEFT_MARK) {
      out.emitMarked(input, matched, output);
      return;
    }
    byte wanted = kind == JoinKind.LEFT_SEMI ? (byte) 1 : 0;
    long selection = input.selection();
    long positions = scratch.positions();
    int rows = input.rowCount();
    int count = 0;
    for (int i = 0; i < rows; i++) {
      Memory.putInt(positions + 4L * count, selection == 0 ? i : Memory.getInt(selection + 4L * i));
      count += Memory.getByte(matched + i) == wanted ? 1 : 0;
    }
    out.emitSelected(input, positions, count, output);
  }

  /** Emits the right rows that the kind asks for once all left rows have been seen. */
  void emitRight(BatchSink output) {
    if (HashJoin.marksRight(kind)) {
      out.emitRight(kind, right, part.matches(), context, output);
    }
  }

  @Override
  public void close() {
    scratch.close();
    dictionaryHeads.close();
    out.close();
    if (residual != null) {
      residual.close();
    }
    if (unknowns != null) {
      unknowns.close();
    }
  }
}
