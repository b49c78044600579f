package dev.heddle.planner.sql.binder;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

/** Which files a script seems to read, before anything else is known of it. */
class ParquetPathsTest {
  @Test
  void findsTextsAndReadersInThePlaceOfTables() {
    assertThat(
            Binder.parquetPaths(
                """
                select 'no.parquet', extract(year from 'no.parquet') from 'a.parquet' a
                join read_parquet(['b.parquet', 'it''s']) b on a.k = 'no.parquet' -- from 'no'
                where a.k in (select k from 'folder', 'c.parquet')
                """))
        .containsExactly("a.parquet", "b.parquet", "it's", "folder", "c.parquet");
  }

  @Test
  void leavesOutOtherFormatsAndLaterStatements() {
    assertThat(
            Binder.parquetPaths(
                "copy (select ';' from 'a.csv', 'b.parquet') to 'c.parquet'; from 'c.parquet'"))
        .containsExactly("b.parquet");
  }

  @Test
  void findsNothingWhereTheTextIsWrong() {
    for (String text :
        new String[] {
          "",
          ";",
          "from",
          "from 'a.zip'",
          "from read_parquet(",
          "from read_parquet()",
          "from read_parquet(7)",
          "from read_parquet('a', no_option = 1)",
          "select * from ("
        }) {
      assertThat(Binder.parquetPaths(text)).as(text).isEmpty();
    }
  }
}
