package dev.heddle.io.parquet.write;

import dev.heddle.frame.option.BloomFilter;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.io.batch.Column;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.parquet.bytes.BytesInput;
import org.apache.parquet.column.ColumnDescriptor;
import org.apache.parquet.column.Encoding;
import org.apache.parquet.column.ParquetProperties;
import org.apache.parquet.column.page.DictionaryPage;
import org.apache.parquet.column.statistics.SizeStatistics;
import org.apache.parquet.column.statistics.Statistics;
import org.apache.parquet.column.values.bloomfilter.BlockSplitBloomFilter;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.schema.PrimitiveType;
import org.jspecify.annotations.Nullable;

/**
 * Encodes and compresses the chunks of one leaf, one row group after the other, in memory. Shares
 * nothing with those of other leaves but the compressors. Used by one thread at a time.
 */
final class ChunkWriter {
  private final LeafPath path;
  private final ColumnDescriptor descriptor;
  private final PrimitiveType type;
  private final ParquetWriteOptions options;
  private final WrittenChunk chunk;
  private final PageCompressors compressors;
  private final LeafLevels levels;
  private final List<WrittenPage> pages = new ArrayList<>();
  private @Nullable BlockSplitBloomFilter bloom;
  private ValueWriter values;
  private @Nullable DictionaryPage dictionary;
  private long pagesBytes;
  private long slots;
  private long workNanos;
  // the open page
  private int openRows;
  private int openSlots;
  private int openValues;
  private long openLevelBytes;
  private long openValueBytes;
  private boolean hasLevels; // else each slot is a row with a value so far
  private int[] definitions = new int[0];
  private int[] repetitions = new int[0];

  ChunkWriter(
      LeafPath path,
      ColumnDescriptor descriptor,
      ParquetWriteOptions options,
      PageCompressors compressors) {
    this.path = path;
    this.descriptor = descriptor;
    this.type = descriptor.getPrimitiveType();
    this.options = options;
    this.chunk = WrittenChunk.of(options, descriptor.getPath()[0], type.getPrimitiveTypeName());
    this.compressors = compressors;
    this.levels = new LeafLevels(path);
    this.bloom = newBloom();
    this.values = newValues();
  }

  private @Nullable BlockSplitBloomFilter newBloom() {
    if (type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BOOLEAN) {
      return null; // the format has no hash of booleans
    }
    for (BloomFilter filter : options.bloomFilters()) {
      if (descriptor.getPath().length == 1 && descriptor.getPath()[0].equals(filter.column())) {
        int bits =
            BlockSplitBloomFilter.optimalNumOfBits(
                filter.distinctValues(), filter.falsePositives());
        return new BlockSplitBloomFilter(
            bits / Byte.SIZE, ParquetProperties.DEFAULT_MAX_BLOOM_FILTER_BYTES);
      }
    }
    return null;
  }

  private ValueWriter newValues() {
    return switch (type.getPrimitiveTypeName()) {
      case BOOLEAN -> new BooleanValueWriter(chunk);
      case INT32, INT64, FLOAT, DOUBLE -> new LongValueWriter(chunk, type, bloom);
      case BINARY, FIXED_LEN_BYTE_ARRAY -> new BytesValueWriter(chunk, type, bloom);
      case INT96 -> throw new IllegalStateException("Nothing is written as " + type);
    };
  }

  /** Returns the number of the batch's column that the leaf belongs to. */
  int column() {
    return path.column();
  }

  /** Appends rows of that column. */
  void append(Column column, int from, int rows) {
    Column leaf = levels.expand(column, from, rows);
    int slot = 0;
    int value = 0;
    while (slot < levels.slots()) {
      int valuesBefore = openValues;
      int end =
          levels.isPlain() && values.fixedBytes() > 0 ? fixedEnd(slot) : end(leaf, slot, value);
      appendLevels(slot, end);
      int valueEnd = value + openValues - valuesBefore;
      values.append(leaf, levels.positions(), value, valueEnd);
      slot = end;
      value = valueEnd;
      if (openRows >= options.pageRows() || openBytes() >= options.pageBytes()) {
        endPage();
      }
    }
  }

