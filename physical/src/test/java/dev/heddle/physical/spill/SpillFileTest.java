package dev.heddle.physical.spill;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.ErrorKind;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SpillFileTest {
  private static final Schema NUMBERS = RandomBatches.schema(List.of(DataType.INT64));

  private static final Path LOCKS = Path.of("/proc/locks");

  @TempDir private Path base;
  private final MemoryLedger ledger = new MemoryLedger(1L << 30);
  private final MemoryAccount account = ledger.open("test");

  @AfterEach
  void nothingIsLeft() throws IOException {
    account.close();
    try (Stream<Path> files = Files.list(base)) {
      assertThat(files).isEmpty();
    }
  }

  private static List<DataType> types(Random random) {
    List<DataType> types = new ArrayList<>(RandomBatches.TYPES);
    types.add(DataType.NULL);
    types.add(new DataType.ListOf(DataType.STRING));
    types.add(new DataType.ListOf(new DataType.ListOf(DataType.INT32)));
    types.add(new DataType.MapOf(DataType.STRING, DataType.FLOAT64));
    types.add(
        new DataType.Struct(
            List.of(
                Field.of("a", new DataType.Decimal(12, 2)),
                Field.of("b", new DataType.ListOf(DataType.STRING)))));
    List<DataType> chosen = new ArrayList<>();
    for (int i = 0; i < 1 + random.nextInt(6); i++) {
      chosen.add(types.get(random.nextInt(types.size())));
    }
    return chosen;
  }

  private static List<List<@Nullable Object>> readAll(SpillFile file, MemoryAccount account) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    try (SpillReader reader = file.open(account)) {
      while (true) {
        try (Batch batch = reader.next()) {
          if (batch == null) {
            return rows;
          }
          assertThat(batch.rowCount()).isBetween(1, Batch.MAX_ROWS);
          rows.addAll(ScannedRows.of(batch));
        }
      }
    }
  }

  @Test
  void givesBackRowsOfAllTypesInOrder() {
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE);
        SpillSpace space = folder.open()) {
      for (int seed = 0; seed < 40; seed++) {
        Random random = new Random(seed);
        RandomBatches batches = RandomBatches.seed(seed);
        List<DataType> types = types(random);
        Schema schema = RandomBatches.schema(types);
        List<List<@Nullable Object>> expected = new ArrayList<>();
        int blockBytes = random.nextBoolean() ? SpillSpace.BLOCK_BYTES : 256 << random.nextInt(10);
        try (SpillWriter writer = space.writer("test", types, account, blockBytes)) {
          for (int i = random.nextInt(6); i > 0; i--) {
            int rows = random.nextInt(4) == 0 ? random.nextInt(4097) : random.nextInt(200);
            try (Batch batch =
                random.nextBoolean()
                    ? batches.batch(schema, rows, account)
                    : batches.selectedBatch(schema, rows, account)) {
              expected.addAll(ScannedRows.of(batch));
              writer.write(batch);
            }
          }
          assertThat(writer.rows()).isEqualTo(expected.size());
          try (SpillFile file = writer.finish()) {
            assertThat(file.rows()).as("seed %d", seed).isEqualTo(expected.size());
            assertThat(readAll(file, account)).as("seed %d, %s", seed, types).isEqualTo(expected);
            assertThat(readAll(file, account)).as("again, seed %d", seed).isEqualTo(expected);
          }
        }
        assertThat(folder.usedBytes()).isZero();
      }
      assertThat(space.writtenBytes()).isPositive();
    }
  }

  @Test
  void rowsAreWrittenInPartsWhereMemoryIsTooShortForAllOfThemAtOnce() {
    List<DataType> types = List.of(new DataType.ListOf(DataType.STRING), DataType.STRING);
    Schema schema = RandomBatches.schema(types);
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE);
        SpillSpace space = folder.open()) {
      for (int seed = 0; seed < 10; seed++) {
        try (Batch batch = RandomBatches.seed(seed).selectedBatch(schema, 4_000, account);
            SpillWriter writer = space.writer("test", types, account, 1 << 16)) {
          List<List<@Nullable Object>> expected = ScannedRows.of(batch);
          ledger.setLimitBytes(ledger.usedBytes() + (40 << 10));
          writer.write(batch);
          ledger.setLimitBytes(1L << 30);
          try (SpillFile file = writer.finish()) {
            assertThat(readAll(file, account)).as("seed %d", seed).isEqualTo(expected);
          }
        }
      }
    }
  }

  private SpillFile write(SpillSpace space, int rows) {
    try (SpillWriter writer =
        space.writer("rows", List.of(DataType.INT64), account, SpillSpace.BLOCK_BYTES)) {
      RandomBatches random = RandomBatches.seed(rows);
      for (int left = rows; left > 0; left -= 4096) {
        try (Batch batch = random.batch(NUMBERS, Math.min(left, 4096), account)) {
          writer.write(batch);
        }
      }
      return writer.finish();
    }
  }

  @Test
  void filesAreForTheirUserAloneAndGoWithTheirSpaceWhoeverForgotThem() throws IOException {
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE)) {
      try (SpillSpace space = folder.open()) {
        SpillFile forgotten = write(space, 100_000);
        SpillWriter open =
            space.writer("open", List.of(DataType.INT64), account, SpillSpace.BLOCK_BYTES);
        assertThat(folder.usedBytes()).isEqualTo(forgotten.bytes()).isPositive();
        try (Stream<Path> folders = Files.list(base)) {
          Path only = folders.findFirst().orElseThrow();
          assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(only)))
              .isEqualTo("rwx------");
        }
        open.close();
      }
      assertThat(folder.usedBytes()).isZero();
      try (Stream<Path> files = Files.walk(base)) {
        assertThat(files.filter(Files::isRegularFile).map(f -> f.getFileName().toString()))
            .containsExactly(SpillFolder.LOCK);
      }
    }
  }

  @Test
  void theLockOfAFolderStaysAfterAnotherOneOfTheProcessHasLookedForFoldersLeftBehind()
      throws IOException {
    assumeTrue(Files.isReadable(LOCKS));
    try (SpillFolder first = new SpillFolder(base, 1L << 20);
        SpillFolder second = new SpillFolder(base, 1L << 20);
        KeptFile kept = first.keep("a", new byte[1])) {
      Path made = kept.path().getParent();
      Object inode = Files.getAttribute(made.resolve(SpillFolder.LOCK), "unix:ino");
      assertThat(Files.readString(LOCKS)).contains(":" + inode + " ");
      Files.setLastModifiedTime(made, FileTime.from(Instant.now().minusSeconds(600)));
      second.keep("b", new byte[1]).close();
      assertThat(Files.readString(LOCKS)).contains(":" + inode + " ");
    }
  }

  @Test
  void deletesFoldersOfProcessesThatAreGone() throws IOException {
    Path left = Files.createDirectory(base.resolve(SpillFolder.PREFIX + "left"));
    Files.createFile(left.resolve(SpillFolder.LOCK));
    Files.createFile(left.resolve("q1-1-sort"));
    Path young = Files.createDirectory(base.resolve(SpillFolder.PREFIX + "young"));
    Path other = Files.createDirectory(base.resolve("other"));
    FileTime old = FileTime.from(Instant.now().minusSeconds(3600));
    Files.setLastModifiedTime(left, old);
    Files.setLastModifiedTime(other, old);
    try (SpillFolder first = new SpillFolder(base, Long.MAX_VALUE);
        SpillSpace space = first.open()) {
      SpillFile kept = write(space, 10);
      assertThat(left).doesNotExist();
      assertThat(young).exists();
      assertThat(other).exists();
      try (Stream<Path> folders = Files.list(base)) {
        for (Path each : folders.filter(f -> !f.equals(young)).toList()) {
          Files.setLastModifiedTime(each, old);
        }
      }
      try (SpillFolder second = new SpillFolder(base, Long.MAX_VALUE);
          SpillSpace beside = second.open()) {
        write(beside, 10);
        assertThat(readAll(kept, account)).hasSize(10);
      }
    }
    Files.delete(young);
    Files.delete(other);
  }

  private void failsForDisk(Runnable spilling, ErrorCode code, String... words) {
    assertThatThrownBy(spilling::run)
        .isInstanceOfSatisfying(
            HeddleException.class,
            e -> {
              assertThat(e.code()).isEqualTo(code);
              assertThat(e.getMessage()).contains(words);
            });
  }

  @Test
  void aQuotaThatIsUsedUpIsATypedError() {
    try (SpillFolder folder = new SpillFolder(base, 200_000);
        SpillSpace space = folder.open()) {
      assertThat(ErrorCode.DISK_FULL.kind()).isEqualTo(ErrorKind.RESOURCE);
      failsForDisk(() -> write(space, 1_000_000), ErrorCode.DISK_FULL, "quota", base.toString());
      assertThat(folder.usedBytes()).isZero();
      write(space, 10);
    }
  }

  @Test
  void aFullDiskIsATypedErrorAndAnyOtherFailureTells() {
    SpillFolder.Channels full =
        file -> {
          FileChannel.open(file, StandardOpenOption.WRITE).close();
          throw new IOException("No space left on device");
        };
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE, full);
        SpillSpace space = folder.open()) {
      failsForDisk(
          () -> write(space, 1_000_000), ErrorCode.DISK_FULL, "No space left", base.toString());
      assertThat(folder.usedBytes()).isZero();
    }
    SpillFolder.Channels broken =
        file -> {
          throw new IOException("Input/output error");
        };
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE, broken);
        SpillSpace space = folder.open()) {
      failsForDisk(
          () -> write(space, 1_000_000), ErrorCode.IO, "Input/output error", base.toString());
    }
  }

  @Test
  void whatIsNotWhatWasWrittenIsFound() throws IOException {
    try (SpillFolder folder = new SpillFolder(base, Long.MAX_VALUE);
        SpillSpace space = folder.open()) {
      SpillFile file = write(space, 300_000);
      Path path = file.path();
      assertThat(path).isNotNull();
      Random random = new Random(7);
      for (int i = 0; i < 20; i++) {
        long at = i < 5 ? 4 * i : 64 + random.nextLong(file.bytes() - 64); // no padding of headers
        try (FileChannel channel =
            FileChannel.open(path, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
          ByteBuffer one = ByteBuffer.allocate(1);
          channel.read(one, at);
          byte before = one.get(0);
          one.clear().put(0, (byte) (before ^ 1 << random.nextInt(8)));
          channel.write(one, at);
          failsForDisk(() -> readAll(file, account), ErrorCode.CORRUPT_FILE, String.valueOf(path));
          channel.write(ByteBuffer.wrap(new byte[] {before}), at);
        }
      }
      assertThat(readAll(file, account)).hasSize(300_000);
    }
  }
}
