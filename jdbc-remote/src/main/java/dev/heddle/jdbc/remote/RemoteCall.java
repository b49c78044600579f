package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.jdbc.feed.FeedCall;
import dev.heddle.jdbc.feed.FeedOutcome;
import dev.heddle.jdbc.text.SqlText;
import io.grpc.Context;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightRuntimeException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** One execution at a server. All calls belong to one context, by which they are cancelled. */
final class RemoteCall implements FeedCall {
  private final RemoteFeed feed;
  private final @Nullable RemoteStatement kept;
  private final Context.CancellableContext context = Context.ROOT.withCancellation();

  /**
   * Makes an execution.
   *
   * @param kept whose handle serves its text; null if the text is run once
   */
  RemoteCall(RemoteFeed feed, @Nullable RemoteStatement kept) {
    this.feed = feed;
    this.kept = kept;
  }

  @Override
  public List<FeedOutcome> execute(String text, List<? extends @Nullable Object> parameters) {
    List<FeedOutcome> outcomes = new ArrayList<>();
    try {
      List<String> statements = SqlText.statements(text);
      if (statements.size() < 2) {
        outcomes.add(statement(text, parameters));
        return outcomes;
      }
      int used = 0;
      for (String statement : statements) {
        int end = Math.min(parameters.size(), used + SqlText.parameters(statement));
        outcomes.add(statement(statement, parameters.subList(used, end)));
        used = end;
      }
      return outcomes;
    } catch (RuntimeException e) {
      for (FeedOutcome outcome : outcomes) {
        if (outcome instanceof FeedOutcome.Cursor(var cursor)) {
          cursor.close();
        }
      }
      throw e;
    }
  }

  private FeedOutcome statement(String text, List<? extends @Nullable Object> values) {
    if (SqlText.isSetting(text)) {
      feed.forgetZone();
    }
    if (values.isEmpty() && SqlText.isQuery(text)) {
      return new FeedOutcome.Cursor(rows(run(() -> feed.client().execute(text))));
    }
    RemoteStatement keeper = kept != null && kept.isOf(text) ? kept : null;
    PreparedStatement before = keeper == null ? null : keeper.take();
    if (before != null) {
      try {
        return prepared(before, values, keeper);
      } catch (HeddleException e) {
        if (!RemoteStatement.isGone(e)) {
          throw e;
        }
      }
    }
    return prepared(run(() -> feed.client().prepare(text)), values, keeper);
  }

  /** Runs a prepared statement, and closes it unless somebody keeps it. */
  private FeedOutcome prepared(
      PreparedStatement prepared,
      List<? extends @Nullable Object> values,
      @Nullable RemoteStatement keeper) {
    boolean isGone = false;
    try {
      Schema columns = prepared.getResultSetSchema();
      if (values.isEmpty()) {
        return outcome(prepared, columns);
      }
      try (VectorSchemaRoot bound = ParameterVectors.of(values, feed.allocator())) {
        prepared.setParameters(bound);
        return outcome(prepared, columns);
      } finally {
        prepared.clearParameters();
      }
    } catch (HeddleException e) {
      isGone = RemoteStatement.isGone(e);
      throw e;
    } finally {
      if (keeper == null || isGone) {
        feed.close(prepared);
      } else {
        keeper.keep(prepared);
      }
    }
  }

  private FeedOutcome outcome(PreparedStatement prepared, Schema columns) {
    return columns.getFields().isEmpty()
        ? new FeedOutcome.Count(run(() -> prepared.executeUpdate()))
        : new FeedOutcome.Cursor(rows(run(() -> prepared.execute())));
  }

  /** Begins to read a result, which has one part. */
  RemoteCursor rows(FlightInfo info) {
    if (info.getEndpoints().size() != 1 || info.getSchemaOptional().isEmpty()) {
      throw new HeddleException(
          ErrorCode.CORRUPT_MESSAGE,
          "Cannot read the result: the server says that it has "
              + info.getEndpoints().size()
              + " parts, of columns "
              + info.getSchemaOptional());
    }
    FlightStream stream =
        run(() -> feed.client().getStream(info.getEndpoints().getFirst().getTicket()));
    try {
      RemoteCursor cursor =
          new RemoteCursor(
              this, ArrowTypes.fromArrow(info.getSchemaOptional().orElseThrow()), stream);
      cursor.begin();
      return cursor;
    } catch (RuntimeException e) {
      closeQuietly(stream);
      throw e;
    }
  }

  /** Runs what waits for the server; {@link #cancel} ends it. */
  <T> T run(Callable<T> body) {
    try {
      return feed.within(context, body);
    } catch (FlightRuntimeException e) {
      boolean isCancelled = context.isCancelled() && !feed.isSilent();
      throw isCancelled ? RemoteErrors.cancelled(e) : feed.error(e);
    } catch (RuntimeException e) {
      throw e;
    } catch (Exception e) {
      throw new HeddleException(ErrorCode.INTERNAL, "Internal error: " + e, e);
    }
  }

  /** Closes what has failed already, or is of no more interest. */
  static void closeQuietly(AutoCloseable resource) {
    try {
      resource.close();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    } catch (Exception e) {
      // What it is has been reported, or is that it was cancelled.
    }
  }

  @Override
  public void cancel() {
    boolean unused = context.cancel(null);
  }
}
