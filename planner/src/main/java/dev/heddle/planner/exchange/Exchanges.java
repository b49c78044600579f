package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.planner.lower.Estimates;
import dev.heddle.planner.lower.GroupingSets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Puts exchanges into a plan for one partition, so that it runs in several.
 *
 * <p>Each node gets inputs whose rows are placed as it needs them: grouped rows together, sides of
 * a join by equal keys or one side everywhere, ordered results in one place. A fragment between
 * exchanges that scans or reads a partitioned exchange runs once a partition; any other runs once.
 * Where only large tables are divided, each task that needs a small one reads all of it.
 */
public final class Exchanges {
  private static final double PARTIAL_PAYS = 0.8; // groups per row below which halves pay

  /** A table is read by each task where all of them together read at most so many rows. */
  private static final double REPEATED_ROWS = 300_000;

  /** Rows that were told to each task may be kept by each if they have at most so many bytes. */
  private static final double REPEATED_BYTES = 64 << 20;

  /** States of groups go to one task where there are at most so many of all tasks. */
  private static final double FEW_STATES = 50_000;

  /** Shared rows are read by each task where all of them together read at most so many bytes. */
  private static final double FEW_BYTES = 4 << 20;

  /** Joined in one task if both sides have at most so many rows. */
  private static final double FEW_ROWS = 50_000;

  /** What share of the left side's keys the right side may have for others to be left out early. */
  private static final double FEW_KEYS = 0.3;

  /** So many keys are told to the tasks of the other side, at most. */
  private static final double MOST_KEYS = 1_000_000;

  /** Everything is done in one task where all scans together read at most so many bytes. */
  private static final double SMALL_BYTES = 64 << 20;

  /** Not where a step makes more rows than that of what little is read. */
  private static final double SMALL_ROWS = 4_000_000;

  /** What a row takes to look at, beside the columns that are put out. */
  private static final double ROW_BYTES = 8;

  private final int partitions;
  private final PartitionedInputs inputs;
  private final Map<Integer, PhysicalPlan.Share> shares = new HashMap<>();
  private final Map<Integer, Placed> placedShares = new HashMap<>();
  private final Map<PhysicalPlan.Scan, KeyRanges.Division> divisions;

  private Exchanges(PhysicalPlan plan, int partitions, PartitionedInputs inputs) {
    this.partitions = partitions;
    this.inputs = inputs;
    findShares(plan);
    divisions = KeyRanges.of(plan, partitions, scan -> !isRepeatable(scan));
  }

  private void findShares(PhysicalPlan plan) {
    if (plan instanceof PhysicalPlan.Share share) {
      shares.put(share.number(), share);
    }
    plan.inputs().forEach(this::findShares);
  }

  /**
   * Returns the plan with exchanges for so many partitions; the plan itself for one, and where
   * little is read if only large tables are divided.
   */
  public static PhysicalPlan insert(PhysicalPlan plan, int partitions, PartitionedInputs inputs) {
    boolean isSmall = inputs == PartitionedInputs.LARGE && scannedBytes(plan) <= SMALL_BYTES;
    if (partitions <= 1 || isSmall) {
      return plan;
    }
    return new Exchanges(plan, partitions, inputs).place(plan).single();
  }

  /**
   * Returns about how many bytes the scans of a plan look at; infinite if that is not known, or
   * more comes of it than that tells.
   */
  private static double scannedBytes(PhysicalPlan plan) {
    double bytes = plan.estimate().rows() > SMALL_ROWS ? Double.POSITIVE_INFINITY : 0;
    if (plan instanceof PhysicalPlan.Scan scan) {
      OptionalLong rows = scan.table().statistics().rowCount();
      if (rows.isEmpty()) {
        return Double.POSITIVE_INFINITY;
      }
      double count = rows.getAsLong();
      bytes += count * ROW_BYTES + Estimates.of(count, scan.output()).bytes();
      for (int i = 0; i < scan.request().columns().size(); i++) {
        if (!scan.request().outputs().contains(i)) {
          int column = scan.request().columns().get(i);
          bytes += count * scan.table().statistics().columns().get(column).averageBytes().orElse(0);
        }
      }
    }
    for (PhysicalPlan input : plan.inputs()) {
      bytes += scannedBytes(input);
    }
    return bytes;
  }

