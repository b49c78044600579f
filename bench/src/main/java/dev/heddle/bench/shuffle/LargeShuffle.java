package dev.heddle.bench.shuffle;

import dev.heddle.engine.cluster.client.ProcessCommand;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.client.ChannelPool;
import dev.heddle.shuffle.client.ClusterExchangeBackend;
import dev.heddle.shuffle.client.ExchangeClientOptions;
import dev.heddle.shuffle.client.ExchangeClientOptions.Reach;
import dev.heddle.shuffle.client.SocketChannels;
import dev.heddle.shuffle.net.Role;
import dev.heddle.shuffle.net.Security;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.ExchangeShape;
import dev.heddle.shuffle.protocol.ExchangeWriter;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.ShuffleAddress;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;

/**
 * Measures an exchange of thousands of maps by thousands of partitions through one server in a
 * process of its own: each map has few rows for each of some partitions, half of them among a tenth
 * of all. Everything is read back and counted.
 */
public final class LargeShuffle {
  private static final int BLOCK_ROWS = 2; // of 52 bytes
  private static final int HOT_SHARE = 10; // what of the partitions half of the blocks are for
  private static final int THREADS = 2;
  private static final int DISTINCT_BATCHES = 8;
  private static final ExchangeId ID = new ExchangeId(1, 0);

  private final int maps;
  private final int partitions;
  private final int blocks;
  private final long serverMemoryBytes;
  private final long serverHeapBytes;

  /**
   * Prepares a trial.
   *
   * @param blocks number of partitions that each map has rows for
   */
  public LargeShuffle(
      int maps, int partitions, int blocks, long serverMemoryBytes, long serverHeapBytes) {
    this.maps = maps;
    this.partitions = partitions;
    this.blocks = Math.min(blocks, partitions / HOT_SHARE);
    this.serverMemoryBytes = serverMemoryBytes;
    this.serverHeapBytes = serverHeapBytes;
  }

  /** What a server has used so far. */
  private record ServerFigures(
      long liveHeapBytes,
      long mostHeapBytes,
      long mostMemoryBytes,
      long residentBytes,
      long diskBytes,
      double cpuSeconds) {}

  /**
   * Runs the trial once.
   *
   * @return how many bytes of the server's heap were in use when everything was written
   */
  public long run(PrintWriter out) throws IOException {
    Path folder = Files.createTempDirectory("heddle-large-shuffle");
    ProcessCommand command =
        ProcessCommand.likeThis(
            ShuffleServerMain.class.getName(), List.of("-Xmx" + serverHeapBytes));
    Process server =
        new ProcessBuilder(
                command.words(
                    "shuffle", List.of(String.valueOf(serverMemoryBytes), folder.toString())))
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    try (BufferedReader answers =
            new BufferedReader(
                new InputStreamReader(server.getInputStream(), StandardCharsets.UTF_8));
        PrintWriter questions =
            new PrintWriter(server.getOutputStream(), true, StandardCharsets.UTF_8)) {
      int port = Integer.parseInt(answers.readLine());
      return shuffle(new ShuffleAddress(1, 1, "localhost", port), answers, questions, out);
    } finally {
      end(server);
      Files.deleteIfExists(folder.resolve("lock"));
      Files.deleteIfExists(folder);
    }
  }

  private static void end(Process server) {
    try {
      server.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      server.destroyForcibly();
    }
  }

  private static ServerFigures ask(BufferedReader answers, PrintWriter questions)
      throws IOException {
    questions.println();
    long[] all = Arrays.stream(answers.readLine().split(" ")).mapToLong(Long::parseLong).toArray();
    return new ServerFigures(all[0], all[1], all[2], all[3], all[4], all[5] / 1e3);
  }

