package dev.heddle.jdbc.remote;

import static org.assertj.core.api.Assertions.assertThat;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;
import dev.heddle.io.testing.FaultProxy;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.Random;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import javax.sql.DataSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Connections of a pool that cancel, time out, close in the middle and lose their sockets leave
 * nothing in the server. By night 200 of them for ten minutes, which {@code heddle.long} states.
 */
@Tag("process")
class SoakTest {
  private static final boolean IS_WHOLE = Boolean.getBoolean("heddle.long");
  private static final int CONNECTIONS = IS_WHOLE ? 200 : 8;
  private static final int ACTS = IS_WHOLE ? Integer.MAX_VALUE : 20; // of a client
  private static final long NANOS = TimeUnit.MINUTES.toNanos(10);
  private static final int KILL_MILLIS = IS_WHOLE ? 500 : 1_000;
  private static final int MAX_LOOKS = 2_000; // each collects the server's heap

  private final Queue<Throwable> wrong = new ConcurrentLinkedQueue<>();
  private final ConcurrentSkipListMap<String, Integer> done = new ConcurrentSkipListMap<>();

  private static Process startServer() throws IOException {
    return new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--add-opens=java.base/java.nio=ALL-UNNAMED",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-Xmx1g",
            "-cp",
            System.getProperty("java.class.path"),
            SoakServer.class.getName())
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  /** Returns what hands calls on, watches connections, and notes what their closing fails with. */
  private <T> T watched(Class<T> type, T of) {
    return type.cast(
        Proxy.newProxyInstance(
            SoakTest.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) -> {
              try {
                Object answer = method.invoke(of, arguments);
                return answer instanceof Connection made && of instanceof DataSource
                    ? watched(Connection.class, made)
                    : answer;
              } catch (InvocationTargetException e) {
                if (method.getName().equals("close") || method.getName().equals("abort")) {
                  wrong.add(e.getCause()); // pools keep it for themselves
                }
                throw e.getCause();
              }
            }));
  }

  private HikariDataSource pool(String url) {
    HikariConfig config = new HikariConfig();
    config.setDataSource(watched(DataSource.class, new RemoteDataSource(url)));
    config.setMaximumPoolSize(CONNECTIONS);
    config.setConnectionTimeout(TimeUnit.MINUTES.toMillis(10));
    config.setMaxLifetime(TimeUnit.SECONDS.toMillis(60));
    return new HikariDataSource(config);
  }

  @Test
  void nothingIsLeftOfConnectionsThatMisbehave() throws Exception {
    long seed = new Random().nextLong();
    System.out.println("seed " + seed);
    Process process = startServer();
    try (BufferedReader out =
            new BufferedReader(
                new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        PrintStream in = new PrintStream(process.getOutputStream(), true, StandardCharsets.UTF_8);
        FaultProxy proxy =
            new FaultProxy(new InetSocketAddress("127.0.0.1", Integer.parseInt(out.readLine())))) {
      SoakFigures before = figures(in, out);
      assertThat(before.isEmpty()).as("%s", before).isTrue();
      String url = "jdbc:heddle://127.0.0.1:" + proxy.port();
      soak(url, proxy, seed);
      dropTables(url);
      SoakFigures after = figures(in, out);
      for (int i = 0; !after.isEmpty() && i < MAX_LOOKS; i++) {
        after = figures(in, out); // sessions of connections that are gone end by themselves
      }
      System.out.println("before " + before + "\nafter " + after + "\n" + done);
      assertThat(wrong).as("seed %d", seed).isEmpty();
      assertThat(after.isEmpty()).as("seed %d: %s", seed, after).isTrue();
      assertThat(done.keySet()).contains("aggregates", "results read", "prepared", "cancels");
    } finally {
      process.destroyForcibly().waitFor();
    }
  }

  private void soak(String url, FaultProxy proxy, long seed) throws Exception {
    long end = System.nanoTime() + NANOS;
    ScheduledExecutorService timers = Executors.newScheduledThreadPool(2);
    try (HikariDataSource pool = pool(url)) {
      Random kills = new Random(seed);
      var killing =
          timers.scheduleWithFixedDelay(
              () -> done.merge("kills", proxy.resetAny(kills) ? 1 : 0, Integer::sum),
              KILL_MILLIS,
              KILL_MILLIS,
              TimeUnit.MILLISECONDS);
      List<Thread> clients = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS + CONNECTIONS / 4; i++) {
        SoakClient client = new SoakClient(pool, timers, seed, i, done);
        clients.add(Thread.ofPlatform().start(() -> run(client, end)));
      }
      for (Thread each : clients) {
        each.join();
      }
      boolean unused = killing.cancel(false);
    } finally {
      timers.shutdownNow();
    }
  }

  private void run(SoakClient client, long end) {
    try {
      for (int i = 0; i < ACTS && System.nanoTime() < end && wrong.isEmpty(); i++) {
        client.next();
      }
    } catch (Throwable e) {
      wrong.add(e);
    }
  }

  /** Drops the tables of clients whose sockets were reset before they could. */
  private static void dropTables(String url) throws SQLException {
    try (Connection connection = DriverManager.getConnection(url);
        Statement statement = connection.createStatement()) {
      List<String> names = new ArrayList<>();
      try (ResultSet tables = connection.getMetaData().getTables(null, null, "%", null)) {
        while (tables.next()) {
          names.add(tables.getString("TABLE_NAME"));
        }
      }
      for (String name : names) {
        statement.execute("drop table " + name);
      }
    }
  }

  private static SoakFigures figures(PrintStream in, BufferedReader out) throws IOException {
    in.println("figures");
    return SoakFigures.parse(out.readLine());
  }
}
