package dev.heddle.flight;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.spi.TableInfo;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightProducer.StreamListener;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.vector.types.pojo.Schema;

/** Answers clients of Flight without SQL: commands and tickets are texts of queries. Stateless. */
final class PlainQueries {
  private static final int UNKNOWN = -1;

  private PlainQueries() {}

  static FlightInfo info(Session session, FlightDescriptor descriptor) {
    String query = query(descriptor);
    return info(descriptor, query, session.sql(query));
  }

  static void list(Session session, StreamListener<FlightInfo> listener) {
    for (TableInfo table : session.tables()) {
      listener.onNext(info(descriptor(table), allOf(table), session.table(table.qualifiedName())));
    }
  }

  private static FlightInfo info(FlightDescriptor descriptor, String query, DataFrame frame) {
    Schema schema = ArrowTypes.toArrow(frame.schema());
    Ticket ticket = new Ticket(query.getBytes(StandardCharsets.UTF_8));
    return new FlightInfo(
        schema, descriptor, List.of(new FlightEndpoint(ticket)), UNKNOWN, UNKNOWN);
  }

  /** Returns what sends the rows of a ticket. */
  static ResultCall.Body rows(Session session, Ticket ticket) {
    String query = text(ticket.getBytes());
    return result -> result.send(session.sql(query).toArrow());
  }

  private static String query(FlightDescriptor descriptor) {
    if (descriptor.isCommand()) {
      return text(descriptor.getCommand());
    }
    List<String> path = descriptor.getPath();
    if (path.size() != 1) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot find flight " + path + ": send a query as the command, or one table as the path");
    }
    return allOf(path.getFirst());
  }

  /** Returns the path of a table, or a query of one that is in a schema of its own. */
  private static FlightDescriptor descriptor(TableInfo table) {
    return table.qualifiedName().equals(table.name())
        ? FlightDescriptor.path(table.name())
        : FlightDescriptor.command(allOf(table).getBytes(StandardCharsets.UTF_8));
  }

  private static String allOf(TableInfo table) {
    return "select * from "
        + quoted(table.database())
        + "."
        + quoted(table.schemaName())
        + "."
        + quoted(table.name());
  }

  private static String allOf(String table) {
    return "select * from " + quoted(table);
  }

  private static String quoted(String name) {
    return "\"" + name.replace("\"", "\"\"") + "\"";
  }

  private static String text(byte[] bytes) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT, "Cannot read the query: its bytes are no UTF-8 text", e);
    }
  }
}
