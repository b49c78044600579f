package dev.heddle.io.parquet.write;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Uuids;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Memory;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * Encodes texts, and what is stored as bytes of fixed length: wide decimals, UUIDs and intervals.
 */
final class BytesValueWriter extends ValueWriter {
  private static final int LENGTH_BYTES = 4;

  private final int fixedLength; // 0 for texts
  private final boolean isUuid;
  private final boolean hasDeltas;
  private final @Nullable BloomFilter bloom;
  private final GrowingBytes plain = new GrowingBytes();
  private final GrowingBytes texts = new GrowingBytes(); // scratch
  private DataType.@Nullable Enumeration labelled; // whose labels are at hand
  private byte[][] labels = new byte[0][];
  private int[] ends = new int[0]; // of them
  private @Nullable DeltaBytesEncoder deltas;
  private BytesDictionary dictionary = new BytesDictionary();
  private byte @Nullable [] least; // of the plain texts of the open page
  private byte @Nullable [] most;

  BytesValueWriter(WrittenChunk chunk, PrimitiveType type, @Nullable BloomFilter bloom) {
    super(chunk);
    this.fixedLength = type.getTypeLength();
    this.isUuid = LogicalTypeAnnotation.uuidType().equals(type.getLogicalTypeAnnotation());
    this.hasDeltas = chunk.hasDeltas();
    this.bloom = bloom;
  }

  @Override
  int rawBytes(Column leaf, int position) {
    if (fixedLength > 0) {
      return fixedLength;
    }
    if (leaf.type() instanceof DataType.Enumeration type) {
      return LENGTH_BYTES + label(type, leaf, position).length;
    }
    long length =
        leaf.isDictionary()
            ? StringViews.length(leaf.dictionary().values() + 16L * leaf.code(position))
            : StringViews.length(leaf.values() + 16L * position);
    return (int) Math.min(Integer.MAX_VALUE, LENGTH_BYTES + length);
  }

  private byte[] label(DataType.Enumeration type, Column leaf, int position) {
    if (!type.equals(labelled)) {
      labelled = type;
      labels =
          type.labels().stream()
              .map(label -> label.getBytes(StandardCharsets.UTF_8))
              .toArray(byte[][]::new);
    }
    return labels[(int) leaf.longAt(position)];
  }

  @Override
  int fixedBytes() {
    return fixedLength;
  }

  /** Puts values one behind the other. */
  private void gather(Column leaf, int[] positions, int from, int to) {
    texts.clear();
    if (ends.length < to - from) {
      ends = new int[Math.max(to - from, 2 * ends.length)];
    }
    for (int i = from; i < to; i++) {
      put(leaf, positions[i]);
      ends[i - from] = texts.size();
    }
  }

  private void put(Column leaf, int position) {
    Column column = leaf.isDictionary() ? leaf.dictionary() : leaf;
    int at = leaf.isDictionary() ? leaf.code(position) : position;
    switch (column.layout()) {
      case VIEW -> {
        long view = column.values() + 16L * at;
        int length = StringViews.length(view);
        int start = texts.extend(length);
        Memory.copyToArray(
            StringViews.address(view, column.dataAddresses()), texts.array(), start, length);
      }
      case INT128 -> {
        long high = column.highWordAt(at);
        texts.putLittleEndian(high >> 63, Math.max(0, fixedLength - 2 * Long.BYTES));
        putBigEndian(isUuid ? Uuids.flipped(high) : high);
        putBigEndian(column.lowWordAt(at));
      }
      case INTERVAL -> putInterval(column, at);
      case INT32 -> {
        byte[] label = label((DataType.Enumeration) column.type(), column, at);
        int start = texts.extend(label.length);
        System.arraycopy(label, 0, texts.array(), start, label.length);
      }
      case BIT, INT8, INT16, INT64, FLOAT32, FLOAT64, LIST, STRUCT ->
          throw new IllegalStateException("Not written as bytes: " + column.layout());
    }
  }

  private void putBigEndian(long word) {
    texts.putLittleEndian(Long.reverseBytes(word), Long.BYTES);
  }

