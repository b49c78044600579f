package dev.heddle.physical.kernel.compare;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompareTest {
  private static final List<String> STARTS = List.of("", "a", "abc", "abcd", "abcd\0", "abcé", "z");
  private static final List<String> ENDS = List.of("", "\0", "a", "b", "\u00ff", "and some more");

  private static byte[] text(Random random) {
    String start = STARTS.get(random.nextInt(STARTS.size()));
    return (start + ENDS.get(random.nextInt(ENDS.size())))
        .getBytes(
            random.nextBoolean()
                ? java.nio.charset.StandardCharsets.UTF_8
                : java.nio.charset.StandardCharsets.ISO_8859_1);
  }

  private static Column column(List<byte[]> texts, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(DataType.BINARY, account)) {
      texts.forEach(text -> builder.appendBytes(text, 0, text.length));
      return builder.build();
    }
  }

  @Test
  void textsCompareByUnsignedBytes() {
    Random random = new Random(11);
    try (MemoryAccount account = new MemoryLedger(1 << 24).open("compare")) {
      for (int rows : new int[] {1, 63, 64, 65, 300}) {
        for (int kind = 0; kind < 3; kind++) {
          boolean repeatLeft = kind == 1;
          boolean repeatRight = kind == 2;
          List<byte[]> left = new ArrayList<>();
          List<byte[]> right = new ArrayList<>();
          for (int i = 0; i < rows; i++) {
            left.add(text(random));
            right.add(text(random));
          }
          Column a = column(repeatLeft ? left.subList(0, 1) : left, account);
          Column b = column(repeatRight ? right.subList(0, 1) : right, account);
          Buffer bits = account.allocateZeroed(Bits.bytesFor(rows));
          Compare.less(a, b, rows, bits.address());
          for (int i = 0; i < rows; i++) {
            byte[] x = left.get(repeatLeft ? 0 : i);
            byte[] y = right.get(repeatRight ? 0 : i);
            assertThat(Bits.get(bits.address(), i))
                .as("%s < %s", Arrays.toString(x), Arrays.toString(y))
                .isEqualTo(Arrays.compareUnsigned(x, y) < 0);
          }
          bits.release();
          a.release();
          b.release();
        }
      }
    }
  }
}
