package dev.heddle.bench.shuffle;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.net.Listener;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.server.ServerLimits;
import dev.heddle.shuffle.server.ServerUsage;
import dev.heddle.shuffle.server.ShuffleService;
import dev.heddle.shuffle.store.FolderBundleStore;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A shuffle server in a process of its own, without a scheduler: writes its port, then its figures
 * for each line that it reads, until there are none.
 */
public final class ShuffleServerMain {
  private static final long LEASE_MILLIS = 24 * 3_600_000;

  private ShuffleServerMain() {}

  /** Runs a server of {@code args[0]} bytes of memory with the folder {@code args[1]}. */
  public static void main(String[] args) throws IOException {
    long memory = Long.parseLong(args[0]);
    HeapGauge heap = new HeapGauge();
    try (MemoryAccount account = new MemoryLedger(memory).open("exchanges");
        ShuffleService service =
            new ShuffleService(
                new ServerLimits(
                    memory / 8 * 7,
                    1L << 40,
                    0,
                    1L << 40,
                    LEASE_MILLIS,
                    ServerLimits.indexBytesOfHeap()),
                account,
                Optional.of(new FolderBundleStore(Path.of(args[1]))),
                Optional.empty(),
                () -> System.nanoTime() / 1_000_000);
        Listener listener =
            Listener.open(
                new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
                Security.none(),
                ShuffleTrial.hello(Role.SHUFFLE),
                service::serve);
        BufferedReader in =
            new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
      System.out.println(listener.address().getPort());
      while (in.readLine() != null) {
        ServerUsage usage = service.usage();
        System.out.println(
            String.format(
                Locale.ROOT,
                "%d %d %d %d %d %d",
                HeapGauge.liveBytes(),
                heap.mostBytes(),
                account.peakBytes(),
                HeapGauge.residentBytes(),
                usage.diskBytes(),
                (long) (ShuffleTrial.cpuSeconds() * 1e3)));
      }
      service.endJob(1);
      service.usage(); // has handled all before
    }
  }
}
