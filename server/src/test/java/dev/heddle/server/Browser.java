package dev.heddle.server;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Arrays;

/** What a browser does, without one: it keeps the cookie that a link gives. */
final class Browser {
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final URI base;
  private final String cookie;

  /** Follows a link. */
  Browser(URI link) throws Exception {
    base = URI.create(link.getScheme() + "://" + link.getAuthority());
    HttpResponse<String> entered =
        client.send(HttpRequest.newBuilder(link).build(), HttpResponse.BodyHandlers.ofString());
    cookie = entered.headers().firstValue("Set-Cookie").orElse("").split(";")[0];
  }

  URI base() {
    return base;
  }

  HttpResponse<String> get(String path, String... headers) throws Exception {
    return send("GET", path, headers);
  }

  HttpResponse<String> send(String method, String path, String... headers) throws Exception {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(Duration.ofMinutes(1))
            .method(method, HttpRequest.BodyPublishers.noBody());
    if (!Arrays.asList(headers).contains("Cookie")) {
      request.header("Cookie", cookie);
    }
    for (int i = 0; i < headers.length; i += 2) {
      request.header(headers[i], headers[i + 1]);
    }
    return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
  }
}
