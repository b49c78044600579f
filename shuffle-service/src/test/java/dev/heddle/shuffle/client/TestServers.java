package dev.heddle.shuffle.client;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.client.ExchangeClientOptions.Reach;
import dev.heddle.shuffle.net.Hello;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ExchangeDirectory;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.InlineOutput;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.SealedMap;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import dev.heddle.shuffle.protocol.ShuffleChannel;
import dev.heddle.shuffle.protocol.ShuffleFrames;
import dev.heddle.shuffle.protocol.WinnerTable;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.server.ShuffleService;
import dev.heddle.shuffle.store.BundleStore;
import dev.heddle.shuffle.store.BundleTier;
import dev.heddle.shuffle.store.FolderBundleStore;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.LongSupplier;
import java.util.function.UnaryOperator;

/**
 * Servers of exchanges with their clients in this process, over sockets or not, and a stand-in for
 * the scheduler: the first report of a map wins.
 */
final class TestServers implements ExchangeDirectory, AutoCloseable {
  /** One server. */
  static final class Server {
    final MemoryLedger ledger;
    final MemoryAccount account;
    final ShuffleService service;
    final ShuffleAddress address;
    private final Optional<Listener> listener;

    Server(
        int number,
        ServerLimits limits,
        Optional<BundleStore> store,
        Optional<BundleTier> tier,
        Security security,
        LongSupplier clock) {
      ledger = new MemoryLedger(limits.memoryBytes() * 2);
      account = ledger.open("server");
      service = new ShuffleService(limits, account, store, tier, clock);
      listener =
          store.map(
              _ ->
                  Listener.open(
                      new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                      security,
                      hello(Role.SHUFFLE),
                      service::serve));
      int port = listener.map(l -> l.address().getPort()).orElse(0);
      address = new ShuffleAddress(number, 1, "localhost", port);
    }

    void close() {
      listener.ifPresent(Listener::close);
      service.close();
      account.close();
    }
  }

  final Map<Integer, Server> servers = new TreeMap<>();
  final Map<Integer, Long> readInline = new ConcurrentHashMap<>(); // bytes, by server
  final ChannelPool channels;
  private final Security security;
  private final Map<ExchangeId, Map<Integer, SealedMap>> winners = new HashMap<>();
  private int nextTarget;
  final AtomicLong nowMillis = new AtomicLong();
  private final Map<MapAttempt, InlineOutput> littles = new ConcurrentHashMap<>();
  int epoch;
  UnaryOperator<ShuffleChannel> mangler = UnaryOperator.identity();

  TestServers() {
    this(Security.none());
  }

  TestServers(Security security) {
    this.security = security;
    channels = new ChannelPool(address -> mangler.apply(connect(address)));
  }

  static Hello hello(Role role) {
    return new Hello(ShuffleFrames.fingerprint(), role, 1, "test");
  }

  private ShuffleChannel connect(ShuffleAddress address) {
    Server server = servers.get(address.server());
    if (server == null || address.port() != 0) {
      return new SocketChannels(security, hello(Role.WORKER)).apply(address);
    }
    return server.service.connect();
  }

  Server start(int number, ServerLimits limits, Optional<BundleStore> store) {
    return start(number, limits, store, Optional.empty());
  }

  Server start(
      int number, ServerLimits limits, Optional<BundleStore> store, Optional<BundleTier> tier) {
    Server server = new Server(number, limits, store, tier, security, nowMillis::get);
    servers.put(number, server);
    return server;
  }

  Server start(int number, ServerLimits limits, Path folder) {
    return start(number, limits, Optional.of(new FolderBundleStore(folder)));
  }

  /** Returns a backend whose readers connect again. */
  ClusterExchangeBackend reconnecting(long reconnectMillis, MemoryAccount account) {
    return new ClusterExchangeBackend(
        this,
        channels,
        new ExchangeClientOptions(1, 1, Optional.empty(), 0, Reach.NETWORK, reconnectMillis),
        account);
  }

  ClusterExchangeBackend backend(long incarnation, long inlineBytes, MemoryAccount account) {
    Optional<ShuffleAddress> inline =
        servers.values().stream().map(s -> s.address).filter(a -> a.port() == 0).findFirst();
    Reach reach = inline.isPresent() ? Reach.HOST : Reach.NETWORK;
    return new ClusterExchangeBackend(
        this,
        channels,
        new ExchangeClientOptions(1, incarnation, inline, inlineBytes, reach),
        account,
        (server, bytes) -> readInline.merge(server.server(), bytes, Long::sum));
  }

  void report(SealedMap sealed) {
    winners
        .computeIfAbsent(sealed.attempt().exchange(), _ -> new TreeMap<>())
        .putIfAbsent(sealed.attempt().map(), sealed);
  }

  void forget(ExchangeId exchange, int map) {
    winners.get(exchange).remove(map);
  }

  @Override
  public WinnerTable winners(ExchangeId exchange) {
    List<ShuffleAddress> addresses = servers.values().stream().map(s -> s.address).toList();
    List<WinnerTable.Winner> maps = new ArrayList<>();
    for (SealedMap map : winners.getOrDefault(exchange, Map.of()).values()) {
      int place = -1;
      for (int i = 0; i < addresses.size(); i++) {
        place = addresses.get(i).server() == map.address().server() ? i : place;
      }
      maps.add(new WinnerTable.Winner(place, map.attempt().attempt(), map.digest()));
    }
    return new WinnerTable(exchange, epoch, addresses, maps);
  }

  @Override
  public List<InlineOutput> little(ExchangeId exchange) {
    List<InlineOutput> all = new ArrayList<>();
    for (SealedMap map : winners.getOrDefault(exchange, Map.of()).values()) {
      InlineOutput output = littles.get(map.attempt());
      if (output != null) {
        all.add(output);
      }
    }
    return all;
  }

  /** From now on everything is read from where it lies. */
  void forgetLittle() {
    littles.clear();
  }

  @Override
  public void sealed(InlineOutput output) {
    littles.put(output.attempt(), output);
  }

  @Override
  public OutputTarget target(MapAttempt attempt) {
    List<ShuffleAddress> addresses =
        servers.values().stream().map(s -> s.address).filter(a -> a.port() != 0).toList();
    if (addresses.isEmpty()) {
      addresses = servers.values().stream().map(s -> s.address).toList();
    }
    if (addresses.isEmpty()) {
      throw new HeddleException(ErrorCode.IO, "There is no server");
    }
    return new OutputTarget(epoch, addresses.get(Math.floorMod(nextTarget++, addresses.size())));
  }

  /** Returns what a server uses once its sending threads have said what they no longer hold. */
  static ServerUsage usageAtRest(ShuffleService service) {
    long end = System.nanoTime() + TimeUnit.MINUTES.toNanos(10);
    ServerUsage usage = service.usage();
    while (usage.heldBytes() + usage.loadingBytes() > 0 && System.nanoTime() < end) {
      LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(1));
      usage = service.usage();
    }
    return usage;
  }

  @Override
  public void close() {
    channels.close();
    servers.values().forEach(Server::close);
  }
}
