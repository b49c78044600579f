package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.client.ClientCookieMiddleware;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Large results in several parts, each row in one of them. */
class EndpointsTest extends ServedTest {
  private static final int ROWS = 400_000;
  private static final long FACTOR = 7_919;
  private static final long MODULUS = 400_009; // no multiple of the factor, and above all rows
  private static final String LARGE =
      "select x * 7919 % 400009 as k, repeat('text ', 12) || x as s from range(400000) r(x)";
  private static final String SORTED = LARGE + " order by k";

  /** Returns the keys of all rows, sorted. */
  private static List<Long> allKeys() {
    return LongStream.range(0, ROWS).map(x -> x * FACTOR % MODULUS).sorted().boxed().toList();
  }

  private SetSessionOptionsResult ask(Object endpoints) {
    return client.setSessionOptions(
        new SetSessionOptionsRequest(
            Map.of(
                "endpoints",
                endpoints instanceof Long number
                    ? SessionOptionValueFactory.makeSessionOptionValue(number)
                    : SessionOptionValueFactory.makeSessionOptionValue(endpoints.toString()))));
  }

  private FlightInfo inParts(String query, int endpoints) {
    assertThat(ask((long) endpoints).hasErrors()).isFalse();
    return client.execute(query);
  }

  private static List<Ticket> tickets(FlightInfo info) {
    return info.getEndpoints().stream().map(each -> each.getTicket()).toList();
  }

  private static List<Long> keys(VectorSchemaRoot root) {
    BigIntVector keys = (BigIntVector) root.getVector("k");
    List<Long> all = new ArrayList<>();
    for (int i = 0; i < root.getRowCount(); i++) {
      all.add(keys.get(i));
    }
    return all;
  }

  private static List<Long> read(FlightSqlClient from, Ticket ticket) {
    List<Long> keys = new ArrayList<>();
    readInto(from, ticket, keys);
    return keys;
  }

