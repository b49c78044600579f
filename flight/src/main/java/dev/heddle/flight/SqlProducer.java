package dev.heddle.flight;

import com.google.protobuf.Any;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.heddle.frame.error.HeddleException;
import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.SetSessionOptionsRequest;
import org.apache.arrow.flight.SetSessionOptionsResult;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.CancelResult;
import org.apache.arrow.flight.sql.FlightSqlUtils;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginSavepointResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionBeginTransactionResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedSubstraitPlanRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementSubstraitPlan;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.memory.BufferAllocator;

/** Answers what clients of Flight, with SQL or without, ask. Thread-safe. */
final class SqlProducer extends StatementProducer {
  private static final String SQL_TYPE = "type.googleapis.com/arrow.flight.protocol.sql.";

  private final ClientSessions sessions;

  /**
   * Makes a producer; all that it is given stays the caller's.
   *
   * @param allocator of answers that are known
   */
  SqlProducer(ClientSessions sessions, Calls calls, BufferAllocator allocator) {
    super(sessions, calls, allocator);
    this.sessions = sessions;
  }

  private static boolean isSql(byte[] command) {
    try {
      return Any.parseFrom(command).getTypeUrl().startsWith(SQL_TYPE);
    } catch (InvalidProtocolBufferException e) {
      return false;
    }
  }

  private static boolean isSql(FlightDescriptor descriptor) {
    return descriptor.isCommand() && isSql(descriptor.getCommand());
  }

  // --- what commands and tickets mean