  private long openBytes() {
    return openValueBytes + openLevelBytes;
  }

  /** Takes rows of one value each as far as the page goes; returns their end. */
  private int fixedEnd(int slot) {
    int width = values.fixedBytes();
    long room = Math.max(1, (options.pageBytes() - openBytes() + width - 1) / width);
    int count =
        (int) Math.min(Math.min(options.pageRows() - openRows, levels.slots() - slot), room);
    openRows += count;
    openValues += count;
    openValueBytes += (long) count * width;
    return slot + count;
  }

  /** Takes rows as far as the page goes; returns the end of their slots. */
  private int end(Column leaf, int slot, int value) {
    int most = descriptor.getMaxDefinitionLevel();
    boolean repeats = descriptor.getMaxRepetitionLevel() > 0;
    int width = values.fixedBytes();
    int count = levels.slots();
    int[] positions = levels.positions();
    int at = slot;
    int next = value;
    do {
      do {
        if (levels.isPlain() || levels.definitions()[at] == most) {
          openValueBytes += width > 0 ? width : values.rawBytes(leaf, positions[next]);
          next++;
        }
        openLevelBytes += repeats ? 1 : 0;
        at++;
      } while (repeats && at < count && levels.repetitions()[at] > 0);
      openRows++;
    } while (at < count && openRows < options.pageRows() && openBytes() < options.pageBytes());
    openValues += next - value;
    return at;
  }

  private void appendLevels(int from, int to) {
    int count = to - from;
    if (!levels.isPlain() && !hasLevels) {
      definitions = atLeast(definitions, openSlots);
      repetitions = atLeast(repetitions, openSlots);
      Arrays.fill(definitions, 0, openSlots, descriptor.getMaxDefinitionLevel());
      Arrays.fill(repetitions, 0, openSlots, 0);
      hasLevels = true;
    }
    if (hasLevels) {
      definitions = atLeast(definitions, openSlots + count);
      repetitions = atLeast(repetitions, openSlots + count);
      if (levels.isPlain()) {
        int end = openSlots + count;
        Arrays.fill(definitions, openSlots, end, descriptor.getMaxDefinitionLevel());
        Arrays.fill(repetitions, openSlots, end, 0);
      } else {
        System.arraycopy(levels.definitions(), from, definitions, openSlots, count);
        System.arraycopy(levels.repetitions(), from, repetitions, openSlots, count);
      }
    }
    openSlots += count;
  }

  private static int[] atLeast(int[] array, int length) {
    return array.length >= length
        ? array
        : Arrays.copyOf(array, Math.max(length, 2 * array.length));
  }

  private void endPage() {
    int maxRepetition = descriptor.getMaxRepetitionLevel();
    int maxDefinition = descriptor.getMaxDefinitionLevel();
    GrowingBytes repetition = encoded(repetitions, 0, maxRepetition);
    GrowingBytes definition = encoded(definitions, maxDefinition, maxDefinition);
    boolean isV2 = options.pages() == ParquetPages.V2;
    GrowingBytes data = new GrowingBytes();
    if (!isV2) {
      putWithLength(repetition, data);
      putWithLength(definition, data);
    }
    Statistics<?> statistics =
        options.hasStatistics() ? Statistics.createStats(type) : Statistics.noopStats(type);
    Encoding encoding = values.endPage(openValueBytes, data, statistics);
    statistics.incrementNumNulls(openSlots - openValues);
    boolean isCompressed = data.size() > 0;
    BytesInput bytes = isCompressed ? compressors.compress(data) : BytesInput.empty();
    WrittenPage page =
        new WrittenPage(
            openRows,
            openSlots,
            openSlots - openValues,
            encoding,
            data.size(),
            bytes,
            isV2
                ? new WrittenPage.Levels.Beside(
                    BytesInput.from(repetition.toArray()),
                    BytesInput.from(definition.toArray()),
                    isCompressed)
                : new WrittenPage.Levels.Within(
                    levelEncoding(maxRepetition), levelEncoding(maxDefinition)),
            statistics,
            sizes());
    pages.add(page);
    pagesBytes += page.heldBytes();
    slots += openSlots;
    openRows = 0;
    openSlots = 0;
    openValues = 0;
    openLevelBytes = 0;
    openValueBytes = 0;
    hasLevels = false;
  }

