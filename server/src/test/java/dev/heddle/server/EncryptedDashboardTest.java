package dev.heddle.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.UiOptions;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.net.SecurityFolder;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A dashboard that others reach. */
class EncryptedDashboardTest {
  @TempDir private Path folder;

  @Test
  void withATokenAndTlsItMayListenAnywhere() throws Exception {
    Path security = folder.resolve("security");
    SecurityFolder.generate(security);
    UiOptions ui =
        UiOptions.ofPort(0)
            .withHost("0.0.0.0")
            .withSecurity(security)
            .withHistory(folder.resolve("history"));
    try (Session session = Heddle.local(SessionOptions.defaults().withUi(ui));
        HttpClient client =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .sslContext(Security.load(security).tls().orElseThrow())
                .build()) {
      URI link = session.dashboard().orElseThrow();
      assertThat(link.getScheme()).isEqualTo("https");
      assertThat(link.getHost()).isNotEqualTo("0.0.0.0");
      URI here = URI.create("https://127.0.0.1:" + link.getPort());
      assertThat(send(client, here.resolve("/?" + link.getQuery()), "").headers().map())
          .hasEntrySatisfying(
              "set-cookie", values -> assertThat(values.getFirst()).endsWith("; Secure"));
      String token = Files.readString(security.resolve("token")).strip();
      assertThat(send(client, here.resolve("/api/status"), token).statusCode()).isEqualTo(200);
      assertThat(send(client, here.resolve("/api/status"), "wrong").statusCode()).isEqualTo(401);
      assertThat(send(client, here.resolve("/health"), "").statusCode()).isEqualTo(200);
      assertThatThrownBy(
              () -> send(client, URI.create("http://127.0.0.1:" + link.getPort()), token))
          .isInstanceOf(IOException.class)
          .hasMessageMatching("(?s).+");
    }
  }

  private static HttpResponse<String> send(HttpClient client, URI at, String token)
      throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(at).header("Authorization", "Bearer " + token).build();
    return client.send(request, HttpResponse.BodyHandlers.ofString());
  }
}
