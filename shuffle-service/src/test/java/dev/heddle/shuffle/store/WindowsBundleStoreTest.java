package dev.heddle.shuffle.store;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.shuffle.protocol.ExchangeId;
import dev.heddle.shuffle.protocol.MapAttempt;
import dev.heddle.shuffle.protocol.PartitionTotals;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** A folder of bundles whose paths have backslashes. */
class WindowsBundleStoreTest {
  @Test
  void bundlesAreFoundAgainByTheNextProcess() throws IOException {
    BundleId id = new BundleId(new MapAttempt(new ExchangeId(7, 2), 0, 0), 0);
    BundleIndex index =
        new BundleIndex(
            id,
            1,
            1,
            0,
            List.of(PartitionTotals.NONE),
            8,
            Optional.empty(),
            new int[] {0},
            new int[] {0},
            new int[] {1},
            new int[] {8},
            new long[] {0});
    try (FileSystem system = Jimfs.newFileSystem(Configuration.windows())) {
      Path folder = system.getPath("C:\\exchanges");
      MemoryAccount account = new MemoryLedger(1 << 20).open("test");
      Buffer block = account.allocate(8);
      try (FolderBundleStore store = new FolderBundleStore(folder)) {
        store.append(id, List.of(block), new int[] {8});
        store.seal(index);
      } finally {
        block.release();
      }

      try (FolderBundleStore next = new FolderBundleStore(folder)) {
        List<BundleId> broken = new ArrayList<>();
        assertThat(next.recover(broken, new ArrayList<>()))
            .extracting(BundleIndex::id)
            .isEqualTo(List.of(id));
        assertThat(broken).isEmpty();
        next.delete(id);
        assertThat(next.recover(broken, new ArrayList<>())).isEmpty();
      }
    }
  }
}
