package dev.heddle.io.parquet.footer;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.dataset.PartitionTypes;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.ParquetColumn.BoundOrder;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.KeyValue;
import org.apache.parquet.format.PageEncodingStats;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;

/** Reads and checks footers. */
final class FooterReader {
  private static final int MAGIC = 'P' | 'A' << 8 | 'R' << 16 | '1' << 24;
  private static final int ENCRYPTED_MAGIC = 'P' | 'A' << 8 | 'R' << 16 | 'E' << 24;
  private static final int TAIL_BYTES = 8;
  private static final int SMALLEST_FILE_BYTES = 12;
  // one read gets most footers whole
  private static final int FIRST_READ_BYTES = 64 << 10;

  private final StoredFile file;

  private FooterReader(StoredFile file) {
    this.file = file;
  }

  /**
   * Reads the footer of a file.
   *
   * @throws HeddleException with code {@code CORRUPT_FILE} if the file is not Parquet, cut off or
   *     wrong in itself, {@code UNSUPPORTED} if it is encrypted
   */
  static ParquetFooter read(StoredFile file) {
    return new FooterReader(file).read();
  }

  /**
   * Reads the footer of a file as it is, without a check of what it says.
   *
   * @throws HeddleException as {@link #read} does
   */
  static RawFooter readRaw(StoredFile file) {
    return new FooterReader(file).readRaw();
  }

  private RawFooter readRaw() {
    byte[] bytes = footerBytes();
    try {
      FileMetaData metadata = Util.readFileMetaData(new ByteArrayInputStream(bytes), bytes.length);
      return new RawFooter(file, metadata, bytes.length);
    } catch (IOException | RuntimeException e) {
      throw corrupt("its footer cannot be decoded (" + e.getMessage() + ")", e);
    }
  }

  private ParquetFooter read() {
    RawFooter raw = readRaw();
    try {
      return convert(raw.metadata(), raw.bytes());
    } catch (CorruptDataException e) {
      throw corrupt(e.getMessage(), e);
    }
  }

  private byte[] footerBytes() {
    long size = file.sizeBytes();
    if (size < SMALLEST_FILE_BYTES) {
      throw corrupt("it has " + size + " bytes, too few for a Parquet file", null);
    }
    try (RangedInput input = Storages.of(file.path()).open(file)) {
      byte[] end = read(input, Math.max(0, size - FIRST_READ_BYTES), size);
      ByteBuffer tail =
          ByteBuffer.wrap(end, end.length - TAIL_BYTES, TAIL_BYTES)
              .order(java.nio.ByteOrder.LITTLE_ENDIAN);
      int length = tail.getInt();
      int magic = tail.getInt();
      if (magic == ENCRYPTED_MAGIC) {
        throw encrypted();
      }
      if (magic != MAGIC) {
        throw corrupt(
            "it does not end in PAR1: it is no Parquet file, or it has been cut off; where its name"
                + " does not show the format, read it by read_csv, read_json or read_arrow"
                + (file.path().equals("/dev/stdin")
                    ? ", or name it by -t t=- and --stdin-format csv, and read t"
                    : ""),
            null);
      }
      if (length <= 0 || length > size - SMALLEST_FILE_BYTES) {
        throw corrupt(
            "its footer's length is " + length + " in a file of " + size + " bytes", null);
      }
      int from = end.length - TAIL_BYTES - length;
      if (from >= 0) {
        return java.util.Arrays.copyOfRange(end, from, from + length);
      }
      return read(input, size - TAIL_BYTES - length, size - TAIL_BYTES);
    }
  }

  private static byte[] read(RangedInput input, long from, long to) {
    return input.readArray(from, Math.toIntExact(to - from));
  }

  private ParquetFooter convert(FileMetaData metadata, int footerBytes) {
    if (metadata.schema == null || metadata.row_groups == null) {
      throw new CorruptDataException("its footer lacks a schema or row groups");
    }
    SchemaMapping schema =
        new SchemaMapping(metadata.schema, leaf -> UnreadableColumns.of(metadata, leaf));
    List<RowGroupInfo> rowGroups = new ArrayList<>();
    long rows = 0;
    for (RowGroup group : metadata.row_groups) {
      RowGroupInfo info = rowGroup(metadata, group, schema, rowGroups.size(), rows);
      rows += info.rows();
      if (rows < 0) {
        throw new CorruptDataException("its number of rows overflows");
      }
      rowGroups.add(info);
    }
    return new ParquetFooter(
        file,
        List.copyOf(schema.columns()),
        Collections.unmodifiableMap(schema.unsupported()),
        Collections.unmodifiableMap(schema.incomplete()),
        partitionTypes(metadata),
        List.copyOf(rowGroups),
        rows,
        footerBytes);
  }

  private static Map<String, DataType> partitionTypes(FileMetaData metadata) {
    if (metadata.key_value_metadata != null) {
      for (KeyValue entry : metadata.key_value_metadata) {
        if (PartitionTypes.KEY.equals(entry.key) && entry.value != null) {
          return Collections.unmodifiableMap(PartitionTypes.parse(entry.value));
        }
      }
    }
    return Map.of();
  }

