package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.flight.FlightReads;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.FaultProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bytes that no client would send, to every port of every process: it listens on loopback alone,
 * does not end, and answers those who speak properly.
 */
@Tag("process")
class FuzzedPortsTest {
  private static final int CONNECTIONS = Effort.of(150);
  private static final long SEED = Long.getLong("heddle.ports.seed", 1);
  private static final String GET = "GET %s HTTP/1.1\r\nHost: 127.0.0.1:1\r\nCookie: a=b\r\n\r\n";

  @TempDir private Path folder;

  @BeforeEach
  void portsAreKnown() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/fd")), "no /proc, which shows ports");
  }

  private static void attack(Process process, List<byte[]> valid) throws IOException {
    List<InetSocketAddress> ports = ListeningPorts.of(process.toHandle());
    assertThat(ports).isNotEmpty();
    for (InetSocketAddress each : ports) {
      assertThat(each.getAddress().isLoopbackAddress()).as(each.toString()).isTrue();
      new PortFuzzer(valid, SEED + each.getPort()).attack(each, CONNECTIONS);
      assertThat(process.isAlive()).as("after port " + each + ", seed " + SEED).isTrue();
    }
  }

  private static List<byte[]> requests() {
    List<byte[]> requests = new ArrayList<>();
    for (String path : List.of("/", "/health", "/ready", "/metrics", "/api/queries", "/%zz?a&b=")) {
      requests.add(GET.formatted(path).getBytes(ISO_8859_1));
    }
    String post = "POST /api/x HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nabcde";
    requests.add(post.getBytes(ISO_8859_1));
    requests.add(
        post.replace("Content-Length: 5", "Transfer-Encoding: chunked").getBytes(ISO_8859_1));
    return requests;
  }

  private static long count(String address) {
    SessionOptions options =
        SessionOptions.defaults()
            .withThreads(1)
            .withPartitions(2)
            .withCluster(ClusterOptions.of(address));
    try (Session session = Heddle.local(options);
        QueryResult rows =
            session
                .sql(
                    "select count(*) as n from (select distinct range % 50 as k from range(1000))"
                        + " as d")
                .collect()) {
      return (long) rows.iterator().next().value(0);
    }
  }

  @Test
  void noBytesEndAProcessOfACluster() throws Exception {
    try (TestCluster cluster =
        new TestCluster(
            folder.resolve("cluster"),
            1,
            1,
            null,
            List.of("--http", "127.0.0.1:0"),
            List.of("--http", "127.0.0.1:0"))) {
      InetSocketAddress scheduler = address(cluster.processes().address());
      List<byte[]> valid = new ArrayList<>(requests());
      RecordedRequests recorded = new RecordedRequests();
      try (FaultProxy _ =
          new FaultProxy(
              new InetSocketAddress(FaultProxy.HOST, scheduler.getPort()), scheduler, recorded)) {
        assertThat(count(FaultProxy.HOST + ":" + scheduler.getPort())).isEqualTo(50);
        assertThat(recorded.sent()).isNotEmpty();
        valid.addAll(recorded.sent());
      }
      List<Process> processes = new ArrayList<>(List.of(cluster.processes().scheduler()));
      processes.addAll(cluster.processes().workers());
      processes.addAll(cluster.processes().shuffleServers());
      assertThat(processes).hasSize(3);
      for (Process each : processes) {
        attack(each, valid);
      }
      assertThat(count(cluster.processes().address())).isEqualTo(50);
      assertThat(processes).allMatch(Process::isAlive);
      for (InetSocketAddress each : ListeningPorts.of(processes.getFirst().toHandle())) {
        if (each.getPort() != scheduler.getPort()) {
          URI health = URI.create("http://127.0.0.1:" + each.getPort() + "/health");
          try (HttpClient http = HttpClient.newHttpClient()) {
            assertThat(
                    http.send(HttpRequest.newBuilder(health).build(), BodyHandlers.ofString())
                        .statusCode())
                .isEqualTo(200);
          }
        }
      }
    }
  }

  private static InetSocketAddress address(String text) {
    int colon = text.lastIndexOf(':');
    return new InetSocketAddress(
        text.substring(0, colon), Integer.parseInt(text.substring(colon + 1)));
  }

  private static Process start(List<String> arguments) throws IOException {
    return new ProcessBuilder(TestCluster.java().words(arguments.getFirst(), arguments))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  @Test
  void noBytesEndAFlightServer() throws Exception {
    Process process = start(List.of("flight", "--listen", "127.0.0.1:0", "--memory", "256m"));
    try {
      BufferedReader out =
          new BufferedReader(new InputStreamReader(process.getInputStream(), ISO_8859_1));
      String line = String.valueOf(out.readLine());
      int port = Integer.parseInt(line.substring(line.lastIndexOf(':') + 1));
      List<byte[]> valid;
      RecordedRequests recorded = new RecordedRequests();
      try (FaultProxy proxy =
          new FaultProxy(
              new InetSocketAddress("127.0.0.1", 0),
              new InetSocketAddress("127.0.0.1", port),
              recorded)) {
        assertThat(FlightReads.rows(proxy.port(), "select 1 as x")).containsExactly("1");
        valid = recorded.sent();
        assertThat(valid).isNotEmpty();
      }
      attack(process, valid);
      assertThat(FlightReads.rows(port, "select 2 as x")).containsExactly("2");
    } finally {
      process.destroy();
      assertThat(process.waitFor()).isEqualTo(143);
    }
  }
}
