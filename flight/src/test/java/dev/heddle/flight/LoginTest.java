package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.shuffle.net.Security;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.grpc.CredentialCallOption;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.junit.jupiter.api.Test;

/** Who is let in by a password. */
class LoginTest extends ServedTest {
  @Override
  Security security() {
    return Security.ofToken("secret");
  }

  private FlightClient plain() {
    return FlightClient.builder(
            allocator, Location.forGrpcInsecure("127.0.0.1", server.address().getPort()))
        .build();
  }

  private static CallOption header(String value) {
    CallHeaders headers = new FlightCallHeaders();
    headers.insert("authorization", value);
    return new HeaderCallOption(headers);
  }

  @Test
  void theTokenIsThePasswordOfAnyUserAndGivesABearer() throws Exception {
    try (FlightClient login = plain()) {
      CredentialCallOption bearer =
          login.authenticateBasicToken("somebody", "secret").orElseThrow();
      try (FlightSqlClient other = new FlightSqlClient(plain())) {
        assertThat(other.execute("select 1 as x", bearer).getEndpoints()).hasSize(1);
      }
    }
  }

  @Test
  void aWrongPasswordIsRefused() throws Exception {
    try (FlightClient login = plain()) {
      assertThatThrownBy(() -> login.authenticateBasicToken("secret", "wrong"))
          .hasMessageContaining("its token is not the server's")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
    }
    for (String header : new String[] {"Basic ???", "Basic " + encoded("secret"), "Basic"}) {
      assertThatThrownBy(() -> client.execute("select 1 as x", header(header)))
          .hasMessageContaining("Cannot let this call in")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
    }
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void bothWorkWithEachCall() {
    assertThat(client.execute("select 1 as x", header("Bearer secret")).getEndpoints()).hasSize(1);
    assertThat(
            client.execute("select 1 as x", header("basic " + encoded("me:secret"))).getEndpoints())
        .hasSize(1);
    assertThatThrownBy(() -> client.execute("select 1 as x"))
        .hasMessageContaining("it brings no bearer token")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
  }
}
