package dev.heddle.planner.decorrelate;

import com.google.common.collect.ImmutableList;
import dev.heddle.planner.rel.LogicalRowIndex;
import dev.heddle.planner.translate.OrderedRows;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.apache.calcite.rel.RelFieldCollation;
import org.apache.calcite.rel.RelNode;
import org.apache.calcite.rel.core.Project;
import org.apache.calcite.rel.core.Sort;
import org.apache.calcite.rel.logical.LogicalFilter;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rex.RexBuilder;
import org.apache.calcite.rex.RexFieldCollation;
import org.apache.calcite.rex.RexInputRef;
import org.apache.calcite.rex.RexLiteral;
import org.apache.calcite.rex.RexNode;
import org.apache.calcite.rex.RexOver;
import org.apache.calcite.rex.RexShuttle;
import org.apache.calcite.rex.RexUtil;
import org.apache.calcite.rex.RexWindow;
import org.apache.calcite.rex.RexWindowBounds;
import org.apache.calcite.rex.RexWindowExclusion;
import org.apache.calcite.sql.SqlKind;
import org.apache.calcite.sql.fun.SqlStdOperatorTable;
import org.apache.calcite.sql.type.SqlTypeName;

/**
 * Computes windows, limits and row numbers for outer rows: each counts the rows of one outer row
 * only, so they partition by the columns of a domain. One object serves one plan.
 */
final class OrderedPush {
  private final OuterPush push;

  OrderedPush(OuterPush push) {
    this.push = push;
  }

  /** Window calls see the rows of one outer row only. */
  Pushed window(OuterRows outer, Project project) {
    if (!outer.isDomain()) {
      return push.throughDomain(outer, project);
    }
    Pushed input =
        push.push(
            outer,
            project.getInput(),
            new Equalities(OuterPush.width(project.getInput()), outer.width()));
    List<RexNode> partition = OuterPush.outerColumns(outer, input.rel());
    List<RexNode> columns = new ArrayList<>(partition);
    RexShuttle calls = new Partitioning(project.getCluster().getRexBuilder(), partition);
    for (RexNode column : OuterPush.rebinding(outer, input.rel()).all(project.getProjects())) {
      columns.add(column.accept(calls));
    }
    return new Pushed(
        OuterPush.project(input.rel(), columns),
        input.neverNull(),
        OuterPush.none(outer.width()),
        input.isDropped());
  }

  private static final class Partitioning extends RexShuttle {
    private final RexBuilder rex;
    private final List<RexNode> partition;

    Partitioning(RexBuilder rex, List<RexNode> partition) {
      this.rex = rex;
      this.partition = partition;
    }

    @Override
    public RexNode visitOver(RexOver over) {
      RexWindow window = over.getWindow();
      List<RexNode> keys = new ArrayList<>(partition);
      keys.addAll(window.partitionKeys);
      return rex.makeOver(
          over.getType(),
          over.getAggOperator(),
          over.getOperands(),
          keys,
          window.orderKeys,
          window.getLowerBound(),
          window.getUpperBound(),
          window.getExclude(),
          window.isRows(),
          true,
          false,
          over.isDistinct(),
          over.ignoreNulls());
    }
  }

  /** A limit counts the rows of each outer row by their numbers. */
  Pushed limit(OuterRows outer, Sort sort) {
    if (!outer.isDomain()) {
      return push.throughDomain(outer, sort);
    }
    OrderedRows order =
        sort.getCollation().getFieldCollations().isEmpty()
            ? OrderedRows.of(sort.getInput())
            : new OrderedRows(sort.getInput(), sort.getCollation());
    Numbered numbered = numbered(outer, order);
    RexBuilder rex = sort.getCluster().getRexBuilder();
    RexNode number = RexInputRef.of(OuterPush.width(numbered.rel) - 1, numbered.rel.getRowType());
    List<RexNode> conditions = new ArrayList<>();
    BigDecimal offset = sort.offset == null ? BigDecimal.ZERO : number(sort.offset);
    if (offset.signum() > 0) {
      conditions.add(
          rex.makeCall(SqlStdOperatorTable.GREATER_THAN, number, whole(rex, offset, number)));
    }
    if (sort.fetch != null) {
      BigDecimal last = offset.add(number(sort.fetch));
      if (last.compareTo(BigDecimal.valueOf(Long.MAX_VALUE)) < 0) {
        conditions.add(
            rex.makeCall(SqlStdOperatorTable.LESS_THAN_OR_EQUAL, number, whole(rex, last, number)));
      }
    }
    RelNode kept =
        conditions.isEmpty()
            ? numbered.rel
            : LogicalFilter.create(numbered.rel, RexUtil.composeConjunction(rex, conditions));
    List<RexNode> columns =
        new ArrayList<>(
            rex.identityProjects(kept.getRowType())
                .subList(0, outer.width() + OuterPush.width(sort)));
    return new Pushed(
        OuterPush.project(kept, columns),
        numbered.input.neverNull(),
        OuterPush.none(outer.width()),
        numbered.input.isDropped());
  }

