package dev.heddle.planner.explain;

import dev.heddle.frame.expr.NullPlacement;
import dev.heddle.frame.expr.SortDirection;
import dev.heddle.frame.expr.catalogue.UserFunction;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.physical.plan.AggregateCall;
import dev.heddle.physical.plan.AggregateMode;
import dev.heddle.physical.plan.Distribution;
import dev.heddle.physical.plan.Estimate;
import dev.heddle.physical.plan.JoinRange;
import dev.heddle.physical.plan.PartitionGroup;
import dev.heddle.physical.plan.PhysicalPlan;
import dev.heddle.physical.plan.SortOrder;
import dev.heddle.physical.plan.SubPlanRows;
import dev.heddle.physical.plan.WindowCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A physical plan as text: one node a line, inputs indented, estimates at the end. Stateless. */
public final class PlanText {
  private PlanText() {}

  /**
   * Returns the plan with what is expected of each node.
   *
   * @param notes what else there is to say of a node; empty if that is nothing
   */
  public static String of(PhysicalPlan plan, Function<PhysicalPlan, String> notes) {
    return text(plan, notes, null);
  }

  /** Returns the plan with what was expected of each node and what it did. */
  public static String of(
      PhysicalPlan plan, Function<PhysicalPlan, String> notes, NodeMetrics metrics) {
    return text(plan, notes, metrics);
  }

  private static String text(
      PhysicalPlan plan, Function<PhysicalPlan, String> notes, @Nullable NodeMetrics metrics) {
    StringBuilder text = new StringBuilder();
    append(plan, 0, notes, metrics, text);
    return text.toString();
  }

  private static void append(
      PhysicalPlan plan,
      int depth,
      Function<PhysicalPlan, String> notes,
      @Nullable NodeMetrics metrics,
      StringBuilder text) {
    text.repeat("  ", depth).append(node(plan));
    String note = notes.apply(plan);
    text.append(note.isEmpty() ? "" : ", ").append(note);
    text.append("  ").append(estimate(plan.estimate()));
    Optional<NodeMetrics.Measurement> measured =
        metrics == null ? Optional.empty() : metrics.of(plan);
    measured.ifPresent(
        did ->
            text.append(" [")
                .append(did.rows())
                .append(" rows, ")
                .append(String.format(Locale.ROOT, "%.1f ms", did.nanos() / 1e6))
                .append(
                    did.spilledBytes() == 0
                        ? ""
                        : ", spilled " + bytes((double) did.spilledBytes()))
                .append(generated(did))
                .append(']'));
    text.append('\n');
    measured
        .flatMap(NodeMetrics.Measurement::scan)
        .ifPresent(
            scan -> {
              for (String line : ScanText.lines(scan)) {
                text.repeat("  ", depth + 2).append(line).append('\n');
              }
            });
    for (PhysicalPlan input : plan.inputs()) {
      append(input, depth + 1, notes, metrics, text);
    }
  }

  private static String generated(NodeMetrics.Measurement did) {
    return did.generatedRows() == 0 ? "" : ", generated code for " + did.generatedRows() + " rows";
  }

  private static String estimate(Estimate estimate) {
    if (estimate.rows() < 0) {
      return "(rows unknown)";
    }
    SubPlanRows origin = estimate.origin();
    String rows =
        origin.isObserved()
            ? quantity(origin.expected()) + " rows, observed " + quantity(origin.observed())
            : quantity(estimate.rows()) + " rows";
    return "(~" + rows + ", ~" + bytes(estimate.bytes()) + ")";
  }

  private static String quantity(double number) {
    return number < 10_000
        ? Long.toString(Math.round(number))
        : number < 1e7
            ? Math.round(number / 1e3) + " k"
            : number < 1e10 ? Math.round(number / 1e6) + " M" : Math.round(number / 1e9) + " G";
  }

  static String bytes(double bytes) {
    return bytes < 10_240
        ? Math.round(bytes) + " B"
        : bytes < 10_485_760
            ? Math.round(bytes / 1024) + " KiB"
            : bytes < 1e10
                ? Math.round(bytes / 1048576) + " MiB"
                : Math.round(bytes / 1073741824.0) + " GiB";
  }

