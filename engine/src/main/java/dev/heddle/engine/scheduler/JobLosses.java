package dev.heddle.engine.scheduler;

import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.scheduler.adaptive.EmptyInputElimination;
import dev.heddle.frame.error.ErrorCode;
import java.util.BitSet;
import java.util.List;

/** Finds out what has to run again when a part of an exchange, or a server, is lost. */
final class JobLosses {
  private final Job job;
  private final SchedulerContext context;

  JobLosses(Job job, SchedulerContext context) {
    this.job = job;
    this.context = context;
  }

  /** A task could not read a part of an exchange, of its own job or of another one. */
  void inputLost(Stage reader, TaskFailure.FetchLost lost) {
    if (lost.exchange().job() == job.id().number()) {
      fetchLost(reader, lost.exchange().exchange(), lost.version(), lost.maps(), lost.message());
    } else {
      pinLost(reader, lost);
    }
  }

  /** A reader could not have what some maps have written. */
  private void fetchLost(
      Stage reader, int exchange, int version, List<Integer> maps, String message) {
    Stage writer = job.writer(exchange);
    if (writer == null || version != writer.version() || maps.isEmpty()) {
      return; // it read winners that have been replaced: let it read again
    }
    if (addRound(reader, message)) {
      lose(writer, maps);
      job.lifecycle().refresh();
    }
  }

  /** A reader could not have a part of another job's result. */
  private void pinLost(Stage reader, TaskFailure.FetchLost lost) {
    Job writer = context.jobs().get(new JobId(lost.exchange().job()));
    if (writer != null
        && writer.losses().resultGone(lost.exchange().exchange(), lost.version(), lost.maps())) {
      addRound(reader, lost.message());
    }
  }

  /** Others could not read a part of the result; false if that is out of date. */
  private boolean resultGone(int exchange, int version, List<Integer> maps) {
    Stage writer = job.writer(exchange);
    if (job.hasEnded()
        || writer != job.resultStage()
        || version != writer.version()
        || maps.isEmpty()) {
      return false;
    }
    lose(writer, maps);
    job.lifecycle().refresh();
    return true;
  }

  /** A reader lost inputs once more; false if that was too often. */
  private boolean addRound(Stage reader, String message) {
    int rounds = reader.addFetchRound();
    if (rounds > context.options().maxFetchRounds()) {
      job.lifecycle()
          .fail(
              ErrorCode.FETCH_LOST,
              message + " (" + rounds + " times since stage " + reader.number() + " got on)");
      return false;
    }
    return true;
  }

  /** The client could not read a part of the result. */
  void resultLost(int exchange, int version, List<Integer> maps) {
    Stage writer = job.writer(exchange);
    if (!job.hasEnded() && writer == job.resultStage() && writer.isComplete()) {
      fetchLost(writer, exchange, version, maps, "The result was lost");
    }
  }

  /** The client could not read what an attempt has written, unless that counts no longer. */
  void partLost(int exchange, int part, int attempt) {
    Stage writer = job.writer(exchange);
    if (!job.hasEnded()
        && writer == job.resultStage()
        && writer.knows(part)
        && writer.table().state(part) == TaskTable.DONE
        && writer.table().winner(part) == attempt
        && addRound(writer, "A part of the result was lost")) {
      lose(writer, List.of(part));
      job.lifecycle().refresh();
    }
  }

  private void lose(Stage writer, List<Integer> maps) {
    BitSet blamed = new BitSet();
    for (int map : maps) {
      if (writer.knows(map) && writer.table().state(map) == TaskTable.DONE) {
        ServerState server = context.members().server(writer.table().holder(map));
        if (server != null && !blamed.get(server.number())) {
          blamed.set(server.number());
          server.failures().add(context.nowMillis());
        }
        lose(writer, map);
      }
    }
  }

  private void lose(Stage stage, int map) {
    dropWinner(stage, map);
    stage.lose(map);
    if (stage == job.resultStage()) {
      job.lifecycle().partGone(map);
    }
    job.noteReady(stage);
  }

  // --- servers --------------------------------------------------------------------------------

  /** A server stores one winner more. */
  void addWinner(Stage stage, ServerState server) {
    server.addWinners(1);
    stage.winners().add(server.number(), 1);
  }

  /** The winner of a map counts no longer. */
  void dropWinner(Stage stage, int map) {
    int number = stage.table().holder(map);
    ServerState server = context.members().server(number);
    if (number >= 0) {
      stage.winners().add(number, -1);
    }
    if (server != null) {
      server.addWinners(-1);
    }
  }

  /** A server is gone, and with it what it stores. */
  void serverLost(int number) {
    dropWinners(number);
    job.lifecycle().refresh();
  }

  /** Forgets all that a server stores. */
  void dropWinners(int number) {
    for (Stage stage : job.stages()) {
      if (stage.isStored() && stage.winners().has(number)) {
        TaskTable table = stage.table();
        for (int task = 0; task < table.tasks() && table.done() > 0; task++) {
          if (table.state(task) == TaskTable.DONE && table.holder(task) == number) {
            lose(stage, task);
          }
        }
      }
    }
  }

  // --- rows that changed ----------------------------------------------------------------------

  /** A re-run has not made the same rows: each stage that has read the old ones starts again. */
  void rowsChanged(Stage stage) {
    stage.markChangedRows();
    if (EmptyInputElimination.dependsOn(job, stage)) {
      job.lifecycle()
          .fail(
              ErrorCode.FETCH_LOST,
              "A stage that had no rows may have some, since computing stage "
                  + stage.number()
                  + " again gave other rows: run the query again");
      return;
    }
    if (stage == job.resultStage() && job.lifecycle().wasAnnounced()) {
      job.lifecycle()
          .fail(
              ErrorCode.FETCH_LOST,
              "A part of the result was lost, and computing it again gave other rows: run the"
                  + " query again");
      return;
    }
    for (int consumer : stage.consumers()) {
      rollBack(job.stage(consumer));
    }
  }

  private void rollBack(Stage stage) {
    if (!stage.wasStarted() || stage.isLeftOut() || job.hasEnded()) {
      return;
    }
    if (stage == job.resultStage() && job.lifecycle().arePartsAnnounced()) {
      job.lifecycle()
          .fail(
              ErrorCode.FETCH_LOST,
              "Parts of the result have been read, and computing what they were made of again gave"
                  + " other rows: run the query again");
      return;
    }
    job.lifecycle().rollBack(stage);
    for (int consumer : stage.consumers()) {
      rollBack(job.stage(consumer));
    }
  }
}
