package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.Any;
import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.net.Security;
import java.net.InetSocketAddress;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightClientMiddleware;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

/** A server with tables, a client of Flight SQL, and the proof that nothing is left of both. */
abstract class ServedTest {
  static final InetSocketAddress ANY = new InetSocketAddress("127.0.0.1", 0);
  private static final long MIB = 1 << 20;
  private static final int MAX_LOOKS = 1_000_000;

  final BufferAllocator allocator = new RootAllocator();
  final AtomicLong nanos = new AtomicLong();
  Session session;
  ResultServer server;
  FlightSqlClient client;

  SessionLimits limits() {
    return SessionLimits.DEFAULTS;
  }

  SessionAccess access() {
    return SessionAccess.toPaths(List.of());
  }

  Security security() {
    return Security.none();
  }

  @BeforeEach
  void open() {
    session =
        Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(256 * MIB));
    session.execute(
        "create table t (i bigint not null, s varchar); insert into t values (1, 'a'), (2, null),"
            + " (3, 'c'); create view v as select i * 2 as d from t");
    server = new ResultServer(session, ANY, security(), access(), limits(), nanos::get);
    client = connect();
  }

  @AfterEach
  void nothingIsLeft() throws Exception {
    client.close();
    server.calls().await(0, 0);
    server.close();
    session.close();
    allocator.close(); // throws if bytes are left in it
    MemoryLedger ledger = SessionEngineProvider.memory();
    for (int i = 0; ledger.usedBytes() != 0 && i < MAX_LOOKS; i++) {
      Thread.yield(); // what is in a socket that was closed is freed by a thread of Netty's
    }
    assertThat(ledger.usedBytes()).isZero();
    assertThat(ledger.committedBytes()).isZero();
  }

  FlightSqlClient connect(FlightClientMiddleware.Factory... middleware) {
    FlightClient.Builder builder =
        FlightClient.builder(
            allocator, Location.forGrpcInsecure("127.0.0.1", server.address().getPort()));
    for (FlightClientMiddleware.Factory each : middleware) {
      builder.intercept(each);
    }
    return new FlightSqlClient(builder.build());
  }

  /** Returns a client that polls, which the caller closes. */
  FlightClient polling() {
    return FlightClient.builder(
            allocator, Location.forGrpcInsecure("127.0.0.1", server.address().getPort()))
        .build();
  }

  /** Returns what asks for a query's rows. */
  static FlightDescriptor command(String query) {
    CommandStatementQuery command = CommandStatementQuery.newBuilder().setQuery(query).build();
    return FlightDescriptor.command(Any.pack(command).toByteArray());
  }

  /** Reads a result as texts, the values of a row together. */
  List<String> rows(FlightInfo info) {
    return rows(client, info);
  }

  static List<String> rows(FlightSqlClient from, FlightInfo info) {
    assertThat(info.getEndpoints()).hasSize(1);
    List<String> rows = new ArrayList<>();
    try (FlightStream stream = from.getStream(info.getEndpoints().getFirst().getTicket())) {
      assertThat(stream.getSchema()).isEqualTo(info.getSchemaOptional().orElseThrow());
      while (stream.next()) {
        VectorSchemaRoot root = stream.getRoot();
        for (int row = 0; row < root.getRowCount(); row++) {
          List<String> values = new ArrayList<>();
          for (var vector : root.getFieldVectors()) {
            values.add(String.valueOf(vector.getObject(row)));
          }
          rows.add(String.join("|", values));
        }
      }
    } catch (FlightRuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return rows;
  }

  List<String> query(String text) {
    return rows(client.execute(text));
  }

  static FlightStatusCode code(Throwable error) {
    return ((FlightRuntimeException) error).status().code();
  }

  static String heddleCode(Throwable error) {
    return ((FlightRuntimeException) error).status().metadata().get(FlightErrors.CODE);
  }
}
