package dev.heddle.engine.optimizer;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.physical.plan.KnownOrder;
import dev.heddle.planner.order.MergeCosts;
import dev.heddle.planner.program.Program;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Each rule of the optimizer fires for one query and not for another that is alike; the rows are
 * the same with all rules, without this one and as written, over seeded rows with nulls.
 */
class OptimizerRulesTest {
  private static final long SEED = 20_261_126;
  private static final int ROWS = 200;
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withMemoryBudgetBytes(1L << 28);

  /** Prints the plans instead of comparing them. */
  private static final boolean WRITES = Boolean.getBoolean("heddle.rules.print");

  private static final String EMPTY_FILTER = "ReduceExpressionsRule(Filter)";
  private static final List<String> EMPTY_INPUT = List.of(EMPTY_FILTER, "PruneEmptyProject");

  /** What makes the plan to which a rule applies. */
  private static final Map<String, List<String>> GOES_AHEAD =
      Map.ofEntries(
          Map.entry("FilterMergeRule", List.of("FilterIntoJoinRule", "FilterProjectTransposeRule")),
          Map.entry("ProjectMergeRule", List.of("FilterProjectTransposeRule")),
          Map.entry("SortMergeRule:LIMIT_MERGE", List.of("ProjectRemoveRule")),
          Map.entry("Union", EMPTY_INPUT),
          Map.entry("Minus", EMPTY_INPUT),
          Map.entry("Intersect", EMPTY_INPUT),
          Map.entry("KnownAggregates", List.of("AggregateProjectMergeRule")),
          Map.entry("PruneEmptyProject", List.of(EMPTY_FILTER)),
          Map.entry("PruneEmptyFilter", EMPTY_INPUT),
          Map.entry("PruneEmptySort", EMPTY_INPUT),
          Map.entry("PruneEmptyGroups", EMPTY_INPUT),
          Map.entry("PruneEmptyJoin(left)", EMPTY_INPUT),
          Map.entry("PruneEmptyJoin(right)", EMPTY_INPUT),
          Map.entry("InferJoinFilters", List.of("FilterIntoJoinRule")),
          Map.entry("UnionMergeRule", List.of(EMPTY_FILTER, "ProjectRemoveRule")),
          Map.entry(
              "MarkJoinFilterRule",
              List.of("FilterProjectTransposeRule", "FilterAggregateTransposeRule")),
          Map.entry("FilterAggregateTransposeRule", List.of("FilterProjectTransposeRule")),
          Map.entry("PartitionFilterRule", List.of("FilterProjectTransposeRule")),
          Map.entry("reuse scans", List.of("ProjectRemoveRule", "reduce groups")),
          Map.entry("UnnestFilterRule", List.of("FilterProjectTransposeRule")));

  private static final Session ALL = open(OPTIONS);
  private static final Session AS_WRITTEN = open(OPTIONS.withoutOptimizer());

  /**
   * A rule, a query for which it fires, and one like it for which it does not.
   *
   * @param other empty if the rule may fire for all its like
   */
  private record Case(String rule, String query, String other) {}

