package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.cli.WarmServer.Started;
import dev.heddle.cli.daemon.DaemonClient;
import dev.heddle.cli.daemon.DaemonFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.SocketException;
import java.net.UnixDomainSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.SocketChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The life of a warm server, and the ends of its calls. */
@Tag("process")
class WarmServerTest {
  private static final String ENDLESS = "select sum(sin(range)) from range(1000000000000)";

  @TempDir private Path root;

  private WarmServer server;

  @BeforeEach
  void make() throws IOException {
    assumeTrue(Commands.works("perl", "-v"), "there is no perl, which the client needs");
    server = new WarmServer(root);
  }

  @AfterEach
  void stop() throws IOException, InterruptedException {
    server.close();
  }

  private String status() {
    return new DaemonClient(new DaemonFolder(server.socket().getParent())).status().orElse("");
  }

  /** On one thread, which leaves a processor to what goes on beside it. */
  private Started start(String sql) throws IOException {
    List<String> call = server.call("sql", "--threads", "1", "--format", "csv", sql);
    return server.start(root, Map.of(), "", call);
  }

  private CommandRun end(Started started) throws IOException, InterruptedException {
    return server.end(started, "");
  }

  private void awaitRunning(int calls, Started any) throws InterruptedException {
    while (!status().contains(", " + calls + " running")) {
      assertThat(any.process().waitFor(20, TimeUnit.MILLISECONDS)).as("it goes on").isFalse();
    }
  }

  private void awaitIdle() throws InterruptedException {
    while (!status().contains(", 0 running")) {
      Thread.yield();
    }
  }

  private CommandRun one() throws IOException, InterruptedException {
    return end(start("select 1 as a"));
  }

  private static void signal(String name, long pid) {
    assertThat(Commands.works("kill", "-" + name, Long.toString(pid))).isTrue();
  }

  @Test
  void startsOnceAnswersAndStops() throws Exception {
    assertThat(server.daemon("status"))
        .isEqualTo(new CommandRun(1, "heddle daemon does not run\n", ""));
    CommandRun first = server.daemon("start", "--idle-seconds", "900");
    assertThat(first.err()).isEmpty();
    assertThat(first.out())
        .contains("pid ", "build      " + WarmServer.BUILD, "0 answered", "memory ", "after 900 s");
    assertThat(one()).isEqualTo(new CommandRun(0, "a\n1\n", ""));
    long pid = server.pid();
    ProcessHandle process = ProcessHandle.of(pid).orElseThrow();
    CommandRun again = server.daemon("start", WarmServer.WARMED);
    assertThat(again.exit()).isZero();
    assertThat(again.out()).contains("pid        " + pid, "1 answered");
    assertThat(server.daemon("stop").out()).isEqualTo("heddle daemon has stopped\n");
    process.onExit().get(5, TimeUnit.MINUTES);
    assertThat(server.daemon("stop").out()).isEqualTo("heddle daemon does not run\n");
    assertThat(one().out()).startsWith(WarmServer.PAST);
  }