  private GrowingBytes encoded(int[] each, int ofAll, int most) {
    GrowingBytes out = new GrowingBytes();
    if (most > 0) {
      int width = HybridEncoder.width(most);
      if (hasLevels) {
        HybridEncoder.encode(each, openSlots, width, out);
      } else {
        HybridEncoder.run(ofAll, openSlots, width, out);
      }
    }
    return out;
  }

  /** Levels that are always 0 are not written. */
  private static void putWithLength(GrowingBytes encoded, GrowingBytes out) {
    if (encoded.size() > 0) {
      out.putLittleEndian(encoded.size(), Integer.BYTES);
      out.put(encoded.array(), 0, encoded.size());
    }
  }

  private static Encoding levelEncoding(int most) {
    return most == 0 ? Encoding.BIT_PACKED : Encoding.RLE;
  }

  private SizeStatistics sizes() {
    boolean isText = type.getPrimitiveTypeName() == PrimitiveType.PrimitiveTypeName.BINARY;
    return new SizeStatistics(
        type,
        isText ? openValueBytes - (long) Integer.BYTES * openValues : 0,
        histogram(repetitions, 0, descriptor.getMaxRepetitionLevel(), 0),
        histogram(
            definitions,
            descriptor.getMaxDefinitionLevel(),
            descriptor.getMaxDefinitionLevel(),
            1));
  }

  /** Returns how often each level occurs; left out where the other numbers show it. */
  private List<Long> histogram(int[] each, int ofAll, int most, int maxLeftOut) {
    if (most <= maxLeftOut) {
      return List.of();
    }
    long[] counts = new long[most + 1];
    if (hasLevels) {
      for (int i = 0; i < openSlots; i++) {
        counts[each[i]]++;
      }
    } else {
      counts[ofAll] = openSlots;
    }
    List<Long> list = new ArrayList<>(counts.length);
    for (long count : counts) {
      list.add(count);
    }
    return list;
  }

  /** Ends the chunk, after which it can be written. */
  void end() {
    if (openSlots > 0) {
      endPage();
    }
    int entries = values.codedEntries();
    if (entries > 0) {
      GrowingBytes plain = new GrowingBytes();
      values.writeDictionary(entries, plain);
      dictionary =
          new DictionaryPage(
              compressors.compress(plain), plain.size(), entries, chunk.dictionaryEncoding());
    }
  }

  /** Writes the chunk, and begins the next. */
  void writeTo(ParquetFileWriter file) throws IOException {
    file.startColumn(descriptor, slots, compressors.codec());
    if (dictionary != null) {
      file.writeDictionaryPage(dictionary);
    }
    boolean hasOnlyCodes = true;
    for (WrittenPage page : pages) {
      page.writeTo(file);
      hasOnlyCodes &= page.encoding() == chunk.codesEncoding();
    }
    if (bloom != null && !hasOnlyCodes) { // else the dictionary is more exact
      file.addBloomFilter(String.join(".", descriptor.getPath()), bloom);
    }
    file.endColumn();
    pages.clear();
    pagesBytes = 0;
    slots = 0;
    dictionary = null;
    bloom = newBloom();
    values = newValues();
    definitions = new int[0];
    repetitions = new int[0];
  }

  /** Notes how long rows took that have been appended. */
  void noteWork(long nanos) {
    workNanos += nanos;
  }

  /** Returns how long all rows took. */
  long work() {
    return workNanos;
  }

  /** Returns about how large the chunk is. */
  long encodedBytes() {
    return pagesBytes + openBytes() + values.dictionaryBytes();
  }

  /** Returns the bytes of memory in use. */
  long heldBytes() {
    return pagesBytes
        + values.heldBytes()
        + levels.heldBytes()
        + 4L * (definitions.length + repetitions.length)
        + (dictionary == null ? 0 : dictionary.getCompressedSize())
        + (bloom == null ? 0 : bloom.getBitsetSize());
  }
}
