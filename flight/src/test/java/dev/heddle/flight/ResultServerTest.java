package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.net.SecurityFolder;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import org.apache.arrow.flight.CallHeaders;
import org.apache.arrow.flight.CallOption;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightCallHeaders;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.HeaderCallOption;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients get, and what is left behind. */
@Tag("process")
class ResultServerTest {
  private static final long MIB = 1 << 20;
  private static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);
  private static final long SIDE = 1500;
  private static final int MAX_LOOKS = 1_000_000;

  /** 2.25 million rows of 72 MiB. */
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, a.i as a, b.i as b, a.i + 0.5e0 as f from n a cross join n b";

  private record Number(long i) {}

  @TempDir private Path folder;
  private final BufferAllocator allocator = new RootAllocator();
  private Session session;
  private ResultServer server;
  private FlightClient client;

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(256 * MIB));
    session.createView("n", session.from(LongStream.range(0, SIDE).mapToObj(Number::new).toList()));
    SessionAccess access = SessionAccess.toPaths(List.of(folder.toString(), "/nowhere"));
    server = new ResultServer(session, ANY, Security.none(), access, SessionLimits.DEFAULTS);
    client = client(server);
    ledger().resetPeak();
  }

  @AfterEach
  void nothingIsLeft() throws InterruptedException {
    client.close();
    server.calls().await(0, 0);
    server.close();
    session.close();
    allocator.close(); // throws if bytes are left in it
    ledger().setLimitBytes(1L << 30);
    // what lies in a socket that has just been closed is freed by a thread of Netty's
    for (int i = 0; ledger().usedBytes() != 0 && i < MAX_LOOKS; i++) {
      Thread.yield();
    }
    assertThat(ledger().usedBytes()).isZero();
    assertThat(ledger().committedBytes()).isZero();
  }

  private static MemoryLedger ledger() {
    return SessionEngineProvider.memory();
  }

  private FlightClient client(ResultServer to) {
    return FlightClient.builder(
            allocator, Location.forGrpcInsecure("127.0.0.1", to.address().getPort()))
        .build();
  }

  private static Ticket ticket(String query) {
    return new Ticket(query.getBytes(StandardCharsets.UTF_8));
  }

  private static FlightDescriptor command(String query) {
    return FlightDescriptor.command(query.getBytes(StandardCharsets.UTF_8));
  }

  /** Reads a result to its end and returns how many batches it had. */
  private static int read(
      FlightClient from, String query, Consumer<VectorSchemaRoot> each, CallOption... options) {
    FlightInfo info = from.getInfo(command(query), options);
    try (FlightStream stream =
        from.getStream(info.getEndpoints().getFirst().getTicket(), options)) {
      assertThat(stream.getSchema()).isEqualTo(info.getSchemaOptional().orElseThrow());
      int batches = 0;
      for (; stream.next(); batches++) {
        each.accept(stream.getRoot());
      }
      return batches;
    } catch (FlightRuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  /** Reads a result as texts, those of a row together. */
  private List<String> rows(String query) {
    List<String> rows = new ArrayList<>();
    read(
        client,
        query,
        root -> {
          for (int row = 0; row < root.getRowCount(); row++) {
            List<String> values = new ArrayList<>();
            for (var vector : root.getFieldVectors()) {
              values.add(String.valueOf(vector.getObject(row)));
            }
            rows.add(String.join("|", values));
          }
        });
    return rows;
  }

  private static FlightStatusCode code(Throwable error) {
    return ((FlightRuntimeException) error).status().code();
  }

  @Test
  void everyTypeArrives() {
    assertThat(
            rows(
                "select cast(1 as tinyint) as a, cast(2 as smallint) as b, 3 as c, 4000000000 as d,"
                    + " cast(1.5 as real) as e, 2.5e0 as f, 12.34 as g, cast(1.2 as decimal(38, 5))"
                    + " as h, 'text longer than twelve bytes' as i, x'0102' as j, date '2024-02-03'"
                    + " as k, timestamp '2024-02-03 04:05:06' as l, true as m, null as n,"
                    + " array[1, 2] as o, array[array['a'], array['b', null]] as p,"
                    + " interval '2' day as q"))
        .hasSize(1)
        .allSatisfy(
            row ->
                assertThat(row)
                    .startsWith("1|2|3|4000000000|1.5|2.5|12.34|1.20000|text longer than")
                    .contains("|2024-02-03T04:05:06|true|null|[1,2]|[[\"a\"],[\"b\",null]]|"));
  }

  @Test
  void structsAndMapsArrive() {
    session.createView(
        "nested",
        session.sql(
            "select i, {'a': i, 'b': 'v' || cast(i as varchar)} as s, map {'k': i} as m from n"
                + " where i < 3"));
    assertThat(rows("select * from nested order by i"))
        .hasSize(3)
        .last()
        .asString()
        .startsWith("2|")
        .contains("v2")
        .contains("k");
  }

  @Test
  void dictionariesAreDecodedAlthoughTheyChange() throws IOException {
    Path file = folder.resolve("words.parquet");
    session.execute(
        "copy (select i, case when i < 750 then 'first' || cast(i % 3 as varchar) else 'second' ||"
            + " cast(i % 3 as varchar) end as word from n order by i) to '"
            + file
            + "'");
    assertThat(file).exists();
    FlightInfo info = client.getInfo(command("select * from '" + file + "'"));
    assertThat(info.getSchemaOptional().orElseThrow().getFields())
        .extracting(Field::getDictionary)
        .containsOnlyNulls();
    List<String> words = rows("select * from '" + file + "' order by i");
    assertThat(words).hasSize(1500).element(0).isEqualTo("0|first0");
    assertThat(words).last().isEqualTo("1499|second2");
  }

  @Test
  void aResultWithoutRowsHasItsColumns() {
    assertThat(read(client, "select i from n where i < 0", root -> {})).isZero();
  }

  @Test
  void manyBatchesArriveInOrderAndFewAreHeld() {
    long[] next = {0};
    int batches =
        read(
            client,
            LARGE + " order by i",
            root -> {
              BigIntVector numbers = (BigIntVector) root.getVector(0);
              for (int i = 0; i < root.getRowCount(); i++) {
                if (numbers.get(i) != next[0]++) {
                  throw new AssertionError("row " + (next[0] - 1) + " is " + numbers.get(i));
                }
              }
            });
    assertThat(next[0]).isEqualTo(SIDE * SIDE);
    assertThat(batches).isBetween(50, 600);
  }

  @Test
  void aClientThatDoesNotReadHasTheQueryWaitWithBoundedMemory() throws Exception {
    try (FlightStream stream = client.getStream(ticket(LARGE))) {
      assertThat(stream.next()).isTrue();
      server.calls().await(1, 1);
      assertThat(ledger().usedBytes()).isPositive();
      long rows = stream.getRoot().getRowCount();
      while (stream.next()) {
        rows += stream.getRoot().getRowCount();
      }
      assertThat(rows).isEqualTo(SIDE * SIDE);
    }
    assertThat(ledger().peakBytes()).isLessThan(40 * MIB);
  }

  @Test
  void aClientThatCancelsEndsTheQuery() throws Exception {
    for (int round = 0; round < 20; round++) {
      try (FlightStream stream = client.getStream(ticket(LARGE))) {
        for (int batch = 0; batch <= round % 5; batch++) {
          assertThat(stream.next()).isTrue();
        }
        if (round % 2 == 0) {
          server.calls().await(1, 1);
        }
        stream.cancel("enough", null);
      } catch (FlightRuntimeException e) {
        assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED);
      }
      server.calls().await(0, 0);
    }
  }

  @RepeatedTest(5)
  void aClientThatClosesItsStreamsEndsItsQueries() throws Exception {
    try (FlightClient other = client(server)) {
      FlightStream first = other.getStream(ticket(LARGE));
      FlightStream second = other.getStream(ticket(LARGE + " order by f, i"));
      assertThat(first.next()).isTrue();
      assertThat(second.next()).isTrue();
      server.calls().await(2, 2);
      closeQuietly(first);
      closeQuietly(second);
    }
    server.calls().await(0, 0);
  }

  private static void closeQuietly(FlightStream stream) throws Exception {
    try {
      stream.close();
    } catch (FlightRuntimeException e) {
      assertThat(e.status().code()).isNotEqualTo(FlightStatusCode.OK);
    }
  }

  @Test
  void aKilledClientProcessEndsItsQuery() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.nio=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                HaltingClient.class.getName(),
                String.valueOf(server.address().getPort()),
                LARGE)
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (InputStream out = process.getInputStream()) {
      assertThat(out.read()).isEqualTo('r'); // it has read a batch, and reads no more
      server.calls().await(1, 1);
    } finally {
      process.destroyForcibly().waitFor();
    }
    server.calls().await(0, 0);
  }

  @Test
  void errorsAreStatusesWithTheirText() {
    assertThatThrownBy(() -> client.getInfo(command("select nope from n")))
        .hasMessageContaining("nope")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT))
        .satisfies(
            e ->
                assertThat(((FlightRuntimeException) e).status().metadata().get(FlightErrors.CODE))
                    .isEqualTo("ANALYSIS"));
    assertThatThrownBy(() -> client.getInfo(command("selec 1")))
        .hasMessageContaining("expected a query, not")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
    assertThatThrownBy(() -> client.getInfo(command("select * from '/nowhere/file.parquet'")))
        .hasMessageContaining("/nowhere/file.parquet")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
    assertThatThrownBy(() -> client.getInfo(command("drop view n")))
        .hasMessageContaining("Cannot parse SQL")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
    assertThatThrownBy(() -> client.getInfo(FlightDescriptor.path("a", "b")))
        .hasMessageContaining("[a, b]")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
    assertThatThrownBy(() -> client.getInfo(FlightDescriptor.command(new byte[] {(byte) 0xff})))
        .hasMessageContaining("UTF-8")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
  }

  @Test
  void anErrorInTheMiddleOfAResultEndsIt() {
    String query = "select 1 / (case when i = 2000000 then 0 else 1 end) as q from (" + LARGE + ")";
    assertThatThrownBy(() -> read(client, query, root -> {}))
        .hasMessageContaining("zero")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
  }

  @Test
  void twoClientsReadAtOnce() throws Exception {
    try (FlightClient other = client(server)) {
      List<CompletableFuture<Long>> reads = new ArrayList<>();
      for (FlightClient each : List.of(client, other)) {
        reads.add(
            CompletableFuture.supplyAsync(
                () -> {
                  long[] rows = {0};
                  read(each, LARGE, root -> rows[0] += root.getRowCount());
                  return rows[0];
                },
                command -> Thread.ofPlatform().start(command)));
      }
      for (CompletableFuture<Long> each : reads) {
        assertThat(each.get()).isEqualTo(SIDE * SIDE);
      }
    }
  }

  @Test
  void tablesAreListedAndReadByName() throws Exception {
    List<FlightInfo> flights = new ArrayList<>();
    client.listFlights(Criteria.ALL).forEach(flights::add);
    assertThat(flights).hasSize(1);
    FlightDescriptor descriptor = flights.getFirst().getDescriptor();
    assertThat(descriptor.getPath()).containsExactly("n");
    assertThat(client.getInfo(descriptor).getSchemaOptional())
        .isEqualTo(flights.getFirst().getSchemaOptional());
    try (FlightStream stream =
        client.getStream(flights.getFirst().getEndpoints().getFirst().getTicket())) {
      assertThat(stream.next()).isTrue();
      assertThat(stream.getRoot().getRowCount()).isEqualTo(1500);
    }
  }

  @Test
  void closingTheServerEndsWhatIsOnItsWay() throws Exception {
    FlightStream stream = client.getStream(ticket(LARGE));
    assertThat(stream.next()).isTrue();
    server.calls().await(1, 1);
    server.close();
    server.calls().await(0, 0);
    closeQuietly(stream);
    server = new ResultServer(session, ANY, Security.none());
  }

  @Test
  void theTokenIsChecked() throws Exception {
    try (ResultServer guarded = new ResultServer(session, ANY, Security.ofToken("secret"));
        FlightClient other = client(guarded)) {
      assertThatThrownBy(() -> other.getInfo(command("select 1 as x")))
          .hasMessageContaining("no bearer token")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
      assertThatThrownBy(() -> other.getInfo(command("select 1 as x"), bearer("wrong")))
          .hasMessageContaining("token is not the server's")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
      assertThatThrownBy(
              () -> {
                try (FlightStream stream = other.getStream(ticket("select 1 as x"))) {
                  stream.next();
                }
              })
          .hasMessageContaining("token")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAUTHENTICATED));
      assertThat(read(other, "select 1 as x", root -> {}, bearer("secret"))).isEqualTo(1);
    }
  }

  @Test
  void tlsHidesWhatIsSaid() throws Exception {
    Path security = folder.resolve("security");
    SecurityFolder.generate(security);
    String token = Files.readString(security.resolve("token")).strip();
    try (ResultServer guarded = new ResultServer(session, ANY, Security.load(security));
        InputStream authority = Files.newInputStream(security.resolve("ca.pem"));
        FlightClient other =
            FlightClient.builder(
                    allocator, Location.forGrpcTls("localhost", guarded.address().getPort()))
                .trustedCertificates(authority)
                .build();
        FlightClient doubting =
            FlightClient.builder(
                    allocator, Location.forGrpcTls("localhost", guarded.address().getPort()))
                .build()) {
      assertThat(read(other, "select i from n", root -> {}, bearer(token))).isPositive();
      assertThatThrownBy(() -> doubting.getInfo(command("select 1 as x"), bearer(token)))
          .hasMessageContaining("io exception")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNAVAILABLE));
    }
  }

  @Test
  void anAddressThatOthersReachNeedsTokenAndTls() {
    assertThatThrownBy(
            () -> new ResultServer(session, new InetSocketAddress("0.0.0.0", 0), Security.none()))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("without a token and TLS");
  }

  private static CallOption bearer(String token) {
    CallHeaders headers = new FlightCallHeaders();
    headers.insert("authorization", "Bearer " + token);
    return new HeaderCallOption(headers);
  }
}