  private RowGroupInfo rowGroup(
      FileMetaData metadata, RowGroup group, SchemaMapping schema, int number, long firstRow) {
    if (group.columns == null || group.columns.size() != schema.leaves() || group.num_rows < 0) {
      throw new CorruptDataException(
          "row group "
              + number
              + " has "
              + group.num_rows
              + " rows and "
              + group.getColumnsSize()
              + " of "
              + schema.leaves()
              + " columns");
    }
    List<ChunkInfo> chunks = new ArrayList<>(schema.columns().size());
    for (ParquetColumn column : schema.columns()) {
      if (column.nested() == null) {
        chunks.add(chunk(metadata, group, column, number));
        continue;
      }
      List<ChunkInfo> leaves = new ArrayList<>();
      for (ParquetColumn leaf : column.nested().leaves()) {
        leaves.add(chunk(metadata, group, leaf, number));
      }
      chunks.add(ChunkInfo.of(leaves));
    }
    return new RowGroupInfo(firstRow, group.num_rows, List.copyOf(chunks), order(group, schema));
  }

  /** Returns what a row group declares to be sorted by, up to the first column that is not flat. */
  private static List<SortedColumn> order(RowGroup group, SchemaMapping schema) {
    if (group.sorting_columns == null) {
      return List.of();
    }
    List<SortedColumn> order = new ArrayList<>();
    for (SortingColumn sorting : group.sorting_columns) {
      int column = 0;
      while (column < schema.columns().size()
          && (schema.columns().get(column).nested() != null
              || schema.columns().get(column).leaf() != sorting.column_idx)) {
        column++;
      }
      if (column == schema.columns().size()) {
        break; // what follows orders only among rows that are equal in it
      }
      order.add(new SortedColumn(column, sorting.descending, sorting.nulls_first));
    }
    return List.copyOf(order);
  }

  private ChunkInfo chunk(
      FileMetaData metadata, RowGroup group, ParquetColumn column, int rowGroup) {
    try {
      return chunk(metadata, group.columns.get(column.leaf()), column, group.num_rows);
    } catch (CorruptDataException e) {
      throw new CorruptDataException(
          "row group " + rowGroup + ", column " + column.name() + ": " + e.getMessage());
    }
  }

  private ChunkInfo chunk(
      FileMetaData metadata, ColumnChunk chunk, ParquetColumn column, long rows) {
    ColumnMetaData info = chunk.meta_data;
    if (info == null || info.codec == null || info.type != column.physical()) {
      throw new CorruptDataException("it lacks metadata, or its type differs from the schema's");
    }
    if (column.maxRepetition() == 0 ? info.num_values != rows : info.num_values < rows) {
      throw new CorruptDataException("it has " + info.num_values + " values for " + rows + " rows");
    }
    boolean dictionary = startsWithDictionary(info);
    long start = start(info);
    long bytes = info.total_compressed_size;
    if (bytes == 0 && info.num_values > 0) {
      bytes = bytesToNext(metadata, start);
    } else if (OldWriters.forgetHeaders(metadata.created_by)) {
      bytes =
          Math.max(
              bytes, Math.min(bytes + OldWriters.MAX_HEADER_BYTES, bytesToNext(metadata, start)));
    }
    long end = start + bytes;
    if (rows > 0 && (start < 4 || end < start || end > file.sizeBytes() - TAIL_BYTES)) {
      throw new CorruptDataException(
          "its pages are stated to be at bytes " + start + " to " + end + " of the file");
    }
    long textBytes =
        info.isSetSize_statistics() && info.size_statistics.isSetUnencoded_byte_array_data_bytes()
            ? info.size_statistics.unencoded_byte_array_data_bytes
            : -1;
    long index = chunk.isSetOffset_index_offset() ? chunk.offset_index_offset : -1;
    int indexBytes = chunk.isSetOffset_index_length() ? chunk.offset_index_length : 0;
    boolean hasIndex = index > 0 && indexBytes > 0 && index <= file.sizeBytes() - indexBytes;
    return new ChunkInfo(
        info.codec,
        start,
        bytes,
        info.total_uncompressed_size,
        dictionary ? start : -1,
        textBytes,
        hasIndex ? index : -1,
        hasIndex ? indexBytes : 0,
        statistics(metadata, info.statistics, column, rows),
        indexes(metadata, chunk, column, dictionary),
        info.num_values,
        List.of());
  }

  private static boolean startsWithDictionary(ColumnMetaData info) {
    return info.isSetDictionary_page_offset()
        && info.dictionary_page_offset > 0
        && info.dictionary_page_offset < info.data_page_offset;
  }

  private static long start(ColumnMetaData info) {
    return startsWithDictionary(info) ? info.dictionary_page_offset : info.data_page_offset;
  }

