package dev.heddle.planner.exchange;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.Expressions;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.planner.lower.BroadcastHint;
import dev.heddle.planner.lower.Estimates;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.IntStream;

/**
 * Places joins: both sides by their keys, one side everywhere, all in one task, or where rows that
 * may meet are already. One object serves one plan. Not thread-safe.
 */
final class JoinExchanges {
  /** Bytes up to which rows that each task reads for their keys may be stored by each. */
  private static final double MAX_HELD_KEY_BYTES = 64 << 20;

  /** Rows of either side up to which they are joined in one task. */
  private static final double MAX_SINGLE_TASK_ROWS = 50_000;

  /** What share of the left side's keys the right side may have for others to be left out early. */
  private static final double MAX_KEY_RATIO = 0.3;

  /** Keys up to which one side sends them to the tasks of the other side. */
  private static final double MAX_KEYS = 1_000_000;

  private final int partitions;
  private final boolean isSparing;
  private final SharedExchanges shares;

  /** Makes placement of joins; where only large inputs are divided one task joins few rows. */
  JoinExchanges(int partitions, PartitionedInputs inputs, SharedExchanges shares) {
    this.partitions = partitions;
    this.isSparing = inputs == PartitionedInputs.LARGE;
    this.shares = shares;
  }

  /** Returns a join of sides that have been placed. */
  Placed hashJoin(PhysicalPlan.HashJoin join, Placed leftSide, Placed right) {
    Placed left = leftSide;
    if (left.isSingle() && right.isSingle()) {
      return new Placed(join.withInputs(List.of(left.plan(), right.plan())), both(left, right));
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
    boolean isHinted = BroadcastHint.isOn(join.right());
    boolean broadcastPays =
        right.isEverywhere() || isHinted || rightBytes * partitions < leftBytes + rightBytes;
    if (mustBroadcast || (mayBroadcast && broadcastPays && (isHinted || !aligned))) {
      if (!mustBroadcast
          && !isHinted
          && left.place() instanceof Place.Anywhere
          && !right.isEverywhere()
          && RowCountBounds.bytes(right.plan()) * partitions >= leftBytes + rightBytes) {
        return unlessLarge(join, left.plan(), right.plan());
      }
      PhysicalPlan build = left.isSingle() ? right.single() : everywhere(right);
      return new Placed(
          join.withInputs(List.of(left.plan(), build)),
          left.isSingle() ? Place.SINGLE : afterProbe(left, join.kind()));
    }
    if (isSparing && isFew(join.left()) && isFew(join.right())) {
      return new Placed(join.withInputs(List.of(left.single(), right.single())), Place.SINGLE);
    }
    if (!left.isBy(join.leftKeys()) && !right.isBy(join.rightKeys()) && tellsOfKeys(join)) {
      if (mayBroadcast && isHeldByEach(rightBytes)) {
        return new Placed(
            join.withInputs(List.of(left.plan(), everywhere(right))),
            afterProbe(left, join.kind()));
      }
      Optional<List<Integer>> met = meetingColumns(join);
      if (met.isPresent()
          && !left.isSingle()
          && join.right().estimate().rows() * partitions <= MAX_KEYS) {
        return byMeeting(join, left, shares.broadcast(right).plan(), met.get());
      }
      Placed broadcast = shares.broadcast(right);
      left = reduced(join, left, broadcast.plan());
      right = broadcast;
      if (isSparing && isFew(join.right())) {
        return new Placed(join.withInputs(List.of(left.single(), right.plan())), Place.SINGLE);
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
          case FULL -> Place.ANYWHERE;
        };
    return new Placed(join.withInputs(List.of(movedLeft.plan(), movedRight.plan())), place);
  }

  /** Joins where the rows of both sides are, if those that may meet are in one task already. */
  private static Optional<Placed> inPlace(PhysicalPlan.HashJoin join, Placed left, Placed right) {
    if (!(left.place() instanceof Place.Ranged one
        && right.place() instanceof Place.Ranged other
        && one.group() == other.group()
        && IntStream.range(0, join.leftKeys().size())
            .anyMatch(
                i ->
                    one.columns().contains(join.leftKeys().get(i))
                        && other.columns().contains(join.rightKeys().get(i))))) {
      return Optional.empty();
    }
    int width = join.left().output().size();
    List<Integer> both = new ArrayList<>(one.columns());
    other.columns().forEach(column -> both.add(column + width));
    List<Integer> shifted = both.subList(one.columns().size(), both.size());
    Optional<Place> place =
        switch (join.kind()) {
          case INNER -> Optional.of(new Place.Ranged(one.group(), both));
          case LEFT, LEFT_SEMI, LEFT_ANTI -> Optional.of(one);
          case RIGHT -> Optional.of(new Place.Ranged(one.group(), shifted));
          case RIGHT_SEMI, RIGHT_ANTI -> Optional.of(other);
          case FULL -> Optional.of(Place.ANYWHERE);
          case LEFT_ANTI_NULL_AWARE, LEFT_MARK -> Optional.empty(); // ask for any null anywhere
        };
    return place.map(
        where -> new Placed(join.withInputs(List.of(left.plan(), right.plan())), where));
  }

  /** Joins where the left rows are, unless the right ones turn out to be too many for that. */
  private static Placed unlessLarge(
      PhysicalPlan.HashJoin join, PhysicalPlan left, PhysicalPlan right) {
    return new Placed(
        join.withInputs(
            List.of(
                Placed.exchange(left, new Distribution.Hash(join.leftKeys(), true)),
                Placed.exchange(right, new Distribution.Hash(join.rightKeys(), true)))),
        Place.ANYWHERE);
  }

  /** Whether rows whose keys each task has seen may as well be stored by each. */
  private static boolean isHeldByEach(double bytes) {
    return bytes >= 0 && bytes <= MAX_HELD_KEY_BYTES;
  }

  private static boolean isFew(PhysicalPlan plan) {
    return plan.estimate().rows() >= 0 && plan.estimate().rows() <= MAX_SINGLE_TASK_ROWS;
  }

  /**
   * Whether it pays to send the keys of the right side of a join to the tasks that send the left
   * rows: most left rows have another key, and are dropped by that.
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
        && keys <= MAX_KEYS
        && keys <= MAX_KEY_RATIO * KeyCounts.of(join.left(), join.leftKeys());
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
   * Joins where the left rows are. Every task has all right rows, finds those that match its own
   * left rows, and notifies all others.
   */
  private Placed byMeeting(
      PhysicalPlan.HashJoin join, Placed left, PhysicalPlan right, List<Integer> columns) {
    PhysicalPlan here =
        new PhysicalPlan.HashJoin(
            left.plan(),
            SharedExchanges.again(right),
            JoinKind.RIGHT_SEMI,
            join.leftKeys(),
            join.rightKeys(),
            join.nullSafe(),
            join.residual(),
            join.range(),
            List.of(),
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
            Placed.exchange(met, new Distribution.Broadcast()),
            join.kind() == JoinKind.RIGHT_SEMI ? JoinKind.LEFT_SEMI : JoinKind.LEFT_ANTI,
            columns,
            IntStream.range(0, columns.size()).boxed().toList(),
            columns.stream().map(column -> mayMeetNull(join, column)).toList(),
            Optional.empty(),
            join.output(),
            join.estimate());
    return new Placed(result, Place.EVERYWHERE);
  }

  /** Whether a right row with a null in a column can meet a left row. */
  private static boolean mayMeetNull(PhysicalPlan.HashJoin join, int column) {
    int key = join.rightKeys().indexOf(column);
    return key < 0 || join.nullSafe().get(key);
  }

  /** Leaves the left rows out, before they are sent, whose keys the right side does not have. */
  private static Placed reduced(PhysicalPlan.HashJoin join, Placed left, PhysicalPlan right) {
    PhysicalPlan keys = SharedExchanges.again(right);
    PhysicalPlan semi =
        new PhysicalPlan.HashJoin(
            left.plan(),
            keys,
            JoinKind.LEFT_SEMI,
            join.leftKeys(),
            join.rightKeys(),
            join.nullSafe(),
            Optional.empty(),
            left.plan().output(),
            left.plan().estimate());
    return new Placed(semi, left.place());
  }

  /** Left's columns come first in every kind's output that keeps left's rows where they are. */
  private static Place afterProbe(Placed left, JoinKind kind) {
    return switch (kind) {
      case INNER, LEFT, LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE, LEFT_MARK -> left.place();
      case RIGHT, FULL, RIGHT_SEMI, RIGHT_ANTI -> left.scattered();
    };
  }

  /** Returns the place of a join whose sides are single. */
  private static Place both(Placed left, Placed right) {
    return left.isEverywhere() && right.isEverywhere() ? Place.EVERYWHERE : Place.SINGLE;
  }

  private static PhysicalPlan everywhere(Placed input) {
    return input.isEverywhere()
        ? input.plan()
        : Placed.exchange(input.plan(), new Distribution.Broadcast());
  }

  /** Returns a join of sides that have been placed. */
  Placed nestedLoopJoin(PhysicalPlan.NestedLoopJoin join, Placed left, Placed right) {
    if (left.isSingle() && right.isSingle()) {
      return new Placed(join.withInputs(List.of(left.plan(), right.plan())), both(left, right));
    }
    if (join.kind() == JoinKind.FULL) {
      return new Placed(join.withInputs(List.of(left.single(), right.single())), Place.SINGLE);
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
        join.withInputs(
            broadcastsLeft ? List.of(copies, right.plan()) : List.of(left.plan(), copies)),
        streamed.scattered());
  }
}
