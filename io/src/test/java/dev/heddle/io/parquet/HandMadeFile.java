package dev.heddle.io.parquet;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.DataPageHeaderV2;
import org.apache.parquet.format.DictionaryPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;

/** A file of one column and one row group, put together page by page. */
final class HandMadeFile {
  private static final byte[] MAGIC = "PAR1".getBytes(StandardCharsets.US_ASCII);

  private final SchemaElement leaf;
  private final CompressionCodec codec;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private int values;
  private long dictionaryOffset = -1;
  private long dataOffset = -1;

  HandMadeFile(Type type, boolean isOptional, CompressionCodec codec) {
    this.leaf = new SchemaElement("c");
    leaf.setType(type);
    leaf.setRepetition_type(
        isOptional ? FieldRepetitionType.OPTIONAL : FieldRepetitionType.REQUIRED);
    this.codec = codec;
    bytes.writeBytes(MAGIC);
  }

  /** Returns the column as the schema describes it, to add to. */
  SchemaElement leaf() {
    return leaf;
  }

  private byte[] compressed(byte[] body) {
    return codec == CompressionCodec.ZSTD ? Zstd.compress(body) : body;
  }

  private void add(PageHeader header, byte[]... parts) throws IOException {
    Util.writePageHeader(header, bytes);
    for (byte[] part : parts) {
      bytes.writeBytes(part);
    }
  }

  HandMadeFile dictionary(int entries, byte[] body) throws IOException {
    byte[] stored = compressed(body);
    PageHeader header = new PageHeader(PageType.DICTIONARY_PAGE, body.length, stored.length);
    header.setDictionary_page_header(new DictionaryPageHeader(entries, Encoding.PLAIN));
    dictionaryOffset = bytes.size();
    add(header, stored);
    return this;
  }

  /** Adds a page of the first version, whose body has its levels. */
  HandMadeFile page(int count, Encoding encoding, byte[] body) throws IOException {
    return page(count, encoding, body, header -> {});
  }

  HandMadeFile page(int count, Encoding encoding, byte[] body, Consumer<DataPageHeader> more)
      throws IOException {
    byte[] stored = compressed(body);
    PageHeader header = new PageHeader(PageType.DATA_PAGE, body.length, stored.length);
    DataPageHeader data = new DataPageHeader(count, encoding, Encoding.RLE, Encoding.RLE);
    more.accept(data);
    header.setData_page_header(data);
    startData();
    add(header, stored);
    values += count;
    return this;
  }

  /** Adds a page of the second version. */
  HandMadeFile secondPage(
      int count, int nulls, Encoding encoding, byte[] levels, byte[] body, boolean isCompressed)
      throws IOException {
    byte[] stored = isCompressed ? compressed(body) : body;
    PageHeader header =
        new PageHeader(
            PageType.DATA_PAGE_V2, levels.length + body.length, levels.length + stored.length);
    DataPageHeaderV2 data = new DataPageHeaderV2(count, nulls, count, encoding, levels.length, 0);
    data.setIs_compressed(isCompressed);
    header.setData_page_header_v2(data);
    startData();
    add(header, levels, stored);
    values += count;
    return this;
  }

  private void startData() {
    dataOffset = dataOffset < 0 ? bytes.size() : dataOffset;
  }

  Path write(Path file) throws IOException {
    return write(file, info -> {});
  }

  Path write(Path file, Consumer<ColumnMetaData> more) throws IOException {
    long start = dictionaryOffset < 0 ? dataOffset : dictionaryOffset;
    long size = bytes.size() - start;
    ColumnMetaData info =
        new ColumnMetaData(
            leaf.getType(),
            List.of(Encoding.PLAIN),
            List.of("c"),
            codec,
            values,
            size,
            size,
            dataOffset);
    if (dictionaryOffset >= 0) {
      info.setDictionary_page_offset(dictionaryOffset);
    }
    more.accept(info);
    ColumnChunk chunk = new ColumnChunk(0);
    chunk.setMeta_data(info);
    SchemaElement root = new SchemaElement("schema");
    root.setNum_children(1);
    RowGroup group = new RowGroup(List.of(chunk), size, values);
    FileMetaData metadata = new FileMetaData(1, List.of(root, leaf), values, List.of(group));
    int footer = bytes.size();
    Util.writeFileMetaData(metadata, bytes);
    bytes.writeBytes(little(4).putInt(bytes.size() - footer).array());
    bytes.writeBytes(MAGIC);
    Files.write(file, bytes.toByteArray());
    return file;
  }

  static ByteBuffer little(int size) {
    return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Returns the bytes up to a buffer's position. */
  static byte[] written(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.position()];
    buffer.get(0, bytes);
    return bytes;
  }

  static byte[] ints(int... values) {
    ByteBuffer buffer = little(4 * values.length);
    for (int value : values) {
      buffer.putInt(value);
    }
    return written(buffer);
  }

  static byte[] join(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  /** Returns levels as the first version has them: their length, and runs. */
  static byte[] counted(byte... runs) {
    return join(ints(runs.length), runs);
  }

  /** Returns values in the order of BYTE_STREAM_SPLIT. */
  static byte[] split(byte[] plain, int width) {
    int count = plain.length / width;
    byte[] split = new byte[plain.length];
    for (int i = 0; i < plain.length; i++) {
      split[i % width * count + i / width] = plain[i];
    }
    return split;
  }
}
