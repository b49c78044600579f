package dev.heddle.io.text;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.PendingRead;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.StoredFile;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.api.Test;

class TextBlocksTest {
  private static final byte[] FILE = "abc\ndefg\nhij\n".getBytes(StandardCharsets.US_ASCII);
  private static final int BLOCK = 5;

  /** Says of each line which it is. */
  private static final RecordScanner LINES =
      new RecordScanner() {
        @Override
        public boolean needsAllBefore() {
          return true;
        }

        @Override
        public int skip(int state, byte[] bytes, int from, int to) {
          return bytes[to - 1] == '\n' ? START : 1;
        }

        @Override
        public int firstStart(int state, byte[] bytes, int from, int to) {
          return from;
        }
      };

  /** A file whose reads are counted. */
  private static final class Counted implements RangedInput {
    private int readBytes;

    @Override
    public byte[] readArray(long position, int bytes) {
      readBytes += bytes;
      return Arrays.copyOfRange(FILE, (int) position, (int) position + bytes);
    }

    @Override
    public void read(long position, long address, int bytes) {
      throw new IllegalStateException("Not used");
    }

    @Override
    public PendingRead start(long position, int bytes, MemoryAccount account) {
      throw new IllegalStateException("Not used");
    }

    @Override
    public int coalesceGap() {
      return 0;
    }

    @Override
    public void close() {}
  }

  private final TextBlocks blocks =
      new TextBlocks(new StoredFile("lines", FILE.length, "1"), LINES, 0, BLOCK);
  private final Counted input = new Counted();

  private CompletableFuture<Integer> stateBefore(int block) throws InterruptedException {
    CompletableFuture<Integer> state = new CompletableFuture<>();
    Thread waiter =
        Thread.ofPlatform()
            .daemon()
            .start(
                () -> {
                  try {
                    state.complete(blocks.stateBefore(block, input));
                  } catch (RuntimeException e) {
                    state.completeExceptionally(e);
                  }
                });
    while (waiter.getState() != Thread.State.WAITING && waiter.isAlive()) {
      Thread.onSpinWait();
    }
    return state;
  }

  @Test
  void theStateBehindABlockThatIsBeingReadIsWaitedFor()
      throws InterruptedException, ExecutionException {
    blocks.begin(0);
    CompletableFuture<Integer> state = stateBefore(1);
    assertThat(state).isNotDone();
    byte[] bytes = Arrays.copyOf(FILE, BLOCK);
    assertThat(blocks.stateBehind(0, bytes, RecordScanner.START)).isEqualTo(1);
    blocks.end(0);
    assertThat(state.get()).isEqualTo(1);
    assertThat(input.readBytes).isZero();
  }

  @Test
  void aReaderThatGivesUpIsNotWaitedFor() throws InterruptedException, ExecutionException {
    blocks.begin(0);
    CompletableFuture<Integer> state = stateBefore(1);
    blocks.end(0);
    assertThat(state.get()).isEqualTo(1);
    assertThat(input.readBytes).isEqualTo(BLOCK);
  }

  @Test
  void blocksThatNobodyReadsAreLookedThrough() {
    assertThat(blocks.stateBefore(2, input)).isEqualTo(1);
    assertThat(input.readBytes).isEqualTo(2 * BLOCK);
    assertThat(blocks.stateBefore(1, input)).isEqualTo(1);
    assertThat(input.readBytes).isEqualTo(2 * BLOCK);
  }
}
