package dev.heddle.flight;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.StatementShape;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.arrow.flight.CallStatus;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.PutResult;
import org.apache.arrow.flight.Result;
import org.apache.arrow.flight.SchemaResult;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionClosePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementRequest;
import org.apache.arrow.flight.sql.impl.FlightSql.ActionCreatePreparedStatementResult;
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

/** Runs statements, prepared or not, and loads rows. Thread-safe. */
abstract class StatementProducer extends MetadataProducer {
  private static final String STATEMENT = "prepared statement";

  /** What handles of results name, for messages. */
  static final String RESULT = "result";

  private final ClientSessions sessions;
  private final Calls calls;
  private final BufferAllocator allocator;
  private final StatementCalls statements;

  /**
   * Makes a producer; all that it is given stays the caller's.
   *
   * @param allocator of answers that are known
   */
  StatementProducer(ClientSessions sessions, Calls calls, BufferAllocator allocator) {
    super(sessions);
    this.sessions = sessions;
    this.calls = calls;
    this.allocator = allocator;
    this.statements = new StatementCalls(allocator);
  }

  /** Returns the error of everything that needs a transaction. */
  static HeddleException noTransactions() {
    return FlightErrors.unsupported(
        "Cannot begin a transaction by an action: transactions are those of sessions; send BEGIN,"
            + " COMMIT and ROLLBACK as statements");
  }

  static <T> T answer(Supplier<T> body) {
    try {
      return body.get();
    } catch (RuntimeException e) {
      throw FlightErrors.of(e);
    }
  }

  static <T> void answer(StreamListener<T> client, Supplier<T> body) {
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

  void send(ClientSession owner, ResultCall.Body body, ServerStreamListener client) {
    start(new ResultCall(body, owner::end, client, calls), owner);
  }

  private void start(ResultCall call, ClientSession owner) {
    call.runsAs(owner.begin(call, call::cancel));
    if (!calls.start(call)) {
      owner.end(call);
      throw CallStatus.UNAVAILABLE
          .withDescription("Cannot run a query: the server ends")
          .toRuntimeException();
    }
  }

  @Override
  BufferAllocator allocator() {
    return allocator;
  }

  @Override
  void sendRows(
      CallContext context, ServerStreamListener client, Function<ClientSession, RowTable> rows) {
    ClientSession owner = ClientCall.of(context).session();
    send(owner, result -> result.send(rows.apply(owner), allocator), client);
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
    ResultTicket read = ResultTicket.of(ticket);
    ClientSession owner = sessions.ofHandle(RESULT, read.handle());
    PendingResult pending = owner.results().get(read.handle());
    Consumer<ResultCall> onEnd =
        ended -> {
          if (pending.end(read.part())) {
            PendingResult unused = owner.results().remove(read.handle());
          } else {
            owner.results().use(read.handle()); // of its other parts the time begins anew
          }
          owner.end(ended);
        };
    ResultCall call = new ResultCall(pending.body(read.part()), onEnd, client, calls);
    pending.begin(read.part(), call);
    try {
      start(call, owner);
    } catch (RuntimeException e) {
      boolean unused = pending.end(read.part());
      throw e;
    }
  }

  /**
   * Answers a poll of a statement, or of a query that an earlier poll has begun.
   *
   * @param command of a type of Flight SQL
   */
  PollInfo poll(Any command, CallContext context, FlightDescriptor descriptor)
      throws InvalidProtocolBufferException {
    ClientCall call = ClientCall.of(context);
    if (command.is(CommandStatementQuery.class)) {
      CommandStatementQuery query = command.unpack(CommandStatementQuery.class);
      requireNoTransaction(query.hasTransactionId(), query.getTransactionId());
      return statements.poll(call, call.session(), descriptor, query.getQuery(), List.of());
    }
    if (command.is(CommandPreparedStatementQuery.class)) {
      return prepared(
          context,
          command.unpack(CommandPreparedStatementQuery.class).getPreparedStatementHandle(),
          (c, owner, statement) ->
              statements.poll(c, owner, descriptor, statement.text(), statement.bound()));
    }
    if (command.is(TicketStatementQuery.class)) {
      String handle = ResultTicket.of(command.unpack(TicketStatementQuery.class)).handle();
      ClientSession owner = sessions.ofHandle(RESULT, handle);
      EarlyQuery query = owner.results().get(handle).early();
      if (query == null) {
        throw FlightErrors.invalid("Cannot poll the result: it is ready; read it");
      }
      return statements.poll(owner, handle, query, descriptor);
    }
    return new PollInfo(getFlightInfo(context, descriptor), null, null, null);
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
          Schema columns = shape.columns();
          if (columns != null) { // else clients send it as an update
            made.setDatasetSchema(
                ByteString.copyFrom(CatalogueRows.bytes(CatalogueRows.described(columns, null))));
          }
          String handle = owner.statements().add(new ClientStatement(request.getQuery()));
          sessions.prepared();
          made.setPreparedStatementHandle(ByteString.copyFrom(handle, UTF_8));
          return new Result(Any.pack(made.build()).toByteArray());
        });
  }

  @Override
  public void closePreparedStatement(
      ActionClosePreparedStatementRequest request,
      CallContext context,
      StreamListener<Result> client) {
    String handle = request.getPreparedStatementHandle().toString(UTF_8);
    ClientSession owner = sessions.findByHandle(handle);
    if (owner != null) { // else it is closed already
      ClientStatement unused = owner.statements().remove(handle);
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
              SqlParameters values =
                  SqlParameters.of(StatementCalls.values(shape, statement.bound()));
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
}