  private static BigDecimal number(RexNode node) {
    if (node instanceof RexLiteral literal) {
      BigDecimal value = literal.getValueAs(BigDecimal.class);
      if (value != null) {
        return value;
      }
    }
    throw new IllegalStateException("No number of rows: " + node);
  }

  private static RexNode whole(RexBuilder rex, BigDecimal value, RexNode like) {
    return rex.makeExactLiteral(value, like.getType());
  }

  /** A plan with the numbers of each outer row's rows behind its columns. */
  private record Numbered(RelNode rel, Pushed input) {}

  private Numbered numbered(OuterRows outer, OrderedRows order) {
    Pushed input =
        push.push(outer, order.rel(), new Equalities(OuterPush.width(order.rel()), outer.width()));
    RexBuilder rex = input.rel().getCluster().getRexBuilder();
    List<RexFieldCollation> keys = new ArrayList<>();
    for (RelFieldCollation key : order.collation().getFieldCollations()) {
      keys.add(
          new RexFieldCollation(
              RexInputRef.of(outer.width() + key.getFieldIndex(), input.rel().getRowType()),
              kinds(key)));
    }
    RelDataType type = rex.getTypeFactory().createSqlType(SqlTypeName.BIGINT);
    List<RexNode> columns = new ArrayList<>(rex.identityProjects(input.rel().getRowType()));
    columns.add(
        rex.makeOver(
            type,
            SqlStdOperatorTable.ROW_NUMBER,
            List.of(),
            OuterPush.outerColumns(outer, input.rel()),
            ImmutableList.copyOf(keys),
            RexWindowBounds.UNBOUNDED_PRECEDING,
            RexWindowBounds.CURRENT_ROW,
            RexWindowExclusion.EXCLUDE_NO_OTHER,
            true,
            true,
            false,
            false,
            false));
    return new Numbered(OuterPush.project(input.rel(), columns), input);
  }

  private static Set<SqlKind> kinds(RelFieldCollation key) {
    Set<SqlKind> kinds = EnumSet.noneOf(SqlKind.class);
    if (key.direction.isDescending()) {
      kinds.add(SqlKind.DESCENDING);
    }
    kinds.add(
        key.nullDirection == RelFieldCollation.NullDirection.FIRST
            ? SqlKind.NULLS_FIRST
            : SqlKind.NULLS_LAST);
    return kinds;
  }

  /** Row numbers begin anew for each outer row. */
  Pushed rowIndex(OuterRows outer, LogicalRowIndex index) {
    if (!outer.isDomain()) {
      return push.throughDomain(outer, index);
    }
    Numbered numbered = numbered(outer, OrderedRows.of(index.getInput()));
    RexBuilder rex = index.getCluster().getRexBuilder();
    RelNode rel = numbered.rel;
    RexNode number = RexInputRef.of(OuterPush.width(rel) - 1, rel.getRowType());
    List<RexNode> columns =
        new ArrayList<>(
            rex.identityProjects(rel.getRowType())
                .subList(0, outer.width() + OuterPush.width(index.getInput())));
    columns.add(
        index.start() == 1
            ? number
            : rex.makeCall(
                number.getType(),
                SqlStdOperatorTable.PLUS,
                List.of(number, whole(rex, BigDecimal.valueOf(index.start() - 1), number))));
    return new Pushed(
        OuterPush.project(rel, columns),
        numbered.input.neverNull(),
        OuterPush.none(outer.width()),
        numbered.input.isDropped());
  }
}