  /** Returns how far it is to the next chunk, for writers that do not state the size of chunks. */
  private long bytesToNext(FileMetaData metadata, long start) {
    long next = file.sizeBytes() - TAIL_BYTES;
    for (RowGroup group : metadata.row_groups) {
      for (ColumnChunk chunk : group.columns) {
        if (chunk.meta_data != null && start(chunk.meta_data) > start) {
          next = Math.min(next, start(chunk.meta_data));
        }
      }
    }
    return Math.max(0, next - start);
  }

  private ChunkIndexes indexes(
      FileMetaData metadata, ColumnChunk chunk, ParquetColumn column, boolean dictionary) {
    ColumnMetaData info = chunk.meta_data;
    long index = chunk.isSetColumn_index_offset() ? chunk.column_index_offset : -1;
    int indexBytes = chunk.isSetColumn_index_length() ? chunk.column_index_length : 0;
    boolean trusted = isOrderTrusted(metadata, column);
    boolean hasIndex =
        trusted && index > 0 && indexBytes > 0 && index <= file.sizeBytes() - indexBytes;
    long bloom = info.isSetBloom_filter_offset() ? info.bloom_filter_offset : -1;
    boolean hasBloom = bloom > 0 && bloom < file.sizeBytes() - TAIL_BYTES;
    boolean hasBounds =
        info.isSetStatistics()
            && (info.statistics.isSetMin_value()
                || info.statistics.isSetMax_value()
                || info.statistics.isSetMin()
                || info.statistics.isSetMax());
    return new ChunkIndexes(
        hasIndex ? index : -1,
        hasIndex ? indexBytes : 0,
        hasBloom ? bloom : -1,
        info.isSetBloom_filter_length() ? info.bloom_filter_length : -1,
        info.data_page_offset,
        dictionary && hasOnlyCodes(info),
        hasBounds && !trusted,
        pages(info));
  }

  private static long pages(ColumnMetaData info) {
    if (!info.isSetEncoding_stats()) {
      return -1;
    }
    long pages = 0;
    for (PageEncodingStats some : info.encoding_stats) {
      boolean isData =
          some.page_type == PageType.DATA_PAGE || some.page_type == PageType.DATA_PAGE_V2;
      pages += isData ? Math.max(0, some.count) : 0;
    }
    return pages;
  }

  /** Known for certain only of writers that count their pages by encoding. */
  private static boolean hasOnlyCodes(ColumnMetaData info) {
    if (!info.isSetEncoding_stats()) {
      return false;
    }
    boolean found = false;
    for (PageEncodingStats pages : info.encoding_stats) {
      if (pages.page_type == PageType.DATA_PAGE || pages.page_type == PageType.DATA_PAGE_V2) {
        if (pages.count > 0
            && pages.encoding != Encoding.PLAIN_DICTIONARY
            && pages.encoding != Encoding.RLE_DICTIONARY) {
          return false;
        }
        found = true;
      }
    }
    return found;
  }

  /**
   * Where signed and unsigned order differ, only writers that state the order can be trusted: the
   * older fields were filled by comparing bytes as signed.
   */
  private static boolean isOrderTrusted(FileMetaData metadata, ParquetColumn column) {
    return switch (column.order()) {
      case NONE -> false;
      case SIGNED, FLOAT -> true;
      case UNSIGNED, DECIMAL_BYTES ->
          metadata.column_orders != null
              && column.leaf() < metadata.column_orders.size()
              && metadata.column_orders.get(column.leaf()).getSetField() != null;
    };
  }

  private static ChunkStatistics statistics(
      FileMetaData metadata, @Nullable Statistics statistics, ParquetColumn column, long rows) {
    if (statistics == null) {
      return ChunkStatistics.UNKNOWN;
    }
    long nulls = column.optional() ? -1 : 0;
    if (column.optional() && statistics.isSetNull_count()) {
      nulls =
          statistics.null_count >= 0 && statistics.null_count <= rows ? statistics.null_count : -1;
    }
    byte[] minimum = null;
    byte[] maximum = null;
    if (isOrderTrusted(metadata, column)) {
      boolean signed = column.order() == BoundOrder.SIGNED || column.order() == BoundOrder.FLOAT;
      minimum = bytes(statistics.min_value);
      maximum = bytes(statistics.max_value);
      if (signed && minimum == null && maximum == null) {
        minimum = bytes(statistics.min);
        maximum = bytes(statistics.max);
      }
    }
    return new ChunkStatistics(
        minimum,
        maximum,
        nulls,
        statistics.isSetDistinct_count() ? statistics.distinct_count : -1,
        statistics.isSetNan_count() ? statistics.nan_count : -1);
  }

  private static byte @Nullable [] bytes(@Nullable ByteBuffer buffer) {
    if (buffer == null) {
      return null;
    }
    byte[] copy = new byte[buffer.remaining()];
    buffer.duplicate().get(copy);
    return copy;
  }

  private HeddleException encrypted() {
    return new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot read " + file.path() + ": the file is encrypted; write it without encryption");
  }

  private HeddleException corrupt(String what, @Nullable Throwable cause) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE, "Cannot read " + file.path() + ": " + what, cause);
  }
}
