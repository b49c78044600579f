package dev.heddle.planner.exchange;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Places rows by ranges of an order, so that tasks sort them side by side: a sample of the keys
 * comes first, and each task then sends a row to the part of the order that it belongs to. One
 * object serves one plan. Not thread-safe.
 */
final class RangeSorts {
  /** Bytes up to which rows are sorted where they are, and one task merges them. */
  private static final double MAX_MERGED_BYTES = 32 << 20;

  /** Bytes of a part: small enough that the first one is soon sorted. */
  private static final double PART_BYTES = 64 << 20;

  private static final int MAX_PARTS = 4096;

  /** Parts for each partition if nothing is known of the bytes. */
  private static final int PARTS_PER_PARTITION = 4;

  /** Rows of the sample for each part, so that few parts are much larger than others. */
  private static final int SAMPLE_ROWS_PER_PART = 100;

  private static final int MIN_SAMPLE_ROWS = 1_000;
  private static final int MAX_SAMPLE_ROWS = 50_000;
  private static final long SEED = 1;

  private final int partitions;
  private final boolean isSparing;
  private final SharedExchanges shares;

  /** Makes placement by ranges; where only large inputs are divided few rows are merged. */
  RangeSorts(int partitions, PartitionedInputs inputs, SharedExchanges shares) {
    this.partitions = partitions;
    this.isSparing = inputs == PartitionedInputs.LARGE;
    this.shares = shares;
  }

  /** Returns a sort of rows that are in several tasks. */
  Placed sort(PhysicalPlan.Sort sort, Placed input) {
    double bytes = sort.estimate().bytes();
    if (isFew(bytes)) {
      PhysicalPlan sorted = sort.withInputs(List.of(input.plan()));
      return new Placed(
          Placed.exchange(sorted, new Distribution.Single(sort.order())), Place.SINGLE);
    }
    int parts = parts(bytes);
    PhysicalPlan placed = byRanges(input, sort.order(), new Distribution.Range(parts, false));
    return new Placed(sort.withInputs(List.of(placed)), new Place.Sequence(parts, sort.order()));
  }

  /** Returns whether rows are so few that one task takes them in. */
  boolean isFew(double bytes) {
    return isSparing && bytes >= 0 && bytes <= MAX_MERGED_BYTES;
  }

  /** Returns the number of parts for an expected number of bytes. */
  int parts(double bytes) {
    if (!isSparing) {
      return partitions;
    }
    double wanted =
        bytes < 0 ? (double) partitions * PARTS_PER_PARTITION : Math.ceil(bytes / PART_BYTES);
    return (int) Math.min(Math.max(partitions, MAX_PARTS), Math.max(partitions, wanted));
  }

  /**
   * Returns rows that are sent to parts of an order.
   *
   * @param ranges if they are fixed, each has all rows of its keys; else equal keys may be in
   *     several, if they are many
   */
  PhysicalPlan byRanges(Placed input, List<SortOrder> order, Distribution.Range ranges) {
    List<Integer> keys = order.stream().map(SortOrder::column).toList();
    Optional<PhysicalPlan> again = ReadAgain.of(input.plan(), keys);
    PhysicalPlan rows = again.isPresent() ? input.plan() : shares.twice(input);
    PhysicalPlan sampled = again.orElseGet(() -> ReadAgain.pick(SharedExchanges.again(rows), keys));
    List<Field> fields = new ArrayList<>(rows.output().fields());
    fields.add(new Field("part", DataType.INT32, false));
    PhysicalPlan placed =
        new PhysicalPlan.RangePart(
            rows,
            Placed.exchange(sample(sampled, ranges.parts()), new Distribution.Broadcast()),
            order,
            ranges.parts(),
            !ranges.isFixed(),
            new Schema(fields),
            rows.estimate());
    return Placed.exchange(placed, ranges);
  }

  /**
   * Returns rows that several parts of the plan divide by the same ranges. Equal keys are in one.
   *
   * @param read the columns that are read a second time, the order's among them
   */
  RangedRows ranged(Placed input, List<SortOrder> order, List<Integer> read, int parts) {
    List<Integer> keys = order.stream().map(SortOrder::column).toList();
    boolean isRead = ReadAgain.of(input.plan(), read).isPresent();
    PhysicalPlan rows = isRead ? input.plan() : shares.twice(input);
    PhysicalPlan sampled =
        isRead
            ? ReadAgain.of(rows, keys).orElseThrow()
            : ReadAgain.pick(SharedExchanges.again(rows), keys);
    PhysicalPlan sample = shares.broadcast(new Placed(sample(sampled, parts), Place.SINGLE)).plan();
    return new RangedRows(
        rows, isRead ? RangedRows.Again.READ : RangedRows.Again.SHARED, order, parts, sample);
  }

  /** Returns rows that are sent to a number of parts by chance. */
  PhysicalPlan byChance(PhysicalPlan rows, int parts) {
    List<Field> fields = new ArrayList<>(rows.output().fields());
    fields.add(new Field("draw", DataType.FLOAT64, false));
    Schema drawn = new Schema(fields);
    PhysicalPlan draws =
        new PhysicalPlan.RandomKey(rows, SEED, drawn, Placed.estimate(rows, drawn));
    List<PhysicalExpr> expressions = new ArrayList<>();
    for (int i = 0; i < rows.output().size(); i++) {
      expressions.add(Computed.column(i, drawn));
    }
    expressions.add(
        new PhysicalExpr.Cast(
            Computed.call(
                ScalarFunction.FLOOR,
                DataType.FLOAT64,
                Computed.call(
                    ScalarFunction.MULTIPLY,
                    DataType.FLOAT64,
                    Computed.column(fields.size() - 1, drawn),
                    Computed.toDouble(Computed.whole(parts)))),
            DataType.INT32,
            CastMode.STRICT,
            false));
    fields.set(fields.size() - 1, new Field("part", DataType.INT32, false));
    Schema output = new Schema(fields);
    return Placed.exchange(
        new PhysicalPlan.Project(draws, expressions, output, Placed.estimate(rows, output)),
        new Distribution.Range(parts, false));
  }

  /** Returns a sample of rows in which each has the same chance: those with the lowest draws. */
  private PhysicalPlan sample(PhysicalPlan keys, int parts) {
    long rows = Math.clamp((long) parts * SAMPLE_ROWS_PER_PART, MIN_SAMPLE_ROWS, MAX_SAMPLE_ROWS);
    List<Field> fields = new ArrayList<>(keys.output().fields());
    fields.add(new Field("draw", DataType.FLOAT64, false));
    Schema drawn = new Schema(fields);
    double all = keys.estimate().rows();
    Estimate estimate = all < 0 ? Estimate.UNKNOWN : Estimates.of(all, drawn);
    PhysicalPlan draws = new PhysicalPlan.RandomKey(keys, SEED, drawn, estimate);
    List<SortOrder> order =
        List.of(new SortOrder(fields.size() - 1, SortDirection.ASCENDING, NullPlacement.LAST));
    PhysicalPlan first =
        new PhysicalPlan.TopN(
            draws, order, 0, rows, Estimates.of(capped(all, (double) rows * partitions), drawn));
    PhysicalPlan gathered = Placed.exchange(first, new Distribution.Single(order));
    PhysicalPlan sample =
        new PhysicalPlan.TopN(
            gathered, order, 0, rows, Estimates.of(capped(all, (double) rows), drawn));
    List<Integer> columns = IntStream.range(0, keys.output().size()).boxed().toList();
    return ReadAgain.pick(sample, columns);
  }

  private static double capped(double rows, double most) {
    return rows < 0 ? most : Math.min(rows, most);
  }
}
