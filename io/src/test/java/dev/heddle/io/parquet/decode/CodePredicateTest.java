package dev.heddle.io.parquet.decode;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ConjunctState;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Packed codes are tested as they would be one by one, whatever their width and runs. */
class CodePredicateTest {
  private static final int MAX_ROWS = 5000;

  /** Some codes and how they are packed. */
  private record Packed(List<Integer> codes, byte[] bytes) {}

  private static Packed pack(Random random, int width, int entries) {
    List<Integer> codes = new ArrayList<>();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    int rows = 1 + random.nextInt(MAX_ROWS);
    while (codes.size() < rows) {
      if (random.nextInt(4) == 0) {
        int length = 1 + random.nextInt(300);
        int code = random.nextInt(entries);
        header(bytes, length << 1);
        for (int done = 0; done < width; done += 8) {
          bytes.write(code >>> done);
        }
        for (int i = 0; i < length; i++) {
          codes.add(code);
        }
        continue;
      }
      int groups = 1 + random.nextInt(100);
      header(bytes, (groups << 1) | 1);
      byte[] packed = new byte[groups * width];
      for (int i = 0; i < 8 * groups; i++) {
        int code = random.nextInt(entries);
        codes.add(code);
        for (int bit = 0; bit < width; bit++) {
          int at = i * width + bit;
          packed[at >>> 3] |= (byte) ((code >>> bit & 1) << (at & 7));
        }
      }
      bytes.writeBytes(packed);
    }
    return new Packed(codes, bytes.toByteArray());
  }

  private static void header(ByteArrayOutputStream bytes, int value) {
    int rest = value;
    for (; rest > 0x7f; rest >>>= 7) {
      bytes.write(rest | 0x80);
    }
    bytes.write(rest);
  }

  private static List<Integer> positions(Buffer buffer, int count) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      found.add(Memory.getInt(buffer.address() + 4L * i));
    }
    return found;
  }

  @Test
  void findsWhatPassesInPiecesOfAnyLength() {
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      CodePredicate test = new CodePredicate();
      CodeFilter filter = new CodeFilter();
      for (int seed = 0; seed < 600; seed++) {
        Random random = new Random(seed);
        int width = seed % 19;
        int entries = 1 + random.nextInt(1 << width);
        byte[] outcomes = new byte[Math.max(2, 1 << width)];
        int share = random.nextInt(11);
        for (int code = 0; code < outcomes.length; code++) {
          outcomes[code] =
              code >= entries
                  ? ConjunctState.BEYOND
                  : random.nextInt(10) < share ? ConjunctState.PASSES : ConjunctState.FAILS;
        }
        Packed packed = pack(random, width, entries);
        Buffer source = account.allocate(packed.bytes.length);
        Buffer output = account.allocate(4L * packed.codes.size());
        Buffer bitmap = account.allocate(RowBitmaps.bytesFor(packed.codes.size()));
        Memory.copyFromArray(packed.bytes, 0, source.address(), packed.bytes.length);
        HybridDecoder decoder = new HybridDecoder();
        decoder.reset(source.address(), packed.bytes.length, width);
        test.turnTo(outcomes, width);
        for (int from = 0; from < packed.codes.size(); ) {
          int rows = Math.min(packed.codes.size() - from, 1 + random.nextInt(2000));
          List<Integer> codes = packed.codes.subList(from, from + rows);
          HybridDecoder again = new HybridDecoder();
          again.goTo(decoder);
          RowBitmaps.fill(bitmap.address(), rows);
          int found = filter.mask(decoder, rows, test, bitmap.address());
          RowBitmaps.positions(bitmap.address(), rows, 7, output.address());
          List<Integer> wanted = new ArrayList<>();
          for (int i = 0; i < rows; i++) {
            if (outcomes[codes.get(i)] == ConjunctState.PASSES) {
              wanted.add(7 + i);
            }
          }
          assertThat(positions(output, found)).as("seed %d", seed).isEqualTo(wanted);
          assertThat(picked(account, again, codes, test, random)).as("seed %d", seed).isTrue();
          from += rows;
        }
        source.release();
        bitmap.release();
        output.release();
      }
    }
  }

  /** Returns whether some of the rows are tested as they should. */
  private static boolean picked(
      MemoryAccount account,
      HybridDecoder decoder,
      List<Integer> codes,
      CodePredicate test,
      Random random) {
    List<Integer> rows = new ArrayList<>();
    for (int row = 0; row < codes.size(); row += 1 + random.nextInt(20)) {
      rows.add(row);
    }
    List<Integer> wanted = new ArrayList<>();
    Buffer positions = account.allocate(4L * rows.size());
    Buffer output = account.allocate(4L * rows.size());
    try {
      for (int i = 0; i < rows.size(); i++) {
        Memory.putInt(positions.address() + 4L * i, rows.get(i));
        if (test.outcomes()[codes.get(rows.get(i))] == ConjunctState.PASSES) {
          wanted.add(3 + i);
        }
      }
      int span = rows.getLast() + 1;
      int found =
          CodeFilter.pick(
              decoder, positions.address(), 0, rows.size(), span, test, 3, output.address());
      return positions(output, found).equals(wanted);
    } finally {
      positions.release();
      output.release();
    }
  }

  @Test
  void tellsThatACodeIsBeyondTheDictionary() {
    try (MemoryAccount account = new MemoryLedger(1L << 26).open("test")) {
      CodePredicate test = new CodePredicate();
      CodeFilter filter = new CodeFilter();
      for (int seed = 0; seed < 300; seed++) {
        Random random = new Random(seed);
        int width = 2 + seed % 16;
        byte[] outcomes = new byte[1 << width];
        outcomes[outcomes.length - 1] = ConjunctState.BEYOND;
        Packed packed = pack(random, width, outcomes.length - 1);
        int wrong = random.nextInt(packed.codes.size());
        byte[] bytes = new byte[5 + (packed.codes.size() + 7) / 8 * width];
        ByteArrayOutputStream run = new ByteArrayOutputStream();
        header(run, ((packed.codes.size() + 7) / 8) << 1 | 1);
        System.arraycopy(run.toByteArray(), 0, bytes, 0, run.size());
        for (int i = 0; i < packed.codes.size(); i++) {
          int code = i == wrong ? outcomes.length - 1 : packed.codes.get(i);
          for (int bit = 0; bit < width; bit++) {
            int at = run.size() * 8 + i * width + bit;
            bytes[at >>> 3] |= (byte) ((code >>> bit & 1) << (at & 7));
          }
        }
        Buffer source = account.allocate(bytes.length);
        Buffer output = account.allocate(RowBitmaps.bytesFor(packed.codes.size()));
        Memory.copyFromArray(bytes, 0, source.address(), bytes.length);
        HybridDecoder decoder = new HybridDecoder();
        decoder.reset(source.address(), bytes.length, width);
        test.turnTo(outcomes, width);
        int found = filter.mask(decoder, packed.codes.size(), test, output.address());
        assertThat(found).as("seed %d", seed).isEqualTo(-1);
        source.release();
        output.release();
      }
    }
  }
}
