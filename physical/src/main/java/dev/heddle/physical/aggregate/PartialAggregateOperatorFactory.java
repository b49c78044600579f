package dev.heddle.physical.aggregate;

import dev.heddle.io.batch.Batch;
import dev.heddle.physical.operator.BatchSink;
import dev.heddle.physical.operator.Operator;
import dev.heddle.physical.operator.OperatorFactory;
import dev.heddle.physical.operator.OperatorMetrics;
import dev.heddle.physical.operator.Status;
import dev.heddle.physical.operator.TaskContext;
import dev.heddle.physical.plan.PhysicalPlan;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Aggregates rows that are sent to others afterwards, which aggregate them again: as long as that
 * makes fewer rows. Each thread fills a table that a core's cache holds, hands its states on when
 * it is full or memory is short, and begins another one. Where nearly every row makes a group, it
 * turns rows into states one by one, without looking for groups, and tries again after a while.
 *
 * <p>Holds one table a thread and never spills.
 */
public final class PartialAggregateOperatorFactory implements OperatorFactory {
  /** A table is tried with the number of rows of which its groups may be this multiple. */
  private static final int GROUPS_PER_TRIAL_ROW = 4;

  /** The first rows hold fewer of their groups' rows than all do. */
  private static final double MAX_FIRST_SHARE = 0.9;

  /** Groups per row of a full table. */
  private static final double MAX_SHARE = 0.8;

  /** It is tried again after the number of rows that is this multiple of a table's groups. */
  private static final long TABLES_BETWEEN_TRIALS = 16;

  private static final long MAX_SKETCH_BYTES = 32L << 20;
  private static final long REFUSED = -1;

  private final PhysicalPlan.Aggregate node;
  private final AggregateSpec spec;
  private final Optional<FusedAggregation> fused;
  private final AggregateLimits limits;
  private final OperatorMetrics metrics;

  /**
   * Makes the operators of a node.
   *
   * @param fused generated code that takes batches of the projection below in
   */
  public PartialAggregateOperatorFactory(
      PhysicalPlan.Aggregate node,
      Optional<FusedAggregation> fused,
      AggregateLimits limits,
      OperatorMetrics metrics) {
    this.node = node;
    this.spec = new AggregateSpec(node);
    this.fused = fused;
    this.limits = spec.hasSketches() ? limits.onHeap() : limits;
    this.metrics = metrics;
  }

  @Override
  public Operator open(TaskContext context) {
    return new PartialAggregateOperator(context);
  }

  @Override
  public void close() {}

  private final class PartialAggregateOperator implements Operator {
    private final StateMemory memory;
    private final @Nullable FusedUpdate update; // where batches are what the input is made of
    private @Nullable AggregateTable table; // none while rows pass
    private long tableRows;
    private long passedRows;

    PartialAggregateOperator(TaskContext context) {
      memory = new StateMemory(context.reservation(node), limits, context.threads());
      AggregateTable made = new AggregateTable(spec, memory.account());
      try {
        update = fused.map(f -> new FusedUpdate(f, made, spec, context)).orElse(null);
      } catch (Throwable e) {
        made.close();
        throw e;
      }
      table = made;
    }

    @Override
    public Status process(Batch raw, BatchSink output) {
      int count = raw.rowCount();
      if (count == 0) {
        raw.close();
        return Status.NEEDS_INPUT;
      }
      if (table == null && passedRows >= TABLES_BETWEEN_TRIALS * limits.maxTableGroups()) {
        passedRows = 0;
        table = open(raw);
      }
      if (table == null) {
        passedRows += count;
        pass(raw, output);
      } else {
        add(raw, output);
        tableRows += count;
        flushIfFull(output);
      }
      return Status.NEEDS_INPUT;
    }

    /** Makes a table; the batch is closed if that fails. */
    private AggregateTable open(Batch raw) {
      try {
        return new AggregateTable(spec, memory.account());
      } catch (Throwable e) {
        raw.close();
        throw e;
      }
    }

    private AggregateTable table() {
      if (table == null) {
        throw new IllegalStateException("Rows pass without a table");
      }
      return table;
    }

    private void add(Batch raw, BatchSink output) {
      long taken = makeRoom(raw, output);
      try {
        if (update != null && isTaken(update, raw)) {
          raw.close();
          return;
        }
        try (Batch input = update == null ? raw : update.computed(raw)) {
          table().add(input);
        }
      } finally {
        memory.giveBack(taken);
      }
    }

    /** Has generated code take a batch in, which stays the caller's unless this throws. */
    private boolean isTaken(FusedUpdate code, Batch raw) {
      try {
        return code.add(raw, table());
      } catch (Throwable e) {
        raw.close();
        throw e;
      }
    }

    /** Asks for what a batch may take; hands states on if that is not there. */
    private long makeRoom(Batch raw, BatchSink output) {
      try {
        long taken = take(raw.rowCount());
        if (taken == REFUSED && table().groupCount() > 0) {
          flush(output);
          table = new AggregateTable(spec, memory.account());
          taken = take(raw.rowCount());
        }
        return taken == REFUSED ? 0 : taken; // the ledger has the last word
      } catch (Throwable e) {
        raw.close();
        throw e;
      }
    }

    private long take(int rows) {
      long bytes = table().footprint().workBytes(rows);
      return memory.tryTake(bytes) ? bytes : REFUSED;
    }

    private long trialRows() {
      return limits.maxTableGroups() / GROUPS_PER_TRIAL_ROW;
    }

    private void flushIfFull(BatchSink output) {
      AggregateTable groups = table();
      int count = groups.groupCount();
      boolean isFirst = tableRows >= trialRows() && count > MAX_FIRST_SHARE * tableRows;
      boolean isFull =
          isFirst
              || count > limits.maxTableGroups()
              || groups.footprint().sketchBytes() > MAX_SKETCH_BYTES
              || memory.mustGiveBack();
      if (!isFull) {
        return;
      }
      boolean reduces = tableRows < trialRows() || count <= MAX_SHARE * tableRows;
      flush(output);
      if (reduces) {
        table = new AggregateTable(spec, memory.account());
      }
    }

    /** Hands the states of all groups on. */
    private void flush(BatchSink output) {
      AggregateTable groups = table();
      table = null;
      tableRows = 0;
      try (groups) {
        groups.seal();
        int atOnce = groups.footprint().rowsAtOnce();
        for (int from = 0; from < groups.groupCount(); from += atOnce) {
          output.emit(groups.rows(from, Math.min(atOnce, groups.groupCount() - from)));
        }
      }
    }

    /** Turns each row into states of its own. */
    private void pass(Batch raw, BatchSink output) {
      Batch states;
      try (Batch input = update == null ? raw : update.computed(raw);
          AggregateTable rows = new AggregateTable(spec, memory.account())) {
        states = rows.groupsOfRows(input);
      }
      output.emit(states);
    }

    @Override
    public void finish(BatchSink output) {
      if (table != null) {
        flush(output);
      }
      if (update != null) {
        metrics.addGenerated(update.generatedRows());
      }
    }

    @Override
    public void close() {
      try (AggregateTable left = table) {
        table = null;
        if (update != null) {
          update.close();
        }
      }
    }
  }
}
