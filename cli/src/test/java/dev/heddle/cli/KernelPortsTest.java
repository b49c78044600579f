package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.io.testing.Effort;
import dev.heddle.io.testing.FreePorts;
import dev.heddle.kernel.JupyterClient;
import dev.heddle.kernel.zmtp.ZmtpClient;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Bytes that no front end would send, to all ports of a kernel: front ends are served meanwhile and
 * afterwards, and nothing of the bytes stays, neither memory nor threads nor work.
 */
@Tag("process")
class KernelPortsTest {
  private static final int CONNECTIONS = Effort.of(800);
  private static final int OPEN = 120; // more than a port holds
  private static final long SEED = Long.getLong("heddle.ports.seed", 1);
  private static final int SAMPLES = 1_000;

  @TempDir private Path folder;

  @BeforeEach
  void processesAreKnown() {
    assumeTrue(Files.isDirectory(Path.of("/proc/self/task")), "no /proc, which shows threads");
  }

  /** Starts a kernel that ends itself if it needs more than a little memory. */
  private Process start(List<Integer> ports) throws IOException {
    Path file = folder.resolve("connection.json");
    Files.writeString(file, JupyterClient.connectionFile(ports));
    List<String> arguments = List.of("kernel", "run", "--memory=256m", file.toString());
    ProcessBuilder builder =
        new ProcessBuilder(TestCluster.java().words("kernel", arguments))
            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("_JAVA_OPTIONS", "-Xmx256m -XX:+ExitOnOutOfMemoryError");
    Process process = builder.start();
    while (process.isAlive() && ListeningPorts.of(process.toHandle()).size() < ports.size()) {
      Thread.onSpinWait();
    }
    return process;
  }

  private static void use(List<Integer> ports) throws Exception {
    try (JupyterClient client = new JupyterClient(ports)) {
      use(client);
    }
  }

  private static void use(JupyterClient client) throws Exception {
    assertThat(client.ask("kernel_info"))
        .hasSize(2)
        .allMatch(each -> each.contains("\"implementation\":\"heddle\""));
    assertThat(client.run("select 40 + 2 as answer")).contains(" 42 |");
    assertThat(client.beat("ping")).isEqualTo("ping");
    client.type("nobody has asked");
  }

  /** Returns how many connections and files a process has open. */
  private static long openSockets(Process process) throws IOException {
    long count = 0;
    try (Stream<Path> files = Files.list(Path.of("/proc", Long.toString(process.pid()), "fd"))) {
      for (Path each : files.toList()) {
        try {
          count += Files.readSymbolicLink(each).toString().startsWith("socket:") ? 1 : 0;
        } catch (IOException e) {
          continue; // closed meanwhile
        }
      }
    }
    return count;
  }

  /** Returns the states of a process's threads, as Linux names them, by their ids. */
  private static Map<String, Character> threads(Process process) throws IOException {
    Map<String, Character> states = new HashMap<>();
    Path all = Path.of("/proc", Long.toString(process.pid()), "task");
    try (Stream<Path> tasks = Files.list(all)) {
      for (Path each : tasks.toList()) {
        try {
          String line = Files.readString(each.resolve("stat"));
          states.put(each.getFileName().toString(), line.charAt(line.lastIndexOf(')') + 2));
        } catch (IOException e) {
          continue; // ended meanwhile
        }
      }
    }
    return states;
  }

  /** Returns the threads that run whenever one looks, between beats of the heart. */
  private static List<String> spinning(Process process, JupyterClient client) throws IOException {
    Map<String, Character> running = threads(process);
    for (int i = 0; i < SAMPLES; i++) {
      Map<String, Character> now = threads(process);
      running.keySet().removeIf(each -> now.getOrDefault(each, 'X') != 'R');
      assertThat(client.beat("beat " + i)).isEqualTo("beat " + i);
    }
    return List.copyOf(running.keySet());
  }

  @Test
  void noBytesDisturbAKernel() throws Exception {
    List<Integer> ports = FreePorts.distinct(5);
    Process process = start(ports);
    try (JupyterClient first = new JupyterClient(ports)) {
      use(first);
      long sockets = openSockets(process);
      int threads = threads(process).size();
      List<InetSocketAddress> listening = ListeningPorts.of(process.toHandle());
      assertThat(listening).hasSize(5).allMatch(each -> each.getAddress().isLoopbackAddress());
      for (InetSocketAddress each : listening) {
        String what = "port " + ports.indexOf(each.getPort()) + ", seed " + SEED;
        new PortFuzzer(first.said(), SEED + ports.indexOf(each.getPort()))
            .attack(each, CONNECTIONS);
        assertThat(process.isAlive()).as(what).isTrue();
        use(ports);
      }
      use(first);
      assertThat(first.interrupt()).isEqualTo("ok");
      awaitSockets(process, sockets);
      assertThat(spinning(process, first)).isEmpty();
      assertThat(threads(process).size()).isLessThan(threads + 10); // of the JVM itself
      assertThat(first.shutDown()).isEqualTo("ok");
      assertThat(process.waitFor()).isZero();
    } finally {
      process.destroyForcibly();
    }
  }

  private static void awaitSockets(Process process, long most) throws IOException {
    while (process.isAlive() && openSockets(process) > most) {
      Thread.onSpinWait();
    }
  }

  /** What an attacker says, and then waits. */
  private static List<byte[]> unfinished(JupyterClient client, int port) {
    byte[] said = client.said().get(port);
    byte[] half = new byte[2 << 20];
    byte[] header = ByteBuffer.allocate(9).put((byte) 2).putLong(15 << 20).array();
    String type = List.of("DEALER", "SUB", "DEALER", "DEALER", "REQ").get(port);
    byte[] begun = ZmtpClient.joined(ZmtpClient.greeting(), ZmtpClient.ready(type, "front end"));
    return List.of(
        new byte[0],
        new byte[] {(byte) 0xFF},
        Arrays.copyOf(said, 63),
        begun,
        Arrays.copyOf(said, begun.length + 3),
        ZmtpClient.joined(begun, header, half));
  }

  @Test
  void openConnectionsDoNotKeepFrontEndsOut() throws Exception {
    List<Integer> ports = FreePorts.distinct(5);
    Process process = start(ports);
    List<ZmtpClient> open = new ArrayList<>();
    try (JupyterClient first = new JupyterClient(ports)) {
      use(first);
      long sockets = openSockets(process);
      for (int i = 0; i < ports.size(); i++) {
        List<byte[]> unfinished = unfinished(first, i);
        for (int n = 0; n < OPEN; n++) {
          ZmtpClient silent = new ZmtpClient(ports.get(i));
          open.add(silent);
          say(silent, unfinished.get(n % unfinished.size()));
        }
      }
      assertThat(openSockets(process)).isGreaterThan(sockets);
      use(first);
      use(ports);
      assertThat(spinning(process, first)).isEmpty();
      for (ZmtpClient each : open) {
        each.close();
      }
      awaitSockets(process, sockets);
      use(first);
      assertThat(first.shutDown()).isEqualTo("ok");
      assertThat(process.waitFor()).isZero();
    } finally {
      for (ZmtpClient each : open) {
        each.close();
      }
      process.destroyForcibly();
    }
  }

  private static void say(ZmtpClient client, byte[] bytes) {
    try {
      for (byte each : Arrays.copyOf(bytes, Math.min(bytes.length, 20))) {
        client.write(new byte[] {each}); // slowly
      }
      client.write(Arrays.copyOfRange(bytes, Math.min(bytes.length, 20), bytes.length));
    } catch (IOException e) {
      return; // the kernel has closed it
    }
  }
}
