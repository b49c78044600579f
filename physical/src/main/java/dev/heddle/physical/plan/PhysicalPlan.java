package dev.heddle.physical.plan;

import dev.heddle.frame.plan.PartitionKind;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.physical.expr.PhysicalExpr;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What to run: a tree of constant descriptions. Operators with state are made from it on the
 * worker.
 *
 * <p>Immutable, and without anything that belongs to one run: a plan is cached and run again, also
 * by several threads at once. Columns are positions in the input's output (joins: left's, then
 * right's). Each node carries what the planner expects of its output.
 */
public sealed interface PhysicalPlan extends PlanNode, JoinNodes
    permits PhysicalPlan.Scan,
        PhysicalPlan.Values,
        PhysicalPlan.Filter,
        PhysicalPlan.Project,
        PhysicalPlan.Aggregate,
        PhysicalPlan.Expand,
        PhysicalPlan.Sort,
        PhysicalPlan.TopN,
        PhysicalPlan.Limit,
        PhysicalPlan.UnionAll,
        PhysicalPlan.Window,
        PhysicalPlan.KeyByKey,
        PhysicalPlan.GroupLimit,
        PhysicalPlan.RowIndex,
        PhysicalPlan.RandomKey,
        PhysicalPlan.RangePart,
        PhysicalPlan.Unnest,
        PhysicalPlan.Share,
        PhysicalPlan.SharedRead,
        PhysicalPlan.Write,
        PhysicalPlan.Repartition,
        PhysicalPlan.Exchange,
        PhysicalPlan.ExchangeRead,
        JoinNodes.HashJoin,
        JoinNodes.MergeJoin,
        JoinNodes.NestedLoopJoin {
  /** Returns this node over other inputs, of the same number and columns. */
  default PhysicalPlan withInputs(List<PhysicalPlan> replaced) {
    return PlanInputs.replace(this, replaced);
  }

  /**
   * Reads a table. Every delivered row satisfies the request's filter.
   *
   * @param runtime the columns whose wanted values it receives while the query runs
   * @param isWhole whether each task reads all of it, not its share
   * @param keys by which values it is divided among the tasks; if there are none, by where rows are
   * @param order in which order the rows come, of those that {@link Table#order} gives evidence of;
   *     rows out of order are an error. Empty if they may come in any
   */
  record Scan(
      Table table,
      ScanRequest request,
      List<RuntimeColumn> runtime,
      boolean isWhole,
      Optional<KeyBounds> keys,
      List<SortOrder> order,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, NoInput {
    /** Copies the lists. */
    public Scan {
      runtime = List.copyOf(runtime);
      order = List.copyOf(order);
    }

    /** Reads all that the request asks for, divided among the tasks. */
    public Scan(Table table, ScanRequest request, Schema output, Estimate estimate) {
      this(table, request, List.of(), false, Optional.empty(), List.of(), output, estimate);
    }

    /** Returns the scan of which each task reads all. */
    public Scan whole() {
      return new Scan(table, request, runtime, true, Optional.empty(), order, output, estimate);
    }

    /** Returns the scan that is divided among the tasks by values. */
    public Scan dividedBy(KeyBounds bounds) {
      return new Scan(table, request, runtime, false, Optional.of(bounds), order, output, estimate);
    }

    /** Returns the scan that receives these values while the query runs. */
    public Scan told(List<RuntimeColumn> columns) {
      return new Scan(table, request, columns, isWhole, keys, order, output, estimate);
    }

    /** Returns the scan whose rows come in an order that its table has. */
    public Scan orderedBy(List<SortOrder> wanted) {
      return new Scan(table, request, runtime, isWhole, keys, wanted, output, estimate);
    }
  }

  /**
   * A column of a scan, and the number of the {@link dev.heddle.io.scan.RuntimeFilter} that has its
   * wanted values.
   *
   * @param column position in the request's columns
   * @param filter counted from 1 in a plan
   */
  record RuntimeColumn(int column, int filter) {}

  /** Constant rows. */
  record Values(List<List<PhysicalExpr.Literal>> rows, Schema output, Estimate estimate)
      implements PhysicalPlan, NoInput {
    /** Copies the rows. */
    public Values {
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /** Passes rows for which the predicate is true. */
  record Filter(PhysicalPlan input, PhysicalExpr predicate, Estimate estimate)
      implements PhysicalPlan, SameColumns {}

  /** Computes columns. */
  record Project(
      PhysicalPlan input, List<PhysicalExpr> expressions, Schema output, Estimate estimate)
      implements PhysicalPlan, OneInput {
    /** Copies the expressions. */
    public Project {
      expressions = List.copyOf(expressions);
    }
  }

  /**
   * Groups rows by key columns and aggregates each group; no calls means distinct keys.
   *
   * <p>Output: the keys, then results or states according to {@code mode}. Without keys there is
   * exactly one output row, also for no input (in mode {@code PARTIAL} one row a task). Where the
   * mode reads states, the input has the shape of the partial output and the calls' arguments are
   * those of the partial node. Distinct calls, median and exact quantiles appear in mode {@code
   * SINGLE} only.
   */
  record Aggregate(
      PhysicalPlan input,
      List<Integer> keys,
      List<AggregateCall> calls,
      AggregateMode mode,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, OneInput {
    /** Copies the lists. */
    public Aggregate {
      keys = List.copyOf(keys);
      calls = List.copyOf(calls);
    }
  }

  /**
   * Repeats each row once for each grouping set, with the key columns that are not of the set null.
   *
   * <p>Output: the input's columns (the {@code keys} among them nullable), then an int64 grouping
   * id as SQL's {@code GROUPING_ID} of {@code keys} gives it: bit {@code keys.size() - 1 - i} is
   * set if key {@code i} is not in the set, and then an int64 with the number of the set.
   */
  record Expand(
      PhysicalPlan input,
      List<Integer> keys,
      List<List<Integer>> sets,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, OneInput {
    /** Copies the lists. */
    public Expand {
      keys = List.copyOf(keys);
      sets = sets.stream().map(List::copyOf).toList();
    }
  }

  /** Orders all rows; stable. */
  record Sort(PhysicalPlan input, List<SortOrder> order, Estimate estimate)
      implements PhysicalPlan, SameColumns {
    /** Copies the order. */
    public Sort {
      order = List.copyOf(order);
    }
  }

  /**
   * Delivers rows {@code offset} to {@code offset + limit} of the order, ordered.
   *
   * @param runtime number of the runtime filter that receives the bound that the first key reached
   */
  record TopN(
      PhysicalPlan input,
      List<SortOrder> order,
      long offset,
      long limit,
      OptionalInt runtime,
      Estimate estimate)
      implements PhysicalPlan, SameColumns {
    /** Makes one without a runtime filter. */
    public TopN(
        PhysicalPlan input, List<SortOrder> order, long offset, long limit, Estimate estimate) {
      this(input, order, offset, limit, OptionalInt.empty(), estimate);
    }

    /** Copies the order. */
    public TopN {
      order = List.copyOf(order);
    }
  }

  /**
   * Skips {@code offset} rows and passes up to {@code limit}; {@link Long#MAX_VALUE} is no limit.
   * Keeps an ordered input's order; of an unordered one it passes any rows.
   */
  record Limit(PhysicalPlan input, long offset, long limit, Estimate estimate)
      implements PhysicalPlan, SameColumns {}

  /**
   * All rows of all inputs, which have the same types.
   *
   * @param isApart whether each input is read by tasks of its own, which read partitions of
   *     exchanges only; else each task has its share of all inputs
   */
  record UnionAll(List<PhysicalPlan> inputs, boolean isApart, Schema output, Estimate estimate)
      implements PhysicalPlan {
    /** Copies the inputs. */
    public UnionAll {
      inputs = List.copyOf(inputs);
    }

    /** Delivers the rows of all inputs in each task. */
    public UnionAll(List<PhysicalPlan> inputs, Schema output, Estimate estimate) {
      this(inputs, false, output, estimate);
    }
  }

  /**
   * Adds a column for each call. Output: the input's columns, then the calls'. Rows come out
   * grouped by partition, in order.
   */
  record Window(
      PhysicalPlan input,
      List<Integer> partitionKeys,
      List<SortOrder> order,
      List<WindowCall> calls,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, OneInput {
    /** Copies the lists. */
    public Window {
      partitionKeys = List.copyOf(partitionKeys);
      order = List.copyOf(order);
      calls = List.copyOf(calls);
    }
  }

  /**
   * Lets the node below it, an aggregation or a window over sorted rows, do its work for all rows
   * of some neighbouring keys, then for the next ones, so that few rows are in memory at a time.
   * The node's input is a scan that states the order, with nothing but filters and projections
   * above.
   *
   * @param order of the node's input: columns by which the node groups
   * @param bounds ascending values of the first of them that cut the work into intervals, which
   *     threads and tasks share
   */
  record KeyByKey(
      PhysicalPlan input, List<SortOrder> order, List<ScanValue> bounds, Estimate estimate)
      implements PhysicalPlan, SameColumns {
    /** Copies the lists. */
    public KeyByKey {
      order = List.copyOf(order);
      bounds = List.copyOf(bounds);
    }
  }

  /**
   * May leave out rows that follow at least {@code limit} others of their group, none of which is
   * left out: what a window that only ranks rows need not see if rows above a rank are dropped.
   * Keeps the first rows of each group with all their peers.
   *
   * @param keys what makes a group; one of all rows if there are none
   * @param order the first key of the window's order
   * @param limit at most {@link #MAX_ROWS}
   */
  record GroupLimit(
      PhysicalPlan input, List<Integer> keys, SortOrder order, long limit, Estimate estimate)
      implements PhysicalPlan, SameColumns {
    /** At most this number of rows of a group is worth separating from the others. */
    public static final int MAX_ROWS = 1024;

    /** Copies the list. */
    public GroupLimit {
      keys = List.copyOf(keys);
      if (limit < 1 || limit > MAX_ROWS) {
        throw new IllegalArgumentException("No limit for a group: " + limit);
      }
    }
  }

  /** Appends an int64 column that counts rows from {@code start}, in the input's order. */
  record RowIndex(PhysicalPlan input, long start, Schema output, Estimate estimate)
      implements PhysicalPlan, OneInput {}

  /**
   * Appends a float64 column of random numbers from 0 up to but not 1, which follow from the seed
   * and the place of the row: the task, the position in the source's order, the number there.
   */
  record RandomKey(PhysicalPlan input, long seed, Schema output, Estimate estimate)
      implements PhysicalPlan, OneInput {}

  /**
   * Appends an int32 column with the number of the part of an order that a row belongs to: rows of
   * a part precede those of the next one. The parts are about equally large if the sample is even.
   *
   * @param left the rows
   * @param right a sample of the keys of all rows, in the order of {@code order}, in any sequence;
   *     every task has the same
   * @param parts number of parts, from 0
   * @param splitsEqual whether rows with equal keys may be in several parts if they are many
   */
  record RangePart(
      PhysicalPlan left,
      PhysicalPlan right,
      List<SortOrder> order,
      int parts,
      boolean splitsEqual,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, TwoInputs {
    /** Copies the order. */
    public RangePart {
      order = List.copyOf(order);
      if (parts < 1) {
        throw new IllegalArgumentException("No number of parts: " + parts);
      }
    }
  }

  /**
   * A row for each element of a list (or entry of a map), in the order of the rows and elements.
   *
   * <p>Output: the {@code kept} columns of the input, then the element, then, if wanted, an int64
   * with its position from 1.
   *
   * @param list the input's column of lists or maps
   * @param keepsEmpty whether a row without elements stays, with nulls for element and position
   */
  record Unnest(
      PhysicalPlan input,
      int list,
      List<Integer> kept,
      boolean keepsEmpty,
      boolean withPosition,
      Schema output,
      Estimate estimate)
      implements PhysicalPlan, OneInput {
    /** Copies the list. */
    public Unnest {
      kept = List.copyOf(kept);
    }
  }

  /**
   * Rows that are computed once and read here and by each {@link SharedRead} of the number, in any
   * order.
   *
   * @param number counted from 1 in a plan
   * @param group whose rows are read here, if the input is an exchange
   */
  record Share(int number, PhysicalPlan input, PartitionGroup group, Estimate estimate)
      implements PhysicalPlan, SameColumns {
    /** Reads all rows. */
    public Share(int number, PhysicalPlan input, Estimate estimate) {
      this(number, input, PartitionGroup.ALL, estimate);
    }
  }

  /**
   * The rows of the {@link Share} of the number, which is elsewhere in the plan.
   *
   * @param group whose rows are read, if the share's input is an exchange
   */
  record SharedRead(int number, Schema output, PartitionGroup group, Estimate estimate)
      implements PhysicalPlan, NoInput {
    /** Reads all rows. */
    public SharedRead(int number, Schema output, Estimate estimate) {
      this(number, output, PartitionGroup.ALL, estimate);
    }
  }

  /**
   * Writes the rows of its input to files, each task for itself, and delivers what it has written:
   * see {@link WriteSpec#OUTPUT}. The files count once their write is committed.
   *
   * @param spec where to and how
   */
  record Write(PhysicalPlan input, WriteSpec spec, Estimate estimate)
      implements PhysicalPlan, OneInput {
    @Override
    public Schema output() {
      return WriteSpec.OUTPUT;
    }
  }

  /**
   * The same rows in other parts. A wish, which is no longer there in a plan with exchanges.
   *
   * @param parts how many there are; 0 if it stays the same
   * @param keys what decides; by hash without directions
   */
  record Repartition(
      PhysicalPlan input, PartitionKind kind, int parts, List<SortOrder> keys, Estimate estimate)
      implements PhysicalPlan, SameColumns {
    /** Copies the list. */
    public Repartition {
      keys = List.copyOf(keys);
    }
  }

  /**
   * A boundary between tasks: rows are placed into partitions by the distribution. Task graphs are
   * cut here.
   */
  record Exchange(PhysicalPlan input, Distribution distribution, Estimate estimate)
      implements PhysicalPlan, OneInput {
    @Override
    public Schema output() {
      List<Field> sent = input.output().fields();
      return distribution instanceof Distribution.Range
          ? new Schema(sent.subList(0, sent.size() - 1))
          : input.output();
    }
  }

  /**
   * The reading end of a cut exchange: the rows of this task's partition.
   *
   * @param order what the rows are sorted by, if anything: those of each writer, or in a sequence
   *     all of them
   * @param isSequence whether the rows come writer by writer, in the order of the writers; else
   *     rows with an order are merged, and others come in any order
   * @param group whose rows are read
   * @param firstTask number of the task that reads the first partition
   */
  record ExchangeRead(
      int exchange,
      Schema output,
      List<SortOrder> order,
      boolean isSequence,
      PartitionGroup group,
      int firstTask,
      Estimate estimate)
      implements PhysicalPlan, NoInput {
    /** Copies the order. */
    public ExchangeRead {
      order = List.copyOf(order);
    }

    /** Reads rows that are merged if each writer's have an order. */
    public ExchangeRead(int exchange, Schema output, List<SortOrder> order, Estimate estimate) {
      this(exchange, output, order, false, PartitionGroup.ALL, 0, estimate);
    }

    /** Returns what the rows are merged by; nothing if they come as they were written. */
    public List<SortOrder> mergeOrder() {
      return isSequence ? List.of() : order;
    }
  }
}
