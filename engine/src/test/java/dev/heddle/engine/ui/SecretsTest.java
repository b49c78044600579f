package dev.heddle.engine.ui;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SecretsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '`',
      delimiter = '|',
      value = {
        "fs.s3a.secret.key=abc123 x | fs.s3a.secret.key='***' x",
        "where Password = 'it''s' and a = 1 | where Password = '***' and a = 1",
        "read_csv('f', api_key => 'abc', delim => ',') | read_csv('f', api_key => '***', delim =>"
            + " ',')",
        "'s3a://key:secret@bucket/f' | 's3a://***@bucket/f'",
        "'https://h/f?sig=abc&b=1' | 'https://h/f?sig=***&b=1'",
        "where kansas = 'x' | where kansas = 'x'",
        "AKIAIOSFODNN7EXAMPLE | ***",
        "select tokens from t where token_count > 3 | select tokens from t where token_count > 3",
        "select a from b where c = 'x' | select a from b where c = 'x'"
      })
  void masksWhatIsSecretAndNothingElse(String text, String expected) {
    assertThat(new Secrets().mask(text)).isEqualTo(expected);
  }
}
