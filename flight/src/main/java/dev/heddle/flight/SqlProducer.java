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
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.NoOpFlightProducer;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.vector.types.pojo.Schema;

/** Answers what clients ask of a session. Thread-safe. */
final class SqlProducer extends NoOpFlightProducer {
  private static final int UNKNOWN = -1;

  private final Session session;
  private final Calls calls;

  SqlProducer(Session session, Calls calls) {
    this.session = session;
    this.calls = calls;
  }

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    try {
      String query = query(descriptor);
      return info(descriptor, query, session.sql(query));
    } catch (RuntimeException e) {
      throw FlightErrors.of(e);
    }
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    return new SchemaResult(getFlightInfo(context, descriptor).getSchemaOptional().orElseThrow());
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> listener) {
    try {
      for (TableInfo table : session.tables()) {
        listener.onNext(
            info(
                FlightDescriptor.path(table.name()),
                allOf(table.name()),
                session.table(table.name())));
      }
    } catch (RuntimeException e) {
      listener.onError(FlightErrors.of(e));
      return;
    }
    listener.onCompleted();
  }

  private static FlightInfo info(FlightDescriptor descriptor, String query, DataFrame frame) {
    Schema schema = ArrowTypes.toArrow(frame.schema());
    Ticket ticket = new Ticket(query.getBytes(StandardCharsets.UTF_8));
    return new FlightInfo(
        schema, descriptor, List.of(new FlightEndpoint(ticket)), UNKNOWN, UNKNOWN);
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener listener) {
    try {
      ResultCall call = new ResultCall(session, text(ticket.getBytes()), listener, calls);
      if (!calls.start(call)) {
        throw CallStatus.UNAVAILABLE
            .withDescription("Cannot run a query: the server ends")
            .toRuntimeException();
      }
    } catch (RuntimeException e) {
      listener.error(FlightErrors.of(e));
    }
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

  private static String allOf(String table) {
    return "select * from \"" + table.replace("\"", "\"\"") + "\"";
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