  private static Stream<Case> cases() {
    return Stream.of(
        new Case(
            "ManyInequalities",
            "select k from r where " + inequalities(60),
            "select k from r where " + inequalities(5)),
        new Case(
            "ReduceExpressionsRule(Filter)",
            "select k from r where a + 1 > 1 + 2",
            "select k from r where a + 1 > b"),
        new Case(
            "ReduceExpressionsRule(Project)", "select k, 1 + 2 as c from r", "select a from r"),
        new Case(
            "ReduceExpressionsRule(Join)",
            "select r.k from r join q on r.k = q.k and q.c > 1 + 2",
            "select r.k from r join q on r.k = q.k and q.c > r.a"),
        new Case(
            "FilterMergeRule",
            "select k from (select * from r where a > 1) t join q using (k) where q.c = 3 and t.k ="
                + " 4",
            "select k from r where a > 1 and b > 1"),
        new Case(
            "ProjectMergeRule",
            "select x + 1 as y from (select a + 1 as x from r) t where x > 2",
            "select a + 1 as x from r where a > 2"),
        new Case("ProjectRemoveRule", "select k, a, b, s from r", "select a, k from r"),
        new Case(
            "ComputedGroupKeys",
            "select k, k - 1 as x, s, s || k as y, sum(a) as n from r group by k, k - 1, s, s || k",
            "select k - 1 as x, k + 1 as y, sum(a) as n from r group by k - 1, k + 1"),
        new Case(
            "RemoveDependentGroupKeys",
            "select t.k, t.a, count(*) as n from (select k, max(a) as a from r group by k) t"
                + " join q on t.k = q.k group by t.k, t.a",
            "select a, b, count(*) as n from r group by a, b"),
        new Case(
            "AggregateProjectMergeRule",
            "select a, sum(b) as n from (select b, a, k from r) t group by a",
            "select a + 1 as x, sum(b) as n from r group by a + 1"),
        new Case(
            "RemoveDependentSortKeys",
            "select k, m from (select k, max(a) as m from r group by k) t order by k, m",
            "select a, b from r order by a, b"),
        new Case(
            "SortMergeRule:LIMIT_MERGE",
            "select count(*) as n from (select * from (select * from r limit 5) t limit 3) u",
            "select k from (select k from r order by k limit 5) t order by k limit 3"),
        new Case(
            "AggregateCaseToFilterRule",
            "select sum(case when a > 1 then b end) as n from r",
            "select sum(case when a > 1 then 10 // b end) as n from r where b > 0"),
        new Case(
            "ShiftedSums",
            "select k, sum(a + 1) as x, sum(2 + a) as y, sum(a - 3) as z, sum(a) as w, max(a + 1)"
                + " as m from r group by k",
            "select k, sum(a + 1) as x, sum(b + 1) as y, sum(1 - a) as z from r group by k"),
        new Case(
            "KnownAggregates",
            "select min(k) as a, max(k) as b, count(a) as c, count(*) as d, max(a) as e from r",
            "select min(k) as a, max(s) as b from r"),
        new Case(
            "Union",
            "select k from r union all select k from q where false",
            "select k from r union all select k from q"),
        new Case(
            "Minus",
            "select k from r except select k from q where false",
            "select k from r except select k from q"),
        new Case(
            "Intersect",
            "select k from r intersect select k from q where false",
            "select k from r intersect select k from q"),
        new Case("PruneEmptyProject", "select k + 1 as x from r where false", "select k from r"),
        new Case(
            "PruneEmptyFilter",
            "select k from (select k from r where false) t where k > 1",
            "select k from r where k > 1"),
        new Case(
            "PruneEmptySort",
            "select k from (select k from r where false) t order by k offset 1",
            "select k from r order by k offset 1"),
        new Case(
            "PruneSortLimit0",
            "select k from r order by k limit 0",
            "select k from r limit 0 + 1000"),
        new Case(
            "PruneEmptyGroups",
            "select k, count(*) as n from r where false group by k",
            "select count(*) as n from r where false"),
        new Case(
            "PruneEmptyJoin(left)",
            "select q.k from (select k from r where false) t right join q on q.k = t.k",
            "select q.k from r t right join q on q.k = t.k"),
        new Case(
            "PruneEmptyJoin(right)",
            "select q.k, t.k as j from q left join (select k from r where false) t on q.k = t.k",
            "select q.k from q left join r t on q.k = t.k"),
        new Case(
            "FilterIntoJoinRule",
            "select r.k from r join q on r.k = q.k where r.a > 1",
            "select r.k from r join q on r.k = q.k where 10 // (r.k + 1) > 1"),
        new Case(
            "InferJoinFilters",
            "select r.k from r join q on r.k = q.k where r.k > 5",
            "select r.k from r join q on r.k = q.k where r.a > 5"),
        new Case(
            "AggregateRemoveRule",
            "select k, a from (select k, max(a) as a from r group by k) t group by k, a",
            "select k, a from r group by k, a"),
        new Case(
            "SortRemoveConstantKeysRule",
            "select k, a from r where a = 3 order by a, k",
            "select k, a from r where a > 3 order by a, k"),
        new Case(
            "SortRemoveRedundantRule",
            "select count(*) as n from r order by n",
            "select a, count(*) as n from r group by a order by n"),
        new Case(
            "UnionMergeRule",
            "select k from r union all"
                + " select k from (select k from q union all select k from r) t where 1 < 2",
            "select k from r union all select k from (select k from q union select k from r) t"),
        new Case(
            "MarkJoinFilterRule",
            "select a, e, n from (select a, e, count(*) as n from (select a, exists"
                + " (select 1 from q where q.k = r.k) as e from r) t group by a, e) u where a > 1",
            "select a, e, n from (select a, e, count(*) as n from (select a, exists"
                + " (select 1 from q where q.k = r.k) as e from r) t group by a, e) u where n > 1"),
        new Case(
            "JoinConditionPushRule",
            "select r.k, q.c from r left join q on r.k = q.k and q.c > 1",
            "select r.k, q.c from r left join q on r.k = q.k and r.a > 1"),
        new Case(
            "FilterProjectTransposeRule",
            "select x from (select a + 1 as x from r) t where x > 2",
            "select a from r where a > 2"),
        new Case(
            "FilterAggregateTransposeRule",
            "select a, n from (select a, count(*) as n from r group by a) t where a > 1",
            "select a, n from (select a, count(*) as n from r group by a) t where n > 1"),
        new Case(
            "FilterSetOpTransposeRule",
            "select k from (select k from r union all select k from q) t where k > 2",
            "select k from (select k from r except select k from q) t where 10 // (k + 1) > 2"),
        new Case(
            "SortProjectTransposeRule",
            "select x from (select a + 1 as x, k from r) t order by k limit 2",
            "select k from r"),
        new Case(
            "PartitionFilterRule",
            "select s from (select k, a, sum(b) over (partition by a % 3, k) as s, b + rank()"
                + " over (partition by k order by b) as r from r) t where k + 1 > 2 and r > 1",
            "select s from (select k, a, sum(b) over (partition by a % 3, k) as s, rank() over"
                + " (partition by a order by b) as r from r) t where k + 1 > 2 and r > 1"),
        new Case(
            "UnnestFilterRule",
            "select k, e from (select k, a, unnest([1, 2]) as e from r) t where a > 1",
            "select k, e from (select k, a, unnest([1, 2]) as e from r) t where e > 1"),
        new Case(
            "AsOfFilterRule",
            "select r.k, q.c from r asof left join q on r.k = q.k and r.b >= q.c where r.b > 1",
            "select r.k, q.c from r asof join q on r.k = q.k and r.b >= q.c where q.d > 1"));
  }

