package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.jdbc.text.SqlText;
import org.junit.jupiter.api.Test;

/** Where texts are divided. */
class SqlTextTest {
  @Test
  void semicolonsDivideStatements() {
    assertThat(SqlText.statements("select 1; select 2")).containsExactly("select 1", " select 2");
    assertThat(SqlText.statements(" ;select 1;\n; -- the end;\n")).containsExactly("select 1");
    assertThat(SqlText.statements("")).isEmpty();
    assertThat(SqlText.statements(";;")).isEmpty();
  }

  @Test
  void thoseOfQuotesNamesAndCommentsDoNot() {
    String text = "select 'a;''b' as \"c;d\" /* ; */ -- ;\n from t";
    assertThat(SqlText.statements(text)).containsExactly(text);
    assertThat(SqlText.statements("select 'open; select 2"))
        .containsExactly("select 'open; select 2");
    assertThat(SqlText.statements("'a'; \"b\"")).containsExactly("'a'", " \"b\"");
  }
}
