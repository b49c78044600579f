package dev.heddle.engine.worker;

import dev.heddle.engine.cluster.protocol.ControlMessage;
import dev.heddle.engine.cluster.protocol.FetchedBytes;
import dev.heddle.engine.cluster.protocol.WorkerDirectory;
import dev.heddle.engine.graph.JobId;
import dev.heddle.engine.graph.WorkerId;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.client.ChannelPool;
import dev.heddle.shuffle.client.ClusterExchangeBackend;
import dev.heddle.shuffle.client.ExchangeClientOptions;
import dev.heddle.shuffle.client.ExchangeClientOptions.Reach;
import dev.heddle.shuffle.client.SocketChannels;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.protocol.ExchangeBackend;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ShuffleService;
import java.net.InetSocketAddress;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The exchanges of one life of a worker: its own server for small ones, and the way to all others.
 * Thread-safe.
 */
final class WorkerStore implements AutoCloseable {
  private static final long LEASE_MILLIS = 60_000;

  private final WorkerSettings settings;
  private final WorkerDirectory directory;
  private final MemoryAccount blocks;
  private final MemoryAccount messages;
  private final ShuffleService service;
  private final Listener listener;
  private final ChannelPool channels;
  private final FetchCounts fetched = new FetchCounts();
  private volatile @Nullable ShuffleAddress own;
  private volatile @Nullable ExchangeBackend backend;

  WorkerStore(WorkerSettings settings, MemoryLedger ledger, WorkerDirectory directory, Hello self) {
    this.settings = settings;
    this.directory = directory;
    blocks = ledger.open("small exchanges");
    messages = ledger.open("messages of exchanges");
    service =
        new ShuffleService(
            new ServerLimits(
                settings.inlineBytes(),
                0,
                0,
                settings.inlineBytes(),
                LEASE_MILLIS,
                ServerLimits.indexBytesOfHeap()),
            blocks,
            Optional.empty());
    listener =
        Listener.open(
            new InetSocketAddress(settings.bind(), 0),
            settings.security(),
            new Hello(self.fingerprint(), Role.SHUFFLE, self.incarnation(), self.name()),
            service::serve);
    SocketChannels remote = new SocketChannels(settings.security(), self);
    channels = new ChannelPool(address -> connect(address, remote));
  }

  private ShuffleChannel connect(ShuffleAddress address, SocketChannels remote) {
    return fetched.counted(
        address, address.equals(own) ? service.connect() : remote.apply(address));
  }

  /** Returns from whom exchanges were read since the last call. */
  List<FetchedBytes> fetched() {
    return fetched.take();
  }

  /** Returns where its server listens. */
  int port() {
    return listener.address().getPort();
  }

  /** Takes the names that the scheduler gave; called before anything else is. */
  void joined(ControlMessage.JoinedAsWorker names) {
    own = names.server();
    backend =
        new ClusterExchangeBackend(
            directory,
            channels,
            new ExchangeClientOptions(
                names.worker().number(),
                names.worker().incarnation(),
                Optional.of(names.server()),
                settings.inlineBytes(),
                settings.bind().isLoopbackAddress() ? Reach.HOST : Reach.NETWORK),
            messages,
            fetched::add);
  }

  ExchangeBackend backend() {
    ExchangeBackend joined = backend;
    if (joined == null) {
      throw new IllegalStateException("Not joined");
    }
    return joined;
  }

  /** Keeps what is of open jobs, and drops what is of jobs that are over. */
  void keepOnly(ControlMessage.JobsLive live) {
    service.keepOnly(live.numbers(), live.last());
  }

  void end(JobId job) {
    service.endJob(job.number());
  }

  void release(ExchangeId exchange) {
    service.release(exchange);
    ExchangeBackend joined = backend;
    if (joined != null) {
      joined.release(exchange);
    }
  }

  /** Ends what waits for a server that is lost. */
  void lost(ShuffleAddress server) {
    channels.lost(server.server());
  }

  void back(WorkerId worker) {
    service.workerBack(worker.number(), worker.incarnation());
  }

  void gone(WorkerId worker) {
    service.workerGone(worker.number(), worker.incarnation());
  }

  @Override
  public void close() {
    channels.close();
    listener.close();
    service.close();
    messages.close();
    blocks.close();
  }
}
