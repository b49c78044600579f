package dev.heddle.engine.cluster.protocol;

import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.shuffle.protocol.ExchangeDirectory;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.WinnerTable;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/** What a worker or a client knows of exchanges from the scheduler. Thread-safe. */
public final class WorkerDirectory implements ExchangeDirectory {
  private final Map<ExchangeId, WinnerTable> winners = new ConcurrentHashMap<>();
  private final Map<ExchangeId, List<InlineOutput>> littles = new ConcurrentHashMap<>();
  private final Map<MapAttempt, OutputTarget> targets = new ConcurrentHashMap<>();
  private final Map<Long, ExchangeId> kept = new ConcurrentHashMap<>(); // by job
  private final Consumer<InlineOutput> wrote;

  /**
   * Makes a directory.
   *
   * @param wrote receives inline outputs
   */
  public WorkerDirectory(Consumer<InlineOutput> wrote) {
    this.wrote = wrote;
  }

  /** Takes winners over, and what they have written if that has come along. */
  public void put(WinnerTable table, List<InlineOutput> little) {
    if (little.isEmpty()) {
      littles.remove(table.exchange());
    } else {
      littles.put(table.exchange(), little);
    }
    winners.put(table.exchange(), table);
  }

  public void begin(TaskStart start) {
    for (TaskInput input : start.inputs()) {
      if (input.stage() < 0) {
        kept.put(input.exchange().job(), input.exchange());
      }
    }
    start.server().ifPresent(server -> targets.put(start.writes(), new OutputTarget(0, server)));
  }

  public void end(TaskStart start) {
    targets.remove(start.writes());
  }

  public void release(ExchangeId exchange) {
    winners.remove(exchange);
    littles.remove(exchange);
  }

  public void releaseJob(long job) {
    winners.keySet().removeIf(exchange -> exchange.job() == job);
    littles.keySet().removeIf(exchange -> exchange.job() == job);
    kept.remove(job);
  }

  /** Returns where a job keeps its rows, which a task that runs reads. */
  public ExchangeId kept(long job) {
    ExchangeId exchange = kept.get(job);
    if (exchange == null) {
      throw new HeddleException(
          ErrorCode.CANCELLED, "The rows that " + job + " had persisted have been released");
    }
    return exchange;
  }

  @Override
  public WinnerTable winners(ExchangeId exchange) {
    WinnerTable table = winners.get(exchange);
    if (table == null) {
      throw new HeddleException(
          ErrorCode.CANCELLED, "Nobody needs " + exchange + " any longer: it has been released");
    }
    return table;
  }

  @Override
  public List<InlineOutput> little(ExchangeId exchange) {
    return littles.getOrDefault(exchange, List.of());
  }

  @Override
  public void sealed(InlineOutput output) {
    wrote.accept(output);
  }

  @Override
  public OutputTarget target(MapAttempt attempt) {
    OutputTarget target = targets.get(attempt);
    if (target == null) {
      throw new IllegalStateException(attempt + " does not run here");
    }
    return target;
  }
}
