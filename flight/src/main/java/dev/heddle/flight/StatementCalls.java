package dev.heddle.flight;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.DataFrame;
import dev.heddle.frame.PreparedQuery;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.ScriptHandler;
import dev.heddle.frame.SqlParameters;
import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.StatementInfo.Kind;
import dev.heddle.frame.spi.StatementResult;
import dev.heddle.frame.spi.StatementShape;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.PollInfo;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.TimeUnit;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.jspecify.annotations.Nullable;

/** Carries out the statements of clients. Thread-safe. */
final class StatementCalls {
  private static final int UNKNOWN = -1;

  /** A poll waits for its query for this long. */
  private static final long MAX_POLL_MILLIS = 1_000;

  /** What statements give that give no rows of their own, where a client wants rows. */
  private static final Schema CHANGES = Schema.of(new Field("changed_rows", DataType.INT64, false));

  private final BufferAllocator allocator;

  /**
   * Makes calls.
   *
   * @param allocator of rows that are known, stays the caller's
   */
  StatementCalls(BufferAllocator allocator) {
    this.allocator = allocator;
  }

  /** Returns the columns of what a statement gives by the query route; runs nothing. */
  org.apache.arrow.vector.types.pojo.Schema columns(
      ClientCall call, ClientSession owner, String text) {
    return columns(describe(call, owner, text));
  }

  /** Returns the columns of what a statement gives by the query route. */
  static org.apache.arrow.vector.types.pojo.Schema columns(StatementShape shape) {
    Schema rows = shape.columns();
    return ArrowTypes.toArrow(rows == null ? CHANGES : rows);
  }

  /** Returns what a statement takes and gives. */
  StatementShape describe(ClientCall call, ClientSession owner, String text) {
    StatementShape shape = call.run(owner, each -> each.session().describe(text));
    for (String name : shape.parameters().keySet()) {
      if (!name.chars().allMatch(Character::isDigit)) {
        throw FlightErrors.unsupported(
            "Cannot prepare the statement: parameter $" + name + " has a name; write ?");
      }
    }
    return shape;
  }

  /**
   * Returns the columns in which clients are to send values; they are named by their numbers. Of
   * dates with times and of times it wants milliseconds, since Arrow's JDBC driver has no others
   * and sends them as whatever it is asked for.
   */
  static org.apache.arrow.vector.types.pojo.Schema parameters(StatementShape shape) {
    List<org.apache.arrow.vector.types.pojo.Field> fields = new ArrayList<>();
    shape
        .parameters()
        .forEach(
            (name, type) -> {
              Schema one = Schema.of(Field.of(name, type));
              ArrowType millis =
                  switch (type) {
                    case DataType.Timestamp t ->
                        new ArrowType.Timestamp(TimeUnit.MILLISECOND, t.withZone() ? "UTC" : null);
                    case DataType.Time _ -> new ArrowType.Time(TimeUnit.MILLISECOND, 32);
                    default -> null;
                  };
              fields.add(
                  millis == null
                      ? ArrowTypes.toArrow(one).getFields().getFirst()
                      : org.apache.arrow.vector.types.pojo.Field.nullable(name, millis));
            });
    return new org.apache.arrow.vector.types.pojo.Schema(fields);
  }

  /**
   * Answers a query with a ticket for its rows. What gives no rows is run at once, since not all
   * clients read what they expect no rows of.
   */
  FlightInfo info(
      ClientCall call,
      ClientSession owner,
      FlightDescriptor descriptor,
      String text,
      List<List<@Nullable Object>> bound) {
    StatementShape shape = describe(call, owner, text);
    if (owner.endpoints() > 1 && shape.kind() == Kind.QUERY && isSelect(call, owner, text)) {
      return inParts(call, owner, descriptor, early(owner, text, shape, bound));
    }
    ResultCall.Body body;
    if (shape.kind() == Kind.QUERY) {
      body = query(owner, text, SqlParameters.of(values(shape, bound)));
    } else {
      long changed = update(call, owner, text, shape, bound);
      List<@Nullable Object[]> rows =
          shape.kind() == Kind.UPDATE ? List.<Object[]>of(new Object[] {changed}) : List.of();
      body = rows(new RowTable(columns(shape), rows));
    }
    String handle = owner.results().add(new PendingResult(body));
    List<FlightEndpoint> endpoints = new ResultTicket(handle, 0).endpoints(1);
    return new FlightInfo(columns(shape), descriptor, endpoints, UNKNOWN, UNKNOWN);
  }

  private EarlyQuery early(
      ClientSession owner, String text, StatementShape shape, List<List<@Nullable Object>> bound) {
    return new EarlyQuery(owner, text, values(shape, bound), columns(shape), allocator);
  }

  /** Answers with the tickets of a query's parts, once it is known how many there are. */
  private static FlightInfo inParts(
      ClientCall call, ClientSession owner, FlightDescriptor descriptor, EarlyQuery query) {
    String handle = owner.results().add(new PendingResult(query));
    try {
      query.start();
      boolean isReady = false;
      while (!isReady) {
        isReady = call.run(owner, _ -> query.await(MAX_POLL_MILLIS));
      }
      return info(query, handle, descriptor).build();
    } catch (RuntimeException e) {
      PendingResult unused = owner.results().remove(handle);
      query.close();
      throw e;
    }
  }

