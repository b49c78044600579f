package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.LeafTypes;
import dev.heddle.io.parquet.footer.ParquetColumn;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;

/** Makes the decoders of a column's pages, by their encodings. Immutable. */
final class PageDecoders {
  private final MemoryAccount account;
  private final ParquetColumn column;
  private final Layout layout;

  PageDecoders(MemoryAccount account, ParquetColumn column) {
    this.account = account;
    this.column = column;
    this.layout = Layout.of(column.type());
  }

  /**
   * Makes the decoder of a page of values.
   *
   * @param page holds the bytes, if values may refer to them; then the decoder shares it
   * @param start where the values start
   * @param end where they end
   */
  ValueDecoder of(PageHeader header, @Nullable Buffer page, long start, long end) {
    Type physical = column.physical();
    boolean isInteger = physical == Type.INT32 || physical == Type.INT64;
    int width = column.byteWidth();
    if (header.encoding == PageHeader.PLAIN) {
      return plain(page, start, end);
    }
    if (header.encoding == PageHeader.RLE && physical == Type.BOOLEAN) {
      return new RunBooleanDecoder(start, end);
    }
    if (header.encoding == PageHeader.DELTA_BINARY_PACKED && isInteger) {
      return new DeltaFixedDecoder(
          column.conversion(), width, layout.byteWidth(), start, end, account);
    }
    if (header.encoding == PageHeader.DELTA_LENGTH_BYTE_ARRAY && physical == Type.BYTE_ARRAY) {
      return converted(new DeltaLengthDecoder(page, start, end, header.values, account));
    }
    if (header.encoding == PageHeader.DELTA_BYTE_ARRAY && LeafTypes.isBytes(physical)) {
      return converted(new DeltaBytesDecoder(start, end, header.values, account));
    }
    if (header.encoding == PageHeader.BYTE_STREAM_SPLIT && width > 0) {
      ValueDecoder values =
          new StreamSplitDecoder(column.conversion(), width, layout, start, end, account);
      return layout.isText() ? converted(values) : values;
    }
    throw new CorruptDataException(
        "a page of " + physical + " values has encoding " + header.encoding);
  }

  /**
   * Makes a decoder of PLAIN values.
   *
   * @param page as for {@link #of}
   */
  ValueDecoder plain(@Nullable Buffer page, long start, long end) {
    return switch (column.physical()) {
      case BOOLEAN -> new PlainBooleanDecoder(start, end);
      case INT32, INT64, INT96, FLOAT, DOUBLE ->
          new PlainFixedDecoder(
              column.conversion(), column.byteWidth(), layout.byteWidth(), start, end);
      case BYTE_ARRAY -> converted(new PlainViewDecoder(page, start, end));
      case FIXED_LEN_BYTE_ARRAY ->
          layout.isText()
              ? converted(new FixedViewDecoder(page, column.byteWidth(), start, end))
              : new PlainFixedDecoder(
                  column.conversion(), column.byteWidth(), layout.byteWidth(), start, end);
    };
  }

  private ValueDecoder converted(ValueDecoder strings) {
    if (layout.isText()) {
      return strings;
    }
    try {
      return new ConvertedViewDecoder(
          strings, column.conversion(), column.byteWidth(), layout, account);
    } catch (RuntimeException e) {
      strings.close();
      throw e;
    }
  }
}