  /** Months, days and milliseconds, each 4 bytes, little-endian. */
  private void putInterval(Column column, int row) {
    long monthsAndDays = column.lowWordAt(row);
    long nanos = column.highWordAt(row);
    long millis = nanos / 1_000_000L;
    boolean fits = millis * 1_000_000L == nanos && millis >>> 32 == 0;
    if (!fits || (int) monthsAndDays < 0 || monthsAndDays < 0) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot write an interval to Parquet that is negative or has parts below a millisecond;"
              + " cast the column to VARCHAR");
    }
    texts.putLittleEndian(monthsAndDays, Long.BYTES);
    texts.putLittleEndian(millis, Integer.BYTES);
  }

  @Override
  int codeOf(Column column, int position) {
    texts.clear();
    put(column, position);
    return codeOf(texts.array(), 0, texts.size());
  }

  private int codeOf(byte[] bytes, int offset, int length) {
    int before = dictionary.count();
    int code = dictionary.codeOf(bytes, offset, length);
    if (code == before) {
      insert(bytes, offset, length);
    }
    return code;
  }

  private void insert(byte[] bytes, int offset, int length) {
    if (bloom != null) {
      bloom.insertHash(bloom.hash(Binary.fromReusedByteArray(bytes, offset, length)));
    }
  }

  @Override
  void appendCoded(Column leaf, int[] positions, int from, int to, int[] target, int at) {
    gather(leaf, positions, from, to);
    int start = 0;
    for (int i = 0; i < to - from; i++) {
      target[at + i] = codeOf(texts.array(), start, ends[i] - start);
      start = ends[i];
    }
  }

  @Override
  void appendPlain(Column leaf, int[] positions, int from, int to) {
    gather(leaf, positions, from, to);
    int start = 0;
    for (int i = 0; i < to - from; i++) {
      insert(texts.array(), start, ends[i] - start);
      appendPlain(texts.array(), start, ends[i] - start);
      start = ends[i];
    }
  }

  @Override
  void appendPlain(int[] entries, int entryCount) {
    for (int i = 0; i < entryCount; i++) {
      int start = dictionary.start(entries[i]);
      appendPlain(dictionary.texts(), start, dictionary.end(entries[i]) - start);
    }
  }

  private void appendPlain(byte[] bytes, int offset, int length) {
    if (least == null || isLess(bytes, offset, length, least)) {
      least = Arrays.copyOfRange(bytes, offset, offset + length);
    }
    if (most == null || isGreater(bytes, offset, length, most)) {
      most = Arrays.copyOfRange(bytes, offset, offset + length);
    }
    if (hasDeltas) {
      DeltaBytesEncoder encoder = deltas == null ? new DeltaBytesEncoder() : deltas;
      deltas = encoder;
      encoder.append(bytes, offset, length);
    } else {
      if (fixedLength == 0) {
        plain.putLittleEndian(length, LENGTH_BYTES);
      }
      plain.put(bytes, offset, length);
    }
  }

  private boolean isLess(byte[] bytes, int offset, int length, byte[] other) {
    return compare(bytes, offset, length, other) < 0;
  }

  private boolean isGreater(byte[] bytes, int offset, int length, byte[] other) {
    return compare(bytes, offset, length, other) > 0;
  }

  /** Texts and UUIDs are compared as unsigned bytes, wide decimals as numbers. */
  private int compare(byte[] bytes, int offset, int length, byte[] other) {
    if (fixedLength > 0 && !isUuid && bytes[offset] != other[0]) {
      return Byte.compare(bytes[offset], other[0]);
    }
    return Arrays.compareUnsigned(bytes, offset, offset + length, other, 0, other.length);
  }

  @Override
  Encoding endPlain(GrowingBytes out, Statistics<?> statistics) {
    if (least != null && most != null) {
      statistics.updateStats(Binary.fromConstantByteArray(least));
      statistics.updateStats(Binary.fromConstantByteArray(most));
    }
    least = null;
    most = null;
    if (hasDeltas) {
      DeltaBytesEncoder encoder = deltas == null ? new DeltaBytesEncoder() : deltas;
      deltas = encoder;
      encoder.end(out);
      return Encoding.DELTA_BYTE_ARRAY;
    }
    out.put(plain.array(), 0, plain.size());
    plain.clear();
    return Encoding.PLAIN;
  }

  @Override
  void note(int code, Statistics<?> statistics) {
    int start = dictionary.start(code);
    statistics.updateStats(
        Binary.fromReusedByteArray(dictionary.texts(), start, dictionary.end(code) - start));
  }

  @Override
  int dictionaryCount() {
    return dictionary.count();
  }

  @Override
  long dictionaryBytes() {
    int count = dictionary.count();
    if (count == 0) {
      return 0;
    }
    return dictionary.end(count - 1) + (fixedLength > 0 ? 0 : (long) LENGTH_BYTES * count);
  }

  @Override
  void writeDictionary(int entries, GrowingBytes out) {
    for (int code = 0; code < entries; code++) {
      int start = dictionary.start(code);
      int length = dictionary.end(code) - start;
      if (fixedLength == 0) {
        out.putLittleEndian(length, LENGTH_BYTES);
      }
      out.put(dictionary.texts(), start, length);
    }
  }

  @Override
  void dropDictionary() {
    dictionary = new BytesDictionary();
  }

  @Override
  long heldByValues() {
    DeltaBytesEncoder encoder = deltas;
    return dictionary.heldBytes()
        + plain.capacity()
        + texts.capacity()
        + 4L * ends.length
        + (encoder == null ? 0 : encoder.heldBytes());
  }
}
