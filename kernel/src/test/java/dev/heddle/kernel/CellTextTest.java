package dev.heddle.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What language a cell is in. */
class CellTextTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "select 1",
        "SELECT\n1",
        "-- a comment\nselect 1",
        "/* one */ /* two */ with t as (select 1) from t",
        "values(1)",
        "select(1)",
        "copy t to 'x'",
        "show tables",
        "set partitions = 2",
        "use main",
        "reset all",
        "-- nothing else"
      })
  void statementsAreSql(String cell) {
    assertThat(CellText.of(cell).language()).isEqualTo(CellText.Language.SQL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "int x = 1",
        "values.add(1)",
        "values = List.of()",
        "copy(1)",
        "set",
        "set.add(1)",
        "set = Set.of()",
        "reset()",
        "use (1)",
        "selected",
        "/* select */ x",
        "// select\nx",
        "from .of(1)",
        ""
      })
  void whatIsNoStatementIsJava(String cell) {
    assertThat(CellText.of(cell).language()).isEqualTo(CellText.Language.JAVA);
  }

  @Test
  void marksSayWhatACellIs() {
    assertThat(CellText.of("%%java\nselect = 1"))
        .isEqualTo(new CellText(CellText.Language.JAVA, "select = 1", 2));
    assertThat(CellText.of("\n%%sql\n(select 1)"))
        .isEqualTo(new CellText(CellText.Language.SQL, "(select 1)", 3));
    assertThat(CellText.of("%plot bar x=a\ny=b"))
        .isEqualTo(new CellText(CellText.Language.PLOT, "bar x=a y=b", 1));
    assertThat(CellText.of("%time 1").language()).isEqualTo(CellText.Language.UNKNOWN_MARK);
  }
}
