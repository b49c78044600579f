package dev.heddle.spark.hadoop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.hadoop.HadoopLoader;
import dev.heddle.io.hadoop.HadoopStorage;
import dev.heddle.io.hadoop.files.HadoopEntry;
import dev.heddle.io.hadoop.files.HadoopFiles;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Lease;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.testing.FolderWriteContract;
import dev.heddle.spark.MiniHdfs;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Outside of Spark, by a Hadoop whose jars are given. */
@Tag("process")
class HdfsStorageTest extends FolderWriteContract {
  private static MiniHdfs hdfs;
  private static HadoopFiles hadoop;
  private static Storage storage;

  private static int folders;

  @BeforeAll
  static void start(@TempDir Path folder) throws Exception {
    hdfs = MiniHdfs.start(folder);
    hadoop = HadoopLoader.of(MiniHdfs.clientPath());
    storage = new HadoopStorage(hadoop);
  }

  @AfterAll
  static void stop() {
    hdfs.close();
  }

  @Override
  protected Storage storage() {
    return storage;
  }

  @Override
  protected String newFolder() {
    return hdfs.root() + "/test/f" + folders++;
  }

  @Override
  protected Set<String> everything(String folder) {
    Set<String> found = new TreeSet<>();
    try {
      add(folder, folder.length() + 1, found);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return found;
  }

  private static void add(String folder, int prefix, Set<String> found) throws IOException {
    List<HadoopEntry> entries;
    try {
      entries = hadoop.list(folder);
    } catch (FileNotFoundException e) {
      return;
    }
    for (HadoopEntry entry : entries) {
      if (entry.isFolder()) {
        add(entry.path(), prefix, found);
      } else {
        found.add(entry.path().substring(prefix));
      }
    }
  }

  /** Quicker than after each call, as local folders die. */
  @Override
  protected int callsBetweenDeaths() {
    return Integer.getInteger("heddle.deaths.step", 300);
  }

  private static boolean isAtNight() {
    return Integer.getInteger("heddle.deaths.step", 0) == 1;
  }

  @Override
  protected boolean hasDeathsOf(int files) {
    return files > 1 || isAtNight();
  }

  @Override
  protected int generations() {
    return isAtNight() ? 15 : 3;
  }

  @Override
  protected int writesOfEach() {
    return isAtNight() ? 3 : 1;
  }

  @Override
  protected int cleanupDeaths() {
    return 1;
  }

  private static StoredFile write(String path, byte[] bytes) {
    try (PublishedOutput output = storage.create(path)) {
      output.write(bytes, 0, bytes.length);
      output.publish();
    }
    return storage.stat(path);
  }

  private static byte[] random(int bytes) {
    byte[] content = new byte[bytes];
    new Random(bytes).nextBytes(content);
    return content;
  }

  @Test
  void readsRangesAlsoInTheBackground() {
    byte[] content = random(5_000_000);
    StoredFile file = write(newFolder() + "/städt %41 b.bin", content);
    assertThat(file.sizeBytes()).isEqualTo(content.length);
    MemoryLedger ledger = new MemoryLedger(64 << 20);
    try (MemoryAccount account = ledger.open("test");
        RangedInput input = storage.open(file)) {
      assertThat(input.readArray(4_000_000, 1_000_000))
          .isEqualTo(java.util.Arrays.copyOfRange(content, 4_000_000, 5_000_000));
      List<PendingRead> reads = new ArrayList<>();
      for (int i = 0; i < 40; i++) {
        reads.add(input.start(i * 100_000L, 100_000, account));
      }
      for (int i = 0; i < 40; i += 2) {
        byte[] read = new byte[100_000];
        Buffer buffer = reads.get(i).await();
        Memory.byteBuffer(buffer.address(), read.length).get(read);
        buffer.release();
        assertThat(read)
            .isEqualTo(java.util.Arrays.copyOfRange(content, i * 100_000, (i + 1) * 100_000));
      }
      reads.forEach(PendingRead::close);
      assertThatThrownBy(() -> input.readArray(4_999_999, 2))
          .hasMessageContaining("it ends at byte 5000000 but bytes 4999999 to 5000001 are needed");
    }
    assertThat(ledger.usedBytes()).isZero();
  }

  @Test
  void resolvesFilesFoldersAndGlobs() {
    String root = newFolder();
    write(root + "/a/one.parquet", random(10));
    write(root + "/a/p=x%3Ay/two.parquet", random(10));
    write(root + "/b/three.csv", random(10));
    write(root + "/_hidden/four.parquet", random(10));
    write(root + "/a/empty.parquet", random(0));
    assertThat(paths(root, "", ".parquet"))
        .containsExactly("/a/one.parquet", "/a/p=x%3Ay/two.parquet");
    assertThat(paths(root, "/*/*.{parquet,csv}")).containsExactly("/a/one.parquet", "/b/three.csv");
    assertThat(paths(root, "/**/t*")).containsExactly("/a/p=x%3Ay/two.parquet", "/b/three.csv");
    assertThat(storage.list(root + "/a").folders()).containsExactly(root + "/a/p=x%3Ay");
    assertThat(storage.absolute(root + "/a/")).isEqualTo(root + "/a");
    assertThatThrownBy(() -> storage.resolve(root + "/none.parquet", List.of()))
        .isInstanceOfSatisfying(
            HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessage("Cannot read " + root + "/none.parquet: no such file or folder");
    assertThatThrownBy(() -> storage.resolve(root + "/c*", List.of()))
        .hasMessageContaining("no file matches this glob below " + root);
  }

  private static List<String> paths(String root, String path, String... suffixes) {
    return storage.resolve(root + path, List.of(suffixes)).stream()
        .map(file -> file.path().substring(root.length()))
        .toList();
  }

  @Test
  void aFileAppearsWhenItIsPublishedAndOnceOnly() {
    String path = newFolder() + "/file";
    StoredFile first = write(path, random(100));
    try (PublishedOutput output = storage.create(path)) {
      output.write(random(50), 0, 50);
      assertThat(storage.stat(path)).isEqualTo(first);
      output.publish();
    }
    assertThat(storage.stat(path).sizeBytes()).isEqualTo(50);
    assertThatThrownBy(() -> storage.open(first)).hasMessageContaining("the file has changed");
    try (PublishedOutput output = storage.create(path)) {
      assertThatThrownBy(output::publishNew)
          .hasMessage("Cannot write " + path + ": it has been made by somebody else meanwhile")
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS));
    }
    try (PublishedOutput dropped = storage.create(path + "2")) {
      dropped.write(random(50), 0, 50);
    }
    assertThat(everything(path.substring(0, path.lastIndexOf('/')))).containsExactly("file");
  }

  @Test
  void aLeaseLivesUntilItIsClosed() {
    String path = newFolder() + "/_heddle/x.lease";
    Lease lease = storage.lease(path);
    assertThat(storage.isLive(path)).isTrue();
    assertThat(lease.isHeld()).isTrue();
    lease.close();
    assertThat(storage.isLive(path)).isFalse();
    assertThat(storage.isLive(path + "2")).isFalse();
  }

  @Test
  void aSchemeThatHadoopDoesNotKnowIsNotOpened() {
    assertThat(hadoop.knows("hdfs")).isTrue();
    assertThat(hadoop.knows("nowhere")).isFalse();
  }
}
