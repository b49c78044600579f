package dev.heddle.engine.findings;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.ui.Secrets;
import dev.heddle.physical.operator.FrequentKeys;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyNamesTest {
  private static String frequent(List<String> keys, String value) {
    return KeyNames.frequent(keys, new FrequentKeys.Frequent(value, 0.9));
  }

  @Test
  void valuesAreNamedBesideTheirKeys() {
    assertThat(frequent(List.of("city"), "'Oslo, N'")).isEqualTo("city = 'Oslo, N'");
    assertThat(frequent(List.of("city"), "null")).isEqualTo("city is null");
    assertThat(frequent(List.of("city"), "'null'")).isEqualTo("city = 'null'");
    assertThat(frequent(List.of("a", "b", "c"), "1, null, 'it''s, x'"))
        .isEqualTo("a = 1 and b is null and c = 'it''s, x'");
  }

  @Test
  void secretsAreMaskedWhereFindingsAreShownToOthers() {
    Secrets secrets = new Secrets();
    for (String value : List.of("'hidden, not shown'", "'it''s hidden'", "'hidden…hidden'")) {
      assertThat(secrets.mask(frequent(List.of("password"), value))).isEqualTo("password = '***'");
      assertThat(secrets.mask(frequent(List.of("name", "api_key", "n"), "'bob', " + value + ", 7")))
          .isEqualTo("name = 'bob' and api_key = '***' and n = 7");
    }
    assertThat(secrets.mask(frequent(List.of("access_token"), "12345")))
        .isEqualTo("access_token = '***'");
    assertThat(secrets.mask(frequent(List.of("url"), "'https://me:hidden@host/x'")))
        .isEqualTo("url = 'https://***@host/x'");
  }
}