  @Test
  void onlyItsOwnerReachesIt() throws Exception {
    server.daemon("start");
    Path folder = server.socket().getParent();
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder)))
        .isEqualTo("rwx------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(server.socket())))
        .isEqualTo("rw-------");
    Files.setPosixFilePermissions(server.socket(), PosixFilePermissions.fromString("rw-rw----"));
    assertThat(one().out()).startsWith(WarmServer.PAST);
    assertThat(server.daemon("status").err()).contains("with modes 0600 and 0700");
    Files.setPosixFilePermissions(server.socket(), PosixFilePermissions.fromString("rw-------"));
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    assertThat(one().out()).startsWith(WarmServer.PAST);
    CommandRun refused = server.daemon("start");
    assertThat(refused.err()).contains("with modes 0600 and 0700");
    assertThat(refused.exit()).isEqualTo(1);
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwx------"));
    assertThat(one().out()).isEqualTo("a\n1\n");
  }

  @Test
  void anotherUserIsNeitherAnsweredNorTrusted() throws Exception {
    assumeTrue(
        Commands.works("setpriv", "--reuid=65534", "--clear-groups", "true"),
        "another user is only had by root with setpriv");
    server.daemon("start");
    Path socket = server.socket();
    List<String> words =
        new ArrayList<>(List.of("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"));
    // The other user cannot look into the folder of the test, so the program comes by its text.
    words.addAll(List.of("perl", "-e", Files.readString(WarmServer.CLIENT)));
    words.addAll(List.of(socket.toString(), WarmServer.BUILD, "/bin/echo", "past"));
    assertThat(server.run(Path.of("/"), Map.of(), "", words).out()).isEqualTo("past\n");
    server.daemon("stop");
    Path folder = socket.getParent();
    assertThat(Commands.works("chown", "65534", folder.toString())).isTrue();
    CommandRun refused = server.daemon("start");
    assertThat(refused.err()).contains("it must be a folder of this user's with mode 0700");
    assertThat(one().out()).startsWith(WarmServer.PAST);
    assertThat(Commands.works("chown", "0", folder.toString())).isTrue();
  }

  @Test
  void anotherBuildIsNotAnswered() throws Exception {
    server.daemon("start");
    CommandRun run = server.run(root, Map.of(), "", server.callOf("build-2", "sql", "select 1"));
    assertThat(run).isEqualTo(new CommandRun(0, WarmServer.PAST + " sql select 1\n", ""));
    CommandRun second = server.daemonOf("build-2", "start");
    assertThat(second.err()).contains("one of another build serves; end it by heddle daemon stop");
    assertThat(second.exit()).isEqualTo(1);
  }

  @Test
  void theSocketOfAKilledServerIsPassedAndReplaced() throws Exception {
    server.daemon("start");
    long pid = server.pid();
    Started endless = start(ENDLESS);
    awaitRunning(1, endless);
    signal("KILL", pid);
    CommandRun lost = end(endless);
    assertThat(lost.err())
        .isEqualTo("error: the heddle daemon ended before the command did; run it again\n");
    assertThat(lost.exit()).isEqualTo(1);
    assertThat(server.socket()).exists();
    assertThat(one().out()).startsWith(WarmServer.PAST);
    assertThat(server.daemon("status").exit()).isEqualTo(1);
    assertThat(server.daemon("start").exit()).isZero();
    assertThat(server.pid()).isNotEqualTo(pid);
    assertThat(one().out()).isEqualTo("a\n1\n");
  }

  @Test
  void aSignalToTheClientCancelsItsCallAlone() throws Exception {
    server.daemon("start");
    Started other = start(ENDLESS);
    awaitRunning(1, other);
    Map<String, Integer> codes = new TreeMap<>(Map.of("INT", 130, "TERM", 143, "HUP", 129));
    codes.values().removeIf(code -> isIgnored(code - 128));
    for (Map.Entry<String, Integer> each : codes.entrySet()) {
      Started hit = start("create table t (a int); " + ENDLESS);
      awaitRunning(2, hit);
      signal(each.getKey(), hit.process().pid());
      CommandRun run = end(hit);
      assertThat(run).isEqualTo(new CommandRun(each.getValue(), "", ""));
      awaitRunning(1, other);
    }
    Started killed = start(ENDLESS);
    awaitRunning(2, killed);
    signal("KILL", killed.process().pid());
    end(killed);
    awaitRunning(1, other);
    assertThat(one().out()).isEqualTo("a\n1\n");
    signal("TERM", other.process().pid());
    end(other);
    awaitIdle();
    assertThat(status()).contains("memory     0 MiB of");
  }

  /**
   * Whether this process ignores a signal, as those that it starts do then: a shell's programs in
   * the background ignore INT, and those of nohup HUP.
   */
  private static boolean isIgnored(int signal) {
    try (Stream<String> lines = Files.lines(Path.of("/proc/self/status"))) {
      return lines
          .filter(line -> line.startsWith("SigIgn:"))
          .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
          .anyMatch(ignored -> ((ignored >> (signal - 1)) & 1) != 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Test
  void stoppingEndsWhatRuns() throws Exception {
    server.daemon("start");
    Started endless = start(ENDLESS);
    awaitRunning(1, endless);
    assertThat(server.daemon("stop").exit()).isZero();
    CommandRun run = end(endless);
    assertThat(run).isEqualTo(new CommandRun(1, "", "error: the heddle daemon was stopped\n"));
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void oneThatIsStuckIsNamed() throws Exception {
    server.daemon("start");
    long pid = server.pid();
    signal("STOP", pid);
    CommandRun status = server.daemon("status");
    signal("CONT", pid);
    assertThat(status.exit()).isEqualTo(1);
    assertThat(status.err()).contains("has not answered for 10 s", server.socket().toString());
    assertThat(server.daemon("status").exit()).isZero();
  }

  @Test
  void endsWhenNobodyCallsForAWhile() throws Exception {
    CommandRun started = server.daemon("start", "--idle-seconds", "3");
    assertThat(started.exit()).isZero();
    ProcessHandle process = ProcessHandle.of(WarmServer.pid(started.out())).orElse(null);
    if (process != null) { // it has not ended already
      process.onExit().get(5, TimeUnit.MINUTES);
    }
    assertThat(server.socket()).doesNotExist();
    assertThat(one().out()).startsWith(WarmServer.PAST);
  }

  @Test
  void callsRunSideBySide() throws Exception {
    server.daemon("start");
    List<Started> calls = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      calls.add(
          start(
              "create table t as select range as r from range("
                  + (i + 1) * 100_000
                  + ");"
                  + "select sum(r) as s, count(*) as n from t"));
    }
    for (int i = 0; i < calls.size(); i++) {
      long rows = (i + 1) * 100_000L;
      assertThat(end(calls.get(i)))
          .isEqualTo(new CommandRun(0, "s,n\n" + rows * (rows - 1) / 2 + "," + rows + "\n", ""));
    }
    awaitIdle();
    assertThat(status()).contains("memory     0 MiB of", "12 answered");
  }

  @Test
  void noBytesEndTheServer() throws Exception {
    server.daemon("start");
    long seed = 17;
    Random random = new Random(seed);
    for (int i = 0; i < 200; i++) {
      byte[] bytes = new byte[random.nextInt(200)];
      random.nextBytes(bytes);
      if (i % 2 == 0 && bytes.length > 5) {
        ByteBuffer.wrap(bytes).put((byte) 'R').putInt(bytes.length - 5); // a frame that is whole
      }
      try (SocketChannel channel =
          SocketChannel.open(UnixDomainSocketAddress.of(server.socket()))) {
        channel.write(ByteBuffer.wrap(bytes));
        if (i % 3 == 0) {
          channel.shutdownOutput();
          channel.read(ByteBuffer.allocate(100));
        }
      } catch (SocketException e) {
        // the server has closed what it could not read
      }
    }
    assertThat(one()).as("seed %s", seed).isEqualTo(new CommandRun(0, "a\n1\n", ""));
    awaitIdle();
  }
}