  /** Where a plan's rows are. */
  private sealed interface Place {
    /** All in one task. */
    record Single() implements Place {}

    /** All in one task, or in each: they cost so little that every task may compute them. */
    record Everywhere() implements Place {}

    /** Somewhere. */
    record Anywhere() implements Place {}

    /** By the ranges of a division in which one of these columns lies; all place rows alike. */
    record Ranged(int group, List<Integer> columns) implements Place {}

    /** By the hash of one of these lists of columns; all place rows alike. */
    record Hashed(List<List<Integer>> keys) implements Place {}
  }

  private static final Place SINGLE = new Place.Single();
  private static final Place EVERYWHERE = new Place.Everywhere();
  private static final Place ANYWHERE = new Place.Anywhere();

  private record Placed(PhysicalPlan plan, Place place) {
    boolean isSingle() {
      return place instanceof Place.Single || isEverywhere();
    }

    boolean isEverywhere() {
      return place instanceof Place.Everywhere;
    }

    PhysicalPlan single() {
      return isSingle() ? plan : exchange(plan, new Distribution.Single(List.of()));
    }

    boolean isBy(List<Integer> keys) {
      return place instanceof Place.Hashed hashed && hashed.keys.contains(keys);
    }

    Placed by(List<Integer> keys) {
      return isBy(keys)
          ? this
          : new Placed(
              exchange(plan, new Distribution.Hash(keys)), new Place.Hashed(List.of(keys)));
    }

    /** Whether rows that are equal in the columns are in one task. */
    boolean groups(List<Integer> columns) {
      return isSingle()
          || (place instanceof Place.Ranged ranged
              && ranged.columns.stream().anyMatch(columns::contains))
          || (place instanceof Place.Hashed hashed
              && hashed.keys.stream().anyMatch(columns::containsAll));
    }
  }

  private static PhysicalPlan exchange(PhysicalPlan plan, Distribution distribution) {
    return new PhysicalPlan.Exchange(plan, distribution, plan.estimate());
  }

