package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.Scans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.ColumnMetaData;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DataPageHeader;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.FieldRepetitionType;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.PageHeader;
import org.apache.parquet.format.PageType;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.SchemaElement;
import org.apache.parquet.format.Type;
import org.apache.parquet.format.Util;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Files as old writers made them and no writer at hand does: pages that start in the middle of a
 * list, and levels in the oldest encoding.
 */
class SplitRowsTest {
  @TempDir Path folder;

  /** The entries of an optional list of optional int32 values: levels and, if present, value. */
  private record Entry(int repetition, int definition, int value) {}

  private static byte[] packed(List<Integer> levels, int width, Encoding encoding) {
    byte[] bits = new byte[(levels.size() + 7) / 8 * width];
    int bit = 0;
    for (int level : levels) {
      for (int i = 0; i < width; i++, bit++) {
        boolean isOldest = encoding == Encoding.BIT_PACKED;
        int set = isOldest ? level >>> (width - 1 - i) & 1 : level >>> i & 1;
        bits[bit / 8] |= (byte) (set << (isOldest ? 7 - bit % 8 : bit % 8));
      }
    }
    if (encoding == Encoding.BIT_PACKED) {
      return Arrays.copyOf(bits, (levels.size() * width + 7) / 8);
    }
    int header = (((levels.size() + 7) / 8) << 1) | 1;
    ByteArrayOutputStream run = new ByteArrayOutputStream();
    for (; header > 0x7f; header >>>= 7) {
      run.write((header & 0x7f) | 0x80);
    }
    run.write(header);
    run.writeBytes(bits);
    ByteBuffer length = ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(run.size());
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    all.writeBytes(length.array());
    all.writeBytes(run.toByteArray());
    return all.toByteArray();
  }

  private static byte[] page(List<Entry> entries, Encoding encoding) throws IOException {
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(packed(entries.stream().map(Entry::repetition).toList(), 1, encoding));
    body.writeBytes(packed(entries.stream().map(Entry::definition).toList(), 2, encoding));
    for (Entry entry : entries) {
      if (entry.definition == 3) {
        body.writeBytes(
            ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(entry.value).array());
      }
    }
    PageHeader header = new PageHeader(PageType.DATA_PAGE, body.size(), body.size());
    header.setData_page_header(
        new DataPageHeader(entries.size(), Encoding.PLAIN, encoding, encoding));
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    Util.writePageHeader(header, page);
    page.writeBytes(body.toByteArray());
    return page.toByteArray();
  }

  private static List<SchemaElement> schema() {
    SchemaElement root = new SchemaElement("schema");
    root.setNum_children(1);
    SchemaElement list = new SchemaElement("l");
    list.setNum_children(1);
    list.setRepetition_type(FieldRepetitionType.OPTIONAL);
    list.setConverted_type(ConvertedType.LIST);
    SchemaElement repeated = new SchemaElement("list");
    repeated.setNum_children(1);
    repeated.setRepetition_type(FieldRepetitionType.REPEATED);
    SchemaElement element = new SchemaElement("element");
    element.setType(Type.INT32);
    element.setRepetition_type(FieldRepetitionType.OPTIONAL);
    return List.of(root, list, repeated, element);
  }

  private Path write(List<List<Entry>> pages, long rows, Encoding encoding) throws IOException {
    ByteArrayOutputStream file = new ByteArrayOutputStream();
    file.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    long entries = 0;
    for (List<Entry> page : pages) {
      file.writeBytes(page(page, encoding));
      entries += page.size();
    }
    long bytes = file.size() - 4;
    ColumnMetaData metadata =
        new ColumnMetaData(
            Type.INT32,
            List.of(Encoding.PLAIN, encoding),
            List.of("l", "list", "element"),
            CompressionCodec.UNCOMPRESSED,
            entries,
            bytes,
            bytes,
            4);
    ColumnChunk chunk = new ColumnChunk(4);
    chunk.setMeta_data(metadata);
    FileMetaData footer =
        new FileMetaData(
            1, schema(), rows, List.of(new RowGroup(new ArrayList<>(List.of(chunk)), bytes, rows)));
    int before = file.size();
    Util.writeFileMetaData(footer, file);
    ByteBuffer tail = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    tail.putInt(file.size() - before);
    tail.put("PAR1".getBytes(StandardCharsets.US_ASCII));
    file.writeBytes(tail.array());
    return Files.write(folder.resolve("t.parquet"), file.toByteArray());
  }

  @Test
  void rowsMayGoOnInTheNextPage() throws IOException {
    for (int seed = 0; seed < 60; seed++) {
      Random random = new Random(seed);
      int rows = 1 + random.nextInt(seed % 10 == 0 ? 9000 : 50);
      List<Entry> entries = new ArrayList<>();
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (int row = 0; row < rows; row++) {
        int length = random.nextInt(seed % 7 == 0 ? 900 : 6);
        List<@Nullable Object> list = new ArrayList<>();
        for (int i = 0; i < length; i++) {
          boolean isNull = random.nextInt(5) == 0;
          int value = random.nextInt();
          entries.add(new Entry(i == 0 ? 0 : 1, isNull ? 2 : 3, value));
          list.add(isNull ? null : (Object) (long) value);
        }
        boolean isNull = length == 0 && random.nextBoolean();
        if (length == 0) {
          entries.add(new Entry(0, isNull ? 0 : 1, 0));
        }
        List<@Nullable Object> values = new ArrayList<>();
        values.add(isNull ? null : list);
        expected.add(values);
      }
      TreeSet<Integer> cuts = new TreeSet<>(List.of(entries.size()));
      for (int i = random.nextInt(20); i > 0; i--) {
        cuts.add(1 + random.nextInt(entries.size()));
      }
      List<List<Entry>> pages = new ArrayList<>();
      int from = 0;
      for (int cut : cuts) {
        pages.add(entries.subList(from, cut));
        from = cut;
      }
      Encoding encoding = random.nextBoolean() ? Encoding.RLE : Encoding.BIT_PACKED;
      Path file = write(pages, rows, encoding);
      List<List<@Nullable Object>> actual = Scans.rows(ParquetTables.open(file.toString()));
      assertThat(actual.equals(expected)).as("seed %d, %s", seed, encoding).isTrue();
    }
  }

  @Test
  void aChunkThatStartsWithinARowIsAnError() throws IOException {
    Path file = write(List.of(List.of(new Entry(1, 3, 5), new Entry(0, 3, 6))), 1, Encoding.RLE);
    assertThatThrownBy(() -> Scans.rows(ParquetTables.open(file.toString())))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("column l.element, row group 0, page at byte 4")
        .hasMessageContaining("a page starts in the middle of a row");
  }

  @Test
  void aRowTooFewIsAnError() throws IOException {
    Path file = write(List.of(List.of(new Entry(0, 3, 5), new Entry(1, 3, 6))), 2, Encoding.RLE);
    assertThatThrownBy(() -> Scans.rows(ParquetTables.open(file.toString())))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("the column chunk ends before its last row");
  }
}
