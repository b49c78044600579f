package dev.heddle.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;

/**
 * What a ticket of a result names; on the wire the handle, followed by the number of a part that is
 * not the first.
 *
 * @param handle of the result
 * @param part of its rows, from 0
 */
record ResultTicket(String handle, int part) {
  private static final char BEFORE_PART = '#';

  /** Reads a ticket; a handle that is none of the server's is not found later on. */
  static ResultTicket of(TicketStatementQuery ticket) {
    String text = ticket.getStatementHandle().toString(UTF_8);
    int end = text.lastIndexOf(BEFORE_PART);
    try {
      int part = end < 0 ? 0 : Integer.parseInt(text.substring(end + 1));
      return part > 0 ? new ResultTicket(text.substring(0, end), part) : new ResultTicket(text, 0);
    } catch (NumberFormatException e) {
      return new ResultTicket(text, 0);
    }
  }

  Ticket toTicket() {
    String text = part == 0 ? handle : handle + BEFORE_PART + part;
    TicketStatementQuery ticket =
        TicketStatementQuery.newBuilder()
            .setStatementHandle(ByteString.copyFrom(text, UTF_8))
            .build();
    return new Ticket(Any.pack(ticket).toByteArray());
  }

  /** Returns where the first parts of the result can be read. */
  List<FlightEndpoint> endpoints(int parts) {
    List<FlightEndpoint> endpoints = new ArrayList<>();
    for (int i = 0; i < parts; i++) {
      endpoints.add(new FlightEndpoint(new ResultTicket(handle, i).toTicket()));
    }
    return endpoints;
  }
}
