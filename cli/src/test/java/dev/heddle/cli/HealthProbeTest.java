package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import org.junit.jupiter.api.Test;

class HealthProbeTest {
  @Test
  void exitCodesSayWhetherAProcessIsHealthy() throws Exception {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getByName("127.0.0.1"), 0), 0);
    int[] status = {200};
    server.createContext(
        "/health",
        call -> {
          call.sendResponseHeaders(status[0], -1);
          call.close();
        });
    server.start();
    String listen = "0.0.0.0:" + server.getAddress().getPort();
    assertThat(HealthProbe.probe(listen)).isZero();
    status[0] = 503;
    assertThat(HealthProbe.probe(listen)).isEqualTo(1);
    server.stop(0);
    assertThat(HealthProbe.probe(listen)).isEqualTo(1);
  }

  @Test
  void aProcessThatServesNothingRuns() {
    assertThat(HealthProbe.probe(null)).isZero();
    assertThat(HealthProbe.probe("")).isZero();
  }
}
