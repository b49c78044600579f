package dev.heddle.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.testing.Effort;
import dev.heddle.s3lab.Fault;
import dev.heddle.s3lab.Faults;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class S3InputTest {
  private static final int SIZE = 11_000_003;
  private static final String PATH = LabBucket.ROOT + "data.bin";

  private static LabBucket lab;
  private static byte[] content;

  private final MemoryLedger ledger = new MemoryLedger(256 << 20);
  private final MemoryAccount account = ledger.open("test");

  @BeforeAll
  static void start(@TempDir Path folder) {
    lab = new LabBucket(folder);
    content = LabBucket.randomBytes(1, SIZE);
    lab.put("data.bin", content);
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @AfterEach
  void nothingIsLeft() {
    lab.proxy().setFaults(Faults.NONE);
    lab.renewStorage();
    account.close();
  }

  private static byte[] range(long position, int bytes) {
    return Arrays.copyOfRange(content, (int) position, (int) position + bytes);
  }

  private static void checkTaken(PendingRead read, long position, int bytes, String what) {
    Buffer buffer = read.await();
    byte[] found = Memory.toArray(buffer.address(), bytes);
    buffer.release();
    read.close();
    assertThat(Arrays.equals(found, range(position, bytes))).as(what).isTrue();
  }

  @Test
  void readsRangesOfAllSizes() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    assertThat(input.readArray(17, 100)).isEqualTo(range(17, 100));
    assertThat(input.readArray(SIZE - 1L, 1)).isEqualTo(range(SIZE - 1, 1));
    assertThat(input.readArray(0, 0)).isEmpty();
    assertThat(Arrays.equals(input.readArray(0, SIZE), content)).isTrue();
    Buffer buffer = account.allocate(5000);
    input.read(4321, buffer.address(), 5000);
    assertThat(Memory.toArray(buffer.address(), 5000)).isEqualTo(range(4321, 5000));
    buffer.release();
    assertThatThrownBy(() -> input.readArray(SIZE - 5, 6))
        .hasMessage(
            "Cannot read s3a://lab/data.bin: it ends at byte 11000003 but bytes 10999998 to"
                + " 11000004 are needed");
  }

  @Test
  void readsAheadInTheBackground() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    List<PendingRead> reads = new ArrayList<>();
    for (int i = 0; i < 40; i++) {
      reads.add(input.start(i * 250_000L, 300_000, account));
    }
    for (int i = 0; i < 40; i++) {
      checkTaken(reads.get(i), i * 250_000L, 300_000, "read " + i);
    }
  }

  @Test
  void everyFaultThatMayPassIsOvercome() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    Fault[] kinds = {
      Fault.SLOW_DOWN,
      Fault.SERVER_ERROR,
      Fault.RESET,
      Fault.CUT,
      Fault.SHORT_BODY,
      Fault.LOST_ANSWER
    };
    for (Fault kind : kinds) {
      lab.proxy().setFaults(Faults.first("GET", kind, kind));
      assertThat(Arrays.equals(input.readArray(1000, 2_000_000), range(1000, 2_000_000)))
          .as(kind.name())
          .isTrue();
    }
  }

  @Test
  void manyReadsOverABrokenLinkAreRight() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    for (long seed = 1; seed <= Effort.of(5); seed++) {
      Random random = new Random(seed);
      lab.proxy()
          .setFaults(
              Faults.ofReads(
                  seed,
                  0.25,
                  Fault.SLOW_DOWN,
                  Fault.SERVER_ERROR,
                  Fault.RESET,
                  Fault.CUT,
                  Fault.SHORT_BODY,
                  Fault.LOST_ANSWER));
      List<PendingRead> reads = new ArrayList<>();
      List<long[]> ranges = new ArrayList<>();
      for (int i = 0; i < 25; i++) {
        int bytes = 1 + random.nextInt(900_000);
        long position = random.nextInt(SIZE - bytes);
        ranges.add(new long[] {position, bytes});
        reads.add(input.start(position, bytes, account));
      }
      for (int i = 0; i < reads.size(); i++) {
        if (random.nextInt(4) == 0) {
          reads.get(i).close();
        } else {
          checkTaken(
              reads.get(i),
              ranges.get(i)[0],
              (int) ranges.get(i)[1],
              "seed " + seed + " read " + i);
        }
      }
    }
  }

  @Test
  void aFaultThatStaysIsATypedError() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    lab.proxy().setFaults((method, target) -> Fault.SERVER_ERROR);
    S3Storage impatient =
        new S3Storage(LabBucket.options(lab.proxy().url()), new S3Retry(time -> {}));
    assertThatThrownBy(
            () ->
                impatient
                    .open(new StoredFile(PATH, SIZE, lab.direct().stat(PATH).version()))
                    .readArray(0, 10))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.IO))
        .hasMessage(
            "Cannot read s3a://lab/data.bin: S3 answered 500 InternalError, again and again; try"
                + " later");
    assertThat(input).isNotNull();
  }

  @Test
  void aChangedObjectIsAnErrorAndNeverMixedBytes() {
    lab.put("changing.bin", LabBucket.randomBytes(2, 1000));
    StoredFile listed = lab.storage().stat(LabBucket.ROOT + "changing.bin");
    RangedInput input = lab.storage().open(listed);
    assertThat(input.readArray(0, 10)).hasSize(10);
    lab.put("changing.bin", LabBucket.randomBytes(3, 1000));
    assertThatThrownBy(() -> input.readArray(10, 10))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read s3a://lab/changing.bin: the file has changed since it was opened; open it"
                + " anew");
    PendingRead read = input.start(10, 10, account);
    assertThatThrownBy(read::await).hasMessageContaining("the file has changed");
    read.close();
    lab.client().deleteObject(object -> object.bucket("lab").key("changing.bin"));
    assertThatThrownBy(() -> input.readArray(10, 10))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessage(
            "Cannot read s3a://lab/changing.bin: the file was there when it was listed and is not;"
                + " if it has been overwritten open it anew");
  }

  @Test
  void anAnswerWithAnotherEtagIsAnError() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    lab.proxy().setFaults(Faults.first("GET", Fault.WRONG_ETAG));
    assertThatThrownBy(() -> input.readArray(0, 100))
        .hasMessageContaining("s3a://lab/data.bin: the file has changed");
  }

  @Test
  void closedReadsGiveTheirMemoryBackAtOnce() {
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    for (int round = 0; round < 20; round++) {
      List<PendingRead> reads = new ArrayList<>();
      for (int i = 0; i < 10; i++) {
        reads.add(input.start(i * 1_000_000L, 1_000_000, account));
      }
      if (round % 2 == 0) {
        checkTaken(reads.getFirst(), 0, 1_000_000, "round " + round);
      }
      reads.forEach(PendingRead::close);
      assertThat(account.usedBytes()).isZero();
    }
  }

  @Test
  void readsWithoutMemoryWaitUntilTheyAreTaken() {
    MemoryLedger small = new MemoryLedger(1_500_000);
    MemoryAccount poor = small.open("poor");
    RangedInput input = lab.storage().open(lab.storage().stat(PATH));
    List<PendingRead> reads = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      reads.add(input.start(i * 1_000_000L, 1_000_000, poor));
    }
    for (int i = 0; i < 8; i++) {
      checkTaken(reads.get(i), i * 1_000_000L, 1_000_000, "read " + i);
    }
    PendingRead tooLarge = input.start(0, 2_000_000, poor);
    assertThatThrownBy(tooLarge::await)
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_MEMORY))
        .hasMessageContaining("poor");
    tooLarge.close();
    poor.close();
  }
}
