package dev.heddle.physical.aggregate;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Column;
import dev.heddle.io.memory.Memory;
import dev.heddle.physical.aggregate.state.Aggregator;
import dev.heddle.physical.aggregate.state.WideSums;
import dev.heddle.physical.codegen.FusedLoop;
import dev.heddle.physical.codegen.LoopArguments;
import dev.heddle.physical.codegen.LoopCache;
import dev.heddle.physical.codegen.LoopForm;
import dev.heddle.physical.codegen.LoopForm.Target;
import dev.heddle.physical.codegen.LoopState;
import dev.heddle.physical.codegen.LoopStep;
import dev.heddle.physical.expr.Evaluator;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.row.Closeables;
import dev.heddle.physical.row.ScratchBuffer;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Takes batches into a table by generated code, as soon as that is worth making, and computes the
 * aggregation's input for the kernels where it is not, or where a batch needs checks that generated
 * code does not make.
 *
 * <p>Used by one thread.
 */
final class FusedUpdate implements AutoCloseable {
  private static final int ROWS_PER_LOCAL_GROUP = 8;
  private static final long NEAR_BYTES = 32 << 10; // of states: the first cache of a core
  private static final int MAX_FAILURES = 16; // of proofs, before loops are no longer tried

  private final FusedAggregation fused;
  private final TaskContext context;
  private final FusedPlan plan;
  private final LoopCache.Loops loops;
  private final LoopArguments places;
  private final FusedInputs inputs;
  private final Evaluator prepared; // keys, inputs and others' arguments that kernels compute
  private final Evaluator all; // the kernels' twin
  private final int @Nullable [] references; // if the twin only passes columns on
  private final ScratchBuffer localSums;
  private final long[] arguments;
  private int failures;
  private long generatedRows;

  FusedUpdate(
      FusedAggregation fused, AggregateTable table, AggregateSpec spec, TaskContext context) {
    this.fused = fused;
    this.context = context;
    this.plan = FusedPlan.of(fused, table.updates(), spec.keyColumns());
    this.loops = fused.loops().of(plan.program());
    this.places = new LoopArguments(plan.program());
    this.inputs = new FusedInputs(plan, context.account());
    this.arguments = new long[places.mask(plan.maskInputs().size())];
    this.localSums = new ScratchBuffer(context.account());
    for (int i = 0; i < plan.constants().length; i++) {
      arguments[places.constant(i)] = plan.constants()[i];
    }
    this.references = fused.references();
    this.prepared = Evaluator.of(plan.prepared(), context.time(), context.account());
    try {
      this.all = Evaluator.of(fused.expressions(), context.time(), context.account());
    } catch (Throwable e) {
      prepared.close();
      throw e;
    }
  }

  /** Returns the aggregation's own input for a batch, which is taken over. */
  Batch computed(Batch raw) {
    if (!fused.isProjected()) {
      return raw;
    }
    if (references != null) {
      return raw.moveColumns(references);
    }
    try (raw) {
      return Batch.of(context.account(), raw.rowCount(), all.evaluate(raw));
    }
  }

  /** Returns how many rows have been taken in by generated code. */
  long generatedRows() {
    return generatedRows;
  }

  /**
   * Takes in a batch, which stays the caller's.
   *
   * @return whether it has been done; if not, no state has changed
   */
  boolean add(Batch raw, AggregateTable table) {
    int rows = raw.rowCount();
    boolean isTried = rows >= fused.loops().fewestRows() && failures <= MAX_FAILURES;
    if (!isTried || !loops.isHotAfter(rows)) {
      return false;
    }
    Column[] computed;
    try {
      computed = prepared.evaluate(raw);
    } catch (HeddleException e) {
      return false; // the kernels raise the error that comes first
    }
    try (Batch side = Batch.of(context.account(), rows, computed)) {
      boolean isTaken = inputs.take(raw, side) && update(raw, side, table);
      failures += isTaken ? 0 : 1;
      generatedRows += isTaken ? rows : 0;
      return isTaken;
    } finally {
      inputs.release();
    }
  }

  private boolean update(Batch raw, Batch side, AggregateTable table) {
    int rows = raw.rowCount();
    Column[] keys = new Column[plan.keys().size()];
    for (int i = 0; i < keys.length; i++) {
      int place = plan.keys().get(i);
      keys[i] = place < 0 ? raw.column(-1 - place) : side.column(place);
    }
    long groups = table.locate(keys, rows);
    Target target = target(table, rows);
    LoopForm form = inputs.form(target, raw);
    FusedLoop loop = loops.loop(form).orElse(null);
    if (loop == null) {
      return false;
    }
    arguments[LoopArguments.GROUPS] = groups;
    arguments[LoopArguments.SELECTION] = raw.selection();
    inputs.place(arguments, places);
    List<LoopStep> steps = plan.program().steps();
    for (int i = 0; i < steps.size(); i++) {
      arguments[places.states(i)] = table.aggregators()[plan.updates().get(i)].stateAddress();
    }
    int sums = plan.program().exactSums();
    int groupCount = table.groupCount();
    boolean isLocal = target == Target.LOCAL_SUMS || target == Target.SINGLE;
    if (isLocal) {
      long bytes = 8L * sums * groupCount;
      long local = localSums.reserve(bytes);
      arguments[LoopArguments.LOCAL_SUMS] = local;
      Memory.fill(local, bytes, (byte) 0);
    }
    loop.run(arguments, rows);
    if (isLocal) {
      addLocalSums(groupCount, sums);
    }
    for (FusedPlan.Note note : plan.notes()) {
      Aggregator aggregator = table.aggregators()[note.aggregator()];
      long validity = inputs.validity(note.mask());
      if (table.isKeyed()) {
        aggregator.note(groups, validity, rows);
      } else {
        aggregator.noteFirst(groups, validity, rows);
      }
    }
    for (FusedPlan.Other other : plan.others()) {
      table.feed(other.aggregator(), other.feed(), side);
    }
    return true;
  }

  private Target target(AggregateTable table, int rows) {
    boolean fits = inputs.sumsFit(rows);
    if (!table.isKeyed() && fits) {
      return Target.SINGLE;
    }
    long groups = table.groupCount();
    if (fits && groups * ROWS_PER_LOCAL_GROUP <= rows && plan.program().exactSums() > 0) {
      return Target.LOCAL_SUMS;
    }
    boolean isNear = groups * plan.program().stateBytes() <= NEAR_BYTES;
    return isNear ? Target.STATES : Target.STATES_IN_TURN;
  }

  private void addLocalSums(int groupCount, int sums) {
    int sum = 0;
    List<LoopStep> steps = plan.program().steps();
    for (int i = 0; i < steps.size(); i++) {
      LoopState state = steps.get(i).state();
      if (!state.isExactSum()) {
        continue;
      }
      long states = arguments[places.states(i)];
      long local = localSums.address() + 8L * sum;
      for (int group = 0; group < groupCount; group++) {
        long added = Memory.getLong(local + 8L * sums * group);
        if (state == LoopState.WIDE_SUM) {
          WideSums.addTo(states + 16L * group, added);
        } else {
          long at = states + 8L * group;
          Memory.putLong(at, Memory.getLong(at) + added);
        }
      }
      sum++;
    }
  }

  @Override
  public void close() {
    Closeables.all(prepared, all, localSums);
  }
}
