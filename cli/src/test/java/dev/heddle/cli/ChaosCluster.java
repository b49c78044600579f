package dev.heddle.cli;

import dev.heddle.engine.cluster.client.LocalClusterSettings;
import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.FaultProxy;
import dev.heddle.io.testing.FreePorts;
import dev.heddle.shuffle.net.SecurityFolder;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A cluster of processes in which everything can be broken: behind proxies, or each process in a
 * network namespace of its own; with small disks where file systems can be mounted. Used by one
 * thread.
 */
final class ChaosCluster implements AutoCloseable {
  static final int WORKERS = 3;
  static final int SERVERS = 2;

  private static final long WORKER_BYTES = 80L << 20;
  private static final long SERVER_BYTES = 2L << 20;
  private static final String SERVER_DISK = "4m"; // and the rest in the tier
  private static final int DISK_MEGABYTES = 48;
  private static final String SCHEDULER = "scheduler";
  private static final Pattern STATE = Pattern.compile("state at (http://[^\\s]+)");

  private final Path folder;
  private final @Nullable Namespaces network;
  private final boolean hasDisks;
  private final Map<String, FaultProxy> proxies = new LinkedHashMap<>();
  private final Map<String, BitFlips> bitFlips = new HashMap<>(); // of the proxies
  private final Map<String, SmallDisk> disks = new LinkedHashMap<>();
  private final List<Integer> listening = new ArrayList<>();
  private final TestCluster cluster;
  private final ProcessCommand java = TestCluster.java();
  private final String schedulerAddress;
  private final Set<String> killed = new LinkedHashSet<>(); // workers
  private final List<Process> leaving = new ArrayList<>();

  /** Starts a cluster. */
  ChaosCluster(Path folder, @Nullable Namespaces network) throws IOException {
    this.folder = folder;
    this.network = network;
    this.hasDisks = SmallDisk.isPossible(folder.resolve("try"));
    Files.deleteIfExists(folder.resolve("try"));
    Path security = null;
    if (network == null) {
      int port = freePort();
      schedulerAddress = "127.0.0.1:" + port;
      startProxy(SCHEDULER, port);
    } else {
      schedulerAddress = network.address(SCHEDULER) + ":" + freePort();
      security = folder.resolveSibling(folder.getFileName() + "-security");
      SecurityFolder.generate(security);
    }
    cluster =
        new TestCluster(
            new LocalClusterSettings(
                schedulerAddress,
                WORKERS,
                SERVERS,
                1,
                1,
                WORKER_BYTES,
                SERVER_BYTES,
                folder,
                security,
                List.of("--dead-seconds", "3"),
                List.of("--inline-memory", "256k"),
                List.of("--disk", SERVER_DISK, "--tier", tier().toString())),
            this::words);
  }

  private Path tier() {
    return folder.resolve("tier");
  }

  private int freePort() throws IOException {
    int port = FreePorts.withProxy();
    listening.add(port);
    return port;
  }

  private void startProxy(String name, int port) throws IOException {
    BitFlips flips = new BitFlips(proxies.size());
    bitFlips.put(name, flips);
    proxies.put(
        name,
        new FaultProxy(
            new InetSocketAddress(FaultProxy.HOST, port),
            new InetSocketAddress("127.0.0.1", port),
            flips));
  }

