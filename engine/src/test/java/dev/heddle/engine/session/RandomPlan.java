package dev.heddle.engine.session;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.SortKey;
import dev.heddle.frame.expr.WindowFrame;
import dev.heddle.frame.expr.WindowSpec;
import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.plan.JoinKind;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedAggregate;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.plan.NamedWindow;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Makes random plans with correlated subqueries and lateral joins in every place, and the same as
 * text for DuckDB. Every column has a name of its own, so that the text needs no qualifiers.
 */
final class RandomPlan {
  /** Rows, as a plan and as a query. */
  record Rows(LogicalPlan plan, String sql) {
    Schema schema() {
      return plan.schema();
    }
  }

  /** An expression, as a plan's and as text. */
  record Value(Expr expr, String sql) {}

  /** What an expression may read: the row of its node, and the rows outside. */
  private static final class Scope {
    private final @Nullable Scope around; // of the expression that holds the plan
    private final List<Schema> rows = new ArrayList<>(); // of that expression's node: none or one
    private final List<Expr> arguments = new ArrayList<>();
    private final List<Field> outer = new ArrayList<>();

    Scope() {
      this.around = null;
    }

    Scope(Scope around, Schema row) {
      this.around = around;
      rows.add(row);
    }

    List<Field> visible() {
      List<Field> fields = new ArrayList<>();
      if (around != null) {
        fields.addAll(rows.getFirst().fields());
        fields.addAll(around.visible());
      }
      return fields;
    }

    Expr outer(Field field) {
      for (int i = 0; i < outer.size(); i++) {
        if (outer.get(i).name().equals(field.name())) {
          return new Expr.OuterColumn(i, field.name(), field.type(), field.nullable());
        }
      }
      Schema row = rows.getFirst();
      int at = row.indexOf(field.name()).orElse(-1);
      Expr argument =
          at >= 0
              ? new Expr.BoundColumn(at, field.name())
              : java.util.Objects.requireNonNull(around).outer(field);
      outer.add(field);
      arguments.add(argument);
      return new Expr.OuterColumn(outer.size() - 1, field.name(), field.type(), field.nullable());
    }
  }

  private final Random random;
  private final List<LogicalPlan.Scan> tables;
  private int names;
  private int budget = 26; // nodes
  private boolean mayFail;

  RandomPlan(long seed, List<LogicalPlan.Scan> tables) {
    this.random = new Random(seed);
    this.tables = tables;
  }

  Rows query() {
    return rows(new Scope(), 3);
  }

  /**
   * Returns whether a scalar subquery may have several rows. That is an error for who computes it;
   * which columns that nobody reads are computed is not said.
   */
  boolean mayFail() {
    return mayFail;
  }

  private String name(String prefix) {
    return prefix + names++;
  }

  private int upTo(int bound) {
    return random.nextInt(bound);
  }

  private boolean onceIn(int n) {
    return random.nextInt(n) == 0;
  }

