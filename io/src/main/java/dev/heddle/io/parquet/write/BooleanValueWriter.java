package dev.heddle.io.parquet.write;

import dev.heddle.io.batch.Column;
import java.util.Arrays;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;

/** Encodes booleans: as bits, or as runs if the pages' version has them. */
final class BooleanValueWriter extends ValueWriter {
  private final boolean hasRuns;
  private int[] values = new int[0];
  private int count;

  BooleanValueWriter(WrittenChunk chunk) {
    super(chunk);
    this.hasRuns = chunk.hasDeltas();
  }

  @Override
  int rawBytes(Column leaf, int position) {
    return 1;
  }

  @Override
  int fixedBytes() {
    return 1;
  }

  @Override
  void appendPlain(Column leaf, int[] positions, int from, int to) {
    if (values.length < count + to - from) {
      values = Arrays.copyOf(values, Math.max(count + to - from, 2 * values.length));
    }
    for (int i = from; i < to; i++) {
      values[count++] = leaf.booleanAt(positions[i]) ? 1 : 0;
    }
  }

  @Override
  Encoding endPlain(GrowingBytes out, Statistics<?> statistics) {
    int ones = 0;
    for (int i = 0; i < count; i++) {
      ones += values[i];
    }
    if (ones > 0) {
      statistics.updateStats(true);
    }
    if (ones < count) {
      statistics.updateStats(false);
    }
    Encoding encoding = hasRuns ? runs(out) : bits(out);
    count = 0;
    return encoding;
  }

  private Encoding runs(GrowingBytes out) {
    GrowingBytes runs = new GrowingBytes();
    HybridEncoder.encode(values, count, 1, runs);
    out.putLittleEndian(runs.size(), Integer.BYTES);
    out.put(runs.array(), 0, runs.size());
    return Encoding.RLE;
  }

  private Encoding bits(GrowingBytes out) {
    for (int i = 0; i < count; i += 8) {
      int bits = 0;
      for (int k = 0; k < Math.min(8, count - i); k++) {
        bits |= values[i + k] << k;
      }
      out.putByte(bits);
    }
    return Encoding.PLAIN;
  }

  @Override
  int codeOf(Column column, int position) {
    throw noCodes();
  }

  @Override
  void appendCoded(Column leaf, int[] positions, int from, int to, int[] target, int at) {
    throw noCodes();
  }

  @Override
  void appendPlain(int[] entries, int entryCount) {
    throw noCodes();
  }

  @Override
  void note(int code, Statistics<?> statistics) {
    throw noCodes();
  }

  @Override
  void writeDictionary(int entries, GrowingBytes out) {
    throw noCodes();
  }

  private static IllegalStateException noCodes() {
    return new IllegalStateException("Booleans have no dictionary");
  }

  @Override
  int dictionaryCount() {
    return 0;
  }

  @Override
  long dictionaryBytes() {
    return 0;
  }

  @Override
  void dropDictionary() {}

  @Override
  long heldByValues() {
    return 4L * values.length;
  }
}