  /** The phases that are no sets of rules; those that need large tables have tests of their own. */
  private static Stream<Case> phases() {
    return Stream.of(
        new Case(
            "condense",
            "select x + 1 as y from (select a + 1 as x from (select * from r where a > 1) t"
                + " where b = 1 or b = 2 or b = 3) u",
            "select a + 1 as x from r where a > 1"),
        new Case(
            "unused joins",
            "select a, b from r left join (select k, max(c) as c from q group by k) x on r.k = x.k"
                + " union all select a, max(b) as b from r left join q on r.k = q.k group by a",
            "select a, b from r left join q on r.k = q.k"),
        new Case(
            "join order",
            "select r.k, q.d, p.a from r, r as p, q where r.k = q.k and q.d = p.k and q.c = 1",
            "select r.k, q.c from r left join q on r.k = q.k"),
        new Case(
            "aggregate early",
            "select r.s, count(*) as n, sum(b.v) as v, avg(b.v) as m, min(r.a) as a from big as b"
                + " left join r on b.k = r.k group by r.s",
            "select r.s, count(*) as n, sum(b.v) as v, avg(b.v) as m, sum(r.a) as a from big as b"
                + " left join r on b.k = r.k group by r.s"),
        new Case(
            "reduce groups",
            "select r.k, g.m from r join (select k, max(v) as m from big group by k) g on r.k = g.k"
                + " where r.a = 3 union all select k, v from big where v < 9",
            "select r.k, g.m from r join (select k, max(c) as m from q group by k) g on r.k = g.k"
                + " where r.a = 3"),
        new Case(
            "reuse scans",
            "select b.k, b.v from big as b join (select g.k, g.m from r join (select k, max(v) as m"
                + " from big group by k) g on r.k = g.k where r.a = 3) x on b.k = x.k and b.v ="
                + " x.m",
            "select b.k, b.v from big as b left join (select g.k, g.m from r join (select k, max(v)"
                + " as m from big group by k) g on r.k = g.k where r.a = 3) x on b.k = x.k and b.v"
                + " = x.m where b.v < 9"));
  }

