package dev.heddle.engine.cluster.coordinator;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.graph.ContentHash;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ArchiveCacheTest {
  private final ArchiveCache shelf = new ArchiveCache(128 << 10);
  private final Map<ContentHash, byte[]> content = new HashMap<>();

  private ContentHash put(int first, int bytes) {
    byte[] archive = new byte[bytes];
    archive[0] = (byte) first;
    ContentHash hash = ContentHash.of(archive);
    shelf.put(hash, archive);
    return hash;
  }

  @Test
  void saysWhatIsMissingAndGivesNothingUntilAllIsThere() {
    ContentHash here = put(1, 10);
    ContentHash absent = new ContentHash(1, 2);
    assertThat(shelf.take(List.of(here, absent), content)).containsExactly(absent);
    assertThat(content).isEmpty();
    assertThat(shelf.take(List.of(here), content)).isEmpty();
    assertThat(content).containsOnlyKeys(here);
  }

  @Test
  void leavesOutWhatIsNotWhatItsNameSays() {
    ContentHash wrong = new ContentHash(1, 2);
    shelf.put(wrong, new byte[3]);
    assertThat(shelf.take(List.of(wrong), content)).containsExactly(wrong);
  }

  @Test
  void keepsThoseUsedLast() {
    ContentHash first = put(1, 60 << 10);
    ContentHash second = put(2, 60 << 10);
    assertThat(shelf.take(List.of(first), content)).isEmpty();
    ContentHash third = put(3, 60 << 10);
    assertThat(shelf.take(List.of(third), content)).isEmpty();
    assertThat(shelf.take(List.of(second), content)).containsExactly(second);
    assertThat(shelf.take(List.of(first, third), content)).isEmpty();
  }
}
