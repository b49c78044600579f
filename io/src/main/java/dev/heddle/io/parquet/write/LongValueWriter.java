package dev.heddle.io.parquet.write;

import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Memory;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.ValuesWriter;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.jspecify.annotations.Nullable;

/**
 * Encodes int32, int64, float and double values, as their bits; plain integers as packed
 * differences, if the pages' version has them.
 */
final class LongValueWriter extends ValueWriter {

  private final PrimitiveTypeName type;
  private final long flipped; // the bit by which unsigned values have the order of signed ones
  private final int width;
  private final boolean packsDifferences;
  private final @Nullable BloomFilter bloom;
  private final GrowingBytes plain = new GrowingBytes();
  private @Nullable ValuesWriter differences;
  private LongDictionary dictionary = new LongDictionary();
  private long[] values = new long[0]; // scratch
  private long least = Long.MAX_VALUE; // of the plain integers of the open page
  private long most = Long.MIN_VALUE;

  LongValueWriter(WrittenChunk chunk, PrimitiveType column, @Nullable BloomFilter bloom) {
    super(chunk);
    this.type = column.getPrimitiveTypeName();
    this.flipped =
        LogicalTypeAnnotation.intType(Long.SIZE, false).equals(column.getLogicalTypeAnnotation())
            ? Long.MIN_VALUE
            : 0;
    this.bloom = bloom;
    this.width =
        type == PrimitiveTypeName.INT32 || type == PrimitiveTypeName.FLOAT
            ? Integer.BYTES
            : Long.BYTES;
    this.packsDifferences = chunk.hasDeltas() && isInteger();
  }

  private boolean isInteger() {
    return type == PrimitiveTypeName.INT32 || type == PrimitiveTypeName.INT64;
  }

  @Override
  int rawBytes(Column leaf, int position) {
    return width;
  }

  @Override
  int fixedBytes() {
    return width;
  }

  private void gather(Column leaf, int[] positions, int from, int to) {
    int count = to - from;
    if (count == 0) { // always so where all is null, whatever the layout is
      return;
    }
    if (values.length < count) {
      values = new long[Math.max(count, 2 * values.length)];
    }
    if (leaf.isDictionary()) {
      for (int i = 0; i < count; i++) {
        values[i] = bits(leaf, positions[from + i]);
      }
      return;
    }
    long address = leaf.values();
    switch (leaf.layout()) {
      case INT8 -> {
        for (int i = 0; i < count; i++) {
          values[i] = Memory.getByte(address + positions[from + i]);
        }
      }
      case INT16 -> {
        for (int i = 0; i < count; i++) {
          values[i] = Memory.getShort(address + 2L * positions[from + i]);
        }
      }
      case INT32, FLOAT32 -> {
        for (int i = 0; i < count; i++) {
          values[i] = Memory.getInt(address + 4L * positions[from + i]);
        }
      }
      case INT64, FLOAT64 -> {
        for (int i = 0; i < count; i++) {
          values[i] = Memory.getLong(address + 8L * positions[from + i]);
        }
      }
      case INT128 -> {
        for (int i = 0; i < count; i++) {
          values[i] = Memory.getLong(address + 16L * positions[from + i]); // of UBIGINT
        }
      }
      default -> throw new IllegalStateException("Not written as " + type + ": " + leaf.layout());
    }
  }

  private long bits(Column column, int position) {
    return switch (type) {
      case FLOAT -> Float.floatToRawIntBits((float) column.doubleAt(position));
      case DOUBLE -> Double.doubleToRawLongBits(column.doubleAt(position));
      case INT32, INT64, BOOLEAN, BINARY, INT96, FIXED_LEN_BYTE_ARRAY ->
          column.layout() == Layout.INT128 ? column.lowWordAt(position) : column.longAt(position);
    };
  }

  @Override
  int codeOf(Column column, int position) {
    return codeOf(bits(column, position));
  }

  private int codeOf(long value) {
    int before = dictionary.count();
    int code = dictionary.codeOf(value);
    if (code == before && bloom != null) {
      insert(bloom, value);
    }
    return code;
  }

  private void insert(BloomFilter filter, long value) {
    filter.insertHash(
        switch (type) {
          case INT32 -> filter.hash((int) value);
          case FLOAT -> filter.hash(Float.intBitsToFloat((int) value));
          case DOUBLE -> filter.hash(Double.longBitsToDouble(value));
          case INT64, BOOLEAN, BINARY, INT96, FIXED_LEN_BYTE_ARRAY -> filter.hash(value);
        });
  }

