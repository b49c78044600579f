package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.JobShape;
import dev.heddle.engine.graph.StageProgress;
import dev.heddle.engine.scheduler.Command;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.frame.error.ErrorCode;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What clients are sent of their jobs: that they are accepted, their results, their failures. */
final class ClientReplies {
  private static final long PROFILE_MILLIS = 60_000;

  private final Scheduler scheduler;
  private final OutboundMessages outbox;
  private final long clientMillis;

  /** How jobs have failed whose clients were not connected then. */
  private final Map<JobId, Missed> missed = new HashMap<>();

  /**
   * Makes the replies of a coordinator.
   *
   * @param clientMillis how long a job waits for its client when that has lost its connection
   */
  ClientReplies(Scheduler scheduler, OutboundMessages outbox, long clientMillis) {
    this.scheduler = scheduler;
    this.outbox = outbox;
    this.clientMillis = clientMillis;
  }

  /** Clients that are to be sent profiles of jobs that have ended. */
  private final Map<JobId, AwaitedProfiles> awaited = new HashMap<>();

  /** The workers that have not sent their part of a job's profile. */
  private record AwaitedProfiles(
      ConnectedMember client, Set<ConnectedMember> workers, long untilMillis) {}

  private record Missed(JobOwner owner, ControlMessage message, long untilMillis) {}

  /** A client waits for a job from now on. */
  void accept(ConnectedMember member, OpenJob job) {
    job.attach(member);
    outbox.send(
        member.channel(),
        new ControlMessage.Accepted(
            job.submit().tag(), job.id(), outbox.hasJournal(), clientMillis));
    if (outbox.hasJournal()) {
      outbox.sendSafely(member.channel(), new ControlMessage.Kept(job.id()));
    }
  }

  /** Sends a job's client which further parts of a streamed result are there, if it is open. */
  void extend(@Nullable OpenJob job, Command.ExtendResult extension) {
    if (job != null) {
      job.extend(extension.parts());
      announceParts(job, extension.firstPart());
    }
  }

  /** Sends a job's client where parts of a streamed result are stored, from one on. */
  private void announceParts(OpenJob job, int first) {
    ConnectedMember client = job.client();
    if (client != null && job.parts() > 0) {
      scheduler
          .parts(job.id(), first)
          .ifPresent(
              table ->
                  outbox.sendSafelySoon(
                      client.channel(),
                      new ControlMessage.ResultParts(job.id(), table, first, job.parts())));
    }
  }

  /** Sends a job's client where the result is stored, if it is complete, or its first parts. */
  void announce(OpenJob job) {
    Command.CompleteJob complete = job.complete();
    ConnectedMember client = job.client();
    if (complete == null) {
      announceParts(job, 0);
    }
    if (complete != null && client != null) {
      sendLast(job);
      scheduler
          .winners(complete.result())
          .ifPresent(
              table -> {
                ControlMessage result =
                    new ControlMessage.Result(
                        job.id(), complete.version(), table, job.inline(table), steps(job.id()));
                JobShape shape = job.submit().shape();
                if (shape.isKept() || shape.isStreamed()) {
                  // other jobs will name this one, or it has to go on with what has been read
                  outbox.sendSafelySoon(client.channel(), result);
                } else {
                  outbox.send(client.channel(), result);
                }
              });
    }
  }

  /** Returns what was made of a job's stages since sizes were known. */
  private List<String> steps(JobId job) {
    List<String> steps = new ArrayList<>();
    for (StageProgress stage : scheduler.progress(job)) {
      stage.steps().forEach(step -> steps.add("stage " + stage.stage() + ": " + step));
    }
    return steps;
  }

  /** Sends a client how far a job is, if that is open and the client's. */
  void progress(ConnectedMember client, @Nullable OpenJob job) {
    if (job != null && job.client() == client) {
      sendProgress(client, job);
    }
  }

  private void sendProgress(ConnectedMember client, OpenJob job) {
    outbox.send(
        client.channel(),
        new ControlMessage.Progress(
            job.id(), scheduler.progress(job.id()), job.samples().stages(), job.events().take()));
  }

  /** A job has come to its end: its client is told what has happened in it, if it watches. */
  private void sendLast(OpenJob job) {
    ConnectedMember client = job.client();
    if (client != null && !job.events().isEmpty()) {
      sendProgress(client, job);
    }
  }

  /** Sends a job's client that it has failed, now or when it connects again. */
  void fail(OpenJob job, ErrorCode code, String message) {
    ControlMessage failed = new ControlMessage.Failed(job.id(), code, message);
    ConnectedMember client = job.client();
    if (client != null) {
      sendLast(job);
      outbox.send(client.channel(), failed);
    } else {
      missed.put(job.id(), new Missed(job.owner(), failed, job.clientUntilMillis()));
    }
  }

  /** Sends a client that is connected again how a job has failed; false if that is not known. */
  boolean repeatFailure(JobId job, JobOwner owner, ConnectedMember client) {
    Missed failure = missed.get(job);
    if (failure == null || !failure.owner().equals(owner)) {
      return false;
    }
    missed.remove(job);
    outbox.send(client.channel(), failure.message());
    return true;
  }

  /**
   * A job has ended, which workers forget: what they have sampled of it goes to its client, if that
   * wants it.
   */
  void ended(OpenJob job, Collection<ConnectedMember.WorkerMember> workers, long now) {
    ConnectedMember client = job.client();
    if (client != null && job.submit().isProfiled()) {
      Set<ConnectedMember> sampling = new HashSet<>();
      workers.stream().filter(worker -> worker.has(job.id())).forEach(sampling::add);
      awaited.put(job.id(), new AwaitedProfiles(client, sampling, now + PROFILE_MILLIS));
    }
    workers.forEach(worker -> worker.forget(job.id()));
  }

  /** A worker has sent its part of the profile of a job that has ended. */
  void profiled(ConnectedMember worker, ControlMessage.Profile profile) {
    AwaitedProfiles job = awaited.get(profile.job());
    if (job != null && job.workers().remove(worker)) {
      if (!job.client().isGone()) {
        outbox.send(
            job.client().channel(),
            new ControlMessage.ProfilePart(
                profile.job(),
                worker.channel().connection().peer().name(),
                profile.parcel(),
                job.workers().size()));
      }
      if (job.workers().isEmpty()) {
        awaited.remove(profile.job());
      }
    }
  }

  /** Forgets failures whose clients have not come back in time, and profiles that have not come. */
  void forgetOld(long now) {
    awaited.values().removeIf(each -> now >= each.untilMillis());
    missed.values().removeIf(each -> now >= each.untilMillis());
  }
}
