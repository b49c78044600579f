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
    for (String made :
        List.of(
            "substring(password, 1, 3)",
            "upper(replace(api_key, '=', ' x '))",
            "mod(account_key, 10)",
            "secret || '''s'",
            "token % 7 + 1",
            "CAST(\"user password\" AS VARCHAR)")) {
      assertThat(secrets.mask(frequent(List.of("day", made, "n"), "'May', 'hid''den', -1")))
          .isEqualTo("day = 'May' and " + made + " = '***' and n = -1");
      assertThat(secrets.mask(frequent(List.of(made), "-123"))).isEqualTo(made + " = '***'");
    }
    assertThat(secrets.mask(frequent(List.of("lower(city)", "n + 1"), "'oslo', 7")))
        .isEqualTo("lower(city) = 'oslo' and n + 1 = 7");
    String query = "select max(token) from t where (n + 1) % 2 = 0 and lower(city) = 'oslo'";
    assertThat(secrets.mask(query)).isEqualTo(query);
    assertThat(secrets.mask(frequent(List.of("access_token"), "12345")))
        .isEqualTo("access_token = '***'");
    assertThat(secrets.mask(frequent(List.of("url"), "'https://me:hidden@host/x'")))
        .isEqualTo("url = 'https://***@host/x'");
  }
}
