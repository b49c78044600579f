package dev.heddle.physical.kernel;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.batch.Bits;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class SelectionVectorsTest {
  private final MemoryAccount account = new MemoryLedger(1 << 24).open("selections");
  private final List<Buffer> buffers = new ArrayList<>();
  private final Random random = new Random(5);

  @AfterEach
  void closeAccount() {
    buffers.forEach(Buffer::release);
    account.close();
  }

  private long room(long bytes) {
    Buffer buffer = account.allocate(bytes);
    buffers.add(buffer);
    return buffer.address();
  }

  private long of(List<Integer> positions) {
    long address = room(4L * Math.max(1, positions.size()));
    for (int i = 0; i < positions.size(); i++) {
      Memory.putInt(address + 4L * i, positions.get(i));
    }
    return address;
  }

  private static List<Integer> read(long address, int count) {
    return IntStream.range(0, count).mapToObj(i -> Memory.getInt(address + 4L * i)).toList();
  }

  private List<Integer> some(int rows, int share) {
    return IntStream.range(0, rows).filter(i -> random.nextInt(4) < share).boxed().toList();
  }

  private static List<Integer> where(List<Integer> positions, IntPredicate keeps) {
    return positions.stream().filter(keeps::test).toList();
  }

  @Test
  void keepsPositionsWhoseBitsAreSet() {
    for (int rows : new int[] {0, 1, 63, 64, 65, 200, 1000}) {
      for (int share = 0; share <= 4; share++) {
        List<Integer> set = some(rows, share);
        List<Integer> also = some(rows, 3);
        long bits = room(Bits.bytesFor(rows) + 8);
        long other = room(Bits.bytesFor(rows) + 8);
        Memory.fill(bits, Bits.bytesFor(rows), (byte) 0);
        Memory.fill(other, Bits.bytesFor(rows), (byte) 0);
        set.forEach(row -> Bits.set(bits, row));
        also.forEach(row -> Bits.set(other, row));
        List<Integer> all = IntStream.range(0, rows).boxed().toList();
        List<Integer> selected = some(rows, 2);
        long output = room(4L * rows + 4);
        assertThat(read(output, SelectionVectors.whereSet(bits, 0, rows, output))).isEqualTo(set);
        assertThat(read(output, SelectionVectors.whereClear(bits, 0, rows, output)))
            .isEqualTo(where(all, i -> !set.contains(i)));
        long selection = of(selected);
        assertThat(
                read(output, SelectionVectors.whereSet(bits, selection, selected.size(), output)))
            .isEqualTo(where(selected, set::contains));
        assertThat(read(output, SelectionVectors.whereBothSet(bits, other, 0, rows, output)))
            .isEqualTo(where(set, also::contains));
        assertThat(read(output, SelectionVectors.whereBothSet(0, bits, 0, rows, output)))
            .isEqualTo(set);
        int kept = SelectionVectors.whereClear(bits, selection, selected.size(), selection);
        assertThat(read(selection, kept))
            .as("in place")
            .isEqualTo(where(selected, i -> !set.contains(i)));
      }
    }
  }

  @Test
  void dividesAndMergesSelections() {
    for (int round = 0; round < 200; round++) {
      int rows = random.nextInt(300);
      List<Integer> outer = some(rows, 3);
      List<Integer> inner = where(outer, i -> random.nextBoolean());
      long output = room(4L * rows + 4);
      int left = SelectionVectors.without(of(outer), outer.size(), of(inner), inner.size(), output);
      List<Integer> rest = where(outer, i -> !inner.contains(i));
      assertThat(read(output, left)).isEqualTo(rest);
      int merged = SelectionVectors.merge(of(inner), inner.size(), of(rest), rest.size(), output);
      assertThat(read(output, merged)).isEqualTo(outer);
      long within = of(IntStream.range(0, inner.size()).boxed().toList());
      SelectionVectors.compose(of(inner), within, inner.size(), output);
      assertThat(read(output, inner.size())).isEqualTo(inner);
    }
  }
}
