package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Macros that are wrong or called wrongly, and what they do to names. */
class MacroTest {
  private final Session session =
      Heddle.local(SessionOptions.defaults().withMemoryBudgetBytes(1L << 29));

  @AfterEach
  void close() {
    session.close();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          select plus() | macro plus does not take 0 arguments; it is plus(a, b) (line 1, column 8)
          select plus(1, 2, 3) | macro plus does not take 3 arguments; it is plus(a, b) (line 1, column 8)
          select plus(1, c := 2) | no parameter "c" in [a, b]; did you mean "a" or "b"? (line 1, column 16)
          select plus(1, a := 2) | parameter "a" is given twice (line 1, column 21)
          select plus(b := 2) | macro plus needs "a" (line 1, column 8)
          select plus(distinct 1) | macro plus takes arguments alone; write DISTINCT, ORDER BY, FILTER and OVER in it (line 1, column 8)
          select 1 + plus('x') | + does not take (VARCHAR, INTEGER); cast the arguments (line 1, column 17)
          from plus(1) | no table function "plus" (line 1, column 6)
          select rows_of(1) | no function "rows_of" (line 1, column 8)
          """)
  void saysWhatIsWrongAtTheCall(String sql, String message) {
    session.execute("create macro plus(a, b := 5) as a + b");
    session.execute("create macro rows_of(n) as table select * from range(n)");
    assertThatThrownBy(() -> session.sql(sql)).hasMessage(message);
  }

  @Test
  void refusesMacrosThatCallThemselves() {
    assertThatThrownBy(() -> session.execute("create macro f(x) as f(x) + 1"))
        .hasMessage(
            "Cannot create macro \"f\": it calls itself; write WITH RECURSIVE in a table macro");
    session.execute("create macro g(x) as x; create macro f(x) as g(x)");
    assertThatThrownBy(() -> session.execute("create or replace macro g(x) as (select f(x))"))
        .hasMessageContaining("Cannot create macro \"g\": it calls itself");
    assertThatThrownBy(() -> session.execute("create macro f(y) as y"))
        .hasMessageContaining("Cannot create macro \"f\": there is one of that name");
    assertThatThrownBy(() -> session.execute("drop macro fs"))
        .hasMessageContaining("no macro \"fs\" in [f, g]; did you mean \"f\"?");
    session.execute("drop macro if exists fs; drop macro f");
    assertThatThrownBy(() -> session.sql("select f(1)")).hasMessageContaining("no function \"f\"");
  }

  @Test
  void changesWhatAKnownTextMeans() {
    session.execute("create macro f(x) as x + 1");
    List<String> columns = session.sql("select f(1)").schema().names();
    assertThat(columns).containsExactly("f(1)");
    try (var one = session.sql("select f(1)").collect()) {
      assertThat(QueryRows.of(one)).hasToString("[[2]]");
    }
    session.execute("create or replace macro f(x) as x || '!'");
    try (var two = session.sql("select f(1)").collect()) {
      assertThat(QueryRows.of(two)).hasToString("[[1!]]");
    }
  }
}