  /** Begins an answer with the tickets of a query whose rows are there. */
  private static FlightInfo.Builder info(
      EarlyQuery query, String handle, FlightDescriptor descriptor) {
    List<FlightEndpoint> endpoints = new ResultTicket(handle, 0).endpoints(query.parts());
    return FlightInfo.builder(query.columns(), descriptor, endpoints).setOrdered(query.isOrdered());
  }

  /** Returns what sends known rows. */
  ResultCall.Body rows(RowTable rows) {
    return result -> result.send(rows, allocator);
  }

  /** Returns what runs a query and sends its rows. */
  ResultCall.Body query(ClientSession owner, String text, SqlParameters parameters) {
    return result -> {
      ScriptHandler sender =
          new ScriptHandler() {
            @Override
            public void query(String statement, DataFrame rows) {
              result.send(rows.toArrow());
            }

            @Override
            public void result(StatementResult shown) {
              QueryResult known = requireNonNull(shown.rows(), "no rows");
              if (RowTable.holds(known.schema())) {
                result.send(RowTable.of(known), allocator);
              } else {
                result.send(owner.session().from(known).toArrow());
              }
            }
          };
      owner.session().execute(text, parameters, sender);
    };
  }

  /**
   * Answers a poll with how far the query is, whose first rows are computed without waiting for the
   * client to read; all other statements as {@link #info}.
   */
  PollInfo poll(
      ClientCall call,
      ClientSession owner,
      FlightDescriptor descriptor,
      String text,
      List<List<@Nullable Object>> bound) {
    StatementShape shape = describe(call, owner, text);
    if (shape.kind() != Kind.QUERY || !isSelect(call, owner, text)) {
      return new PollInfo(info(call, owner, descriptor, text, bound), null, null, null);
    }
    EarlyQuery query = early(owner, text, shape, bound);
    String handle = owner.results().add(new PendingResult(query));
    query.start();
    return poll(owner, handle, query, descriptor);
  }

  /** Returns whether a text is a query, not what only shows something. */
  private static boolean isSelect(ClientCall call, ClientSession owner, String text) {
    try {
      PreparedQuery unused = call.run(owner, each -> each.session().prepare(text));
      return true;
    } catch (AnalysisException e) {
      return false;
    }
  }

  /** Answers a poll of a query that computes. */
  PollInfo poll(ClientSession owner, String handle, EarlyQuery query, FlightDescriptor descriptor) {
    boolean isReady;
    try {
      isReady = query.await(MAX_POLL_MILLIS);
    } catch (RuntimeException e) {
      PendingResult unused = owner.results().remove(handle);
      throw e;
    }
    Ticket ticket = new ResultTicket(handle, 0).toTicket();
    FlightInfo info =
        (isReady
                ? info(query, handle, descriptor)
                : FlightInfo.builder(query.columns(), descriptor, List.of()))
            .setAppMetadata(ticket.getBytes()) // to be cancelled by
            .build();
    OptionalDouble share = query.share();
    Double progress = share.isPresent() ? (Double) share.getAsDouble() : null;
    return isReady
        ? new PollInfo(info, null, 1.0, null)
        : new PollInfo(info, FlightDescriptor.command(ticket.getBytes()), progress, null);
  }

  /** Returns the one row of values of a query, none if it takes none. */
  static List<@Nullable Object> values(StatementShape shape, List<List<@Nullable Object>> bound) {
    if (shape.parameters().isEmpty()) {
      return List.of();
    }
    if (bound.size() > 1) {
      throw FlightErrors.unsupported(
          "Cannot run the query: "
              + bound.size()
              + " rows of values are bound; bind one at a time");
    }
    requireBound(shape, bound);
    return bound.getFirst();
  }

  private static void requireBound(StatementShape shape, List<List<@Nullable Object>> bound) {
    if (bound.isEmpty()) {
      throw FlightErrors.invalid(
          "Cannot run the statement: it has "
              + shape.parameters().size()
              + " parameters and no values are bound; prepare it and bind them");
    }
  }

  /** Runs a statement once for each row of values and returns how many rows it has changed. */
  long update(
      ClientCall call, ClientSession owner, String text, List<List<@Nullable Object>> bound) {
    StatementShape shape = describe(call, owner, text);
    if (shape.kind() == Kind.QUERY) {
      throw FlightErrors.invalid(
          "Cannot run the statement as an update: it gives rows; send it as a query");
    }
    return update(call, owner, text, shape, bound);
  }

  private static long update(
      ClientCall call,
      ClientSession owner,
      String text,
      StatementShape shape,
      List<List<@Nullable Object>> bound) {
    if (!shape.parameters().isEmpty()) {
      requireBound(shape, bound);
    }
    List<SqlParameters> rows =
        shape.parameters().isEmpty()
            ? List.of(SqlParameters.none())
            : bound.stream().map(SqlParameters::of).toList();
    return call.run(owner, each -> each.session().engine().executeEach(text, rows));
  }
}
