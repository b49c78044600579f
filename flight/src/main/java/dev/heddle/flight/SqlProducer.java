package dev.heddle.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.spi.StatementInfo;
import dev.heddle.frame.spi.StatementShape;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.arrow.flight.Action;
import org.apache.arrow.flight.ActionType;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.CancelFlightInfoRequest;
import org.apache.arrow.flight.CancelStatus;
import org.apache.arrow.flight.CloseSessionRequest;
import org.apache.arrow.flight.CloseSessionResult;
import org.apache.arrow.flight.Criteria;
import org.apache.arrow.flight.FlightConstants;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.GetSessionOptionsRequest;
import org.apache.arrow.flight.GetSessionOptionsResult;
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
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionEndTransactionRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandPreparedStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementQuery;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementUpdate;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutPreparedStatementResult;
import org.apache.arrow.flight.sql.impl.FlightSql.DoPutUpdateResult;
import org.apache.arrow.flight.sql.impl.FlightSql.TicketStatementQuery;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.memory.BufferAllocator;
import org.jspecify.annotations.Nullable;

/** Answers what clients of Flight, with SQL or without, ask. Thread-safe. */
final class SqlProducer extends MetadataProducer {
  private static final String SQL_TYPE = "type.googleapis.com/arrow.flight.protocol.sql.";
  private static final String STATEMENT = "prepared statement";
  private static final String RESULT = "result";

  private final ClientSessions sessions;
  private final Calls calls;
  private final BufferAllocator allocator;
  private final StatementCalls statements;

  /**
   * Makes a producer; all that it is given stays the caller's.
   *
   * @param allocator of answers that are known
   */
  SqlProducer(ClientSessions sessions, Calls calls, BufferAllocator allocator) {
    this.sessions = sessions;
    this.calls = calls;
    this.allocator = allocator;
    this.statements = new StatementCalls(allocator);
  }

  /** Returns the error of everything that needs a transaction. */
  static HeddleException noTransactions() {
    return FlightErrors.unsupported(
        "Cannot use transactions: each statement commits by itself; send statements without one"
            + " (autocommit)");
  }

  private static <T> T answer(Supplier<T> body) {
    try {
      return body.get();
    } catch (RuntimeException e) {
      throw FlightErrors.of(e);
    }
  }

  private static <T> void answer(StreamListener<T> client, Supplier<T> body) {
    T answer;
    try {
      answer = body.get();
    } catch (RuntimeException e) {
      client.onError(FlightErrors.of(e));
      return;
    }
    client.onNext(answer);
    client.onCompleted();
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

  private void send(ClientSession owner, ResultCall.Body body, ServerStreamListener client) {
    start(new ResultCall(body, owner::end, client, calls), owner);
  }

  private void start(ResultCall call, ClientSession owner) {
    owner.begin();
    if (!calls.start(call)) {
      owner.end();
      throw CallStatus.UNAVAILABLE
          .withDescription("Cannot run a query: the server ends")
          .toRuntimeException();
    }
  }

  @Override
  void sendRows(
      CallContext context, ServerStreamListener client, Function<ClientSession, RowTable> rows) {
    ClientSession owner = ClientCall.of(context).session();
    send(owner, result -> result.send(rows.apply(owner), allocator), client);
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

  // --- statements

  private static void requireNoTransaction(boolean isGiven, ByteString transaction) {
    if (isGiven && !transaction.isEmpty()) {
      throw noTransactions();
    }
  }

  @Override
  public FlightInfo getFlightInfoStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> {
          requireNoTransaction(command.hasTransactionId(), command.getTransactionId());
          ClientCall call = ClientCall.of(context);
          return statements.info(call, call.session(), descriptor, command.getQuery(), List.of());
        });
  }

  @Override
  public SchemaResult getSchemaStatement(
      CommandStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(
        () -> {
          ClientCall call = ClientCall.of(context);
          return new SchemaResult(statements.columns(call, call.session(), command.getQuery()));
        });
  }

  @Override
  public void getStreamStatement(
      TicketStatementQuery ticket, CallContext context, ServerStreamListener client) {
    String handle = ticket.getStatementHandle().toString(UTF_8);
    ClientSession owner = sessions.ofHandle(RESULT, handle);
    PendingResult pending = owner.results().get(handle);
    Runnable onEnd =
        () -> {
          PendingResult unused = owner.results().remove(handle);
          owner.end();
        };
    ResultCall call = new ResultCall(pending.body(), onEnd, client, calls);
    pending.begin(call);
    start(call, owner);
  }

  @Override
  public Runnable acceptPutStatement(
      CommandStatementUpdate command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> client) {
    return counted(
        client,
        () -> {
          requireNoTransaction(command.hasTransactionId(), command.getTransactionId());
          ClientCall call = ClientCall.of(context);
          return statements.update(call, call.session(), command.getQuery(), List.of());
        });
  }

  @Override
  public Runnable acceptPutStatementBulkIngest(
      CommandStatementIngest command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> client) {
    return counted(
        client,
        () -> {
          ClientCall call = ClientCall.of(context);
          return BulkLoad.run(call, call.session(), command, stream);
        });
  }

  /** Returns what changes rows and answers with their number. */
  private Runnable counted(StreamListener<PutResult> client, LongSupplier body) {
    return () -> {
      long changed;
      try {
        changed = body.getAsLong();
      } catch (RuntimeException e) {
        client.onError(FlightErrors.of(e));
        return;
      }
      put(client, DoPutUpdateResult.newBuilder().setRecordCount(changed).build().toByteArray());
    };
  }

