package dev.heddle.engine.frame;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.col;
import static dev.heddle.frame.expr.Functions.expr;
import static dev.heddle.frame.expr.Functions.lit;
import static dev.heddle.frame.expr.Functions.orderBy;
import static dev.heddle.frame.expr.Functions.over;
import static dev.heddle.frame.expr.Functions.struct;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.expr.catalogue.FunctionEntry;
import dev.heddle.frame.expr.catalogue.LambdaEntry;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * SQL and frames have the same functions: every name of the catalogue is called in SQL, by {@code
 * call} and by {@code expr}, with arguments that it takes, and all end in the same plan.
 */
class FunctionTwinsTest {
  private static final Map<String, Expr> ARGUMENTS = new LinkedHashMap<>();
  private static final Set<List<String>> TAKEN = new LinkedHashSet<>();
  private static Session session;
  private static DataFrame t;

  @BeforeAll
  static void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 28));
    session.execute(
        "create table t as select i as k, cast(i as double) as x, 'n' || i as s, i > 1 as b, date"
            + " '2024-01-01' as d, timestamp '2024-01-01 01:02:03' as ts, time '01:02:03' as tm,"
            + " interval '1' day as iv, [i, 2] as l, ['a', s] as ls, [b] as lb, map {'a': i} as m,"
            + " {'p': i} as st, [[i]] as ll, [{'k': 'a', 'v': i}] as es, x'41' as bin, row(i, 2) as"
            + " rw, ('n' || i)::enum('n0', 'n1', 'n2') as en from range(3) r(i)");
    t = session.table("t");
    for (String literal : List.of("1", "0.5", "'month'", "'p'", "'[a-z]'", "'%Y'", "'sum'")) {
      ARGUMENTS.put(literal, literalOf(literal));
    }
    for (String column : t.schema().names()) {
      ARGUMENTS.put(column, col(column));
    }
  }

  private static Expr literalOf(String sql) {
    return session.sql("select " + sql + " as c").plan() instanceof LogicalPlan.Project project
        ? project.columns().getFirst().expr()
        : col(sql);
  }

  @AfterAll
  static void close() {
    session.close();
  }

  /** A call that SQL takes. */
  private record Call(String name, List<String> arguments, boolean isAggregate, boolean isWindow) {
    String sql() {
      return name
          + "("
          + String.join(", ", arguments)
          + ")"
          + (isWindow ? " over (order by k)" : "");
    }
  }

  /**
   * What is tried apart: grouping needs keys, struct_pack and its like names, make_timestamp six
   * arguments, sha2 a number of bits, json_transform a type, to_number a pattern, struct_drop a
   * struct of several fields, list_to_struct a list of names; the others are written as operators
   * in SQL.
   */
  private static final Set<String> SPECIAL =
      Set.of(
          "grouping",
          "grouping_id",
          "struct_pack",
          "make_timestamp",
          "and",
          "or",
          "not",
          "like",
          "some",
          "sha2",
          "json_transform",
          "json_transform_strict",
          "from_json",
          "from_json_strict",
          "to_number",
          "try_to_number",
          "histogram_exact",
          "equi_width_bins",
          "struct_insert",
          "struct_update",
          "struct_drop",
          "list_to_struct");

  @Test
  void specialFunctionsAreInBoth() {
    assertThat(plan(t.rollup("k", "b").agg(call("grouping", col("k"), col("b")).named("c"))))
        .isEqualTo(
            plan(session.sql("select k, b, grouping(k, b) c from t group by rollup (k, b)")));
    assertThat(plan(t.rollup("k").agg(expr("grouping(k)").named("c"))))
        .isEqualTo(plan(session.sql("select k, grouping(k) c from t group by rollup (k)")));
    assertThat(plan(t.select(struct(col("k")).named("c"))))
        .isEqualTo(plan(session.sql("select struct_pack(k) as c from t")))
        .isEqualTo(plan(t.select(expr("struct_pack(k)").named("c"))));
    Expr[] parts = new Expr[] {lit(2024), lit(1), lit(2), lit(3), lit(4), lit(5.5)};
    assertThat(plan(t.select(call("make_timestamp", parts).named("c"))))
        .isEqualTo(plan(session.sql("select make_timestamp(2024, 1, 2, 3, 4, 5.5e0) c from t")));
    for (String name : List.of("json_transform", "from_json", "json_transform_strict")) {
      assertThat(plan(t.select(call(name, col("s"), lit("a INT, b DOUBLE")).named("c"))))
          .isEqualTo(plan(session.sql("select " + name + "(s, 'a INT, b DOUBLE') as c from t")));
    }
    for (String name : List.of("to_number", "try_to_number")) {
      assertThat(plan(t.select(call(name, col("s"), lit("99.9")).named("c"))))
          .isEqualTo(plan(session.sql("select " + name + "(s, '99.9') as c from t")));
    }
    Expr counts = call("histogram_exact", col("k"), call("list_value", lit(1), lit(2)));
    assertThat(plan(t.agg(counts.named("c"))))
        .isEqualTo(plan(session.sql("select histogram_exact(k, [1, 2]) as c from t")));
    Expr ends = call("equi_width_bins", col("k"), lit(9), lit(3), col("b"));
    assertThat(plan(t.select(ends.named("c"))))
        .isEqualTo(plan(session.sql("select equi_width_bins(k, 9, 3, b) as c from t")));
    Expr dropped = call("struct_drop", expr("struct_insert(st, n := 1)"), lit("n"));
    assertThat(plan(t.select(dropped.named("c"))))
        .isEqualTo(
            plan(session.sql("select struct_drop(struct_insert(st, n := 1), 'n') as c from t")));
    Expr fields = call("list_to_struct", col("l"), call("list_value", lit("x"), lit("y")));
    assertThat(plan(t.select(fields.named("c"))))
        .isEqualTo(plan(session.sql("select list_to_struct(l, ['x', 'y']) as c from t")));
    Expr named = call("struct_insert", col("st"), lit(1).named("n"));
    assertThat(plan(t.select(named.named("c"))))
        .isEqualTo(plan(session.sql("select struct_insert(st, n := 1) as c from t")));
    Expr updated = call("struct_update", col("st"), lit(1).named("p"));
    assertThat(plan(t.select(updated.named("c"))))
        .isEqualTo(plan(session.sql("select struct_update(st, p := 1) as c from t")));
    assertThat(plan(t.select(call("sha2", col("s"), lit(256)).named("c"))))
        .isEqualTo(plan(session.sql("select sha2(s, 256) as c from t")));
    assertThat(plan(t.select(call("and", col("b"), col("b").not()).named("c"))))
        .isEqualTo(plan(session.sql("select b and not b as c from t")));
    assertThat(plan(t.select(call("not", col("b")).named("c"))))
        .isEqualTo(plan(session.sql("select not b as c from t")));
    assertThat(plan(t.select(call("or", col("b"), col("b").not()).named("c"))))
        .isEqualTo(plan(session.sql("select b or not b as c from t")));
    assertThat(plan(t.select(call("like", col("s"), lit("n_")).named("c"))))
        .isEqualTo(plan(session.sql("select s like 'n_' as c from t")));
    assertThat(plan(t.agg(call("some", col("b")).named("c"))))
        .isEqualTo(plan(session.sql("select bool_or(b) as c from t")));
    assertThatThrownBy(() -> t.groupBy("k").agg(call("grouping", col("b"))))
        .isInstanceOf(AnalysisException.class)
        .hasMessage("Cannot aggregate: grouping(...) takes group keys, and b is none");
  }

  @Test
  void everyFunctionOfSqlIsOneOfFrames() {
    List<String> untried = new ArrayList<>();
    List<String> differing = new ArrayList<>();
    for (String name : FunctionCatalogue.names()) {
      if (SPECIAL.contains(name)
          || FunctionCatalogue.find(name).stream().allMatch(LambdaEntry.class::isInstance)) {
        continue; // their functions of elements are written otherwise in frames
      }
      Call found = find(name);
      if (found == null) {
        untried.add(name);
      } else {
        compare(found, differing);
      }
    }
    assertThat(differing).as("functions that differ").isEmpty();
    assertThat(untried).as("functions that no argument was found for").isEmpty();
  }

  private static void compare(Call call, List<String> differing) {
    Expr[] arguments = call.arguments().stream().map(ARGUMENTS::get).toArray(Expr[]::new);
    try {
      String sql = plan(session.sql("select " + call.sql() + " as c from t"));
      Expr made = call(call.name(), CallParts.of(arguments));
      Expr whole = call.isWindow() ? over(made, orderBy("k")) : made;
      DataFrame byName = call.isAggregate() ? t.agg(whole.named("c")) : t.select(whole.named("c"));
      Expr text = expr(call.sql()).named("c");
      DataFrame byText = call.isAggregate() ? t.agg(text) : t.select(text);
      if (!plan(byName).equals(sql) || !plan(byText).equals(sql)) {
        differing.add(call.sql() + ":\n" + sql + plan(byName) + plan(byText));
      }
    } catch (RuntimeException e) {
      differing.add(call.sql() + ": " + e);
    }
  }

  /** Returns the plan without the seeds of random numbers, which each query draws. */
  private static String plan(DataFrame frame) {
    return FrameSqlTwinsTest.plan(frame).replaceAll("seed=-?\\d+", "seed");
  }

  private static @Nullable Call find(String name) {
    for (List<String> arguments : List.copyOf(TAKEN)) { // many functions take the same
      Call call = first(name, arguments);
      if (call != null) {
        return call;
      }
    }
    List<List<String>> level = List.of(List.of());
    for (int count = 0; count <= 3; count++) {
      for (List<String> given : level) {
        Call call = first(name, given);
        if (call != null) {
          TAKEN.add(given);
          return call;
        }
      }
      List<List<String>> longer = new ArrayList<>();
      for (List<String> given : level) {
        for (String argument : ARGUMENTS.keySet()) {
          List<String> more = new ArrayList<>(given);
          more.add(argument);
          longer.add(more);
        }
      }
      level = longer;
    }
    for (int count = 4; count <= 8; count++) {
      Call call = first(name, Collections.nCopies(count, "1"));
      if (call != null) {
        return call;
      }
    }
    return null;
  }

  /** Returns a call with these arguments if there may be one and SQL takes it. */
  private static @Nullable Call first(String name, List<String> arguments) {
    List<FunctionEntry> entries =
        FunctionCatalogue.find(name).stream()
            .filter(e -> !(e instanceof LambdaEntry) && e.takes(arguments.size()))
            .toList();
    if (entries.isEmpty()) {
      return null;
    }
    Call plain = taken(name, arguments, false);
    return plain == null ? taken(name, arguments, true) : plain;
  }

  private static @Nullable Call taken(String name, List<String> arguments, boolean isWindow) {
    Call call = new Call(name, arguments, false, isWindow);
    try {
      LogicalPlan plan = session.sql("select " + call.sql() + " as c from t").plan();
      boolean isAggregate = holdsAggregate(plan);
      return new Call(name, arguments, isAggregate, isWindow);
    } catch (AnalysisException e) {
      return null;
    }
  }

  private static boolean holdsAggregate(LogicalPlan plan) {
    return plan instanceof LogicalPlan.Aggregate
        || plan.inputs().stream().anyMatch(FunctionTwinsTest::holdsAggregate);
  }
}