  /** Returns the node itself, without its inputs. */
  public static String node(PhysicalPlan plan) {
    return switch (plan) {
      case PhysicalPlan.Scan scan -> scan(scan);
      case PhysicalPlan.Values values ->
          "Values [" + names(values.output()) + "] " + values.rows().size() + " rows";
      case PhysicalPlan.Filter filter ->
          "Filter " + ExpressionText.of(filter.predicate(), filter.input().output());
      case PhysicalPlan.Project project -> project(project);
      case PhysicalPlan.Aggregate aggregate -> aggregate(aggregate);
      case PhysicalPlan.Expand expand ->
          "Expand sets "
              + expand.sets().stream()
                  .map(set -> "(" + columns(set, expand.input().output()) + ")")
                  .collect(Collectors.joining(", "));
      case PhysicalPlan.HashJoin join -> hashJoin(join);
      case PhysicalPlan.MergeJoin join ->
          "Merge"
              + hashJoin(join.hashed()).substring("Hash".length())
              + " in the order of "
              + order(join.leftOrder(), join.left().output())
              + " in "
              + (join.bounds().size() + 1)
              + " intervals";
      case PhysicalPlan.NestedLoopJoin join ->
          (join.range().isPresent() ? "RangeJoin " : "NestedLoopJoin ")
              + join.kind()
              + join.condition()
                  .map(c -> " on " + ExpressionText.of(c, pairs(join.left(), join.right())))
                  .orElse("")
              + join.range()
                  .filter(JoinRange::isNearest)
                  .map(range -> range(range, join.left(), join.right()))
                  .orElse("");
      case PhysicalPlan.Sort sort -> "Sort by " + order(sort.order(), sort.output());
      case PhysicalPlan.TopN top ->
          "TopN "
              + range(top.offset(), top.limit())
              + " by "
              + order(top.order(), top.output())
              + (top.runtime().isPresent() ? " bounding #" + top.runtime().getAsInt() : "");
      case PhysicalPlan.Limit limit -> "Limit " + range(limit.offset(), limit.limit());
      case PhysicalPlan.UnionAll ignored -> "UnionAll";
      case PhysicalPlan.Window window -> window(window);
      case PhysicalPlan.KeyByKey sorted ->
          "KeyByKey in the order of "
              + order(sorted.order(), sorted.input().inputs().getFirst().output())
              + " in "
              + (sorted.bounds().size() + 1)
              + " intervals";
      case PhysicalPlan.GroupLimit limit ->
          "GroupLimit "
              + limit.limit()
              + " of each ("
              + columns(limit.keys(), limit.output())
              + ") by "
              + order(List.of(limit.order()), limit.output());
      case PhysicalPlan.RowIndex index ->
          "RowIndex " + index.output().names().getLast() + " from " + index.start();
      case PhysicalPlan.RandomKey key -> "RandomKey seed " + key.seed();
      case PhysicalPlan.Repartition rows ->
          "Repartition "
              + rows.kind()
              + to(rows.parts())
              + (rows.keys().isEmpty() ? "" : " by " + order(rows.keys(), rows.output()));
      case PhysicalPlan.RangePart part ->
          "RangePart of " + part.parts() + " by " + order(part.order(), part.left().output());
      case PhysicalPlan.Unnest unnest ->
          "Unnest "
              + unnest.input().output().field(unnest.list()).name()
              + (unnest.keepsEmpty() ? " keeping empty" : "")
              + (unnest.withPosition() ? " with position" : "");
      case PhysicalPlan.Write write -> "Write " + write.spec().format().formatName();
      case PhysicalPlan.Exchange exchange ->
          "Exchange " + distribution(exchange.distribution(), exchange.output());
      case PhysicalPlan.Share share -> "Share %" + share.number() + group(share.group());
      case PhysicalPlan.SharedRead read -> "SharedRead of %" + read.number() + group(read.group());
      case PhysicalPlan.ExchangeRead read ->
          "ExchangeRead #"
              + read.exchange()
              + (read.isSequence() ? " part by part" : "")
              + (read.mergeOrder().isEmpty()
                  ? ""
                  : " merged by " + order(read.mergeOrder(), read.output()))
              + group(read.group());
    };
  }

  private static String group(PartitionGroup group) {
    return switch (group) {
      case ALL -> "";
      case EVEN -> " but partitions found skewed";
      case SKEWED -> ", rows of partitions found skewed";
    };
  }

