package dev.heddle.physical.aggregate;

import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.Reservation;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.CodeMap;
import dev.heddle.physical.row.DenseMap;
import dev.heddle.physical.row.GroupTable;
import dev.heddle.physical.row.KeyLayout;
import dev.heddle.physical.row.StateArray;
import dev.heddle.physical.sort.TopNScores;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One thread's filter of a {@link PhysicalPlan.GroupLimit}: remembers for each group the best
 * scores of the order's first key, and drops rows whose score is worse than enough of them.
 *
 * <p>Passes all further rows on once memory is short, or few rows turn out to be dropped.
 */
final class LeadingRows implements Operator {
  private static final int ROWS_TO_JUDGE_BY = 1 << 18;
  private static final int FEWEST_DROPPED = 1 << 14; // of these
  private static final int MAX_NEW_GROUPS = 1 << 17; // of these
  private static final int ROWS_PER_SCORE = 4; // seen before few dropped rows mean anything

  private final PhysicalPlan.GroupLimit plan;
  private final Reservation reservation;
  private final MemoryAccount account; // for batches
  private @Nullable Scores scores; // null once all rows pass
  private long rowsSeen;
  private long rowsInRound;
  private long droppedInRound;
  private int groupsBeforeRound;

  LeadingRows(PhysicalPlan.GroupLimit plan, TaskContext context) {
    this.plan = plan;
    this.reservation = context.reservation(plan);
    this.account = context.account();
    this.scores = new Scores(plan, reservation.account());
  }

  /** The groups, and the best scores of each: a heap, the worst first. */
  private static final class Scores implements AutoCloseable {
    private final int limit;
    private final GroupTable groups;
    private final CodeMap codes;
    private final @Nullable DenseMap dense;
    private final StateArray best; // longs; the largest long where there are too few rows yet
    private final Column[] keys;

    Scores(PhysicalPlan.GroupLimit plan, MemoryAccount account) {
      List<Field> fields = plan.keys().stream().map(plan.output()::field).toList();
      limit = (int) plan.limit();
      keys = new Column[fields.size()];
      groups = new GroupTable(new KeyLayout(fields), account);
      codes = new CodeMap(account);
      boolean isWhole = keys.length == 1 && Layout.of(fields.getFirst().type()).isInteger();
      dense = isWhole ? new DenseMap(groups, account) : null;
      best = new StateArray(account, 8 * limit, Long.MAX_VALUE);
    }

    long jumpBytes(int rows) {
      long bytes = groups.jumpBytes(rows);
      return bytes + best.jumpBytes((long) groups.groupCount() + rows);
    }

    void locate(PhysicalPlan.GroupLimit plan, Batch batch, long numbers) {
      int rows = batch.rowCount();
      if (keys.length == 0) {
        Memory.fill(numbers, 4L * rows, (byte) 0);
        best.grow(1);
        return;
      }
      for (int i = 0; i < keys.length; i++) {
        keys[i] = batch.column(plan.keys().get(i));
      }
      boolean isLocated =
          dense != null
              ? dense.locate(keys[0], rows, numbers)
              : codes.locate(groups, keys, rows, numbers);
      if (!isLocated) {
        groups.locate(keys, rows, numbers);
      }
      best.grow(groups.groupCount());
    }

    /**
     * Writes the positions of the rows that may be among the first of their groups.
     *
     * @return how many there are
     */
    int narrow(long numbers, long scores, int rows, long selection, long output) {
      long states = best.address();
      int kept = 0;
      for (int i = 0; i < rows; i++) {
        long score = Memory.getLong(scores + 8L * i);
        long state = states + 8L * limit * Memory.getInt(numbers + 4L * i);
        long worst = Memory.getLong(state);
        if (score <= worst) {
          int row = selection == 0 ? i : Memory.getInt(selection + 4L * i);
          Memory.putInt(output + 4L * kept++, row);
          if (score < worst) {
            replaceWorst(state, score);
          }
        }
      }
      return kept;
    }

    private void replaceWorst(long heap, long score) {
      int at = 0;
      for (int child = 1; child < limit; child = 2 * at + 1) {
        long worse = Memory.getLong(heap + 8L * child);
        if (child + 1 < limit && Memory.getLong(heap + 8L * child + 8) > worse) {
          child++;
          worse = Memory.getLong(heap + 8L * child);
        }
        if (worse <= score) {
          break;
        }
        Memory.putLong(heap + 8L * at, worse);
        at = child;
      }
      Memory.putLong(heap + 8L * at, score);
    }

    @Override
    public void close() {
      Closeables.all(codes, dense, best, groups);
    }
  }

  @Override
  public Status process(Batch input, BatchSink output) {
    Batch passed;
    try (input) {
      Scores known = scores;
      passed = known == null ? input.moveHead(input.rowCount()) : narrowed(known, input);
    }
    output.emit(passed);
    return Status.NEEDS_INPUT;
  }

  private Batch narrowed(Scores known, Batch input) {
    int rows = input.rowCount();
    long jump = known.jumpBytes(rows);
    if (reservation.mustGiveBack() || !reservation.tryTake(jump)) {
      forget();
      return input.moveHead(rows);
    }
    Buffer selection = null;
    Buffer scratch = null;
    try {
      selection = account.allocate(4L * Math.max(1, rows));
      scratch = account.allocate(12L * Math.max(1, rows));
      long first = scratch.address();
      long numbers = first + 8L * rows;
      known.locate(plan, input, numbers);
      TopNScores.read(
          input.physicalColumn(plan.order().column()),
          plan.order(),
          input.selection(),
          rows,
          first);
      int kept = known.narrow(numbers, first, rows, input.selection(), selection.address());
      decide(known, rows, rows - kept);
      if (kept == rows) {
        return input.moveHead(rows);
      }
      Buffer given = selection;
      selection = null;
      return input.moveSelected(given, kept);
    } finally {
      reservation.giveBack(jump);
      if (scratch != null) {
        scratch.release();
      }
      if (selection != null) {
        selection.release();
      }
    }
  }

  /** Gives up where rows are not worth what looking at them costs. */
  private void decide(Scores known, int rows, int dropped) {
    rowsSeen += rows;
    rowsInRound += rows;
    droppedInRound += dropped;
    if (rowsInRound < ROWS_TO_JUDGE_BY) {
      return;
    }
    int groups = known.groups.groupCount();
    boolean isKnown = rowsSeen > ROWS_PER_SCORE * plan.limit() * groups;
    boolean isNew = groups - groupsBeforeRound > MAX_NEW_GROUPS;
    if (droppedInRound < FEWEST_DROPPED && (isKnown || isNew)) {
      forget();
    }
    rowsInRound = 0;
    droppedInRound = 0;
    groupsBeforeRound = groups;
  }

  private void forget() {
    Scores known = scores;
    scores = null;
    Closeables.all(known);
  }

  @Override
  public void close() {
    forget();
  }
}