  @Override
  public FlightInfo getFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> {
          if (isSql(descriptor)) {
            return super.getFlightInfo(context, descriptor);
          }
          ClientCall call = ClientCall.of(context);
          return call.run(call.session(), owner -> PlainQueries.info(owner.session(), descriptor));
        });
  }

  @Override
  public PollInfo pollFlightInfo(CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> {
          try {
            return isSql(descriptor)
                ? poll(Any.parseFrom(descriptor.getCommand()), context, descriptor)
                : new PollInfo(getFlightInfo(context, descriptor), null, null, null);
          } catch (InvalidProtocolBufferException e) {
            throw FlightErrors.invalid("Cannot read the command: " + e.getMessage());
          }
        });
  }

  @Override
  public SchemaResult getSchema(CallContext context, FlightDescriptor descriptor) {
    return answer(
        () ->
            isSql(descriptor)
                ? super.getSchema(context, descriptor)
                : new SchemaResult(
                    getFlightInfo(context, descriptor).getSchemaOptional().orElseThrow()));
  }

  @Override
  public void listFlights(
      CallContext context, Criteria criteria, StreamListener<FlightInfo> client) {
    try {
      ClientCall call = ClientCall.of(context);
      boolean unused =
          call.run(
              call.session(),
              owner -> {
                PlainQueries.list(owner.session(), client);
                return true;
              });
    } catch (RuntimeException e) {
      client.onError(FlightErrors.of(e));
      return;
    }
    client.onCompleted();
  }

  @Override
  public void getStream(CallContext context, Ticket ticket, ServerStreamListener client) {
    try {
      if (isSql(ticket.getBytes())) {
        super.getStream(context, ticket, client);
      } else {
        ClientSession owner = ClientCall.of(context).session();
        send(owner, PlainQueries.rows(owner.session(), ticket), client);
      }
    } catch (RuntimeException e) {
      client.error(FlightErrors.of(e));
    }
  }

  @Override
  public Runnable acceptPut(
      CallContext context, FlightStream stream, StreamListener<PutResult> client) {
    return answer(
        () -> {
          if (!isSql(stream.getDescriptor())) {
            throw FlightErrors.unsupported(
                "Cannot take rows for "
                    + stream.getDescriptor()
                    + ": load them by the ingest command of Flight SQL");
          }
          return super.acceptPut(context, stream, client);
        });
  }

  // --- Substrait

  private static HeddleException noSubstrait() {
    return FlightErrors.unsupported("Cannot run Substrait plans: send the query as SQL");
  }

  @Override
  public FlightInfo getFlightInfoSubstraitPlan(
      CommandStatementSubstraitPlan command, CallContext context, FlightDescriptor descriptor) {
    throw noSubstrait();
  }

  @Override
  public SchemaResult getSchemaSubstraitPlan(
      CommandStatementSubstraitPlan command, CallContext context, FlightDescriptor descriptor) {
    throw noSubstrait();
  }

  @Override
  public Runnable acceptPutSubstraitPlan(
      CommandStatementSubstraitPlan command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> client) {
    throw noSubstrait();
  }

  @Override
  public void createPreparedSubstraitPlan(
      ActionCreatePreparedSubstraitPlanRequest request,
      CallContext context,
      StreamListener<ActionCreatePreparedStatementResult> client) {
    throw noSubstrait();
  }

  // --- actions

  @Override
  public void listActions(CallContext context, StreamListener<ActionType> client) {
    FlightSqlUtils.FLIGHT_SQL_ACTIONS.forEach(client::onNext);
    List.of(
            FlightConstants.CANCEL_FLIGHT_INFO,
            FlightConstants.SET_SESSION_OPTIONS,
            FlightConstants.GET_SESSION_OPTIONS,
            FlightConstants.CLOSE_SESSION)
        .forEach(client::onNext);
    client.onCompleted();
  }

  @Override
  public void doAction(CallContext context, Action action, StreamListener<Result> client) {
    try {
      super.doAction(context, action, client);
    } catch (RuntimeException e) {
      client.onError(FlightErrors.of(e));
    }
  }

  @Override
  public void beginTransaction(
      ActionBeginTransactionRequest request,
      CallContext context,
      StreamListener<ActionBeginTransactionResult> client) {
    client.onError(FlightErrors.of(noTransactions()));
  }

  @Override
  public void beginSavepoint(
      ActionBeginSavepointRequest request,
      CallContext context,
      StreamListener<ActionBeginSavepointResult> client) {
    client.onError(FlightErrors.of(noTransactions()));
  }

  @Override
  public void endTransaction(
      ActionEndTransactionRequest request, CallContext context, StreamListener<Result> client) {
    if (request.getTransactionId().isEmpty()) {
      client.onCompleted(); // drivers send this although nothing was begun
    } else {
      client.onError(FlightErrors.of(noTransactions()));
    }
  }

  private CancelStatus cancel(FlightInfo info) {
    CancelStatus status = CancelStatus.NOT_CANCELLABLE;
    List<byte[]> tickets = new ArrayList<>();
    info.getEndpoints().forEach(endpoint -> tickets.add(endpoint.getTicket().getBytes()));
    if (tickets.isEmpty() && info.getAppMetadata() != null) {
      tickets.add(info.getAppMetadata()); // of a poll
    }
    for (byte[] ticket : tickets) {
      if (isSql(ticket) && cancel(ticket) == CancelStatus.CANCELLED) {
        status = CancelStatus.CANCELLED;
      }
    }
    return status;
  }

  private CancelStatus cancel(byte[] ticket) {
    try {
      Any any = Any.parseFrom(ticket);
      if (any.is(TicketStatementQuery.class)) {
        String handle = ResultTicket.of(any.unpack(TicketStatementQuery.class)).handle();
        return sessions.ofHandle(RESULT, handle).results().get(handle).cancel();
      }
      return CancelStatus.NOT_CANCELLABLE;
    } catch (InvalidProtocolBufferException | HeddleException e) {
      return CancelStatus.NOT_CANCELLABLE; // it has ended, or was never one
    }
  }

  @Override
  public void cancelFlightInfo(
      CancelFlightInfoRequest request, CallContext context, StreamListener<CancelStatus> client) {
    answer(client, () -> cancel(request.getInfo()));
  }

  @Override
  public void cancelQuery(
      FlightInfo info, CallContext context, StreamListener<CancelResult> client) {
    answer(
        client,
        () ->
            cancel(info) == CancelStatus.CANCELLED
                ? CancelResult.CANCELLED
                : CancelResult.NOT_CANCELLABLE);
  }

  @Override
  public void setSessionOptions(
      SetSessionOptionsRequest request,
      CallContext context,
      StreamListener<SetSessionOptionsResult> client) {
    answer(
        client,
        () ->
            SessionOptionCalls.set(ClientCall.of(context).session(), request.getSessionOptions()));
  }

  @Override
  public void getSessionOptions(
      GetSessionOptionsRequest request,
      CallContext context,
      StreamListener<GetSessionOptionsResult> client) {
    answer(client, () -> SessionOptionCalls.get(ClientCall.of(context).session()));
  }

  @Override
  public void closeSession(
      CloseSessionRequest request, CallContext context, StreamListener<CloseSessionResult> client) {
    answer(
        client,
        () ->
            new CloseSessionResult(
                ClientCall.of(context).closeSession()
                    ? CloseSessionResult.Status.CLOSED
                    : CloseSessionResult.Status.NOT_CLOSABLE));
  }

  @Override
  public void close() {
    // The server closes what it has given.
  }
}
