package dev.heddle.engine.trace;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LiteralMaskTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "select a1 from t2 where b = 5 and c < 1.5e-3 | select a1 from t2 where b = ? and c < ?",
        "select 'it''s', \"col 1\", .5, 0x1F from t | select ?, \"col 1\", ?, ? from t",
        "select 'a -- b' -- said 'x'| select ?",
        "select 1 /* 'a'; 2 */ + x | select ?   + x",
        "select * from read_csv('s3://me:pass@b/f.csv', secret_key = 'abc') | select * from"
            + " read_csv(?, secret_key = ?)",
        "select größe9 from straße where q = '…' | select größe9 from straße where q = ?",
        "select 'open | select ?",
      })
  void literalsAreQuestionMarks(String text, String masked) {
    assertThat(new LiteralMask().mask(text).strip().replaceAll(" +", " "))
        .isEqualTo(masked.strip().replaceAll(" +", " "));
  }
}
