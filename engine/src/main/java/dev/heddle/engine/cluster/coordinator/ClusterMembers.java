package dev.heddle.engine.cluster.coordinator;

import dev.heddle.engine.cluster.protocol.ClusterStatus;
import dev.heddle.engine.cluster.protocol.ControlChannel;
import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.engine.scheduler.Scheduler;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The processes that are connected to the scheduler, and the names of workers and servers: a number
 * that no other live one has, and an incarnation. Used by one thread.
 */
final class ClusterMembers {
  private static final Logger LOG = LoggerFactory.getLogger(ClusterMembers.class);

  private final Map<ControlChannel, ConnectedMember> members = new LinkedHashMap<>();
  private final Map<WorkerId, ConnectedMember.WorkerMember> workers = new LinkedHashMap<>();

  /** Workers that an earlier process may have given up, as servers have been notified. */
  private final Set<WorkerId> cameBack = new LinkedHashSet<>();

  /** Servers that store exchanges of jobs that an earlier process has left, by number. */
  private final Map<Integer, ShuffleAddress> awaited = new HashMap<>();

  private final IdAllocator workerNumbers = new IdAllocator();
  private final IdAllocator serverNumbers = new IdAllocator();
  private final OutboundMessages outbox;
  private final long firstIncarnation;
  private long incarnations;

  /**
   * Makes a cluster without members.
   *
   * @param firstIncarnation larger than all incarnations of an earlier scheduler's members
   */
  ClusterMembers(long firstIncarnation, OutboundMessages outbox) {
    this.firstIncarnation = firstIncarnation;
    this.outbox = outbox;
  }

  /** Returns the member of a channel, a client or an unregistered process at first. */
  ConnectedMember of(ControlChannel channel) {
    return members.computeIfAbsent(channel, ConnectedMember.UnregisteredMember::new);
  }

  Collection<ConnectedMember> all() {
    return List.copyOf(members.values());
  }

  Collection<ConnectedMember.WorkerMember> workers() {
    return workers.values();
  }

  ConnectedMember.@Nullable WorkerMember worker(WorkerId id) {
    return workers.get(id);
  }

  /** A server stores exchanges that an earlier process knew; its number stays its own. */
  void await(ShuffleAddress server) {
    awaited.put(server.server(), server);
    serverNumbers.take(server.server());
  }

  /** Registers a worker; null if the process is of another role, which ends its connection. */
  ConnectedMember.@Nullable WorkerMember join(
      ControlChannel channel, ControlMessage.JoinAsWorker join, ControlMessage live, long now) {
    if (!is(channel, Role.WORKER)) {
      return null;
    }
    WorkerId id = null;
    ShuffleAddress server = null;
    if (join.before().isPresent()) {
      ControlMessage.JoinedAsWorker before = join.before().get();
      if (workerNumbers.take(before.worker().number())) {
        if (keeps(before.server())) {
          id = before.worker();
          server = before.server();
        } else {
          workerNumbers.giveBack(before.worker().number());
        }
      }
    }
    boolean isBack = id != null;
    if (id == null || server == null) {
      id = new WorkerId(workerNumbers.take(), firstIncarnation + ++incarnations);
      server =
          new ShuffleAddress(
              serverNumbers.take(),
              channel.connection().peer().incarnation(),
              join.host(),
              join.shufflePort());
    }
    ConnectedMember.WorkerMember worker =
        new ConnectedMember.WorkerMember(channel, id, join, server);
    worker.hear(now);
    members.put(channel, worker);
    workers.put(id, worker);
    outbox.send(channel, new ControlMessage.JoinedAsWorker(id, server));
    outbox.send(channel, live);
    LOG.info("{} is {}", channel, id);
    sendWhoCameBack(channel);
    if (isBack) {
      cameBack.add(id);
      toServers(new ControlMessage.WorkerBack(id));
    }
    return worker;
  }

  /** Registers a shuffle server; null if the process is of another role. */
  ConnectedMember.@Nullable ServerMember join(
      ControlChannel channel, ControlMessage.JoinAsServer join, ControlMessage live, long now) {
    if (!is(channel, Role.SHUFFLE)) {
      return null;
    }
    ShuffleAddress address =
        join.before()
            .filter(this::keeps)
            .orElseGet(
                () ->
                    new ShuffleAddress(
                        serverNumbers.take(),
                        channel.connection().peer().incarnation(),
                        join.host(),
                        join.port()));
    ConnectedMember.ServerMember server = new ConnectedMember.ServerMember(channel, address);
    server.hear(now);
    members.put(channel, server);
    outbox.send(channel, new ControlMessage.JoinedAsServer(address));
    outbox.send(channel, live);
    LOG.info("{} is {}", channel, address);
    sendWhoCameBack(channel);
    return server;
  }

