package dev.heddle.engine.observed;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ObservedRowStoreTest {
  @TempDir private Path folder;

  private ObservedRowStore open(int maxPairs) {
    return new ObservedRowStore(folder, maxPairs);
  }

  @Test
  void anotherStoreReadsWhatWasSaved() {
    ObservedRowStore one = open(100);
    one.put(7, 123);
    one.put(-7, Long.MAX_VALUE);
    assertThat(one.rows(7)).isEqualTo(123);
    assertThat(open(100).rows(7)).isEqualTo(-1);
    one.save();
    ObservedRowStore other = open(100);
    assertThat(other.rows(7)).isEqualTo(123);
    assertThat(other.rows(-7)).isGreaterThan(1L << 46);
    assertThat(other.rows(8)).isEqualTo(-1);
    assertThat(one.rows(7)).isEqualTo(123);
  }

  @Test
  void storesOfSeveralProcessesKeepWhatTheOthersHaveSaved() throws Exception {
    ObservedRowStore one = open(10_000);
    ObservedRowStore two = open(10_000);
    assertThat(one.rows(1) + two.rows(1)).isEqualTo(-2);
    Thread[] writers = new Thread[4];
    for (int t = 0; t < writers.length; t++) {
      int number = t;
      writers[t] =
          new Thread(
              () -> {
                ObservedRowStore store = number == 0 ? one : number == 1 ? two : open(10_000);
                for (int i = 0; i < 200; i++) {
                  store.put(number * 1000L + i, i);
                  if (i % 50 == 49) {
                    store.save();
                  }
                }
              });
      writers[t].start();
    }
    for (Thread writer : writers) {
      writer.join();
    }
    ObservedRowStore all = open(10_000);
    assertThat(Files.list(folder).map(path -> path.getFileName().toString()))
        .containsExactlyInAnyOrder("lock", "rows");
    for (int t = 0; t < writers.length; t++) {
      for (int i = 0; i < 200; i++) {
        assertThat(all.rows(t * 1000L + i)).isEqualTo(i);
      }
    }
  }

  @Test
  void theOldestGoWhenThereAreTooMany() throws IOException {
    ObservedRowStore store = open(50);
    for (int i = 0; i < 40; i++) {
      store.put(i, i, 5);
    }
    store.save();
    for (int i = 40; i < 80; i++) {
      store.put(i, i, 6);
    }
    store.save();
    ObservedPairs pairs = new ObservedRowFile(folder, 50).read();
    assertThat(pairs.size()).isEqualTo(50);
    for (int i = 40; i < 80; i++) {
      assertThat(store.rows(i)).isEqualTo(i);
    }
    assertThat(Files.size(folder.resolve("rows"))).isEqualTo(8 * (4 + 2 * 50));
  }

  @Test
  void aFileThatIsNoneOfOursIsEmptyAndIsReplaced() throws IOException {
    ObservedRowStore store = open(100);
    for (int i = 0; i < 20; i++) {
      store.put(i, 10 + i);
    }
    store.save();
    byte[] right = Files.readAllBytes(folder.resolve("rows"));
    SplittableRandom random = new SplittableRandom(3);
    for (int i = 0; i < 200; i++) {
      byte[] broken = right.clone();
      if (i % 4 == 0) {
        broken = java.util.Arrays.copyOf(broken, random.nextInt(broken.length));
      } else {
        broken[random.nextInt(broken.length - 32) + (i % 2 == 0 ? 0 : 32)] ^= (byte) (1 << i % 8);
      }
      Files.write(folder.resolve("rows"), broken);
      ObservedRowStore found = open(100);
      long rows = found.rows(5);
      assertThat(rows == -1 || rows == 15).as("change " + i).isTrue();
    }
    Files.writeString(folder.resolve("rows"), "none of ours");
    ObservedRowStore other = open(100);
    assertThat(other.rows(5)).isEqualTo(-1);
    other.put(99, 1);
    other.save();
    assertThat(open(100).rows(99)).isEqualTo(1);
  }

  @Test
  void aFolderThatCannotBeMadeKeepsNumbersInMemory() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "");
    ObservedRowStore store = new ObservedRowStore(file.resolve("below"), 10);
    for (int i = 0; i < 100; i++) {
      store.put(i, i);
    }
    store.save();
    long kept = java.util.stream.LongStream.range(0, 100).filter(i -> store.rows(i) == i).count();
    assertThat(kept).isEqualTo(10);
  }
}
