package dev.heddle.planner.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.heddle.planner.PlannerSettings;
import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import org.junit.jupiter.api.Test;

class EstimatorTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private double rows(String sql) {
    return queries.plan(sql, PlannerSettings.DEFAULT).physical().estimate().rows();
  }

  @Test
  void equalityKeepsOneOfTheDistinctValues() {
    assertThat(rows("select p_partkey from part where p_brand = 'Brand#12'"))
        .isCloseTo(8_000, within(1.0));
  }

  @Test
  void rangeKeepsItsShareOfTheBounds() {
    assertThat(
            rows(
                "select o_orderkey from orders where o_orderdate >= date '1995-01-01'"
                    + " and o_orderdate < date '1996-01-01'"))
        .isCloseTo(227_600, within(2_000.0));
  }

  @Test
  void conjunctsOnSeveralColumnsCountLessAndLess() {
    double one = 1.0 / 25;
    double other = 1.0 / 5;
    assertThat(rows("select 1 from part where p_brand = 'a' and p_mfgr = 'b'"))
        .isCloseTo(200_000 * one * Math.sqrt(other), within(1.0));
  }

  @Test
  void listKeepsAsManyValuesAsItHas() {
    assertThat(rows("select 1 from part where p_size in (1, 2, 3, 4, 5)"))
        .isCloseTo(20_000, within(1.0));
  }

  @Test
  void numbersOfASeriesAreCounted() {
    assertThat(rows("select 1 from range(80000)")).isEqualTo(80_000);
    assertThat(rows("select 1 from range(10, 0)")).isZero();
    assertThat(rows("select 1 from range(0, 10, 3)")).isEqualTo(4);
    assertThat(rows("select 1 from generate_series(0, 9, 3)")).isEqualTo(4);
    assertThat(rows("select 1 from generate_series(9, 0, -2)")).isEqualTo(5);
    assertThat(rows("select 1 from range(1000) t(i) where i < 250")).isCloseTo(250, within(1.0));
    assertThat(rows("select 1 from nation, range(100) r(i) where i = n_nationkey"))
        .isCloseTo(25, within(1.0));
  }

  @Test
  void valueOutsideTheBoundsKeepsNothing() {
    assertThat(rows("select 1 from part where p_size = 77")).isLessThan(1);
  }

  @Test
  void joinOnAKeyKeepsTheOtherSidesRows() {
    assertThat(rows("select 1 from lineitem join orders on l_orderkey = o_orderkey"))
        .isCloseTo(6_001_215, within(10.0));
  }

  @Test
  void joinOnTwoColumnsDividesByTheRowsOfTheSmallerTable() {
    assertThat(
            rows(
                "select 1 from lineitem join partsupp"
                    + " on l_partkey = ps_partkey and l_suppkey = ps_suppkey"))
        .isCloseTo(6_001_215, within(10.0));
  }

  @Test
  void filteredKeyThinsTheJoin() {
    assertThat(
            rows("select 1 from lineitem join part on l_partkey = p_partkey where p_brand = 'x'"))
        .isCloseTo(6_001_215 / 25.0, within(100.0));
  }

  /** Parts 1,001 to 2,000 of 200,000: whether a brand is asked for because of them is open. */
  @Test
  void filterOfAWiderKeyRangeIsTakenToBeAboutTheNarrowerOneInPart() {
    String join = "select 1 from range(1001, 2001) r(i) join part on p_partkey = i";
    assertThat(rows(join)).isCloseTo(1_000, within(10.0));
    assertThat(rows(join + " where p_brand = 'x'")).isBetween(100.0, 400.0);
    assertThat(
            rows(
                "select 1 from range(1001, 2001) r(i) where exists (select 1 from part where"
                    + " p_partkey = i and p_brand = 'x')"))
        .isBetween(100.0, 400.0);
  }

  /** A value far off does not make a key's range wide, whichever side has it. */
  @Test
  void singleValueFarOffChangesNoJoin() {
    String far = "(select i from range(1, 200001) r(i) union all select 1000000000000 as i) f";
    assertThat(rows("select 1 from " + far + " join part on p_partkey = i"))
        .isCloseTo(200_000, within(1_000.0));
    assertThat(rows("select 1 from lineitem join " + far + " on l_partkey = i"))
        .isCloseTo(6_001_215, within(50_000.0));
  }

  @Test
  void filtersOfJoinedTablesMultiplyWhileManyRowsAreLeft() {
    assertThat(
            rows(
                "select 1 from lineitem, part, supplier where l_partkey = p_partkey"
                    + " and l_suppkey = s_suppkey and p_brand = 'x' and s_nationkey = 3"))
        .isCloseTo(6_001_215 / 25.0 / 25, within(10.0));
  }

  @Test
  void filtersOfJoinedTablesCountLessAndLessWhereFewAreLeft() {
    double independent = 6_001_215 / 25.0 / 50 / 25 / 25;
    assertThat(
            rows(
                "select 1 from lineitem, part, supplier, customer, orders"
                    + " where l_partkey = p_partkey and l_suppkey = s_suppkey"
                    + " and l_orderkey = o_orderkey and o_custkey = c_custkey and p_brand = 'x'"
                    + " and p_size = 5 and s_nationkey = 3 and c_nationkey = 4"))
        .isGreaterThan(10 * independent)
        .isLessThanOrEqualTo(1_000);
  }

  @Test
  void manyFiltersOfJoinedTablesKeepARow() {
    assertThat(
            rows(
                "select 1 from lineitem, part, supplier, orders where l_partkey = p_partkey"
                    + " and l_suppkey = s_suppkey and l_orderkey = o_orderkey and p_name = 'x'"
                    + " and p_container = 'y' and s_name = 'z' and o_clerk = 'c'"
                    + " and o_orderdate = date '1995-01-01' and o_totalprice = 900.5"))
        .isBetween(0.9, 10.0);
  }

  @Test
  void filterThatNothingPassesKeepsNoRowOfAJoinEither() {
    assertThat(
            rows(
                "select 1 from lineitem, part, supplier where l_partkey = p_partkey"
                    + " and l_suppkey = s_suppkey and p_size = 77"))
        .isLessThan(0.1);
  }

  @Test
  void joinHasNoMoreRowsThanPairs() {
    assertThat(
            rows(
                "select 1 from nation, region, supplier where s_suppkey = n_nationkey"
                    + " and s_nationkey = r_regionkey and r_name = 'ASIA' and n_name = 'CHINA'"))
        .isLessThanOrEqualTo(10_000);
    assertThat(rows("select 1 from nation, region where r_name = 'ASIA' and n_name = 'CHINA'"))
        .isCloseTo(1, within(0.01));
  }

  @Test
  void textThatRepeatsIsTakenForAFrequentOne() {
    // 1,000 clerks have 1,500 orders each, and one that is named rather more; names are unique
    assertThat(rows("select 1 from orders where o_clerk = 'x'"))
        .isCloseTo(1_500_000 / (200 * Math.sqrt(5)), within(1.0));
    assertThat(rows("select 1 from supplier where s_name = 'x'")).isCloseTo(1, within(0.01));
    assertThat(rows("select 1 from lineitem where l_partkey = 5")).isCloseTo(30, within(1.0));
  }

  @Test
  void groupsAreTheDistinctKeys() {
    assertThat(rows("select l_returnflag, l_linestatus, count(*) from lineitem group by 1, 2"))
        .isCloseTo(6, within(0.1));
  }

  @Test
  void markKeepsItsLeftRows() {
    assertThat(rows("select n_regionkey in (select r_regionkey from region) from nation"))
        .isCloseTo(25, within(0.1));
  }
}
