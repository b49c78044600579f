package dev.heddle.planner.check;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.expr.PhysicalExpr;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.AggregateStates;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.JoinKind;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks a physical plan: every column is in range and of the stated type, joined keys and united
 * inputs agree, each node's output is what its kind makes of its inputs. Stateless.
 */
public final class PhysicalChecker {
  private PhysicalChecker() {}

  /**
   * Checks a plan.
   *
   * @throws IllegalStateException naming the node if something does not fit
   */
  public static void check(PhysicalPlan plan) {
    for (PhysicalPlan input : plan.inputs()) {
      check(input);
    }
    switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan);
      case PhysicalPlan.Values values -> {
        for (List<PhysicalExpr.Literal> row : values.rows()) {
          sameTypes(plan, values.output(), row.stream().map(PhysicalExpr::type).toList());
        }
      }
      case PhysicalPlan.Filter filter -> {
        expression(plan, filter.predicate(), filter.input().output());
        require(
            plan,
            filter.predicate().type() instanceof DataType.Bool,
            "its predicate is no BOOLEAN");
      }
      case PhysicalPlan.Project project -> {
        project.expressions().forEach(e -> expression(plan, e, project.input().output()));
        sameTypes(
            plan,
            project.output(),
            project.expressions().stream().map(PhysicalExpr::type).toList());
      }
      case PhysicalPlan.Aggregate aggregate -> aggregate(aggregate);
      case PhysicalPlan.Expand expand -> {
        columns(plan, expand.keys(), expand.input().output());
        expand.sets().forEach(set -> columns(plan, set, expand.input().output()));
        require(
            plan,
            expand.output().size() == expand.input().output().size() + 2,
            "it adds two columns");
      }
      case PhysicalPlan.HashJoin join -> hashJoin(join);
      case PhysicalPlan.MergeJoin join -> mergeJoin(join);
      case PhysicalPlan.NestedLoopJoin join -> {
        condition(plan, join.condition(), join.left(), join.right());
        Schema left = join.left().output();
        Schema right = join.right().output();
        join.range()
            .ifPresent(range -> range(plan, range, join.kind(), join.condition(), left, right));
        sameTypes(plan, join.output(), joined(join.kind(), join.left(), join.right()));
      }
      case PhysicalPlan.Sort sort -> order(plan, sort.order(), sort.output());
      case PhysicalPlan.TopN top -> order(plan, top.order(), top.output());
      case PhysicalPlan.Limit limit ->
          require(plan, limit.offset() >= 0 && limit.limit() >= 0, "its bounds are negative");
      case PhysicalPlan.UnionAll union ->
          union.inputs().forEach(input -> sameTypes(plan, union.output(), types(input.output())));
      case PhysicalPlan.Window window -> {
        columns(plan, window.partitionKeys(), window.input().output());
        order(plan, window.order(), window.input().output());
        List<DataType> wanted = new ArrayList<>(types(window.input().output()));
        window.calls().forEach(call -> wanted.add(call.type()));
        sameTypes(plan, window.output(), wanted);
      }
      case PhysicalPlan.KeyByKey sorted ->
          require(
              plan,
              isInOrder(sorted.input().inputs().getFirst(), sorted.order()),
              "what it works on is not sorted");
      case PhysicalPlan.GroupLimit limit -> {
        columns(plan, limit.keys(), limit.output());
        order(plan, List.of(limit.order()), limit.output());
      }
      case PhysicalPlan.RowIndex index -> addsColumn(index, index.input());
      case PhysicalPlan.RandomKey key -> addsColumn(key, key.input());
      case PhysicalPlan.Repartition ignored ->
          require(plan, false, "a plan that can be run has exchanges in its place");
      case PhysicalPlan.RangePart part -> rangePart(part);
      case PhysicalPlan.Unnest unnest -> unnest(unnest);
      case PhysicalPlan.Exchange exchange -> {
        switch (exchange.distribution()) {
          case Distribution.Hash hash -> columns(plan, hash.keys(), exchange.output());
          case Distribution.Single single -> order(plan, single.order(), exchange.output());
          case Distribution.Broadcast ignored -> {}
          case Distribution.RoundRobin ignored -> {}
          case Distribution.Adjacent ignored -> {}
          case Distribution.Sequence sequence -> order(plan, sequence.order(), exchange.output());
          case Distribution.Range ignored ->
              require(
                  plan,
                  exchange.input().output().fields().getLast().type().equals(DataType.INT32),
                  "its last column is no number of a part");
        }
      }
      case PhysicalPlan.Write ignored -> {}
      case PhysicalPlan.ExchangeRead ignored -> {}
      case PhysicalPlan.Share ignored -> {}
      case PhysicalPlan.SharedRead ignored -> {}
    }
  }

  private static void mergeJoin(PhysicalPlan.MergeJoin join) {
    hashJoin(join.hashed());
    require(join, !join.merged().isEmpty(), "it has no keys that its sides are sorted by");
    require(join, isInOrder(join.left(), join.leftOrder()), "its left side is not sorted");
    require(join, isInOrder(join.right(), join.rightOrder()), "its right side is not sorted");
  }

  private static boolean isInOrder(PhysicalPlan side, List<SortOrder> wanted) {
    List<SortOrder> order = KnownOrder.of(side).orElse(List.of());
    return order.size() >= wanted.size() && order.subList(0, wanted.size()).equals(wanted);
  }

  private static void scan(PhysicalPlan.Scan scan) {
    columns(scan, scan.request().columns(), scan.table().schema());
    List<DataType> types = new ArrayList<>();
    for (int output : scan.request().outputs()) {
      require(
          scan,
          output >= 0 && output < scan.request().columns().size(),
          "an output is not among the columns it reads");
      int column = scan.request().columns().get(output);
      types.add(scan.request().type(output, scan.table().schema().field(column).type()));
    }
    sameTypes(scan, scan.output(), types);
    order(scan, scan.order(), scan.output());
  }

  private static void aggregate(PhysicalPlan.Aggregate aggregate) {
    Schema input = aggregate.input().output();
    columns(aggregate, aggregate.keys(), input);
    List<DataType> wanted = new ArrayList<>();
    aggregate.keys().forEach(key -> wanted.add(input.field(key).type()));
    for (AggregateCall call : aggregate.calls()) {
      if (!aggregate.mode().readsStates()) {
        columns(aggregate, call.arguments(), input);
        order(aggregate, call.orderBy(), input);
        call.filter()
            .ifPresent(
                filter ->
                    require(
                        aggregate,
                        input.field(filter).type() instanceof DataType.Bool,
                        "a call's filter is no BOOLEAN"));
      }
      if (aggregate.mode() == AggregateMode.INTERMEDIATE) {
        int width = AggregateStates.width(call);
        int from = wanted.size();
        require(aggregate, from + width <= input.size(), "the input lacks states of a call");
        input.fields().subList(from, from + width).forEach(field -> wanted.add(field.type()));
      } else if (aggregate.mode() == AggregateMode.PARTIAL) {
        AggregateStates.fields(call, input, "").forEach(field -> wanted.add(field.type()));
      } else {
        wanted.add(call.type());
      }
    }
    sameTypes(aggregate, aggregate.output(), wanted);
  }

  private static void addsColumn(PhysicalPlan plan, PhysicalPlan input) {
    require(plan, plan.output().size() == input.output().size() + 1, "it adds one column");
  }

  private static void rangePart(PhysicalPlan.RangePart part) {
    addsColumn(part, part.left());
    order(part, part.order(), part.left().output());
    List<DataType> keys = new ArrayList<>();
    part.order().forEach(key -> keys.add(part.left().output().field(key.column()).type()));
    sameTypes(part, part.right().output(), keys);
  }

  private static void unnest(PhysicalPlan.Unnest plan) {
    Schema input = plan.input().output();
    columns(plan, List.of(plan.list()), input);
    columns(plan, plan.kept(), input);
    List<DataType> wanted = new ArrayList<>();
    plan.kept().forEach(column -> wanted.add(input.field(column).type()));
    switch (input.field(plan.list()).type()) {
      case DataType.ListOf(DataType element) -> wanted.add(element);
      case DataType.MapOf map -> wanted.add(map.entry());
      case DataType other -> require(plan, false, "its column is no list but " + other.sqlName());
    }
    if (plan.withPosition()) {
      wanted.add(DataType.INT64);
    }
    sameTypes(plan, plan.output(), wanted);
  }

  private static void hashJoin(PhysicalPlan.HashJoin join) {
    Schema left = join.left().output();
    Schema right = join.right().output();
    columns(join, join.leftKeys(), left);
    columns(join, join.rightKeys(), right);
    require(
        join,
        join.leftKeys().size() == join.rightKeys().size()
            && join.leftKeys().size() == join.nullSafe().size()
            && !join.leftKeys().isEmpty(),
        "its lists of keys differ in length");
    for (int i = 0; i < join.leftKeys().size(); i++) {
      DataType one = left.field(join.leftKeys().get(i)).type();
      DataType other = right.field(join.rightKeys().get(i)).type();
      require(
          join, one.equals(other), "key " + i + " is " + one.sqlName() + " = " + other.sqlName());
    }
    condition(join, join.residual(), join.left(), join.right());
    join.range().ifPresent(range -> range(join, range, join.kind(), join.residual(), left, right));
    sameTypes(join, join.output(), joined(join.kind(), join.left(), join.right()));
  }

  private static void range(
      PhysicalPlan node,
      JoinRange range,
      JoinKind kind,
      Optional<PhysicalExpr> condition,
      Schema left,
      Schema right) {
    columns(node, List.of(range.column()), right);
    range.lower().ifPresent(end -> columns(node, List.of(end.left()), left));
    range.upper().ifPresent(end -> columns(node, List.of(end.left()), left));
    range.other().ifPresent(bound -> columns(node, List.of(bound.left()), left));
    range.other().ifPresent(bound -> columns(node, List.of(bound.column()), right));
    if (range.isNearest()) {
      require(
          node,
          kind == JoinKind.LEFT
              && condition.isEmpty()
              && range.lower().isPresent() != range.upper().isPresent()
              && range.other().isEmpty(),
          "the nearest row is not that of a left join by one bound");
    } else {
      require(node, condition.isPresent(), "a range of rows has no condition");
    }
  }

  private static void condition(
      PhysicalPlan node, Optional<PhysicalExpr> condition, PhysicalPlan left, PhysicalPlan right) {
    List<Field> fields = new ArrayList<>(left.output().fields());
    fields.addAll(right.output().fields());
    condition.ifPresent(c -> expression(node, c, new Schema(fields)));
  }

  private static List<DataType> joined(JoinKind kind, PhysicalPlan left, PhysicalPlan right) {
    List<DataType> types = new ArrayList<>();
    switch (kind) {
      case INNER, LEFT, RIGHT, FULL -> {
        types.addAll(types(left.output()));
        types.addAll(types(right.output()));
      }
      case LEFT_SEMI, LEFT_ANTI, LEFT_ANTI_NULL_AWARE -> types.addAll(types(left.output()));
      case LEFT_MARK -> {
        types.addAll(types(left.output()));
        types.add(DataType.BOOL);
      }
      case RIGHT_SEMI, RIGHT_ANTI -> types.addAll(types(right.output()));
    }
    return types;
  }

  private static List<DataType> types(Schema schema) {
    return schema.fields().stream().map(Field::type).toList();
  }

  private static void expression(PhysicalPlan node, PhysicalExpr expression, Schema input) {
    switch (expression) {
      case PhysicalExpr.ColumnRef column -> {
        columns(node, List.of(column.index()), input);
        Field field = input.field(column.index());
        require(
            node,
            field.type().equals(column.type()),
            "column "
                + field.name()
                + " is "
                + field.type().sqlName()
                + ", read as "
                + column.type().sqlName());
        require(
            node,
            column.nullable() || !field.nullable(),
            "column " + field.name() + " may be null and is read as if it were not");
      }
      case PhysicalExpr.Literal _, PhysicalExpr.LambdaParameter _ -> {}
      case PhysicalExpr.Call call -> call.arguments().forEach(a -> expression(node, a, input));
      case PhysicalExpr.UserCall call -> {
        call.arguments().forEach(a -> expression(node, a, input));
        require(
            node,
            call.arguments().stream()
                .map(PhysicalExpr::type)
                .toList()
                .equals(call.function().argumentTypes()),
            "the arguments of " + call.function().name() + " are of other types");
      }
      case PhysicalExpr.Cast cast -> expression(node, cast.input(), input);
      case PhysicalExpr.Case branches -> {
        for (PhysicalExpr.Branch branch : branches.branches()) {
          expression(node, branch.condition(), input);
          expression(node, branch.value(), input);
          require(
              node,
              branch.value().type().equals(branches.type()),
              "the branches of a CASE differ in type");
        }
        expression(node, branches.otherwise(), input);
      }
      case PhysicalExpr.In in -> expression(node, in.input(), input);
    }
  }

  private static void order(PhysicalPlan node, List<SortOrder> order, Schema input) {
    columns(node, order.stream().map(SortOrder::column).toList(), input);
  }

  private static void columns(PhysicalPlan node, List<Integer> columns, Schema input) {
    for (int column : columns) {
      require(
          node,
          column >= 0 && column < input.size(),
          "it reads column " + column + " of " + input.size());
    }
  }

  private static void sameTypes(PhysicalPlan node, Schema output, List<DataType> types) {
    require(
        node,
        types(output).equals(types),
        "its output is " + types(output) + " where it makes " + types);
  }

  private static void require(PhysicalPlan node, boolean holds, String problem) {
    if (!holds) {
      throw new IllegalStateException(
          "Broken plan at " + node.getClass().getSimpleName() + ": " + problem);
    }
  }
}
