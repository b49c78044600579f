package dev.heddle.flight;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;

/** Reads from a server on this host, as any client would. */
public final class FlightReads {
  private FlightReads() {}

  /** Returns a result's rows as texts. */
  public static List<String> rows(int port, String query) throws Exception {
    List<String> rows = new ArrayList<>();
    byte[] text = query.getBytes(StandardCharsets.UTF_8);
    try (BufferAllocator allocator = new RootAllocator();
        FlightClient client = client(allocator, port);
        FlightStream stream =
            client.getStream(
                client
                    .getInfo(FlightDescriptor.command(text))
                    .getEndpoints()
                    .getFirst()
                    .getTicket())) {
      while (stream.next()) {
        for (int row = 0; row < stream.getRoot().getRowCount(); row++) {
          List<String> values = new ArrayList<>();
          for (var vector : stream.getRoot().getFieldVectors()) {
            values.add(String.valueOf(vector.getObject(row)));
          }
          rows.add(String.join("|", values));
        }
      }
    }
    return rows;
  }

  /** Runs a statement that gives no rows, and returns how many it has changed. */
  public static long update(int port, String statement) throws Exception {
    try (BufferAllocator allocator = new RootAllocator();
        FlightSqlClient client = new FlightSqlClient(client(allocator, port))) {
      return client.executeUpdate(statement);
    }
  }

  /** Reads a result's first batch, cancels the rest and returns the batch's number of rows. */
  public static int cancelAfterFirst(int port, String query) throws Exception {
    int rows = 0;
    try (BufferAllocator allocator = new RootAllocator();
        FlightClient client = client(allocator, port)) {
      try (FlightStream stream =
          client.getStream(new Ticket(query.getBytes(StandardCharsets.UTF_8)))) {
        rows = stream.next() ? stream.getRoot().getRowCount() : 0;
        stream.cancel("enough", null);
      } catch (FlightRuntimeException e) {
        return rows; // that it was cancelled
      }
    }
    return rows;
  }

  private static FlightClient client(BufferAllocator allocator, int port) {
    return FlightClient.builder(allocator, Location.forGrpcInsecure("127.0.0.1", port)).build();
  }
}