  private static String scan(PhysicalPlan.Scan scan) {
    ScanRequest request = scan.request();
    List<Field> decoded = new ArrayList<>();
    for (int i = 0; i < request.columns().size(); i++) {
      Field whole = scan.table().schema().field(request.columns().get(i));
      decoded.add(new Field(whole.name(), request.type(i, whole.type()), whole.nullable()));
    }
    Schema columns = new Schema(decoded);
    StringBuilder text = new StringBuilder("Scan ").append(scan.table().name());
    text.append(scan.isWhole() ? " in each task" : "");
    scan.keys()
        .ifPresent(
            keys -> text.append(" by ranges of ").append(columns.field(keys.column()).name()));
    text.append(" [");
    text.append(names(scan.output())).append(']');
    String parts =
        IntStream.range(0, decoded.size())
            .filter(i -> request.pruned().get(i).isPresent())
            .mapToObj(i -> decoded.get(i).name() + ' ' + decoded.get(i).type().sqlName())
            .collect(Collectors.joining(", "));
    if (!parts.isEmpty()) {
      text.append(" only ").append(parts);
    }
    if (!request.filter().conjuncts().isEmpty()) {
      text.append(" where ");
      text.append(
          request.filter().conjuncts().stream()
              .map(ScanFilter.Conjunct::text)
              .collect(Collectors.joining(" and ")));
      String pruning =
          request.filter().conjuncts().stream()
              .map(ScanFilter.Conjunct::pruning)
              .flatMap(Optional::stream)
              .map(predicate -> ExpressionText.of(predicate, columns))
              .collect(Collectors.joining(" and "));
      if (!pruning.isEmpty()) {
        text.append(" skip unless ").append(pruning);
      }
    }
    if (!scan.order().isEmpty()) {
      text.append(" ordered by ")
          .append(order(scan.order(), scan.output()))
          .append(", proved by footers");
    }
    request.limit().ifPresent(limit -> text.append(" limit ").append(limit));
    for (PhysicalPlan.RuntimeColumn runtime : scan.runtime()) {
      text.append(runtime.equals(scan.runtime().getFirst()) ? " while running " : " and ");
      text.append(decoded.get(runtime.column()).name()).append(" in #").append(runtime.filter());
    }
    return text.toString();
  }

  private static String project(PhysicalPlan.Project project) {
    List<String> columns = new ArrayList<>();
    for (int i = 0; i < project.expressions().size(); i++) {
      String name = project.output().field(i).name();
      String text = ExpressionText.of(project.expressions().get(i), project.input().output());
      columns.add(text.equals(name) ? name : name + " = " + text);
    }
    return "Project [" + String.join(", ", columns) + "]";
  }

  private static String aggregate(PhysicalPlan.Aggregate aggregate) {
    Schema input = aggregate.input().output();
    StringBuilder text = new StringBuilder("Aggregate");
    if (aggregate.mode() != AggregateMode.SINGLE) {
      text.append(' ').append(aggregate.mode());
    }
    if (!aggregate.keys().isEmpty()) {
      text.append(" by ").append(columns(aggregate.keys(), input));
    }
    if (!aggregate.calls().isEmpty()) {
      text.append(" [")
          .append(
              aggregate.calls().stream()
                  .map(call -> aggregate.mode().readsStates() ? name(call) : call(call, input))
                  .collect(Collectors.joining(", ")))
          .append(']');
    }
    return text.toString();
  }

  private static String call(AggregateCall call, Schema input) {
    String name = name(call);
    int bracket = name.indexOf('(');
    StringBuilder text = new StringBuilder(bracket < 0 ? name : name.substring(0, bracket));
    text.append('(').append(call.distinct() ? "distinct " : "");
    text.append(call.arguments().isEmpty() ? "*" : columns(call.arguments(), input));
    if (!call.orderBy().isEmpty()) {
      text.append(" order by ").append(order(call.orderBy(), input));
    }
    text.append(')');
    call.filter()
        .ifPresent(column -> text.append(" where ").append(ExpressionText.name(column, input)));
    return text.toString();
  }