  private void put(StreamListener<PutResult> client, byte[] metadata) {
    try (ArrowBuf buffer = allocator.buffer(Math.max(1, metadata.length))) {
      buffer.writeBytes(metadata);
      client.onNext(PutResult.metadata(buffer));
    }
    client.onCompleted();
  }

  // --- prepared statements

  @Override
  public void createPreparedStatement(
      ActionCreatePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> client) {
    answer(
        client,
        () -> {
          requireNoTransaction(request.hasTransactionId(), request.getTransactionId());
          ClientCall call = ClientCall.of(context);
          ClientSession owner = call.session();
          StatementShape shape = statements.describe(call, owner, request.getQuery());
          ActionCreatePreparedStatementResult.Builder made =
              ActionCreatePreparedStatementResult.newBuilder()
                  .setParameterSchema(
                      ByteString.copyFrom(CatalogueRows.bytes(StatementCalls.parameters(shape))));
          if (shape.kind() == StatementInfo.Kind.QUERY) { // else clients send it as an update
            made.setDatasetSchema(
                ByteString.copyFrom(CatalogueRows.bytes(StatementCalls.columns(shape))));
          }
          String handle = owner.statements().add(new ClientStatement(request.getQuery()));
          made.setPreparedStatementHandle(ByteString.copyFrom(handle, UTF_8));
          return new Result(Any.pack(made.build()).toByteArray());
        });
  }

  @Override
  public void closePreparedStatement(
      ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> client) {
    try {
      String handle = request.getPreparedStatementHandle().toString(UTF_8);
      ClientStatement unused = sessions.ofHandle(STATEMENT, handle).statements().remove(handle);
    } catch (HeddleException e) {
      // It is closed already: so is its session, or it has expired.
    }
    client.onCompleted();
  }

  /** What is done with a prepared statement. */
  private interface Use<T> {
    T of(ClientCall call, ClientSession owner, ClientStatement statement);
  }

  private <T> T prepared(CallContext context, ByteString handle, Use<T> use) {
    String name = handle.toString(UTF_8);
    ClientSession owner = sessions.ofHandle(STATEMENT, name);
    return use.of(ClientCall.of(context), owner, owner.statements().get(name));
  }

  @Override
  public FlightInfo getFlightInfoPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(
        () ->
            prepared(
                context,
                command.getPreparedStatementHandle(),
                (call, owner, statement) ->
                    statements.info(call, owner, descriptor, statement.text(), statement.bound())));
  }

  @Override
  public SchemaResult getSchemaPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, FlightDescriptor descriptor) {
    return answer(
        () ->
            prepared(
                context,
                command.getPreparedStatementHandle(),
                (call, owner, statement) ->
                    new SchemaResult(statements.columns(call, owner, statement.text()))));
  }

  @Override
  public void getStreamPreparedStatement(
      CommandPreparedStatementQuery command, CallContext context, ServerStreamListener client) {
    ResultCall.Body[] body = new ResultCall.Body[1];
    ClientSession owner =
        prepared(
            context,
            command.getPreparedStatementHandle(),
            (call, session, statement) -> {
              StatementShape shape = statements.describe(call, session, statement.text());
              SqlParameters values = StatementCalls.values(shape, statement.bound());
              body[0] = statements.query(session, statement.text(), values);
              return session;
            });
    send(owner, body[0], client);
  }

  @Override
  public Runnable acceptPutPreparedStatementQuery(
      CommandPreparedStatementQuery command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> client) {
    return () -> {
      try {
        boolean unused =
            prepared(
                context,
                command.getPreparedStatementHandle(),
                (call, owner, statement) -> {
                  statement.bind(ParameterRows.read(stream));
                  return true;
                });
      } catch (RuntimeException e) {
        client.onError(FlightErrors.of(e));
        return;
      }
      put(
          client,
          DoPutPreparedStatementResult.newBuilder()
              .setPreparedStatementHandle(command.getPreparedStatementHandle())
              .build()
              .toByteArray());
    };
  }

  @Override
  public Runnable acceptPutPreparedStatementUpdate(
      CommandPreparedStatementUpdate command,
      CallContext context,
      FlightStream stream,
      StreamListener<PutResult> client) {
    return counted(
        client,
        () ->
            prepared(
                context,
                command.getPreparedStatementHandle(),
                (call, owner, statement) -> {
                  List<List<@Nullable Object>> rows = ParameterRows.read(stream);
                  return statements.update(
                      call, owner, statement.text(), rows.isEmpty() ? statement.bound() : rows);
                }));
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
    for (FlightEndpoint endpoint : info.getEndpoints()) {
      byte[] ticket = endpoint.getTicket().getBytes();
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
        String handle = any.unpack(TicketStatementQuery.class).getStatementHandle().toString(UTF_8);
        return sessions.ofHandle(RESULT, handle).results().get(handle).cancel();
      }
    } catch (InvalidProtocolBufferException | HeddleException e) {
      // None that is there: it has ended, or was never one.
    }
    return CancelStatus.NOT_CANCELLABLE;
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
            SessionOptionCalls.set(
                ClientCall.of(context).session().session(), request.getSessionOptions()));
  }

  @Override
  public void getSessionOptions(
      GetSessionOptionsRequest request,
      CallContext context,
      StreamListener<GetSessionOptionsResult> client) {
    answer(client, () -> SessionOptionCalls.get(ClientCall.of(context).session().session()));
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