  private static void readInto(FlightSqlClient from, Ticket ticket, List<Long> keys) {
    try (FlightStream stream = from.getStream(ticket)) {
      while (stream.next()) {
        keys.addAll(keys(stream.getRoot()));
      }
    } catch (FlightRuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private static <T> CompletableFuture<T> start(java.util.function.Supplier<T> body) {
    return CompletableFuture.supplyAsync(body, run -> Thread.ofVirtual().start(run));
  }

  /** Reads parts, each by a connection of its own, at the same time. */
  private List<List<Long>> readAtOnce(List<Ticket> tickets) {
    return tickets.stream()
        .map(
            ticket ->
                start(
                    () -> {
                      try (FlightSqlClient other = connect()) {
                        return read(other, ticket);
                      } catch (FlightRuntimeException e) {
                        throw e;
                      } catch (Exception e) {
                        throw new IllegalStateException(e);
                      }
                    }))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private static List<Long> joined(List<List<Long>> parts) {
    return parts.stream().flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void theyAreTheWholeResultInItsOrder(int endpoints) {
    FlightInfo info = inParts(SORTED, endpoints);
    assertThat(info.getEndpoints()).hasSize(endpoints);
    assertThat(info.getEndpoints()).allMatch(each -> each.getLocations().isEmpty());
    assertThat(info.getOrdered()).isEqualTo(endpoints > 1);
    List<List<Long>> parts = readAtOnce(tickets(info));
    assertThat(joined(parts).equals(allKeys())).as("all rows in their order").isTrue();
    assertThat(parts.getFirst()).isNotEmpty();
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3, 8})
  void withoutAnOrderEachRowIsInOne(int endpoints) {
    FlightInfo info = inParts(LARGE, endpoints);
    assertThat(info.getEndpoints()).hasSize(endpoints);
    assertThat(info.getOrdered()).isFalse();
    List<Long> keys = new ArrayList<>(joined(readAtOnce(tickets(info))));
    Collections.sort(keys);
    assertThat(keys).isEqualTo(allKeys());
  }

  @ParameterizedTest
  @ValueSource(strings = {LARGE, SORTED})
  void theyAreReadOneAfterTheOtherInAnyOrder(String query) {
    long seed = System.nanoTime();
    System.out.println("seed " + seed);
    List<Ticket> tickets = tickets(inParts(query, 5));
    List<Integer> turns = new ArrayList<>(IntStream.range(0, tickets.size()).boxed().toList());
    Collections.shuffle(turns, new Random(seed));
    List<List<Long>> parts = new ArrayList<>(Collections.nCopies(tickets.size(), List.of()));
    for (int part : turns) {
      parts.set(part, read(client, tickets.get(part)));
    }
    List<Long> keys = new ArrayList<>(joined(parts));
    if (query.equals(LARGE)) {
      assertThat(parts.get(turns.getFirst())).as("seed %d", seed).hasSize(ROWS);
      Collections.sort(keys);
    }
    assertThat(keys).as("seed %d", seed).isEqualTo(allKeys());
  }

  @ParameterizedTest
  @ValueSource(strings = {LARGE, SORTED})
  void resultsOfSeveralPartitionsAreWhole(String query) {
    session.execute("create table parted as " + LARGE);
    client.executeUpdate("set partitions = 3");
    String from = query.replace(LARGE, "select k, s from parted");
    List<Long> keys = new ArrayList<>(joined(readAtOnce(tickets(inParts(from, 4)))));
    if (query.equals(LARGE)) {
      Collections.sort(keys);
    }
    assertThat(keys.equals(allKeys())).as("all rows, sorted").isTrue();
  }

  @Test
  void smallResultsHaveOne() {
    for (String query :
        List.of("select 7 as k", "select i as k from t where i > 5", "select i as k from t")) {
      FlightInfo info = inParts(query, 8);
      assertThat(info.getEndpoints()).as(query).hasSize(1);
      assertThat(rows(info)).hasSize(query.endsWith("5") ? 0 : query.endsWith("t") ? 3 : 1);
    }
    assertThat(query("show partitions")).containsExactly("0"); // no query
    assertThat(query("explain select 1 as x")).isNotEmpty();
    assertThat(query("insert into t values (4, 'd')")).containsExactly("1");
    assertThat(query("select null as n from range(3) r(x)")).hasSize(3);
  }

  @Test
  void othersAreNotAskedForThem() throws Exception {
    assertThat(client.execute(LARGE).getEndpoints()).hasSize(1);
    inParts(LARGE, 3);
    try (FlightSqlClient other = connect()) {
      FlightInfo info = other.execute(LARGE);
      assertThat(info.getOrdered()).isFalse();
      assertThat(rows(other, info)).hasSize(ROWS);
    }
  }

  @Test
  void preparedAndPolledQueriesHaveThem() throws Exception {
    assertThat(ask("4").hasErrors()).isFalse();
    try (PreparedStatement prepared = client.prepare(LARGE + " where x >= 0")) {
      List<Long> keys = new ArrayList<>(joined(readAtOnce(tickets(prepared.execute()))));
      assertThat(keys).hasSize(ROWS);
    }
    ClientCookieMiddleware.Factory cookies = new ClientCookieMiddleware.Factory();
    try (FlightClient polling =
        FlightClient.builder(
                allocator, Location.forGrpcInsecure("127.0.0.1", server.address().getPort()))
            .intercept(cookies)
            .build()) {
      FlightSqlClient same = new FlightSqlClient(polling);
      Object unused =
          same.setSessionOptions(
              new SetSessionOptionsRequest(
                  Map.of("endpoints", SessionOptionValueFactory.makeSessionOptionValue(4L))));
      PollInfo info = polling.pollInfo(command(SORTED));
      for (Optional<FlightDescriptor> next = info.getFlightDescriptor(); next.isPresent(); ) {
        info = polling.pollInfo(next.get());
        next = info.getFlightDescriptor();
      }
      assertThat(info.getFlightInfo().getEndpoints()).hasSize(4);
      assertThat(info.getFlightInfo().getOrdered()).isTrue();
      assertThat(joined(readAtOnce(tickets(info.getFlightInfo())))).isEqualTo(allKeys());
    }
  }

  @Test
  void anErrorIsThatOfAllParts() {
    String fails = LARGE.replace("select ", "select 1 / (x - 399999) as q, ");
    List<Ticket> tickets = tickets(inParts(fails, 3));
    assertThat(tickets).hasSize(3);
    List<Long> keys = new ArrayList<>();
    for (Ticket ticket : tickets) {
      assertThatThrownBy(() -> readInto(client, ticket, keys)).hasMessageContaining("zero");
    }
    assertThat(keys).doesNotHaveDuplicates().hasSizeLessThan(ROWS);
    assertThatThrownBy(() -> client.execute(fails + " order by q")).hasMessageContaining("zero");
    assertThatThrownBy(() -> client.execute("select nope from t")).hasMessageContaining("nope");
  }

  @Test
  void aPartIsReadOnce() throws Exception {
    List<Ticket> tickets = tickets(inParts(SORTED, 3));
    List<Long> first = read(client, tickets.getFirst());
    assertThat(first).isNotEmpty();
    assertThatThrownBy(() -> read(client, tickets.getFirst()))
        .hasMessageContaining("Cannot find part 0 of the result: it was read")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
    try (FlightStream open = client.getStream(tickets.get(2))) {
      assertThat(open.next()).isTrue();
      assertThatThrownBy(() -> read(client, tickets.get(2)))
          .hasMessageContaining("another call reads it");
      List<Long> last = keys(open.getRoot());
      assertThat(read(client, tickets.get(1)).getLast()).isLessThan(last.getFirst());
      while (open.next()) {
        last = keys(open.getRoot());
      }
      assertThat(last.getLast()).isEqualTo(allKeys().getLast());
    }
    server.calls().await(0, 0);
    assertThatThrownBy(() -> read(client, tickets.get(1)))
        .hasMessageContaining("Cannot find the result: it was closed or read");
  }

  @ParameterizedTest
  @ValueSource(strings = {LARGE, SORTED})
  void aPartThatIsNeverReadHoldsNothingUpAndExpires(String query) {
    List<Ticket> tickets = tickets(inParts(query, 4));
    List<Long> others = joined(readAtOnce(List.of(tickets.get(0), tickets.get(2), tickets.get(3))));
    if (query.equals(LARGE)) {
      assertThat(others).hasSize(ROWS).doesNotHaveDuplicates();
    } else {
      assertThat(others).hasSizeLessThan(ROWS).isSorted();
    }
    nanos.addAndGet(limits().handleIdle().toNanos() + 1);
    server.sessions().expire();
    assertThatThrownBy(() -> read(client, tickets.get(1)))
        .hasMessageContaining("Cannot find the result: it was closed or read, or dropped")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
  }

  @Test
  void theTimeOfTheOthersBeginsWithEachReading() {
    List<Ticket> tickets = tickets(inParts(SORTED, 3));
    List<Long> keys = new ArrayList<>();
    for (Ticket ticket : tickets) {
      nanos.addAndGet(limits().handleIdle().toNanos() * 3 / 4);
      server.sessions().expire();
      keys.addAll(read(client, ticket));
    }
    assertThat(keys).isEqualTo(allKeys());
  }

  @ParameterizedTest
  @ValueSource(strings = {LARGE, SORTED})
  void aReaderThatIsGoneLeavesTheOthersTheirs(String query) throws Exception {
    List<Ticket> tickets = tickets(inParts(query, 3));
    List<Long> keys = new ArrayList<>();
    try (FlightSqlClient gone = connect()) {
      FlightStream stream = gone.getStream(tickets.get(1));
      assertThat(stream.next()).isTrue();
      keys.addAll(keys(stream.getRoot()));
      stream.cancel("gone", null);
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  assertThat(stream.getRoot().getRowCount()).isPositive();
                }
              })
          .hasMessageContaining("gone")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED));
      closeCancelled(stream);
    }
    server.calls().await(0, 0);
    keys.addAll(read(client, tickets.get(2)));
    assertThat(keys.getLast()).isPositive();
    keys.addAll(read(client, tickets.get(0)));
    assertThat(keys).doesNotHaveDuplicates().hasSizeBetween(ROWS / 4, ROWS);
    assertThat(allKeys()).containsAll(List.of(keys.getFirst(), keys.getLast()));
  }

  private static void closeCancelled(FlightStream stream) throws Exception {
    try {
      stream.close();
    } catch (FlightRuntimeException e) {
      assertThat(code(e)).isEqualTo(FlightStatusCode.CANCELLED);
    }
  }

  @Test
  void cancellingEndsAllOfThem() throws Exception {
    FlightInfo info = inParts(SORTED, 4);
    List<Ticket> tickets = tickets(info);
    FlightStream open = client.getStream(tickets.get(3));
    assertThat(open.next()).isTrue();
    try (FlightSqlClient other = connect()) {
      assertThat(other.cancelFlightInfo(new CancelFlightInfoRequest(info)).getStatus())
          .isEqualTo(CancelStatus.CANCELLED);
      assertThat(other.cancelFlightInfo(new CancelFlightInfoRequest(info)).getStatus())
          .isEqualTo(CancelStatus.NOT_CANCELLABLE);
    }
    server.calls().await(0, 0);
    assertThatThrownBy(
            () -> {
              while (open.next()) {
                assertThat(open.getRoot().getRowCount()).isPositive();
              }
            })
        .hasMessageContaining("cancelled");
    closeCancelled(open);
    assertThatThrownBy(() -> read(client, tickets.get(0)))
        .hasMessageContaining("cancelled")
        .satisfies(
            e -> assertThat(code(e)).isIn(FlightStatusCode.CANCELLED, FlightStatusCode.NOT_FOUND));
  }

  @Test
  void theSessionsEndEndsThem() throws Exception {
    List<Ticket> tickets = tickets(inParts(SORTED, 4));
    List<Long> first = read(client, tickets.get(1));
    assertThat(first).isNotEmpty();
    client.close();
    server.sessions().await(0);
    client = connect();
    assertThatThrownBy(() -> read(client, tickets.get(2)))
        .hasMessageContaining("Cannot find the result")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
  }

  @Test
  void theOptionIsANumber() {
    for (Object wrong : List.of(0L, 65L, -3L, "many", "")) {
      SetSessionOptionsResult set = ask(wrong);
      assertThat(set.getErrors().get("endpoints").value)
          .as("%s", wrong)
          .isEqualTo(SetSessionOptionsResult.ErrorValue.INVALID_VALUE);
    }
    assertThat(ask(64L).hasErrors()).isFalse();
    assertThat(shown()).isEqualTo("64");
    Object unused =
        client.setSessionOptions(
            new SetSessionOptionsRequest(
                Map.of("endpoints", SessionOptionValueFactory.makeEmptySessionOptionValue())));
    assertThat(shown()).isEqualTo("1");
  }

  private String shown() {
    return client
        .getSessionOptions(new GetSessionOptionsRequest())
        .getSessionOptions()
        .get("endpoints")
        .acceptVisitor(
            new org.apache.arrow.flight.NoOpSessionOptionValueVisitor<String>() {
              @Override
              public String visit(String value) {
                return value;
              }
            });
  }
}