  /** Starts each process behind its proxy or in its namespace, and on its disk. */
  private List<String> words(String name, List<String> given) {
    try {
      List<String> arguments = new ArrayList<>(given);
      boolean isServer = name.startsWith("shuffle");
      boolean isWorker = name.startsWith("worker");
      if (hasDisks && !name.equals(SCHEDULER)) {
        Path disk = folder.resolve(name);
        if (!disks.containsKey(name)) {
          disks.put(name, new SmallDisk(disk, DISK_MEGABYTES));
        }
        if (isWorker) {
          arguments.set(arguments.indexOf("--spill-folder") + 1, disk.toString());
        }
      }
      Namespaces net = network;
      if (net != null) {
        String address = net.address(name);
        if (isServer) {
          arguments.addAll(List.of("--listen", address + ":0"));
        } else if (isWorker) {
          arguments.addAll(List.of("--listen", address));
        }
        return net.inside(name, java.words(name, arguments));
      }
      arguments.addAll(List.of("--http", "127.0.0.1:0"));
      int scheduler = arguments.indexOf("--scheduler");
      if (scheduler >= 0) {
        arguments.set(scheduler + 1, schedulerAddress.replace("127.0.0.1", FaultProxy.HOST));
      }
      if (isServer) {
        if (!proxies.containsKey(name)) {
          int port = freePort();
          startProxy(name, port);
        }
        int port = listening.get(new ArrayList<>(proxies.keySet()).indexOf(name));
        arguments.addAll(List.of("--listen", "127.0.0.1:" + port, "--host", FaultProxy.HOST));
      }
      return java.words(name, arguments);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  TestCluster cluster() {
    return cluster;
  }

  SessionOptions options() {
    return cluster.options();
  }

  /** Returns what can be broken here. */
  List<Fault> faults() {
    return Arrays.stream(Fault.values())
        .filter(fault -> network == null || !fault.needsProxies())
        .filter(fault -> network != null || !fault.needsNamespaces())
        .filter(fault -> hasDisks || !fault.needsDisks())
        .toList();
  }

  /** Waits until all are there that should be, and nobody else. */
  void awaitHealth(String story) throws InterruptedException {
    for (Process each : leaving) {
      if (!each.waitFor(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS)) {
        throw new AssertionError(story + ": a worker that was asked to end still lives");
      }
    }
    leaving.clear();
    long alive = workers().size();
    cluster.await(
        story + ": " + alive + " workers and " + SERVERS + " servers",
        status -> status.workers().size() == alive && status.servers().size() == SERVERS);
  }

  private List<Process> workers() {
    return cluster.processes().workers().stream()
        .filter(each -> each.isAlive() && !leaving.contains(each))
        .toList();
  }

  private Process any(List<Process> of, Random random) {
    return of.get(random.nextInt(of.size()));
  }

  private String nameOf(Process process) {
    int worker = cluster.processes().workers().indexOf(process);
    return worker >= 0
        ? "worker-" + worker
        : "shuffle-" + cluster.processes().shuffleServers().indexOf(process);
  }

  /** Gets ready what takes long, before the query begins. */
  void prepare(Fault fault) throws InterruptedException {
    if (fault == Fault.JOIN_WORKER) {
      FaultProxy proxy = proxies.get(SCHEDULER);
      proxy.holdNewcomers();
      cluster.processes().startWorker();
      long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(TestCluster.MAX_WAIT_SECONDS);
      while (proxy.waitingNewcomers() == 0 && System.nanoTime() < end) {
        TimeUnit.MILLISECONDS.sleep(5);
      }
    }
  }

  /** Breaks something. */
  Broken fire(Fault fault, Random random) throws Exception {
    List<Process> workers = workers();
    List<Process> servers = cluster.processes().shuffleServers();
    return switch (fault) {
      case KILL_WORKER -> killWorkers(fault, List.of(any(workers, random)));
      case KILL_ALL_WORKERS -> killWorkers(fault, workers);
      case KILL_SERVER -> {
        Process server = any(servers, random);
        String name = nameOf(server);
        TestCluster.kill(server);
        cluster.processes().restartShuffleServer(servers.indexOf(server));
        yield new Broken(fault, name, () -> !server.isAlive(), () -> {});
      }
      case KILL_SCHEDULER -> {
        Process scheduler = cluster.processes().scheduler();
        TestCluster.kill(scheduler);
        cluster.processes().restartScheduler();
        yield new Broken(fault, "", () -> !scheduler.isAlive(), () -> {});
      }
      case STOP_WORKER -> stop(fault, any(workers, random));
      case STOP_SERVER -> stop(fault, any(servers, random));
      case SLOW_WORKER -> {
        Process worker = any(workers, random);
        CpuQuota quota = new CpuQuota(worker, 10);
        yield new Broken(fault, nameOf(worker), () -> quota.waits() > 0, quota::close);
      }
      case JOIN_WORKER -> {
        proxies.get(SCHEDULER).admitNewcomers();
        Process worker = cluster.processes().workers().getLast();
        yield new Broken(
            fault, nameOf(worker), worker::isAlive, () -> leave(any(workers(), random)));
      }
      case DRAIN_WORKER -> {
        Process worker = any(workers, random);
        leave(worker);
        cluster.processes().startWorker();
        yield new Broken(
            fault,
            nameOf(worker),
            () -> worker.waitFor(TestCluster.MAX_WAIT_SECONDS, TimeUnit.SECONDS),
            () -> {});
      }
      case CUT_CONNECTIONS -> {
        String name = anyProxy(random);
        int cut = proxies.get(name).cut();
        yield new Broken(fault, cut + " of " + name, () -> cut > 0, () -> {});
      }
      case HOLD_CONNECTIONS -> {
        String name = anyProxy(random);
        FaultProxy proxy = proxies.get(name);
        long before = proxy.heldBytes();
        proxy.hold();
        yield new Broken(fault, name, () -> proxy.heldBytes() > before, proxy::release);
      }
      case FLIP_ON_THE_WIRE -> {
        String name = anyProxy(random);
        BitFlips flips = bitFlips.get(name);
        int before = flips.flipped();
        flips.flip(1 + random.nextInt(3));
        yield new Broken(fault, name, () -> flips.flipped() > before, () -> flips.flip(0));
      }
      case SPOIL_FILES -> {
        List<Path> disks = new ArrayList<>();
        for (int i = 0; i < SERVERS; i++) {
          disks.add(folder.resolve("shuffle-" + i));
        }
        List<String> spoiled = awaitSpoiled(disks, random);
        boolean hasSpoiled = !spoiled.isEmpty();
        yield new Broken(fault, spoiled.toString(), () -> hasSpoiled, () -> {});
      }
      case SPOIL_TIER -> {
        List<String> spoiled = awaitSpoiled(List.of(tier()), random);
        boolean hasSpoiled = !spoiled.isEmpty();
        yield new Broken(fault, spoiled.toString(), () -> hasSpoiled, () -> {});
      }
      case FILL_DISK -> {
        String name = anyServer(random);
        String log = cluster.log(name);
        SmallDisk disk = disks.get(name);
        disk.fill();
        yield new Broken(
            fault, name, () -> hasLogged(name, log.length(), "No space left"), disk::free);
      }
      case REFUSE_WRITES -> {
        String name = anyServer(random);
        String log = cluster.log(name);
        SmallDisk disk = disks.get(name);
        disk.refuseWrites();
        yield new Broken(
            fault, name, () -> hasLogged(name, log.length(), "Read-only file"), disk::takeWrites);
      }
      case ISOLATE -> {
        Namespaces net = network();
        String name = random.nextInt(4) == 0 ? SCHEDULER : nameOf(any(both(), random));
        long before = net.packets(name);
        net.isolate(name);
        yield new Broken(fault, name, () -> net.packets(name) > before, () -> net.join(name));
      }
      case SEPARATE -> {
        Namespaces net = network();
        String one = nameOf(any(servers, random));
        String other = nameOf(any(workers, random));
        long before = net.packets(other);
        net.silence(one, other);
        net.silence(other, one);
        yield new Broken(
            fault,
            one + " and " + other,
            () -> net.packets(other) > before,
            () -> {
              net.hear(one, other);
              net.hear(other, one);
            });
      }
      case SILENCE -> {
        Namespaces net = network();
        String from = random.nextInt(4) == 0 ? SCHEDULER : nameOf(any(both(), random));
        String to = from;
        while (to.equals(from)) {
          to = random.nextInt(4) == 0 ? SCHEDULER : nameOf(any(both(), random));
        }
        String end = to;
        long before = net.packets(from);
        net.silence(from, end);
        yield new Broken(
            fault,
            from + " to " + end,
            () -> net.packets(from) > before,
            () -> net.hear(from, end));
      }
    };
  }

  private Broken killWorkers(Fault fault, List<Process> workers) throws InterruptedException {
    List<String> names = workers.stream().map(this::nameOf).toList();
    for (Process each : workers) {
      each.destroyForcibly();
    }
    for (Process each : workers) {
      TestCluster.kill(each);
      cluster.processes().restartWorker(cluster.processes().workers().indexOf(each));
    }
    killed.addAll(names);
    return new Broken(
        fault, names.toString(), () -> workers.stream().noneMatch(Process::isAlive), () -> {});
  }

  private Broken stop(Fault fault, Process process) throws Exception {
    TestCluster.signal("STOP", process);
    boolean isStopped =
        Files.readString(Path.of("/proc", Long.toString(process.pid()), "stat")).contains(") T ");
    return new Broken(
        fault, nameOf(process), () -> isStopped, () -> TestCluster.signal("CONT", process));
  }

  private void leave(Process worker) {
    worker.destroy();
    leaving.add(worker);
  }

  private List<Process> both() {
    List<Process> both = new ArrayList<>(workers());
    both.addAll(cluster.processes().shuffleServers());
    return both;
  }

  private Namespaces network() {
    if (network == null) {
      throw new IllegalStateException("No namespaces");
    }
    return network;
  }

  private String anyProxy(Random random) {
    return List.copyOf(proxies.keySet()).get(random.nextInt(proxies.size()));
  }

  private String anyServer(Random random) {
    return nameOf(any(cluster.processes().shuffleServers(), random));
  }

  private boolean hasLogged(String process, int from, String text) throws IOException {
    return cluster.log(process).substring(from).contains(text);
  }

  private static List<String> awaitSpoiled(List<Path> folders, Random random) throws Exception {
    List<String> spoiled = spoil(folders, random);
    for (int i = 0; i < 200 && spoiled.isEmpty(); i++) {
      TimeUnit.MILLISECONDS.sleep(2);
      spoiled = spoil(folders, random);
    }
    return spoiled;
  }

  /** Flips a bit in some files of exchanges, or cuts off their ends; returns which. */
  private static List<String> spoil(List<Path> folders, Random random) throws IOException {
    List<Path> files = new ArrayList<>();
    for (Path each : folders) {
      try (Stream<Path> all = Files.walk(each)) {
        all.filter(file -> file.toString().matches(".*\\.(bundle|open|blocks)"))
            .forEach(files::add);
      } catch (java.io.UncheckedIOException e) {
        if (!(e.getCause() instanceof NoSuchFileException)) {
          throw e;
        }
      }
    }
    List<String> spoiled = new ArrayList<>();
    for (Path file : files) {
      if (files.size() > 4 && random.nextInt(files.size()) > 3) {
        continue;
      }
      try (FileChannel channel =
          FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
        long size = channel.size();
        long at = (long) (random.nextDouble() * size);
        ByteBuffer one = ByteBuffer.allocate(1);
        if (random.nextInt(4) == 0) {
          channel.truncate(at);
        } else if (channel.read(one, at) == 1) {
          one.put(0, (byte) (one.get(0) ^ 1 << random.nextInt(Byte.SIZE))).flip();
          channel.write(one, at);
        }
        spoiled.add(file.getFileName() + " at " + at + " of " + size);
      } catch (NoSuchFileException _) { // deleted meanwhile
      }
    }
    return spoiled;
  }

  /**
   * Waits until servers, on their disks and in the tier, keep nothing of jobs that are over, and
   * what killed ones had in the tier is swept: servers are told of ends without waiting for their
   * answer, and one that ends before it has heard keeps its bundles for its next life.
   */
  void awaitEndOfJobs() throws IOException, InterruptedException {
    cluster.awaitEndOfJobs();
    cluster.await("the sweep of the tier", name -> name.endsWith("/lease"), SERVERS);
  }

  /** Returns what processes say that they still use, where they say it. */
  List<String> bytesLeft() throws Exception {
    List<String> left = new ArrayList<>();
    if (network != null) {
      return left;
    }
    try (HttpClient http = HttpClient.newHttpClient()) {
      for (Process process : both()) {
        String name = nameOf(process);
        Matcher at = STATE.matcher(cluster.log(name));
        String place = null;
        while (at.find()) {
          place = at.group(1);
        }
        if (place == null) {
          left.add(name + " does not say what it uses");
          continue;
        }
        String body =
            http.send(
                    HttpRequest.newBuilder(URI.create(place + "/metrics")).build(),
                    HttpResponse.BodyHandlers.ofString())
                .body();
        body.lines()
            .filter(
                line ->
                    line.matches(
                        "heddle_(memory_used_bytes|spill_bytes|tasks_running"
                            + "|shuffle_(held_bytes|granted_bytes|loading_bytes|disk_bytes|tier_bytes|jobs|attempts|writers|readers))"
                            + " .*"))
            .filter(line -> !line.endsWith(" 0.0"))
            .forEach(line -> left.add(name + ": " + line));
      }
    }
    return left;
  }

  /** Ends all processes and returns what they have left behind. */
  List<String> closeAndLook() throws Exception {
    List<Process> all = new ArrayList<>(cluster.processes().workers());
    all.addAll(cluster.processes().shuffleServers());
    all.add(cluster.processes().scheduler());
    cluster.close();
    List<String> left = new ArrayList<>();
    for (String file : cluster.filesLeft()) {
      boolean isSpilled = file.matches("worker-\\d+/heddle-spill-.*");
      if (!isSpilled || !killed.contains(file.substring(0, file.indexOf('/')))) {
        left.add(file); // the next worker with that folder deletes what a killed one has spilled
      }
    }
    all.stream().filter(Process::isAlive).forEach(each -> left.add("process " + each.pid()));
    close();
    for (int port : listening) {
      for (String host : List.of("127.0.0.1", FaultProxy.HOST)) {
        try (Socket _ = new Socket(host, port)) {
          left.add(host + ":" + port);
        } catch (IOException _) { // nobody listens
        }
      }
    }
    left.addAll(SmallDisk.mounted(folder));
    return left;
  }

  @Override
  public void close() {
    cluster.close();
    proxies.values().forEach(FaultProxy::close);
    disks.values().forEach(SmallDisk::close);
  }
}