  private Rows table() {
    int t = upTo(tables.size());
    LogicalPlan.Scan scan = tables.get(t);
    List<NamedExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < scan.schema().size(); i++) {
      Field field = scan.schema().field(i);
      String name = name("c");
      columns.add(new NamedExpr(name, new Expr.BoundColumn(i, field.name())));
      fields.add(field.withName(name));
      texts.add(field.name() + " as " + name);
    }
    return new Rows(
        new LogicalPlan.Project(scan, columns, new Schema(fields)),
        "select " + String.join(", ", texts) + " from t" + t);
  }

  private String from(Rows rows) {
    return "(" + rows.sql + ") " + name("q");
  }

  private Rows rows(Scope scope, int depth) {
    budget--;
    if (depth == 0 || budget <= 0) {
      return onceIn(6) ? oneRow(scope) : table();
    }
    return switch (upTo(19)) {
      case 0, 1, 2, 3 -> filter(scope, depth);
      case 4, 5, 6 -> project(scope, depth);
      case 7, 8, 9 -> aggregate(scope, depth);
      case 10, 11, 12 -> join(scope, depth);
      case 13 -> limit(scope, depth);
      case 14 -> setOperation(scope, depth);
      case 15 -> distinct(scope, depth);
      case 16 ->
          onceIn(2)
              ? window(scope, depth)
              : onceIn(2) ? numbered(scope, depth) : unnested(scope, depth);
      default -> lateral(scope, depth);
    };
  }

  /** A row of values, of which some are outer ones. */
  private Rows oneRow(Scope scope) {
    Schema none = new Schema(List.of());
    LogicalPlan values = new LogicalPlan.Values(none, List.of(List.of()));
    int count = 1 + upTo(2);
    List<Value> columns = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      columns.add(number(scope, none, 1));
    }
    return projected(new Rows(values, ""), columns, "");
  }

  private Rows projected(Rows input, List<Value> values, String from) {
    ExprTyper typer = new ExprTyper(input.schema(), "Cannot test");
    List<NamedExpr> columns = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (Value value : values) {
      String name = name("c");
      ExprType type = typer.type(value.expr);
      columns.add(new NamedExpr(name, value.expr));
      fields.add(new Field(name, type.type(), type.nullable()));
      texts.add(value.sql + " as " + name);
    }
    return new Rows(
        new LogicalPlan.Project(input.plan, columns, new Schema(fields)),
        "select " + String.join(", ", texts) + from);
  }

  private Rows filter(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    Value predicate = truth(scope, input.schema(), depth);
    return new Rows(
        new LogicalPlan.Filter(input.plan, predicate.expr),
        "select * from " + from(input) + " where " + predicate.sql);
  }

  private Rows project(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < 1 + upTo(3); i++) {
      values.add(number(scope, input.schema(), depth));
    }
    return projected(input, values, " from " + from(input));
  }

  private Rows aggregate(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    Schema schema = input.schema();
    int keyCount = upTo(3);
    List<NamedExpr> keys = new ArrayList<>();
    List<Field> fields = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    List<String> keyTexts = new ArrayList<>();
    ExprTyper typer = new ExprTyper(schema, "Cannot test");
    for (int i = 0; i < keyCount; i++) {
      Value key = onceIn(5) ? number(scope, schema, depth) : column(schema);
      String name = name("c");
      keys.add(new NamedExpr(name, key.expr));
      ExprType type = typer.type(key.expr);
      fields.add(new Field(name, type.type(), type.nullable()));
      texts.add(key.sql + " as " + name);
      keyTexts.add(Integer.toString(i + 1));
    }
    boolean rollup = keyCount > 0 && onceIn(5);
    if (rollup) {
      fields.replaceAll(field -> new Field(field.name(), field.type(), true));
    }
    List<NamedAggregate> calls = new ArrayList<>();
    for (int i = 0; i < 1 + upTo(2); i++) {
      String name = name("c");
      Value argument = onceIn(5) ? besideColumn(scope, schema, depth) : column(schema);
      Value condition = onceIn(4) ? truth(scope, schema, depth) : null;
      AggregateFunction function =
          switch (upTo(5)) {
            case 0 -> AggregateFunction.COUNT_ALL;
            case 1 -> AggregateFunction.COUNT;
            case 2 -> AggregateFunction.MIN;
            case 3 -> AggregateFunction.MAX;
            default -> AggregateFunction.SUM;
          };
      boolean isDistinct = function == AggregateFunction.COUNT && onceIn(2);
      List<Expr> arguments =
          function == AggregateFunction.COUNT_ALL ? List.of() : List.of(argument.expr);
      Expr.Aggregate call =
          new Expr.Aggregate(
              function,
              arguments,
              isDistinct,
              condition == null ? null : condition.expr,
              List.of());
      calls.add(new NamedAggregate(name, call));
      ExprType type = typer.type(call);
      fields.add(new Field(name, type.type(), type.nullable()));
      String shown = function.displayName();
      texts.add(
          (function == AggregateFunction.COUNT_ALL
                  ? "count(*)"
                  : shown + "(" + (isDistinct ? "distinct " : "") + argument.sql + ")")
              + (condition == null ? "" : " filter (where " + condition.sql + ")")
              + " as "
              + name);
    }
    List<List<Integer>> sets = new ArrayList<>();
    for (int size = keyCount; size >= (rollup ? 0 : keyCount); size--) {
      sets.add(java.util.stream.IntStream.range(0, size).boxed().toList());
    }
    String group =
        keyCount == 0
            ? ""
            : rollup
                ? " group by rollup (" + String.join(", ", keyTexts) + ")"
                : " group by " + String.join(", ", keyTexts);
    // keys by position, since they may be subqueries
    return new Rows(
        new LogicalPlan.Aggregate(input.plan, keys, calls, sets, new Schema(fields)),
        "select " + String.join(", ", texts) + " from " + from(input) + group);
  }

  /** An aggregate of outer columns alone would be one of the outer query. */
  private Value besideColumn(Scope scope, Schema schema, int depth) {
    Value column = bigint(column(schema));
    Value number = bigint(number(scope, schema, depth));
    return new Value(
        Expr.Call.of(ScalarFunction.COALESCE, column.expr, number.expr),
        "coalesce(" + column.sql + ", " + number.sql + ")");
  }

  private static Schema concat(Schema left, Schema right, boolean leftNull, boolean rightNull) {
    List<Field> fields = new ArrayList<>();
    left.fields().forEach(f -> fields.add(leftNull ? new Field(f.name(), f.type(), true) : f));
    right.fields().forEach(f -> fields.add(rightNull ? new Field(f.name(), f.type(), true) : f));
    return new Schema(fields);
  }

  private Rows join(Scope scope, int depth) {
    Rows left = rows(scope, depth - 1);
    Rows right = rows(scope, depth - 1);
    Schema pair = concat(left.schema(), right.schema(), false, false);
    JoinKind kind = JoinKind.values()[upTo(JoinKind.values().length)];
    Value condition = null;
    if (kind != JoinKind.CROSS) {
      condition = equality(left.schema(), right.schema());
      if (onceIn(3)) {
        Value other = truth(scope, pair, depth - 1);
        condition =
            new Value(
                condition.expr.and(other.expr), "(" + condition.sql + " and " + other.sql + ")");
      }
    }
    Schema schema =
        switch (kind) {
          case INNER, CROSS -> pair;
          case LEFT -> concat(left.schema(), right.schema(), false, true);
          case RIGHT -> concat(left.schema(), right.schema(), true, false);
          case FULL -> concat(left.schema(), right.schema(), true, true);
          case SEMI, ANTI -> left.schema();
        };
    LogicalPlan plan =
        new LogicalPlan.Join(
            left.plan,
            right.plan,
            kind,
            List.of(),
            condition == null ? null : condition.expr,
            pair,
            schema);
    String on = condition == null ? "" : " on " + condition.sql;
    return new Rows(plan, "select * from " + from(left) + " " + kind + " join " + from(right) + on);
  }

  private Value equality(Schema left, Schema right) {
    Value one = column(left);
    int at = upTo(right.size());
    Field field = right.field(at);
    Value other = new Value(new Expr.BoundColumn(left.size() + at, field.name()), field.name());
    return compared(ScalarFunction.EQ, "=", one, other);
  }

  private Rows limit(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    List<SortKey> keys = new ArrayList<>();
    for (int i = 0; i < input.schema().size(); i++) {
      keys.add(new Expr.BoundColumn(i, input.schema().field(i).name()).ascending());
    }
    int count = upTo(4);
    int offset = onceIn(2) ? 0 : upTo(3);
    return new Rows(
        new LogicalPlan.Limit(new LogicalPlan.Sort(input.plan, keys), offset, count),
        "select * from " + from(input) + " order by all limit " + count + " offset " + offset);
  }

  private Rows onlyNumbers(Scope scope, int depth, int columns) {
    Rows input = rows(scope, depth);
    List<Value> values = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      Value column = column(input.schema());
      values.add(bigint(column));
    }
    return projected(input, values, " from " + from(input));
  }

  private Value bigint(Value value) {
    return new Value(value.expr.cast(DataType.INT64), "cast(" + value.sql + " as bigint)");
  }

  private Rows setOperation(Scope scope, int depth) {
    int columns = 1 + upTo(2);
    Rows left = onlyNumbers(scope, depth - 1, columns);
    Rows right = onlyNumbers(scope, depth - 1, columns);
    boolean all = onceIn(2);
    Schema schema =
        new Schema(
            left.schema().fields().stream().map(f -> new Field(f.name(), f.type(), true)).toList());
    String word;
    LogicalPlan plan;
    switch (upTo(3)) {
      case 0 -> {
        word = "union";
        plan = new LogicalPlan.Union(List.of(left.plan, right.plan), schema);
        if (!all) {
          plan = new LogicalPlan.Distinct(plan);
        }
      }
      case 1 -> {
        word = "intersect";
        plan = new LogicalPlan.Intersect(left.plan, right.plan, all, schema);
      }
      default -> {
        word = "except";
        plan = new LogicalPlan.Except(left.plan, right.plan, all, left.schema());
      }
    }
    return new Rows(
        plan, "(" + left.sql + ") " + word + (all ? " all" : "") + " (" + right.sql + ")");
  }

  private Rows distinct(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    return new Rows(new LogicalPlan.Distinct(input.plan), "select distinct * from " + from(input));
  }

  private Rows window(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    Schema schema = input.schema();
    String name = name("c");
    Value key = onceIn(4) ? number(scope, schema, depth) : column(schema);
    Expr.Over over;
    String text;
    if (onceIn(2)) {
      Value argument = onceIn(4) ? number(scope, schema, depth) : column(schema);
      over =
          new Expr.Over(
              Expr.Aggregate.of(AggregateFunction.MAX, argument.expr),
              new WindowSpec(List.of(key.expr), List.of(), WindowFrame.WHOLE));
      text = "max(" + argument.sql + ") over (partition by " + key.sql + ")";
    } else {
      over =
          new Expr.Over(
              Expr.WindowCall.of(WindowFunction.RANK),
              new WindowSpec(List.of(), List.of(key.expr.ascending()), WindowFrame.RUNNING));
      text = "rank() over (order by " + key.sql + ")";
    }
    ExprType type = new ExprTyper(schema, "Cannot test").type(over);
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(new Field(name, type.type(), type.nullable()));
    return new Rows(
        new LogicalPlan.Window(
            input.plan, List.of(new NamedWindow(name, over)), new Schema(fields)),
        "select *, " + text + " as " + name + " from " + from(input));
  }

  /** Rows with their numbers; equal rows may have each other's. */
  private Rows numbered(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    Schema schema = input.schema();
    List<SortKey> keys = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      keys.add(new Expr.BoundColumn(i, schema.field(i).name()).ascending());
    }
    String name = name("c");
    int start = upTo(3);
    List<Field> fields = new ArrayList<>(List.of(new Field(name, DataType.INT64, false)));
    fields.addAll(schema.fields());
    return new Rows(
        new LogicalPlan.RowIndex(
            new LogicalPlan.Sort(input.plan, keys), name, start, new Schema(fields)),
        "select row_number() over (order by "
            + String.join(", ", schema.names())
            + ") + "
            + (start - 1)
            + " as "
            + name
            + ", * from "
            + from(input));
  }

  private Rows unnested(Scope scope, int depth) {
    Rows input = rows(scope, depth - 1);
    Schema schema = input.schema();
    Value one = bigint(number(scope, schema, depth));
    Value other = bigint(number(scope, schema, depth));
    String name = name("c");
    List<Field> fields = new ArrayList<>(schema.fields());
    fields.add(new Field(name, DataType.INT64, true));
    return new Rows(
        new LogicalPlan.Unnest(
            input.plan,
            Expr.Call.of(ScalarFunction.LIST_OF, one.expr, other.expr),
            false,
            false,
            new Schema(fields)),
        "select *, unnest(["
            + one.sql
            + ", "
            + other.sql
            + "]) as "
            + name
            + " from "
            + from(input));
  }

  private Rows lateral(Scope scope, int depth) {
    Rows left = rows(scope, depth - 1);
    Scope inside = new Scope(scope, left.schema());
    Rows right = rows(inside, depth - 1);
    boolean keepsLeft = onceIn(2);
    Schema pair = concat(left.schema(), right.schema(), false, false);
    Value condition = onceIn(2) ? truth(scope, pair, 0) : null;
    Schema schema = concat(left.schema(), right.schema(), false, keepsLeft);
    LogicalPlan plan =
        new LogicalPlan.LateralJoin(
            left.plan,
            right.plan,
            List.copyOf(inside.arguments),
            keepsLeft,
            condition == null ? null : condition.expr,
            schema);
    return new Rows(
        plan,
        "select * from "
            + from(left)
            + (keepsLeft ? " left" : "")
            + " join lateral "
            + from(right)
            + " on "
            + (condition == null ? "true" : condition.sql));
  }

  private Value column(Schema schema) {
    int at = upTo(schema.size());
    String name = schema.field(at).name();
    return new Value(new Expr.BoundColumn(at, name), name);
  }

  /** A column of the row or of one outside. */
  private Value anyColumn(Scope scope, Schema row) {
    List<Field> outside = scope.visible();
    if (row.size() == 0 && outside.isEmpty()) {
      return literal();
    }
    if (!outside.isEmpty() && (row.size() == 0 || onceIn(2))) {
      // nearer rows more often
      Field field = outside.get(Math.min(upTo(outside.size()), upTo(outside.size())));
      return new Value(scope.outer(field), field.name());
    }
    return column(row);
  }

  private Value literal() {
    int value = upTo(4);
    return new Value(new Expr.Literal((long) value, DataType.INT32), Integer.toString(value));
  }

  private Value number(Scope scope, Schema row, int depth) {
    budget--;
    return switch (upTo(depth > 0 && budget > 0 ? 12 : 7)) {
      case 0, 1, 2, 3 -> anyColumn(scope, row);
      case 4 -> literal();
      case 5 -> {
        Value one = bigint(anyColumn(scope, row));
        Value other = bigint(literal());
        yield new Value(
            Expr.Call.of(ScalarFunction.ADD, one.expr, other.expr),
            "(" + one.sql + " + " + other.sql + ")");
      }
      case 6 -> {
        Value one = bigint(anyColumn(scope, row));
        yield new Value(
            Expr.Call.of(ScalarFunction.COALESCE, one.expr, new Expr.Literal(7L, DataType.INT64)),
            "coalesce(" + one.sql + ", 7)");
      }
      case 7 -> {
        Value condition = truth(scope, row, depth - 1);
        Value one = bigint(anyColumn(scope, row));
        Value other = bigint(anyColumn(scope, row));
        yield new Value(
            new Expr.Case(List.of(new Expr.Branch(condition.expr, one.expr)), other.expr),
            "case when " + condition.sql + " then " + one.sql + " else " + other.sql + " end");
      }
      default -> scalar(scope, row, depth);
    };
  }

  /** A subquery of one row at most, or one that may have more. */
  private Value scalar(Scope scope, Schema row, int depth) {
    Scope inside = new Scope(scope, row);
    Rows found = rows(inside, depth - 1);
    Schema schema = found.schema();
    Rows one =
        switch (upTo(10)) {
          case 0, 1, 2 -> {
            Value value = column(schema);
            String name = name("c");
            AggregateFunction function =
                onceIn(2) ? AggregateFunction.COUNT : AggregateFunction.MAX;
            Expr.Aggregate call = Expr.Aggregate.of(function, value.expr);
            ExprType type = new ExprTyper(schema, "Cannot test").type(call);
            yield new Rows(
                new LogicalPlan.Aggregate(
                    found.plan,
                    List.of(),
                    List.of(new NamedAggregate(name, call)),
                    List.of(List.of()),
                    new Schema(List.of(new Field(name, type.type(), type.nullable())))),
                "select "
                    + function.displayName()
                    + "("
                    + value.sql
                    + ") as "
                    + name
                    + " from "
                    + from(found));
          }
          case 3 -> {
            mayFail = true;
            yield found;
          }
          default -> {
            List<SortKey> keys = new ArrayList<>();
            for (int i = 0; i < schema.size(); i++) {
              keys.add(new Expr.BoundColumn(i, schema.field(i).name()).ascending());
            }
            yield new Rows(
                new LogicalPlan.Limit(new LogicalPlan.Sort(found.plan, keys), 0, 1),
                "select * from " + from(found) + " order by all limit 1");
          }
        };
    Value value =
        one.schema().size() > 0 && onceIn(3)
            ? number(inside, one.schema(), 0)
            : column(one.schema());
    Rows projected = projected(one, List.of(value), " from " + from(one));
    return new Value(
        new Expr.ScalarSubquery(projected.plan, List.copyOf(inside.arguments)),
        "(" + projected.sql + ")");
  }

  private Value truth(Scope scope, Schema row, int depth) {
    budget--;
    return switch (upTo(depth > 0 && budget > 0 ? 13 : 5)) {
      case 0, 1 -> comparison(scope, row, depth);
      case 2 -> {
        Value one = anyColumn(scope, row);
        yield new Value(one.expr.isNull(), one.sql + " is null");
      }
      case 3 -> {
        Value one = truth(scope, row, depth - 1);
        Value other = truth(scope, row, depth - 1);
        boolean isAnd = onceIn(2);
        yield new Value(
            isAnd ? one.expr.and(other.expr) : one.expr.or(other.expr),
            "(" + one.sql + (isAnd ? " and " : " or ") + other.sql + ")");
      }
      case 4 -> {
        Value one = truth(scope, row, depth - 1);
        yield new Value(one.expr.not(), "(not " + one.sql + ")");
      }
      case 5, 6, 7 -> {
        Scope inside = new Scope(scope, row);
        Rows found = rows(inside, depth - 1);
        boolean not = onceIn(2);
        Expr exists = new Expr.ExistsSubquery(found.plan, List.copyOf(inside.arguments));
        yield new Value(
            not ? exists.not() : exists, (not ? "not " : "") + "exists (" + found.sql + ")");
      }
      default -> quantified(scope, row, depth);
    };
  }

  private Value comparison(Scope scope, Schema row, int depth) {
    Value one = number(scope, row, depth - 1);
    Value other = number(scope, row, depth - 1);
    int at = upTo(OPERATORS.length);
    return compared(FUNCTIONS[at], OPERATORS[at], one, other);
  }

  private static final String[] OPERATORS = {"=", "=", "<>", "<", ">="};
  private static final ScalarFunction[] FUNCTIONS = {
    ScalarFunction.EQ,
    ScalarFunction.EQ,
    ScalarFunction.NOT_EQ,
    ScalarFunction.LT,
    ScalarFunction.GT_EQ
  };

  private static Value compared(ScalarFunction function, String text, Value one, Value other) {
    return new Value(
        Expr.Call.of(function, one.expr, other.expr),
        "(" + one.sql + " " + text + " " + other.sql + ")");
  }

  private Value quantified(Scope scope, Schema row, int depth) {
    Scope inside = new Scope(scope, row);
    int width = onceIn(4) ? 2 : 1;
    Rows found = onlyNumbers(inside, depth - 1, width);
    List<Expr> operands = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < width; i++) {
      Value operand = number(scope, row, 0);
      operands.add(operand.expr);
      texts.add("cast(" + operand.sql + " as bigint)");
    }
    int at = upTo(OPERATORS.length);
    boolean not = onceIn(2);
    Expr any =
        new Expr.QuantifiedSubquery(
            operands,
            FUNCTIONS[at],
            java.util.Collections.nCopies(width, DataType.INT64),
            found.plan,
            List.copyOf(inside.arguments));
    String text =
        width == 1
            ? texts.getFirst()
                + (at <= 1 ? " in (" : " " + OPERATORS[at] + " any (")
                + found.sql
                + ")"
            : rowsText(texts, OPERATORS[at], found);
    return new Value(not ? any.not() : any, (not ? "(not (" : "((") + text + "))");
  }

  /** DuckDB does not take a comparison of rows with a correlated subquery. */
  private String rowsText(List<String> left, String operator, Rows found) {
    String x = found.schema().field(0).name();
    String y = found.schema().field(1).name();
    String a = left.get(0);
    String b = left.get(1);
    String matches =
        switch (operator) {
          case "=" -> "(" + a + " = " + x + " and " + b + " = " + y + ")";
          case "<>" -> "(" + a + " <> " + x + " or " + b + " <> " + y + ")";
          default -> "(row(%s, %s) %s row(%s, %s))".formatted(a, b, operator, x, y);
        };
    return ("(select case when coalesce(bool_or(%s), false) then true"
            + " when coalesce(bool_or(%s is null), false) then null else false end from %s)")
        .formatted(matches, matches, from(found));
  }
}
