package dev.heddle.planner.decorrelate;

import dev.heddle.planner.rel.KeepsLeftRows;
import dev.heddle.planner.rel.LogicalUnnest;
import dev.heddle.planner.rel.Projections;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Aggregate;
import org.apache.calcite.rel.core.CorrelationId;
import org.apache.calcite.rel.core.Join;
import org.apache.calcite.rel.core.JoinRelType;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalAggregate;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows for which a plan is computed: all left rows of a dependent join, or the different values
 * of some of their columns, which is the domain of the plan. Not thread-safe.
 */
final class OuterRows {
  private static final int NOT_NUMBERED = -1;

  private final RelNode rel;
  private final CorrelationId id;
  private final int[] place; // of the variable's fields among the columns, or -1
  private final boolean isDomain;
  private final boolean isExact;
  private final @Nullable OuterRows around;
  private final int number;
  private final Map<List<Object>, OuterRows> domains = new HashMap<>();

  private OuterRows(
      RelNode rel,
      CorrelationId id,
      int[] place,
      boolean isDomain,
      boolean isExact,
      @Nullable OuterRows around,
      int number) {
    this.rel = rel;
    this.id = id;
    this.place = place;
    this.isDomain = isDomain;
    this.isExact = isExact;
    this.around = around;
    this.number = number;
  }

  /**
   * Makes the left rows of a dependent join.
   *
   * @param around the rows whose columns are the first ones of these; null if there are none
   */
  static OuterRows of(RelNode left, CorrelationId id, @Nullable OuterRows around) {
    return of(left, id, around, NOT_NUMBERED);
  }

  /**
   * Makes the left rows of a dependent join whose plan has to be computed for each of them, equal
   * ones too.
   *
   * @param number the field of the variable's row that has the number of the row, which all domains
   *     keep
   */
  static OuterRows of(RelNode left, CorrelationId id, @Nullable OuterRows around, int number) {
    int[] place = new int[left.getRowType().getFieldCount()];
    Arrays.setAll(place, i -> i);
    return new OuterRows(left, id, place, false, true, around, number);
  }

  RelNode rel() {
    return rel;
  }

  CorrelationId id() {
    return id;
  }

  int width() {
    return rel.getRowType().getFieldCount();
  }

  /** Returns the column that a field of the variable's row is. */
  int column(int field) {
    return place[field];
  }

  /** Returns a field of the variable's row that a column is. */
  int field(int column) {
    for (int field = 0; field < place.length; field++) {
      if (place[field] == column) {
        return field;
      }
    }
    throw new IllegalStateException("No field of " + id + " is column " + column);
  }

  /** Returns whether no two rows are equal and all columns are in use. */
  boolean isDomain() {
    return isDomain;
  }

  /**
   * Returns whether the plan must not be computed for values that are not in these rows, since it
   * could fail there.
   */
  boolean isExact() {
    return isExact;
  }

  /** Returns the different values of some fields of the variable's row, perhaps with others. */
  OuterRows domain(ImmutableBitSet fields) {
    return domain(fields, false);
  }

  /** Returns the different values of some fields that are in these rows, and no others. */
  OuterRows exactDomain(ImmutableBitSet fields) {
    return domain(fields, true);
  }

  /** Returns whether the rows are numbered. */
  boolean isNumbered() {
    return number != NOT_NUMBERED;
  }

  /** Returns fields of the variable's row, and that of the number if there is one. */
  ImmutableBitSet withNumber(ImmutableBitSet fields) {
    return isNumbered() ? fields.set(number) : fields;
  }

  private OuterRows domain(ImmutableBitSet given, boolean isExactAsked) {
    ImmutableBitSet fields = withNumber(given);
    boolean exact = isExactAsked || isNumbered();
    return domains.computeIfAbsent(List.of(fields, exact), key -> make(fields, exact));
  }

  private OuterRows make(ImmutableBitSet fields, boolean exact) {
    int[] columns = fields.stream().map(this::column).toArray();
    boolean isWhole = isDomain && columns.length == width();
    if (isWhole && exact == isExact) {
      return this;
    }
    int[] newPlace = new int[place.length];
    Arrays.fill(newPlace, -1);
    int next = 0;
    for (int field : fields) {
      newPlace[field] = next++;
    }
    if (isWhole) {
      int[] same = place.clone();
      return new OuterRows(rel, id, same, true, exact, null, number);
    }
    return new OuterRows(values(columns, exact), id, newPlace, true, exact, null, number);
  }

  private RelNode values(int[] columns, boolean exact) {
    OuterRows from = this;
    while (!exact && from.around != null && isBelow(columns, from.around.width())) {
      from = from.around; // more values, of rows that have not been joined further
    }
    RelNode source = from.rel;
    int[] at = columns.clone();
    while (true) {
      RelNode below = sameValues(source, at);
      if (below == null) {
        break;
      }
      source = below;
    }
    RelNode values = source;
    RelNode input = source;
    List<RexNode> read =
        Arrays.stream(at).<RexNode>mapToObj(i -> RexInputRef.of(i, input.getRowType())).toList();
    values = Projections.of(values, read);
    return LogicalAggregate.create(
        values, List.of(), ImmutableBitSet.range(at.length), null, List.of());
  }

  private static boolean isBelow(int[] columns, int limit) {
    return Arrays.stream(columns).allMatch(column -> column < limit);
  }

  /**
   * Returns the input of a node in which the columns have the same values, in any number of rows;
   * null if there is none. The columns become those of the input.
   */
  private static @Nullable RelNode sameValues(RelNode rel, int[] columns) {
    return switch (rel) {
      case Project project -> {
        for (int column : columns) {
          if (!(project.getProjects().get(column) instanceof RexInputRef)) {
            yield null;
          }
        }
        for (int i = 0; i < columns.length; i++) {
          columns[i] = ((RexInputRef) project.getProjects().get(columns[i])).getIndex();
        }
        yield project.getInput();
      }
      case Join join when join.getJoinType() == JoinRelType.LEFT ->
          isBelow(columns, join.getLeft().getRowType().getFieldCount()) ? join.getLeft() : null;
      case KeepsLeftRows _ ->
          isBelow(columns, rel.getInput(0).getRowType().getFieldCount()) ? rel.getInput(0) : null;
      case Aggregate aggregate
          when aggregate.getGroupType() == Aggregate.Group.SIMPLE
              && isBelow(columns, aggregate.getGroupCount())
              && aggregate.getGroupCount() > 0 -> {
        for (int i = 0; i < columns.length; i++) {
          columns[i] = aggregate.getGroupSet().nth(columns[i]);
        }
        yield aggregate.getInput();
      }
      case LogicalUnnest unnest when unnest.keepsEmpty() ->
          isBelow(columns, unnest.getInput().getRowType().getFieldCount())
              ? unnest.getInput()
              : null;
      case Sort sort when sort.fetch == null && sort.offset == null -> sort.getInput();
      default -> null;
    };
  }
}