  private void sendWhoCameBack(ControlChannel channel) {
    cameBack.forEach(id -> outbox.send(channel, new ControlMessage.WorkerBack(id)));
  }

  private static boolean is(ControlChannel channel, Role role) {
    if (channel.connection().peer().role() == role) {
      return true;
    }
    LOG.warn("{} introduced itself as {}", channel, channel.connection().peer().role());
    channel.close();
    return false;
  }

  /** Lets a server that an earlier process knew keep its number, if nobody has it. */
  private boolean keeps(ShuffleAddress address) {
    return awaited.remove(address.server(), address) || serverNumbers.take(address.server());
  }

  /** Removes the member of a channel; null if there is none any more. */
  @Nullable ConnectedMember remove(ControlChannel channel) {
    ConnectedMember member = members.remove(channel);
    if (member == null || member.isGone()) {
      return null;
    }
    member.disconnect();
    return member;
  }

  /** A worker is lost: readers stop waiting for its server. */
  void beginLoss(ConnectedMember.WorkerMember worker) {
    workers.remove(worker.id);
    cameBack.remove(worker.id);
    sendServerGone(worker.server);
  }

  /** What follows from a worker's loss is decided: its numbers are free. */
  void endLoss(ConnectedMember.WorkerMember worker) {
    workerNumbers.giveBack(worker.id.number());
    serverNumbers.giveBack(worker.server.server());
    toServers(new ControlMessage.WorkerGone(worker.id));
  }

  /** A shuffle server is lost: readers stop waiting for it. */
  void beginLoss(ConnectedMember.ServerMember server) {
    sendServerGone(server.address);
  }

  /** What follows from a server's loss is decided: its number is free. */
  void endLoss(ConnectedMember.ServerMember server) {
    serverNumbers.giveBack(server.address.server());
  }

  /** Goes ahead of whatever follows from the loss, a new server of this number among it. */
  private void sendServerGone(ShuffleAddress address) {
    for (ConnectedMember member : members.values()) {
      if (!(member instanceof ConnectedMember.ServerMember)) {
        outbox.send(member.channel(), new ControlMessage.ServerGone(address));
      }
    }
  }

  /** Sends a message to all that store exchanges. */
  void toServers(ControlMessage message) {
    for (ConnectedMember member : members.values()) {
      if (!(member instanceof ConnectedMember.UnregisteredMember)) {
        outbox.send(member.channel(), message);
      }
    }
  }

  /** Returns the connected workers. */
  List<ClusterStatus.Worker> workerStatus(Scheduler scheduler, long now) {
    return workers.values().stream()
        .map(
            w ->
                new ClusterStatus.Worker(
                    w.id,
                    w.name(),
                    w.join.host(),
                    w.join.slots(),
                    w.join.threads(),
                    w.join.memoryBytes(),
                    scheduler.heldTasks(w.id),
                    now - w.heardMillis()))
        .toList();
  }

  /** An exchange is not needed any longer. */
  void release(ExchangeId exchange) {
    for (ConnectedMember member : members.values()) {
      if (!(member instanceof ConnectedMember.UnregisteredMember)) {
        outbox.sendSafely(member.channel(), new ControlMessage.Release(exchange));
      }
    }
    workers.values().forEach(each -> each.versions.remove(exchange));
  }

  /** Sends something to a client, if that is connected. */
  void toClient(JobOwner client, ControlMessage message) {
    for (ConnectedMember each : members.values()) {
      if (JobOwner.of(each.channel()).equals(client)) {
        outbox.send(each.channel(), message);
      }
    }
  }

  /** Returns the connected shuffle servers. */
  List<ClusterStatus.Server> serverStatus(long now) {
    List<ClusterStatus.Server> servers = new ArrayList<>();
    for (ConnectedMember member : members.values()) {
      if (member instanceof ConnectedMember.ServerMember s) {
        servers.add(
            new ClusterStatus.Server(
                s.address.server(),
                s.channel().connection().peer().name(),
                s.address.host(),
                s.address.port(),
                now - s.heardMillis()));
      }
    }
    return servers;
  }
}
