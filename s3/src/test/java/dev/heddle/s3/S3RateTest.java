package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.rate.BucketTransfers;
import dev.heddle.io.rate.RateControl;
import dev.heddle.io.rate.RequestGate;
import dev.heddle.io.rate.RequestLease;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.Threads;
import dev.heddle.s3lab.Faults;
import dev.heddle.s3lab.RequestLimit;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/** The rate of one process's requests to a server that refuses what is too much. */
@Tag("process")
class S3RateTest {
  private static final int READERS = 16;
  private static final double LIMIT = 60;
  private static final int WARM_SECONDS = Integer.getInteger("heddle.rate.warm", 30);
  private static final int SECONDS = Integer.getInteger("heddle.rate.seconds", 60);

  @TempDir private Path folder;

  /** Reads on some threads until enough has happened. */
  private static void readUntil(RangedInput input, BooleanSupplier isEnough) {
    AtomicReference<RuntimeException> failure = new AtomicReference<>();
    List<Thread> readers = new ArrayList<>();
    for (int i = 0; i < READERS; i++) {
      readers.add(
          Thread.startVirtualThread(
              () -> {
                try {
                  while (failure.get() == null && !isEnough.getAsBoolean()) {
                    assertThat(input.readArray(3, 5)).hasSize(5);
                  }
                } catch (RuntimeException e) {
                  failure.set(e);
                }
              }));
    }
    readers.forEach(Threads::join);
    if (failure.get() != null) {
      throw failure.get();
    }
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void aProcessUsesALimitUpAndIsSeldomRefused() {
    try (LabBucket lab = new LabBucket(folder)) {
      lab.put("rate/one.txt", "0123456789");
      S3Storage storage = lab.storage();
      StoredFile file = storage.stat("s3a://lab/rate/one.txt");
      RangedInput input = storage.open(file);
      RequestGate gate = storage.requestGates().getFirst();
      readUntil(input, () -> gate.transfers().requests() > 400);
      assertThat(gate.transfers().allowed()).isEqualTo(RateControl.UNLIMITED);

      RequestLimit.Client counts = new RequestLimit(LIMIT).client();
      lab.proxy().setFaults(counts);
      long warm = (long) (WARM_SECONDS * LIMIT);
      readUntil(input, () -> counts.granted() >= warm);
      long granted = counts.granted();
      long refused = counts.refused();
      long begun = System.nanoTime();
      long enough = granted + (long) (SECONDS * LIMIT);
      readUntil(input, () -> counts.granted() >= enough);
      double seconds = (System.nanoTime() - begun) / 1e9;
      double used = (counts.granted() - granted) / seconds / LIMIT;
      double share =
          (double) (counts.refused() - refused)
              / (counts.granted() - granted + counts.refused() - refused);
      assertThat(used).as("used, %.3f refused", share).isGreaterThan(0.9);
      assertThat(share).as("refused, %.3f used", used).isLessThan(0.05);

      BucketTransfers transfers = storage.transfers().buckets().getFirst();
      assertThat(transfers.bucket()).isEqualTo("s3a://lab");
      assertThat(transfers.refused()).isEqualTo(counts.refused());
      assertThat(transfers.requests()).isEqualTo(storage.transfers().requests());
      assertThat(transfers.allowed()).isBetween(0.5 * LIMIT, 1.5 * LIMIT);
      assertThat(transfers.bytes()).isEqualTo(storage.transfers().bytesRead());
    }
  }

  @Test
  void everyKindOfRequestPassesTheGate() {
    try (LabBucket lab = new LabBucket(folder)) {
      S3Storage storage = lab.storage();
      byte[] large = LabBucket.randomBytes(4, 11 << 20);
      for (Faults faults : List.of(Faults.NONE, (Faults) new RequestLimit(120).client())) {
        lab.proxy().setFaults(faults);
        write(storage, "s3a://lab/kinds/small.txt", "small".getBytes(StandardCharsets.UTF_8));
        write(storage, "s3a://lab/kinds/large.bin", large); // begun, three parts, completed
        try (PublishedOutput dropped = storage.create("s3a://lab/kinds/dropped.bin")) {
          dropped.write(ByteBuffer.wrap(large)); // begun, two parts, aborted
        }
        assertThat(storage.resolve("s3a://lab/kinds/", List.of())).hasSize(2);
        assertThat(storage.staged("s3a://lab/kinds")).isEmpty();
        StoredFile file = storage.stat("s3a://lab/kinds/large.bin");
        assertThat(storage.open(file).readArray(0, large.length)).isEqualTo(large);
        storage.delete("s3a://lab/kinds/small.txt");
        BucketTransfers sent = storage.requestGates().getFirst().transfers();
        assertThat(sent.requests()).isEqualTo(lab.proxy().requests());
        assertThat(sent.requests()).isEqualTo(storage.transfers().requests());
        assertThat(sent.bytes())
            .isEqualTo(storage.transfers().bytesRead() + storage.transfers().bytesWritten());
      }
    }
  }

  private static void write(S3Storage storage, String path, byte[] bytes) {
    try (PublishedOutput output = storage.create(path)) {
      output.write(ByteBuffer.wrap(bytes));
      output.publish();
    }
  }

  @Test
  void aRequestThatWaitsAtTheGateCanBeInterrupted() {
    try (LabBucket lab = new LabBucket(folder)) {
      lab.put("wait/one.txt", "0123456789");
      S3Storage storage = lab.storage();
      StoredFile file = storage.stat("s3a://lab/wait/one.txt");
      RequestGate gate = storage.requestGates().getFirst();
      gate.lease("a scheduler", new RequestLease("s3a://lab", 1e-3, 1e-3, 3_600_000));
      for (Runnable request :
          List.<Runnable>of(
              () -> storage.stat("s3a://lab/wait/one.txt"),
              () -> storage.list("s3a://lab/wait"),
              () -> storage.open(file).readArray(0, 4))) {
        CompletableFuture<Void> end = new CompletableFuture<>();
        Thread thread =
            Thread.ofPlatform()
                .start(
                    () -> {
                      try {
                        request.run();
                        end.complete(null);
                      } catch (RuntimeException e) {
                        end.completeExceptionally(e);
                      }
                    });
        while (!gate.hasWaiting()) {
          Thread.onSpinWait();
        }
        thread.interrupt();
        assertThatThrownBy(end::join)
            .cause()
            .isInstanceOfSatisfying(
                HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
            .hasMessageContaining("interrupted");
        Threads.join(thread);
        while (gate.hasWaiting()) {
          Thread.onSpinWait();
        }
      }
      gate.lease(
          "a scheduler",
          new RequestLease("s3a://lab", RateControl.UNLIMITED, RateControl.UNLIMITED, 1_000));
      assertThat(storage.open(file).readArray(0, 4)).hasSize(4);
    }
  }
}
