package dev.heddle.planner.sql;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.sql.parser.SqlParserPos;
import org.junit.jupiter.api.Test;

class SqlTextTest {
  @Test
  void keepsThePlaceInTheScript() {
    SqlText query = SqlText.of("select\n x from t", 2, 3);
    assertThat(query.describe(new SqlParserPos(1, 1))).isEqualTo("line 2, column 3");
    assertThat(query.describe(new SqlParserPos(2, 2))).isEqualTo("line 3, column 2");
  }

  @Test
  void mapsPlacesBehindRewrittenTokens() {
    SqlText text = SqlText.of("select interval 3 months, y from 'a.parquet'");
    assertThat(text.rewritten())
        .isEqualTo("select INTERVAL '3 months' SECOND, y from \"a.parquet\"");
    int column = text.rewritten().indexOf(" y ") + 2;
    assertThat(text.describe(new SqlParserPos(1, column))).isEqualTo("line 1, column 27");
  }
}