  private long shuffle(
      ShuffleAddress address, BufferedReader answers, PrintWriter questions, PrintWriter out)
      throws IOException {
    TrialWinners winners = new TrialWinners(address);
    MemoryLedger ledger = new MemoryLedger(1L << 30);
    HeapGauge heap = new HeapGauge();
    AtomicLong mapPeak = new AtomicLong();
    AtomicLong readerPeak = new AtomicLong();
    AtomicLongArray expected = new AtomicLongArray(partitions);
    try (MemoryAccount account = ledger.open("batches");
        ChannelPool channels =
            new ChannelPool(new SocketChannels(Security.none(), ShuffleTrial.hello(Role.WORKER)));
        ClusterExchangeBackend backend =
            new ClusterExchangeBackend(
                winners,
                channels,
                new ExchangeClientOptions(1, 1, Optional.empty(), 0, Reach.NETWORK),
                account)) {
      backend.create(ID, new ExchangeShape(ShuffleTrial.TYPES, maps, partitions));
      List<Batch> batches = ShuffleTrial.batches(DISTINCT_BATCHES, BLOCK_ROWS * blocks, account);
      double begun = System.nanoTime() / 1e9;
      double cpu = ShuffleTrial.cpuSeconds();
      try {
        inParallel(maps, map -> write(backend, winners, map, batches, ledger, mapPeak, expected));
      } finally {
        batches.forEach(Batch::close);
      }
      double written = System.nanoTime() / 1e9;
      double cpuWritten = ShuffleTrial.cpuSeconds();
      ServerFigures afterWrite = ask(answers, questions);
      AtomicLong rows = new AtomicLong();
      double reading = System.nanoTime() / 1e9;
      double cpuReading = ShuffleTrial.cpuSeconds();
      inParallel(
          partitions,
          partition -> {
            long read = read(backend, partition, ledger, readerPeak);
            if (read != expected.get(partition)) {
              throw new IllegalStateException(
                  read + " rows came of " + expected.get(partition) + " of " + partition);
            }
            rows.addAndGet(read);
          });
      double read = System.nanoTime() / 1e9;
      double cpuRead = ShuffleTrial.cpuSeconds();
      ServerFigures end = ask(answers, questions);
      out.println(
          String.format(
              Locale.ROOT,
              "large: %d maps x %d partitions, %d blocks of %d bytes of rows, %d bytes each as"
                  + " stored; all %d rows came; written in %.1f s (%.1f + %.1f cpu-s of client and"
                  + " server), read in %.1f s (%.1f + %.1f)",
              maps,
              partitions,
              (long) maps * blocks,
              BLOCK_ROWS * ShuffleTrial.ROW_BYTES,
              winners.bytes() / maps / blocks,
              rows.get(),
              written - begun,
              cpuWritten - cpu,
              afterWrite.cpuSeconds(),
              read - reading,
              cpuRead - cpuReading,
              end.cpuSeconds() - afterWrite.cpuSeconds()));
      out.println(
          String.format(
              Locale.ROOT,
              "memory in MB: server: heap %d live when written, %d when read, %d at most after a"
                  + " collection; %d of %d for blocks; %d on disk; %d resident; one map %.1f, one"
                  + " reader %.1f off the heap; client with %d threads: heap %d at most after a"
                  + " collection",
              afterWrite.liveHeapBytes() >> 20,
              end.liveHeapBytes() >> 20,
              end.mostHeapBytes() >> 20,
              end.mostMemoryBytes() >> 20,
              serverMemoryBytes >> 20,
              end.diskBytes() >> 20,
              end.residentBytes() >> 20,
              mapPeak.get() / 1048576.0,
              readerPeak.get() / 1048576.0,
              THREADS,
              heap.mostBytes() >> 20));
      out.flush();
      return afterWrite.liveHeapBytes();
    }
  }

  private interface Step {
    void run(int number);
  }

  private static void inParallel(int count, Step step) throws IOException {
    AtomicInteger next = new AtomicInteger();
    try (ExecutorService threads = Executors.newFixedThreadPool(THREADS)) {
      List<Future<?>> all = new ArrayList<>();
      for (int i = 0; i < THREADS; i++) {
        all.add(
            threads.submit(
                () -> {
                  for (int n = next.getAndIncrement(); n < count; n = next.getAndIncrement()) {
                    step.run(n);
                  }
                }));
      }
      for (Future<?> each : all) {
        each.get();
      }
    } catch (ExecutionException e) {
      throw new IOException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UncheckedIOException(new IOException(e));
    }
  }

  private void write(
      ClusterExchangeBackend backend,
      TrialWinners winners,
      int map,
      List<Batch> batches,
      MemoryLedger ledger,
      AtomicLong peak,
      AtomicLongArray expected) {
    Random random = new Random(map);
    int hot = partitions / HOT_SHARE;
    try (MemoryAccount account = ledger.open("map " + map);
        ExchangeWriter writer =
            backend.openWriter(new MapAttempt(ID, map, 0), account, ShuffleTrial.NO_OVERFLOW)) {
      Buffer targets = account.allocate(4L * BLOCK_ROWS * blocks);
      try {
        int[] chosen = new int[blocks];
        choose(random, 0, hot, chosen, 0, blocks / 2);
        choose(random, hot, partitions, chosen, blocks / 2, blocks);
        for (int i = 0; i < BLOCK_ROWS * blocks; i++) {
          Memory.putInt(targets.address() + 4L * i, chosen[i % blocks]);
        }
        for (int partition : chosen) {
          expected.addAndGet(partition, BLOCK_ROWS);
        }
        writer.lane().write(batches.get(map % batches.size()), targets.address());
        winners.add(writer.commit());
      } finally {
        targets.release();
      }
      peak.accumulateAndGet(account.peakBytes(), Math::max);
    }
  }

  /** Chooses different partitions of a range. */
  private static void choose(Random random, int from, int to, int[] chosen, int at, int end) {
    int left = end - at;
    int next = at;
    for (int p = from; p < to && left > 0; p++) {
      if (random.nextInt(to - p) < left) {
        chosen[next++] = p;
        left--;
      }
    }
  }

  private static long read(
      ClusterExchangeBackend backend, int partition, MemoryLedger ledger, AtomicLong peak) {
    try (MemoryAccount account = ledger.open("reader " + partition)) {
      long rows = ShuffleTrial.read(backend, ID, partition, account);
      peak.accumulateAndGet(account.peakBytes(), Math::max);
      return rows;
    }
  }
}
