package dev.heddle.planner.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.planner.Queries;
import dev.heddle.planner.TpchTables;
import dev.heddle.planner.program.Program;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;

class RowBoundsTest {
  private final Queries queries = new Queries(TpchTables.scaleOne());

  private double most(String sql) {
    Program program = new Program(new AtomicBoolean(), Set.of());
    return RowBounds.of(program.optimize(queries.rel(sql)));
  }

  @Test
  void valueOfAUniqueColumnIsInOneRow() {
    assertThat(most("select n_regionkey from nation where n_name = 'CHINA'")).isEqualTo(1);
  }

  @Test
  void patternAndRepeatedValuesMayBeInAllRows() {
    assertThat(most("select n_name from nation where n_name like 'A%'")).isEqualTo(25);
    assertThat(most("select n_name from nation where n_regionkey = 1")).isEqualTo(25);
  }

  @Test
  void valueOfALargeTableIsNotProvedToBeUnique() {
    assertThat(most("select p_size from part where p_partkey = 5")).isEqualTo(200_000);
  }

  @Test
  void aggregatesLimitsAndValuesBoundRows() {
    assertThat(most("select max(o_totalprice) from orders")).isEqualTo(1);
    assertThat(most("select o_clerk from orders order by 1 limit 7")).isEqualTo(7);
    assertThat(most("select * from (values (1), (2)) t(a)")).isEqualTo(2);
  }

  @Test
  void joinsMultiplyWithoutABound() {
    assertThat(most("select 1 from orders, lineitem where o_orderkey = l_orderkey")).isInfinite();
  }
}