  private static String inequalities(int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> "a <> " + i)
        .collect(Collectors.joining(" and "));
  }

  private static Session open(SessionOptions options) {
    Session session = Heddle.local(options);
    session.createView("first", session.from(schema("k", "a", "b", "s"), rows(SEED)));
    session.createView("second", session.from(schema("k", "c", "d", "t"), rows(SEED + 1)));
    session.execute(
        "create table r as from first; create table q as from second; create table big as select"
            + " cast(i % 1000 as integer) as k, i as v from range(60000) t(i)");
    session.execute("alter table r alter k set not null; alter table q alter k set not null");
    return session;
  }

  private static Schema schema(String key, String second, String third, String text) {
    return Schema.of(
        new Field(key, DataType.INT32, false),
        new Field(second, DataType.INT32, true),
        new Field(third, DataType.INT32, true),
        new Field(text, DataType.STRING, true));
  }

  private static List<@Nullable Object[]> rows(long seed) {
    Random random = new Random(seed);
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (int i = 0; i < ROWS; i++) {
      rows.add(
          new @Nullable Object[] {
            random.nextInt(ROWS / 2),
            random.nextInt(8) == 0 ? null : random.nextInt(7),
            random.nextInt(8) == 0 ? null : random.nextInt(5),
            random.nextInt(8) == 0 ? null : "s" + random.nextInt(20)
          });
    }
    return rows;
  }

  @AfterAll
  static void close() {
    ALL.close();
    AS_WRITTEN.close();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void firesOnlyWhereItMay(Case given) {
    assertThat(fired(ALL, given.query)).as(given.query).contains(given.rule);
    assertThat(fired(ALL, given.other)).as(given.other).doesNotContain(given.rule);
  }

  @ParameterizedTest
  @MethodSource("cases")
  void givesTheSameRowsAsWithoutIt(Case given) {
    try (Session without = open(OPTIONS.withExcludedRules(Set.of(given.rule)))) {
      assertThat(fired(without, given.query)).as(given.query).doesNotContain(given.rule);
      for (String query : List.of(given.query, given.other)) {
        List<String> expected = RuleTester.rows(AS_WRITTEN, query);
        assertThat(RuleTester.rows(ALL, query)).as(query).isEqualTo(expected);
        assertThat(RuleTester.rows(without, query)).as(query).isEqualTo(expected);
      }
    }
  }

  @ParameterizedTest
  @MethodSource({"cases", "phases"})
  void becomesItsPlan(Case given) throws IOException {
    List<String> ahead = GOES_AHEAD.getOrDefault(given.rule, List.of());
    try (RuleTester alone = new RuleTester(OPTIONS, ahead, given.rule, OptimizerRulesTest::open)) {
      if (WRITES) {
        System.out.println("== " + given.rule + "\n" + alone.plan(given.query) + "\n");
        return;
      }
      alone.becomes(given.query, plan(given.rule));
      alone.doesNotFire(given.other);
    }
  }

  private static String plan(String rule) throws IOException {
    try (InputStream file = OptimizerRulesTest.class.getResourceAsStream("/optimizer/rules.txt")) {
      String text = new String(requireNonNull(file).readAllBytes(), StandardCharsets.UTF_8);
      return Stream.of(text.split("(?m)^== "))
          .filter(part -> part.startsWith(rule + "\n"))
          .map(part -> part.substring(rule.length()).strip())
          .findFirst()
          .orElseThrow(() -> new AssertionError("No plan of " + rule));
    }
  }

  @Test
  void zerosOfBothSignsStayInOnePartition() {
    String query =
        "select id, n from (select id, x, count(*) over (partition by x) as n from (values (1,"
            + " cast(0.0 as double)), (2, cast('-0.0' as double)), (3, cast(1.5 as double)))"
            + " v(id, x)) q where cast(x as varchar) = '-0.0' or x = 1.5";
    assertThat(RuleTester.rows(ALL, query)).containsExactly("2 | 2", "3 | 1");
    assertThat(RuleTester.rows(AS_WRITTEN, query)).containsExactly("2 | 2", "3 | 1");
  }

  @Test
  void everyRuleAndPhaseHasACase() {
    Set<String> names = new HashSet<>(Program.names());
    Stream.concat(cases(), phases()).forEach(c -> names.remove(c.rule));
    // Of lowered plans: LateColumnsTest, SharedPartsTest, NestedSetsTest, InputOrderTest,
    // MergeCostsTest.
    names.removeAll(
        Set.of(
            Program.LATE_COLUMNS,
            Program.SHARED_PARTS,
            Program.NESTED_SETS,
            KnownOrder.PHASE,
            MergeCosts.PHASE));
    assertThat(names).as("made of rules").containsExactlyInAnyOrder("simplify", "push");
  }

  @Test
  void aRuleThatThereIsNotIsNamed() {
    try (Session session = Heddle.local(OPTIONS.withExcludedRules(Set.of("FilterMergRule")))) {
      assertThatThrownBy(() -> session.sql("select 1").collect())
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).as("code").isEqualTo(ErrorCode.INVALID_ARGUMENT))
          .hasMessage(
              "Cannot exclude rule: no rule or phase \"FilterMergRule\"; did you mean"
                  + " \"FilterMergeRule\"?");
    }
  }

  /** Returns the rules that EXPLAIN says have fired. */
  private static Set<String> fired(Session session, String query) {
    String text = session.sql(query).explain();
    Set<String> rules = new HashSet<>();
    for (String line : text.substring(text.indexOf("== planning")).lines().toList()) {
      if (line.startsWith("simplify ") || line.startsWith("push ")) {
        Stream.of(line.replaceFirst("^\\w+ +[\\d.]+ ms", "").split(", "))
            .map(rule -> rule.strip().replaceFirst(" x\\d+$", ""))
            .forEach(rules::add);
      }
    }
    return rules;
  }
}