  private Placed place(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan);
      case PhysicalPlan.Values values -> new Placed(values, EVERYWHERE);
      case PhysicalPlan.Filter filter -> {
        Placed input = place(filter.input());
        yield new Placed(filter.withInputs(List.of(input.plan)), input.place);
      }
      case PhysicalPlan.GroupLimit limit -> {
        Placed input = place(limit.input());
        yield new Placed(
            limit.withInputs(List.of(input.plan)), input.isSingle() ? SINGLE : input.place);
      }
      case PhysicalPlan.Project project -> project(project);
      case PhysicalPlan.Aggregate aggregate -> aggregate(aggregate);
      case PhysicalPlan.Expand expand -> {
        Placed input = place(expand.input());
        yield new Placed(
            expand.withInputs(List.of(input.plan)), input.isSingle() ? SINGLE : ANYWHERE);
      }
      case PhysicalPlan.HashJoin join -> hashJoin(join);
      case PhysicalPlan.NestedLoopJoin join -> nestedLoopJoin(join);
      case PhysicalPlan.Sort sort -> {
        Placed input = place(sort.input());
        PhysicalPlan sorted = sort.withInputs(List.of(input.plan));
        yield new Placed(
            input.isSingle() ? sorted : exchange(sorted, new Distribution.Single(sort.order())),
            SINGLE);
      }
      case PhysicalPlan.TopN top -> topN(top);
      case PhysicalPlan.Limit limit -> limit(limit);
      case PhysicalPlan.UnionAll union -> union(union);
      case PhysicalPlan.Window window -> window(window);
      case PhysicalPlan.RowIndex index ->
          new Placed(index.withInputs(List.of(place(index.input()).single())), SINGLE);
      // each task draws for its own rows: those of all tasks are drawn in one
      case PhysicalPlan.RandomKey key -> {
        Placed input = place(key.input());
        yield new Placed(
            key.withInputs(List.of(input.plan)), input.isSingle() ? SINGLE : input.place);
      }
      case PhysicalPlan.Unnest unnest -> {
        Placed input = place(unnest.input());
        yield new Placed(
            unnest.withInputs(List.of(input.plan)), input.isSingle() ? SINGLE : ANYWHERE);
      }
      case PhysicalPlan.Share share -> share(share.number());
      case PhysicalPlan.SharedRead read -> new Placed(read, share(read.number()).place);
      case PhysicalPlan.Exchange ignored ->
          throw new IllegalStateException("The plan has exchanges already");
      case PhysicalPlan.ExchangeRead ignored ->
          throw new IllegalStateException("The plan has been cut already");
    };
  }

  private Placed scan(PhysicalPlan.Scan scan) {
    if (isRepeatable(scan)) {
      return new Placed(scan.whole(), EVERYWHERE);
    }
    KeyRanges.Division division = divisions.get(scan);
    return division == null
        ? new Placed(scan, ANYWHERE)
        : new Placed(
            scan.dividedBy(division.bounds()),
            new Place.Ranged(division.group(), List.of(division.output())));
  }

  /** Returns rows that several parts read, from one exchange: they lie as they were computed. */
  private Placed share(int number) {
    Placed known = placedShares.get(number);
    if (known == null) {
      PhysicalPlan.Share share = shares.get(number);
      if (share == null) {
        throw new IllegalStateException("Nothing shares rows as number " + number);
      }
      Placed input = place(share.input());
      double bytes = share.estimate().bytes();
      boolean isFew = isSparing() && bytes >= 0 && bytes * partitions <= FEW_BYTES;
      known =
          switch (input.place) {
            case Place.Hashed hashed when !isFew ->
                shared(number, input, new Distribution.Hash(hashed.keys.getFirst()), hashed);
            case Place.Anywhere _, Place.Ranged _ when !isFew ->
                shared(number, input, new Distribution.RoundRobin(), ANYWHERE);
            case Place.Hashed _,
                Place.Ranged _,
                Place.Anywhere _,
                Place.Single _,
                Place.Everywhere _ ->
                shared(number, input, new Distribution.Broadcast(), EVERYWHERE);
          };
      placedShares.put(number, known);
    }
    return known;
  }

  private static Placed shared(int number, Placed input, Distribution distribution, Place place) {
    PhysicalPlan written = exchange(input.plan, distribution);
    return new Placed(new PhysicalPlan.Share(number, written, written.estimate()), place);
  }

  private boolean isSparing() {
    return inputs == PartitionedInputs.LARGE;
  }

  private boolean isRepeatable(PhysicalPlan.Scan scan) {
    OptionalLong rows = scan.table().statistics().rowCount();
    return isSparing()
        && rows.isPresent()
        && (double) rows.getAsLong() * partitions <= REPEATED_ROWS
        && scan.request().limit().isEmpty();
  }

  private Placed project(PhysicalPlan.Project project) {
    Placed input = place(project.input());
    PhysicalPlan plan = project.withInputs(List.of(input.plan));
    if (input.place instanceof Place.Ranged ranged) {
      List<Integer> kept =
          IntStream.range(0, project.expressions().size())
              .filter(
                  i ->
                      project.expressions().get(i) instanceof PhysicalExpr.ColumnRef ref
                          && ranged.columns.contains(ref.index()))
              .boxed()
              .toList();
      return new Placed(plan, kept.isEmpty() ? ANYWHERE : new Place.Ranged(ranged.group, kept));
    }
    if (!(input.place instanceof Place.Hashed hashed)) {
      return new Placed(plan, input.place);
    }
    List<List<Integer>> kept = new ArrayList<>();
    for (List<Integer> keys : hashed.keys) {
      List<Integer> moved = new ArrayList<>();
      for (int key : keys) {
        for (int i = 0; i < project.expressions().size(); i++) {
          if (project.expressions().get(i) instanceof PhysicalExpr.ColumnRef ref
              && ref.index() == key) {
            moved.add(i);
            break;
          }
        }
      }
      if (moved.size() == keys.size()) {
        kept.add(moved);
      }
    }
    return new Placed(plan, kept.isEmpty() ? ANYWHERE : new Place.Hashed(kept));
  }

  private Placed aggregate(PhysicalPlan.Aggregate aggregate) {
    Placed input = place(aggregate.input());
    List<Integer> keys = aggregate.keys();
    if (aggregate.mode() == AggregateMode.PARTIAL) {
      Place place = input.isSingle() ? input.place : moved(input.place, keys);
      return new Placed(aggregate.withInputs(List.of(input.plan)), place);
    }
    if (input.groups(keys)) {
      return new Placed(
          aggregate.withInputs(List.of(input.plan)),
          input.isSingle() ? SINGLE : moved(input.place, keys));
    }
    List<Integer> outputKeys = IntStream.range(0, keys.size()).boxed().toList();
    boolean isFew =
        isSparing()
            && aggregate.estimate().rows() >= 0
            && aggregate.estimate().rows() * partitions <= FEW_STATES;
    Place placed = keys.isEmpty() ? SINGLE : new Place.Hashed(List.of(outputKeys));
    boolean isFinal = aggregate.mode() == AggregateMode.FINAL;
    if (!isFinal && !pays(aggregate)) {
      PhysicalPlan moved = keys.isEmpty() ? input.single() : input.by(keys).plan;
      return new Placed(aggregate.withInputs(List.of(moved)), placed);
    }
    PhysicalPlan partial = isFinal ? input.plan : partial(aggregate, input.plan);
    Distribution distribution =
        keys.isEmpty() || isFew
            ? new Distribution.Single(List.of())
            : new Distribution.Hash(outputKeys);
    PhysicalPlan result =
        new PhysicalPlan.Aggregate(
            exchange(partial, distribution),
            outputKeys,
            aggregate.calls(),
            AggregateMode.FINAL,
            aggregate.output(),
            aggregate.estimate());
    return new Placed(result, isFew ? SINGLE : placed);
  }

  /** Returns whether tasks are to aggregate the rows they have before those are exchanged. */
  private static boolean pays(PhysicalPlan.Aggregate aggregate) {
    double rows = aggregate.input().estimate().rows();
    boolean reduces =
        aggregate.keys().isEmpty() || aggregate.estimate().rows() <= PARTIAL_PAYS * rows;
    return reduces && aggregate.calls().stream().allMatch(AggregateStates::isMergeable);
  }

  /** Returns the place after grouping by {@code keys}, which become the first columns. */
  private static Place moved(Place place, List<Integer> keys) {
    if (place instanceof Place.Ranged ranged) {
      List<Integer> columns =
          ranged.columns.stream().filter(keys::contains).map(keys::indexOf).toList();
      return columns.isEmpty() ? ANYWHERE : new Place.Ranged(ranged.group, columns);
    }
    List<List<Integer>> kept = new ArrayList<>();
    if (place instanceof Place.Hashed hashed) {
      for (List<Integer> one : hashed.keys) {
        if (keys.containsAll(one)) {
          kept.add(one.stream().map(keys::indexOf).toList());
        }
      }
    }
    return kept.isEmpty() ? ANYWHERE : new Place.Hashed(kept);
  }

  private PhysicalPlan partial(PhysicalPlan.Aggregate aggregate, PhysicalPlan input) {
    Schema output = AggregateStates.output(aggregate.keys(), aggregate.calls(), input.output());
    double rows =
        Math.min(aggregate.input().estimate().rows(), aggregate.estimate().rows() * partitions);
    return new PhysicalPlan.Aggregate(
        input,
        aggregate.keys(),
        aggregate.calls(),
        AggregateMode.PARTIAL,
        output,
        Estimates.of(rows, output));
  }

  private Placed hashJoin(PhysicalPlan.HashJoin join) {
    Placed left = place(join.left());
    Placed right = place(join.right());
    if (left.isSingle() && right.isSingle()) {
      return new Placed(join.withInputs(List.of(left.plan, right.plan)), both(left, right));
    }
    Optional<Placed> inPlace = inPlace(join, left, right);
    if (inPlace.isPresent()) {
      return inPlace.get();
    }
    boolean mayBroadcast =
        switch (join.kind()) {
          case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> true;
          case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> false;
        };
    boolean mustBroadcast =
        join.kind() == JoinKind.LEFT_ANTI_NULL_AWARE || join.kind() == JoinKind.LEFT_MARK;
    boolean aligned = left.isBy(join.leftKeys()) && right.isBy(join.rightKeys());
    double leftBytes = join.left().estimate().bytes();
    double rightBytes = join.right().estimate().bytes();
    boolean broadcastPays =
        right.isEverywhere() || rightBytes * partitions < leftBytes + rightBytes;
    if (mustBroadcast || (mayBroadcast && broadcastPays && !aligned)) {
      if (!mustBroadcast
          && left.place instanceof Place.Anywhere
          && !right.isEverywhere()
          && RowCountBounds.bytes(right.plan) * partitions >= leftBytes + rightBytes) {
        return unlessLarge(join, left.plan, right.plan);
      }
      PhysicalPlan build = left.isSingle() ? right.single() : everywhere(right);
      return new Placed(
          join.withInputs(List.of(left.plan, build)),
          left.isSingle() ? SINGLE : afterProbe(left, join.kind()));
    }
    if (isSparing() && isFew(join.left()) && isFew(join.right())) {
      return new Placed(join.withInputs(List.of(left.single(), right.single())), SINGLE);
    }
    if (!left.isBy(join.leftKeys()) && !right.isBy(join.rightKeys()) && tellsOfKeys(join)) {
      if (mayBroadcast && isHeldByEach(rightBytes)) {
        return new Placed(
            join.withInputs(List.of(left.plan, everywhere(right))), afterProbe(left, join.kind()));
      }
      Optional<List<Integer>> met = meetingColumns(join);
      if (met.isPresent()
          && !left.isSingle()
          && join.right().estimate().rows() * partitions <= MOST_KEYS) {
        return byMeeting(join, left, tell(right).plan, met.get());
      }
      Placed told = tell(right);
      left = reduced(join, left, told.plan);
      right = told;
      if (isSparing() && isFew(join.right())) {
        return new Placed(join.withInputs(List.of(left.single(), right.plan)), SINGLE);
      }
    }
    Placed movedLeft = left.by(join.leftKeys());
    // rows that only come out where a left row meets them do so in the one task that has those
    boolean isRepeated =
        right.isEverywhere() && join.kind() == JoinKind.RIGHT_SEMI && isHeldByEach(rightBytes);
    Placed movedRight = isRepeated ? right : right.by(join.rightKeys());
    int width = join.left().output().size();
    List<Integer> shifted = join.rightKeys().stream().map(key -> key + width).toList();
    Place place =
        switch (join.kind()) {
          case INNER -> new Place.Hashed(List.of(join.leftKeys(), shifted));
          case LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK ->
              new Place.Hashed(List.of(join.leftKeys()));
          case RIGHT -> new Place.Hashed(List.of(shifted));
          case RIGHT_SEMI, RIGHT_ANTI -> new Place.Hashed(List.of(join.rightKeys()));
          case FULL -> ANYWHERE;
        };
    return new Placed(join.withInputs(List.of(movedLeft.plan, movedRight.plan)), place);
  }

  /** Joins where the rows of both sides are, if those that may meet are in one task already. */
  private static Optional<Placed> inPlace(PhysicalPlan.HashJoin join, Placed left, Placed right) {
    if (!(left.place instanceof Place.Ranged one
        && right.place instanceof Place.Ranged other
        && one.group == other.group
        && IntStream.range(0, join.leftKeys().size())
            .anyMatch(
                i ->
                    one.columns.contains(join.leftKeys().get(i))
                        && other.columns.contains(join.rightKeys().get(i))))) {
      return Optional.empty();
    }
    int width = join.left().output().size();
    List<Integer> both = new ArrayList<>(one.columns);
    other.columns.forEach(column -> both.add(column + width));
    List<Integer> shifted = both.subList(one.columns.size(), both.size());
    Optional<Place> place =
        switch (join.kind()) {
          case INNER -> Optional.of(new Place.Ranged(one.group, both));
          case LEFT, LEFT_SEMI, LEFT_ANTI -> Optional.of(one);
          case RIGHT -> Optional.of(new Place.Ranged(one.group, shifted));
          case RIGHT_SEMI, RIGHT_ANTI -> Optional.of(other);
          case FULL -> Optional.of(ANYWHERE);
          case LEFT_ANTI_NULL_AWARE, LEFT_MARK -> Optional.empty(); // ask for any null anywhere
        };
    return place.map(where -> new Placed(join.withInputs(List.of(left.plan, right.plan)), where));
  }

  /** Joins where the left rows are, unless the right ones turn out to be too many for that. */
  private static Placed unlessLarge(
      PhysicalPlan.HashJoin join, PhysicalPlan left, PhysicalPlan right) {
    return new Placed(
        join.withInputs(
            List.of(
                exchange(left, new Distribution.Hash(join.leftKeys(), true)),
                exchange(right, new Distribution.Hash(join.rightKeys(), true)))),
        ANYWHERE);
  }

  /** Whether rows that each task has seen for their keys may as well be kept by each. */
  private static boolean isHeldByEach(double bytes) {
    return bytes >= 0 && bytes <= REPEATED_BYTES;
  }

  private static boolean isFew(PhysicalPlan plan) {
    return plan.estimate().rows() >= 0 && plan.estimate().rows() <= FEW_ROWS;
  }

  /**
   * Whether it pays to tell the tasks that send the left rows of a join which keys the right side
   * has: most left rows have another one, which decides that nothing comes of them.
   */
  private static boolean tellsOfKeys(PhysicalPlan.HashJoin join) {
    boolean dropsLeft =
        switch (join.kind()) {
          case INNER, RIGHT, LEFT_SEMI, RIGHT_SEMI, RIGHT_ANTI -> true;
          case LEFT, FULL, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> false;
        };
    double keys = join.right().estimate().rows();
    return dropsLeft
        && keys >= 0
        && keys <= MOST_KEYS
        && keys <= FEW_KEYS * KeyCounts.of(join.left(), join.leftKeys());
  }

  /** Sends the rows of a join's right side to whoever reads them, in any task. */
  private Placed tell(Placed right) {
    if (right.isEverywhere()
        && (right.plan instanceof PhysicalPlan.Share || !hasExchange(right.plan))) {
      return right;
    }
    int number = 1 + shares.keySet().stream().mapToInt(Integer::intValue).max().orElse(0);
    PhysicalPlan.Share share = new PhysicalPlan.Share(number, right.plan, right.plan.estimate());
    shares.put(number, share);
    Placed told = shared(number, right, new Distribution.Broadcast(), EVERYWHERE);
    placedShares.put(number, told);
    return told;
  }

  private static boolean hasExchange(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Exchange
        || plan.inputs().stream().anyMatch(Exchanges::hasExchange);
  }

  /**
   * Returns the columns of the right rows that decide whether a left row meets one; nothing if the
   * join does not only ask that, or if values that count as equal may decide it differently.
   */
  private static Optional<List<Integer>> meetingColumns(PhysicalPlan.HashJoin join) {
    if (join.kind() != JoinKind.RIGHT_SEMI && join.kind() != JoinKind.RIGHT_ANTI) {
      return Optional.empty();
    }
    SortedSet<Integer> columns = new TreeSet<>(join.rightKeys());
    int width = join.left().output().size();
    join.residual()
        .ifPresent(
            residual ->
                Expressions.columns(residual).tailSet(width).stream()
                    .map(column -> column - width)
                    .forEach(columns::add));
    boolean isPlain =
        columns.stream()
            .map(column -> join.right().output().field(column).type())
            .noneMatch(
                type ->
                    type.isNested()
                        || type instanceof DataType.Float32
                        || type instanceof DataType.Float64);
    return isPlain ? Optional.of(List.copyOf(columns)) : Optional.empty();
  }

  /**
   * Joins where the left rows lie: each task finds out which of the right rows, which all of them
   * have, its own left rows meet, and tells all others.
   */
  private Placed byMeeting(
      PhysicalPlan.HashJoin join, Placed left, PhysicalPlan right, List<Integer> columns) {
    PhysicalPlan here =
        new PhysicalPlan.HashJoin(
            left.plan,
            again(right),
            JoinKind.RIGHT_SEMI,
            join.leftKeys(),
            join.rightKeys(),
            join.nullSafe(),
            join.residual(),
            right.output(),
            right.estimate());
    List<Field> fields = columns.stream().map(right.output()::field).toList();
    Schema schema = new Schema(fields);
    List<PhysicalExpr> values = new ArrayList<>();
    for (int i = 0; i < fields.size(); i++) {
      values.add(
          new PhysicalExpr.ColumnRef(
              columns.get(i), fields.get(i).type(), fields.get(i).nullable()));
    }
    PhysicalPlan met =
        new PhysicalPlan.Project(
            here, values, schema, Estimates.of(right.estimate().rows(), schema));
    PhysicalPlan result =
        new PhysicalPlan.HashJoin(
            right,
            exchange(met, new Distribution.Broadcast()),
            join.kind() == JoinKind.RIGHT_SEMI ? JoinKind.LEFT_SEMI : JoinKind.LEFT_ANTI,
            columns,
            IntStream.range(0, columns.size()).boxed().toList(),
            columns.stream().map(column -> mayMeetNull(join, column)).toList(),
            Optional.empty(),
            join.output(),
            join.estimate());
    return new Placed(result, EVERYWHERE);
  }

  /** Whether a right row with a null in a column can meet a left row. */
  private static boolean mayMeetNull(PhysicalPlan.HashJoin join, int column) {
    int key = join.rightKeys().indexOf(column);
    return key < 0 || join.nullSafe().get(key);
  }

  /** Returns a plan for the same rows in another place. */
  private static PhysicalPlan again(PhysicalPlan plan) {
    return plan instanceof PhysicalPlan.Share share
        ? new PhysicalPlan.SharedRead(share.number(), share.output(), share.estimate())
        : plan;
  }

  /** Leaves the left rows out, before they are sent, whose keys the right side does not have. */
  private static Placed reduced(PhysicalPlan.HashJoin join, Placed left, PhysicalPlan right) {
    PhysicalPlan keys = again(right);
    PhysicalPlan semi =
        new PhysicalPlan.HashJoin(
            left.plan,
            keys,
            JoinKind.LEFT_SEMI,
            join.leftKeys(),
            join.rightKeys(),
            join.nullSafe(),
            Optional.empty(),
            left.plan.output(),
            left.plan.estimate());
    return new Placed(semi, left.place);
  }

  /** Left's columns come first in every kind's output that keeps left's rows where they are. */
  private static Place afterProbe(Placed left, JoinKind kind) {
    return switch (kind) {
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> left.place;
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> ANYWHERE;
    };
  }

  /** Returns the place of a join whose sides are single. */
  private static Place both(Placed left, Placed right) {
    return left.isEverywhere() && right.isEverywhere() ? EVERYWHERE : SINGLE;
  }

  private static PhysicalPlan everywhere(Placed input) {
    return input.isEverywhere() ? input.plan : exchange(input.plan, new Distribution.Broadcast());
  }

  private Placed nestedLoopJoin(PhysicalPlan.NestedLoopJoin join) {
    Placed left = place(join.left());
    Placed right = place(join.right());
    if (left.isSingle() && right.isSingle()) {
      return new Placed(join.withInputs(List.of(left.plan, right.plan)), both(left, right));
    }
    if (join.kind() == JoinKind.FULL) {
      return new Placed(join.withInputs(List.of(left.single(), right.single())), SINGLE);
    }
    boolean broadcastsLeft =
        switch (join.kind()) {
          case RIGHT, RIGHT_SEMI, RIGHT_ANTI -> true;
          case INNER -> left.isSingle();
          case LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK, FULL -> false;
        };
    Placed streamed = broadcastsLeft ? right : left;
    Placed repeated = broadcastsLeft ? left : right;
    PhysicalPlan copies = streamed.isSingle() ? repeated.single() : everywhere(repeated);
    return new Placed(
        join.withInputs(broadcastsLeft ? List.of(copies, right.plan) : List.of(left.plan, copies)),
        streamed.isSingle() ? SINGLE : ANYWHERE);
  }

  private Placed topN(PhysicalPlan.TopN top) {
    Placed input = place(top.input());
    if (input.isSingle()) {
      return new Placed(top.withInputs(List.of(input.plan)), SINGLE);
    }
    long rows = sum(top.offset(), top.limit());
    PhysicalPlan local =
        new PhysicalPlan.TopN(
            input.plan,
            top.order(),
            0,
            rows,
            Estimates.of(
                Math.min(input.plan.estimate().rows(), (double) rows * partitions), top.output()));
    List<SortOrder> order = top.order();
    PhysicalPlan merged = exchange(local, new Distribution.Single(order));
    return new Placed(top.withInputs(List.of(merged)), SINGLE);
  }

  private Placed limit(PhysicalPlan.Limit limit) {
    Placed input = place(limit.input());
    if (input.isSingle()) {
      return new Placed(limit.withInputs(List.of(input.plan)), SINGLE);
    }
    PhysicalPlan local = input.plan;
    long rows = sum(limit.offset(), limit.limit());
    if (rows < Long.MAX_VALUE) {
      local = new PhysicalPlan.Limit(local, 0, rows, limit.estimate());
    }
    return new Placed(
        limit.withInputs(List.of(exchange(local, new Distribution.Single(List.of())))), SINGLE);
  }

  private static long sum(long offset, long limit) {
    return limit > Long.MAX_VALUE - offset ? Long.MAX_VALUE : offset + limit;
  }

  private Placed union(PhysicalPlan.UnionAll union) {
    List<Placed> inputs = union.inputs().stream().map(this::place).toList();
    boolean isSingle = inputs.stream().allMatch(Placed::isSingle);
    List<PhysicalPlan> plans = new ArrayList<>();
    for (Placed input : inputs) {
      plans.add(
          isSingle || !input.isSingle() || GroupingSets.isOfNothing(input.plan)
              ? input.plan
              : exchange(input.plan, new Distribution.RoundRobin()));
    }
    return new Placed(union.withInputs(plans), isSingle ? SINGLE : ANYWHERE);
  }

  private Placed window(PhysicalPlan.Window window) {
    Placed input = place(window.input());
    if (!input.groups(window.partitionKeys())) {
      input =
          window.partitionKeys().isEmpty()
              ? new Placed(input.single(), SINGLE)
              : input.by(window.partitionKeys());
    }
    return new Placed(
        window.withInputs(List.of(input.plan)), input.isSingle() ? SINGLE : input.place);
  }
}