  @Override
  void appendCoded(Column leaf, int[] positions, int from, int to, int[] target, int at) {
    gather(leaf, positions, from, to);
    long last = 0;
    int code = -1;
    for (int i = 0; i < to - from; i++) {
      if (code < 0 || values[i] != last) {
        last = values[i];
        code = codeOf(last);
      }
      target[at + i] = code;
    }
  }

  @Override
  void appendPlain(Column leaf, int[] positions, int from, int to) {
    gather(leaf, positions, from, to);
    if (bloom != null) {
      for (int i = 0; i < to - from; i++) {
        insert(bloom, values[i]);
      }
    }
    appendPlain(to - from);
  }

  @Override
  void appendPlain(int[] entries, int entryCount) {
    if (values.length < entryCount) {
      values = new long[entryCount];
    }
    for (int i = 0; i < entryCount; i++) {
      values[i] = dictionary.entry(entries[i]);
    }
    appendPlain(entryCount);
  }

  private void appendPlain(int count) {
    for (int i = 0; i < count; i++) {
      least = Math.min(least, values[i] ^ flipped);
      most = Math.max(most, values[i] ^ flipped);
    }
    if (!packsDifferences) {
      for (int i = 0; i < count; i++) {
        plain.putLittleEndian(values[i], width);
      }
      return;
    }
    ValuesWriter target = differences();
    if (type == PrimitiveTypeName.INT32) {
      for (int i = 0; i < count; i++) {
        target.writeInteger((int) values[i]);
      }
    } else {
      for (int i = 0; i < count; i++) {
        target.writeLong(values[i]);
      }
    }
  }

  private ValuesWriter differences() {
    ValuesWriter writer = differences;
    if (writer == null) {
      writer = type == PrimitiveTypeName.INT32 ? DeltaWriters.ofInts() : DeltaWriters.ofLongs();
      differences = writer;
    }
    return writer;
  }

  @Override
  Encoding endPlain(GrowingBytes out, Statistics<?> statistics) {
    if (!packsDifferences) {
      noteBounds(plain, statistics);
      out.put(plain.array(), 0, plain.size());
      plain.clear();
      return Encoding.PLAIN;
    }
    if (least <= most) {
      note(least ^ flipped, statistics);
      note(most ^ flipped, statistics);
    }
    resetBounds();
    DeltaWriters.end(differences(), out);
    return Encoding.DELTA_BINARY_PACKED;
  }

  private void noteBounds(GrowingBytes page, Statistics<?> statistics) {
    if (isInteger()) {
      if (least <= most) {
        note(least ^ flipped, statistics);
        note(most ^ flipped, statistics);
      }
    } else {
      for (int at = 0; at < page.size(); at += width) {
        note(littleEndian(page.array(), at), statistics); // NaN and zeros have rules of their own
      }
    }
    resetBounds();
  }

  private void resetBounds() {
    least = Long.MAX_VALUE;
    most = Long.MIN_VALUE;
  }

  private long littleEndian(byte[] bytes, int at) {
    long value = 0;
    for (int i = width - 1; i >= 0; i--) {
      value = (value << 8) | (bytes[at + i] & 0xff);
    }
    return value;
  }

  private void note(long value, Statistics<?> statistics) {
    switch (type) {
      case INT32 -> statistics.updateStats((int) value);
      case FLOAT -> statistics.updateStats(Float.intBitsToFloat((int) value));
      case DOUBLE -> statistics.updateStats(Double.longBitsToDouble(value));
      case INT64, BOOLEAN, BINARY, INT96, FIXED_LEN_BYTE_ARRAY -> statistics.updateStats(value);
    }
  }

  @Override
  void note(int code, Statistics<?> statistics) {
    note(dictionary.entry(code), statistics);
  }

  @Override
  int dictionaryCount() {
    return dictionary.count();
  }

  @Override
  long dictionaryBytes() {
    return (long) width * dictionary.count();
  }

  @Override
  void writeDictionary(int entries, GrowingBytes out) {
    for (int code = 0; code < entries; code++) {
      out.putLittleEndian(dictionary.entry(code), width);
    }
  }

  @Override
  void dropDictionary() {
    dictionary = new LongDictionary();
  }

  @Override
  long heldByValues() {
    ValuesWriter writer = differences;
    return dictionary.heldBytes()
        + plain.capacity()
        + 8L * values.length
        + (writer == null ? 0 : writer.getAllocatedSize());
  }
}
