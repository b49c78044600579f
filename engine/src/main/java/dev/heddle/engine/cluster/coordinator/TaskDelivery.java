package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.StageContent;
import dev.heddle.engine.graph.ContentHash;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.TaskInput;
import dev.heddle.engine.graph.TaskStart;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Scheduler;
import java.util.Map;
import java.util.function.BiFunction;

/**
 * Sends tasks to workers, and before each what its worker does not have yet: the job, templates,
 * tables, archives, and the winners of the exchanges that it reads. Used by one thread.
 */
final class TaskDelivery {
  private final Scheduler scheduler;
  private final ClusterMembers members;
  private final Map<JobId, OpenJob> jobs;
  private final OutboundMessages outbox;

  /**
   * Makes the delivery of a coordinator's tasks.
   *
   * @param jobs jobs that are open; may change
   */
  TaskDelivery(
      Scheduler scheduler,
      ClusterMembers members,
      Map<JobId, OpenJob> jobs,
      OutboundMessages outbox) {
    this.scheduler = scheduler;
    this.members = members;
    this.jobs = jobs;
    this.outbox = outbox;
  }

  /** Sends an order to its worker, if that is connected. */
  void order(Command.ToWorker command) {
    ConnectedMember.WorkerMember worker = members.worker(command.worker());
    if (worker != null) {
      outbox.send(worker.channel(), new ControlMessage.Order(command));
    }
  }

  /** Sends a task, and before it what the worker does not have yet. */
  void start(Command.StartTask command) {
    ConnectedMember.WorkerMember worker = members.worker(command.worker());
    TaskStart start = command.start();
    OpenJob job = jobs.get(start.task().job());
    if (worker == null || job == null) {
      return; // lost in the same turn, which the core knows
    }
    job.events().handled(command);
    if (worker.begins(job.id())) {
      outbox.send(worker.channel(), job.begins());
    }
    install(worker, job, start.task().stage());
    start.taken().forEach(stage -> install(worker, job, stage));
    for (TaskInput input : start.inputs()) {
      int known = worker.versions.getOrDefault(input.exchange(), -1);
      if (input.version() > known) {
        scheduler
            .winners(input.exchange())
            .ifPresent(
                table -> {
                  outbox.send(
                      worker.channel(),
                      new ControlMessage.Winners(input.version(), table, job.inline(table)));
                  worker.versions.put(input.exchange(), input.version());
                });
      }
    }
    outbox.send(worker.channel(), new ControlMessage.Order(command));
  }

  /** Sends what a stage runs, unless it has been sent. */
  private void install(ConnectedMember.WorkerMember worker, OpenJob job, int number) {
    if (worker.begins(job.id(), number)) {
      StageContent stage = job.submit().stages().get(number);
      install(worker, job, stage.template(), ControlMessage.Content::new);
      stage.tables().forEach(table -> install(worker, job, table, ControlMessage.Content::new));
      stage
          .archives()
          .forEach(archive -> install(worker, job, archive, ControlMessage.Archive::new));
    }
  }

  private void install(
      ConnectedMember.WorkerMember worker,
      OpenJob job,
      ContentHash hash,
      BiFunction<ContentHash, byte[], ControlMessage> message) {
    byte[] bytes = job.bytes(hash);
    worker.install(
        hash,
        bytes.length,
        () -> message.apply(hash, bytes),
        old -> jobs.values().stream().anyMatch(each -> each.has(old)),
        outbox);
  }
}
