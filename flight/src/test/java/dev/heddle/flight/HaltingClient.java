package dev.heddle.flight;

import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.RootAllocator;

/** A client that reads one batch, says so, and then does nothing until it is killed. */
public final class HaltingClient {
  private HaltingClient() {}

  /** Takes the port and a query. */
  public static void main(String[] arguments) throws Exception {
    FlightClient client =
        FlightClient.builder(
                new RootAllocator(),
                Location.forGrpcInsecure("127.0.0.1", Integer.parseInt(arguments[0])))
            .build();
    FlightStream stream =
        client.getStream(new Ticket(arguments[1].getBytes(StandardCharsets.UTF_8)));
    if (stream.next()) {
      System.out.write('r');
      System.out.flush();
    }
    new CountDownLatch(1).await();
  }
}