  private static String range(JoinRange range, PhysicalPlan left, PhysicalPlan right) {
    String column = ExpressionText.name(range.column(), right.output());
    if (!range.isNearest()) {
      return " in order of " + column;
    }
    boolean isUpper = range.upper().isPresent();
    JoinRange.End bound = range.upper().or(range::lower).orElseThrow();
    return " to the "
        + (isUpper ? "last " : "first ")
        + column
        + (isUpper ? " <" : " >")
        + (bound.isStrict() ? " " : "= ")
        + ExpressionText.name(bound.left(), left.output());
  }

  private static String hashJoin(PhysicalPlan.HashJoin join) {
    List<String> keys = new ArrayList<>();
    for (int i = 0; i < join.leftKeys().size(); i++) {
      keys.add(
          ExpressionText.name(join.leftKeys().get(i), join.left().output())
              + (join.nullSafe().get(i) ? " is not distinct from " : " = ")
              + ExpressionText.name(join.rightKeys().get(i), join.right().output()));
    }
    return "HashJoin "
        + join.kind()
        + " on "
        + String.join(" and ", keys)
        + join.residual()
            .map(r -> " if " + ExpressionText.of(r, pairs(join.left(), join.right())))
            .orElse("")
        + join.range().map(range -> range(range, join.left(), join.right())).orElse("")
        + join.runtime().stream()
            .map(
                runtime ->
                    ExpressionText.name(join.rightKeys().get(runtime.key()), join.right().output())
                        + " as #"
                        + runtime.filter())
            .collect(
                Collectors.collectingAndThen(
                    Collectors.joining(", "), all -> all.isEmpty() ? "" : " giving " + all));
  }

  private static Schema pairs(PhysicalPlan left, PhysicalPlan right) {
    List<Field> fields = new ArrayList<>(left.output().fields());
    fields.addAll(right.output().fields());
    return new Schema(fields);
  }

  private static String window(PhysicalPlan.Window window) {
    Schema input = window.input().output();
    StringBuilder text = new StringBuilder("Window [");
    text.append(
        window.calls().stream()
            .map(call -> windowCall(call, input))
            .collect(Collectors.joining(", ")));
    text.append(']');
    if (!window.partitionKeys().isEmpty()) {
      text.append(" partition by ").append(columns(window.partitionKeys(), input));
    }
    if (!window.order().isEmpty()) {
      text.append(" order by ").append(order(window.order(), input));
    }
    return text.toString();
  }

  private static String windowCall(WindowCall call, Schema input) {
    return call.aggregate()
        .map(aggregate -> call(aggregate, input))
        .orElseGet(
            () ->
                call.function().orElseThrow().displayName()
                    + "("
                    + columns(call.arguments(), input)
                    + ")");
  }

  private static String distribution(Distribution distribution, Schema input) {
    return switch (distribution) {
      case Distribution.Single single ->
          single.order().isEmpty() ? "to one" : "to one, merged by " + order(single.order(), input);
      case Distribution.Broadcast ignored -> "to all";
      case Distribution.Hash hash ->
          "by hash of "
              + columns(hash.keys(), input)
              + to(hash.parts())
              + (hash.isSpare() ? " unless the build side is small" : "");
      case Distribution.RoundRobin turns -> "in turn" + to(turns.parts());
      case Distribution.Adjacent adjacent -> "of neighbours" + to(adjacent.parts());
      case Distribution.Sequence ignored -> "to one, part by part";
      case Distribution.Range range -> "by ranges to " + range.parts();
    };
  }

  private static String to(int parts) {
    return parts == 0 ? "" : " to " + parts;
  }

  private static String range(long offset, long limit) {
    String rows = limit == Long.MAX_VALUE ? "all" : Long.toString(limit);
    return offset == 0 ? rows : rows + " after " + offset;
  }

  private static String order(List<SortOrder> order, Schema input) {
    return order.stream()
        .map(
            key ->
                ExpressionText.name(key.column(), input)
                    + (key.direction() == SortDirection.DESCENDING ? " desc" : "")
                    + (key.nulls() == NullPlacement.FIRST ? " nulls first" : ""))
        .collect(Collectors.joining(", "));
  }

  private static String columns(List<Integer> columns, Schema input) {
    return columns.stream()
        .map(column -> ExpressionText.name(column, input))
        .collect(Collectors.joining(", "));
  }

  private static String names(Schema schema) {
    return String.join(", ", schema.names());
  }

  private static String name(AggregateCall call) {
    return call.code().map(UserFunction::name).orElse(call.function().displayName());
  }
}
