package dev.heddle.engine.cluster.client;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.WorkerDirectory;
import dev.heddle.engine.graph.JobContext;
import dev.heddle.engine.graph.JobId;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangePart;
import dev.heddle.shuffle.protocol.ExchangeReader;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeSpill;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.FetchLostException;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The result of one job as an exchange that is read while it is written: part by part, each once
 * its winner is known. A part that is lost before a row of it was delivered is awaited anew; parts
 * that have been read are not looked at again. One reader, on one thread.
 */
final class StreamedResult implements ExchangeBackend {
  private final ClientJob job;
  private final List<DataType> types;
  private final JobContext context;
  private final ClusterClient client;
  private final WorkerDirectory directory;
  private final ExchangeBackend exchanges;
  private final Consumer<JobId> cancel;
  private @Nullable JobId read; // whose rows have been delivered

  /**
   * Makes one that nobody reads.
   *
   * @param types of the columns
   * @param exchanges reads what the directory has the winners of
   * @param cancel receives the job's name, if the query is cancelled while a part is awaited
   */
  StreamedResult(
      ClientJob job,
      List<DataType> types,
      JobContext context,
      ClusterClient client,
      WorkerDirectory directory,
      ExchangeBackend exchanges,
      Consumer<JobId> cancel) {
    this.job = job;
    this.types = types;
    this.context = context;
    this.client = client;
    this.directory = directory;
    this.exchanges = exchanges;
    this.cancel = cancel;
  }

  /** Returns the job whose rows have been delivered, if there was any. */
  Optional<JobId> read() {
    return Optional.ofNullable(read);
  }

  @Override
  public ExchangeShape shape(ExchangeId exchange) {
    return new ExchangeShape(types, 1, 1);
  }

  @Override
  public ExchangeReader openReader(ExchangeId exchange, ExchangePart part, MemoryAccount account) {
    return new PartsReader(account);
  }

  @Override
  public void create(ExchangeId exchange, ExchangeShape shape) {
    throw readOnly();
  }

  @Override
  public ExchangeWriter openWriter(MapAttempt attempt, MemoryAccount account, ExchangeSpill spill) {
    throw readOnly();
  }

  @Override
  public List<PartitionTotals> totals(ExchangeId exchange) {
    throw readOnly();
  }

  private static IllegalStateException readOnly() {
    return new IllegalStateException("The result of a job is only read");
  }

  @Override
  public void release(ExchangeId exchange) {}

  @Override
  public void close() {}

  private final class PartsReader implements ExchangeReader {
    private final MemoryAccount account;
    private int number; // of the part that is read next
    private @Nullable ResultPart part; // that is being read
    private @Nullable ExchangeReader reader; // of it
    private boolean isBegun; // whether a row of it has been delivered

    PartsReader(MemoryAccount account) {
      this.account = account;
    }

    @Override
    public Optional<Batch> next() {
      while (true) {
        try {
          if (reader == null && !open()) {
            return Optional.empty();
          }
          Optional<Batch> batch = reader == null ? Optional.empty() : reader.next();
          if (batch.isPresent()) {
            isBegun = true;
            read = part == null ? null : part.job();
            return batch;
          }
          close();
          number++;
        } catch (FetchLostException e) {
          retry(e);
        }
      }
    }

    /** Waits for the next part and opens it; false if there is none. */
    private boolean open() {
      Optional<ResultPart> next = job.awaitPart(number, context.cancellation(), cancel);
      if (next.isEmpty()) {
        return false;
      }
      part = next.get();
      isBegun = false;
      if (number > 0 && read != null && !read.equals(part.job())) {
        throw new HeddleException(
            ErrorCode.FETCH_LOST,
            "The cluster's scheduler has lost the query while its result was being read: run the"
                + " query again");
      }
      ExchangeId exchange = part.table().exchange();
      directory.put(part.table(), part.little());
      ExchangeShape shape = new ExchangeShape(types, part.table().maps().size(), 1);
      exchanges.create(exchange, shape);
      reader =
          exchanges.openReader(exchange, ExchangePart.of(0, 1, number, number + 1, shape), account);
      return true;
    }

    private void retry(FetchLostException e) {
      ResultPart lost = part;
      close();
      if (lost == null || isBegun) {
        throw new HeddleException(
            ErrorCode.FETCH_LOST,
            "A part of the result was lost while it was being read; run the query again: "
                + e.getMessage(),
            e);
      }
      job.forget(lost);
      client.send(
          new ControlMessage.ResultPartLost(
              lost.job(), lost.table().exchange().exchange(), lost.number(), lost.attempt()));
    }

    @Override
    public void close() {
      ExchangeReader open = reader;
      ResultPart known = part;
      reader = null;
      part = null;
      try {
        if (open != null) {
          open.close();
        }
      } finally {
        if (known != null) {
          exchanges.release(known.table().exchange());
          directory.release(known.table().exchange());
        }
      }
    }
  }
}
