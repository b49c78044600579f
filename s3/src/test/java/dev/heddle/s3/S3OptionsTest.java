package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.s3lab.S3Server;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.S3Client;

/** What the options make of the requests, as a server sees them. */
class S3OptionsTest {
  private static final byte[] NOTHING_LISTED =
      "<ListBucketResult><IsTruncated>false</IsTruncated></ListBucketResult>"
          .getBytes(StandardCharsets.UTF_8);

  private record Seen(String request, Headers headers) {}

  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private HttpServer server;
  private S3Options options;

  @BeforeEach
  void start() throws IOException {
    System.setProperty("aws.accessKeyId", S3Server.ACCESS_KEY);
    System.setProperty("aws.secretAccessKey", S3Server.SECRET_KEY);
    System.setProperty("aws.disableEc2Metadata", "true");
    server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    server.createContext("/", this::answer);
    server.start();
    String url = "http://127.0.0.1:" + server.getAddress().getPort();
    options = S3Options.DEFAULT.withEndpoint(url).withPathStyle();
  }

  @AfterEach
  void stop() {
    server.stop(0);
  }

  private void answer(HttpExchange exchange) throws IOException {
    try (exchange) {
      seen.add(
          new Seen(
              exchange.getRequestMethod() + " " + exchange.getRequestURI().getPath(),
              exchange.getRequestHeaders()));
      exchange.getRequestBody().readAllBytes();
      if (exchange.getRequestMethod().equals("PUT")) {
        exchange.getResponseHeaders().set("ETag", "\"e\"");
        exchange.sendResponseHeaders(200, -1);
      } else if (String.valueOf(exchange.getRequestURI().getQuery()).contains("list-type")) {
        exchange.sendResponseHeaders(200, NOTHING_LISTED.length);
        exchange.getResponseBody().write(NOTHING_LISTED);
      } else {
        exchange.sendResponseHeaders(404, -1);
      }
    }
  }

  /** Heads, lists, gets and puts. */
  private List<Seen> requests(S3Options tried) {
    seen.clear();
    S3Storage storage = new S3Storage(tried);
    assertThat(storage.exists("s3a://lab/none")).isFalse();
    assertThatThrownBy(
            () -> storage.open(new StoredFile("s3a://lab/none", 10, "")).readArray(0, 10))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("Cannot read s3a://lab/none: ");
    try (PublishedOutput output = storage.create("s3a://lab/new")) {
      output.write(new byte[] {1}, 0, 1);
      output.publish();
    }
    assertThat(seen.stream().map(Seen::request))
        .contains("HEAD /lab/none", "GET /lab/none", "PUT /lab/new")
        .anyMatch(request -> request.matches("GET /lab/?"));
    return List.copyOf(seen);
  }

  private static String authorization(Seen request) {
    return String.valueOf(request.headers.getFirst("Authorization"));
  }

  @Test
  void theRequesterPaysOnlyWhenAsked() {
    assertThat(requests(options.withRequesterPays()))
        .allSatisfy(
            request ->
                assertThat(request.headers.getFirst("x-amz-request-payer"))
                    .as(request.request)
                    .isEqualTo("requester"));
    assertThat(requests(options))
        .noneMatch(request -> request.headers.containsKey("x-amz-request-payer"));
  }

  @Test
  void anonymousRequestsAreNotSigned() {
    assertThat(requests(options.withAnonymous()))
        .noneMatch(request -> request.headers.containsKey("Authorization"));
    assertThat(requests(options))
        .allSatisfy(
            request ->
                assertThat(authorization(request))
                    .contains("Credential=" + S3Server.ACCESS_KEY + "/"));
  }

  @Test
  void requestsAreSignedForTheRegion() {
    assertThat(requests(options.withRegion("eu-central-1")))
        .allSatisfy(
            request ->
                assertThat(authorization(request)).contains("/eu-central-1/s3/aws4_request"));
    assertThat(requests(options))
        .allSatisfy(
            request -> assertThat(authorization(request)).contains("/us-east-1/s3/aws4_request"));
  }

  @Test
  void withoutAnEndpointTheRegionNamesTheService() {
    S3Client client =
        new S3Storage(S3Options.DEFAULT.withRegion("eu-central-1"))
            .bucket(S3Path.of("s3a://lab/"))
            .client();
    assertThat(client.utilities().getUrl(url -> url.bucket("lab").key("key")).toString())
        .isEqualTo("https://lab.s3.eu-central-1.amazonaws.com/key");
    S3Client pathStyle =
        new S3Storage(S3Options.DEFAULT.withRegion("eu-central-1").withPathStyle())
            .bucket(S3Path.of("s3a://lab/"))
            .client();
    assertThat(pathStyle.utilities().getUrl(url -> url.bucket("lab").key("key")).toString())
        .isEqualTo("https://s3.eu-central-1.amazonaws.com/lab/key");
  }
}
