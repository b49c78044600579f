package dev.heddle.server;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Who may see a dashboard. */
class AccessTest {
  private static final int CONNECTIONS = 1_000;

  @TempDir private Path folder;

  private WatchedSession watched;

  @BeforeEach
  void open() {
    watched = new WatchedSession(folder);
  }

  @AfterEach
  void close() {
    watched.close();
  }

  private URI link() {
    return watched.session().dashboard().orElseThrow();
  }

  private static HttpResponse<String> get(URI at) throws Exception {
    try (HttpClient client = HttpClient.newHttpClient()) {
      return client.send(HttpRequest.newBuilder(at).build(), HttpResponse.BodyHandlers.ofString());
    }
  }

  /** Sends a request as it is, which Java's own client refuses to do. */
  private String raw(String request) throws IOException {
    try (Socket socket = new Socket("127.0.0.1", link().getPort())) {
      socket.getOutputStream().write(request.getBytes(ISO_8859_1));
      return new String(socket.getInputStream().readAllBytes(), ISO_8859_1);
    }
  }

  @Test
  void aLinkLetsOneBrowserInOnce() throws Exception {
    URI link = link();
    assertThat(link.getPath() + "?" + link.getQuery()).matches("/\\?token=[\\w-]{43}");
    HttpResponse<String> first = get(link);
    assertThat(first.statusCode()).isEqualTo(303);
    assertThat(first.headers().firstValue("Location")).contains("/status");
    assertThat(first.headers().firstValue("Set-Cookie").orElseThrow())
        .matches("heddle-" + link.getPort() + "=[\\w-]{43}; Path=/; HttpOnly; SameSite=Strict");
    HttpResponse<String> second = get(link);
    assertThat(second.statusCode()).isEqualTo(403);
    assertThat(second.headers().firstValue("Set-Cookie")).isEmpty();
    assertThat(get(link().resolve("/?token=wrong")).statusCode()).isEqualTo(403);
  }

  @Test
  void nothingButProbesIsShownWithoutACookie() throws Exception {
    URI base = link();
    for (String path :
        List.of("/", "/status", "/api/status", "/events?topic=status", "/page/app.js", "/x")) {
      assertThat(get(base.resolve(path)).statusCode()).as(path).isEqualTo(401);
    }
    assertThat(get(base.resolve("/health")).body()).isEqualTo("ok\n");
    assertThat(get(base.resolve("/ready")).statusCode()).isEqualTo(200);
    assertThat(get(base.resolve("/metrics")).body()).contains("jvm_");
  }

  @Test
  void anOpenPageGivesALinkForAnotherBrowser() throws Exception {
    Browser browser = new Browser(link());
    HttpResponse<String> given = browser.send("POST", "/api/link");
    String link = given.body().replaceAll(".*\"(http[^\"]*)\".*", "$1");
    assertThat(get(URI.create(link)).statusCode()).isEqualTo(303);
  }

  @Test
  void otherHostsAndOriginsAreRefused() throws Exception {
    Browser browser = new Browser(link());
    int port = link().getPort();
    for (String host :
        List.of("evil.example", "evil.example:" + port, "127.0.0.1", "localhost:1")) {
      assertThat(raw("GET /status HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 403");
    }
    for (String host : List.of("127.0.0.1:" + port, "localhost:" + port, "LOCALHOST:" + port)) {
      assertThat(raw("GET /status HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n"))
          .as(host)
          .startsWith("HTTP/1.1 401");
    }
    for (String origin :
        List.of("http://evil.example", "null", "https://127.0.0.1:" + port, "http://127.0.0.1:1")) {
      assertThat(browser.get("/api/status", "Origin", origin).statusCode())
          .as(origin)
          .isEqualTo(403);
    }
    assertThat(browser.get("/api/status", "Origin", "http://127.0.0.1:" + port).statusCode())
        .isEqualTo(200);
  }

  @Test
  void pagesRunNothingButTheirOwnModules() throws Exception {
    HttpResponse<String> page = new Browser(link()).get("/status");
    assertThat(page.headers().firstValue("Content-Security-Policy").orElseThrow())
        .startsWith("default-src 'self';")
        .contains("frame-ancestors 'none'")
        .doesNotContain("unsafe");
    assertThat(page.headers().firstValue("X-Content-Type-Options")).contains("nosniff");
    assertThat(page.headers().firstValue("Cache-Control")).contains("no-cache");
    assertThat(page.body()).doesNotContainPattern("<script>|<style|style=|\\bon\\w+=");
  }

  @Test
  void probesAnswerBesideAThousandIdleSilentAndSlowConnections() throws Exception {
    List<Socket> sockets = new ArrayList<>();
    InetSocketAddress address = new InetSocketAddress("127.0.0.1", link().getPort());
    try {
      for (int i = 0; i < CONNECTIONS; i++) {
        Socket socket = new Socket();
        socket.connect(address);
        sockets.add(socket);
        switch (i % 3) {
          case 0 -> {} // silent
          case 1 -> socket.getOutputStream().write("GET /hea".getBytes(ISO_8859_1)); // slow
          default ->
              socket // idle
                  .getOutputStream()
                  .write("GET /health HTTP/1.1\r\nHost: x\r\n\r\n".getBytes(ISO_8859_1));
        }
        if (i % 50 == 0) {
          assertThat(get(link().resolve("/health")).statusCode()).isEqualTo(200);
        }
      }
      for (int i = 0; i < 20; i++) {
        assertThat(get(link().resolve("/health")).body()).isEqualTo("ok\n");
      }
    } finally {
      for (Socket socket : sockets) {
        socket.close();
      }
    }
  }
}
