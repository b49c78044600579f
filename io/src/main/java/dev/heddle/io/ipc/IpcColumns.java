package dev.heddle.io.ipc;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.jspecify.annotations.Nullable;

/**
 * Makes columns of some rows of a message. Where layouts agree the column shares the message's
 * memory; offsets, views and codes are checked, once for each row.
 *
 * <p>Used by one thread; closing it gives up what columns of elements it keeps for other rows.
 */
final class IpcColumns implements AutoCloseable {
  private final IpcBody body;
  private final MemoryAccount account;
  private final Map<Long, Column> dictionaries;
  private final Map<IpcNode, Column> whole = new HashMap<>();

  /**
   * Makes it.
   *
   * @param body the buffers; stays the caller's
   * @param dictionaries by id; lent
   */
  IpcColumns(IpcBody body, Map<Long, Column> dictionaries) {
    this.body = body;
    this.account = body.account();
    this.dictionaries = dictionaries;
  }

  /**
   * Returns some rows of a column.
   *
   * @param from the first row, a multiple of 8
   */
  Column rows(IpcNode node, DataType type, int from, int rows) {
    if (node.field().getType() instanceof ArrowType.Null) {
      return nulls(type, rows);
    }
    DictionaryEncoding encoding = node.field().getDictionary();
    if (encoding != null) {
      return codes(node, encoding, from, rows);
    }
    return values(node, type, from, rows);
  }

  /** Returns some rows of a column, taken for values although the field may be encoded. */
  Column values(IpcNode node, DataType type, int from, int rows) {
    @Nullable Buffer validity = validity(node, from, rows);
    try {
      Column column =
          switch (node.field().getType()) {
            case ArrowType.Struct _ -> struct(node, type, from, rows, validity);
            case ArrowType.List _, ArrowType.Map _ -> lists(node, type, from, rows, 4, 0, validity);
            case ArrowType.LargeList _ -> lists(node, type, from, rows, 8, 0, validity);
            case ArrowType.FixedSizeList fixed ->
                lists(node, type, from, rows, 0, fixed.getListSize(), validity);
            case ArrowType.Utf8View _, ArrowType.BinaryView _ ->
                IpcViews.views(body, node, type, from, rows, validity, account);
            case ArrowType.Utf8 _, ArrowType.Binary _ ->
                IpcViews.offsets(body, node, type, from, rows, 4, validity, account);
            case ArrowType.LargeUtf8 _, ArrowType.LargeBinary _ ->
                IpcViews.offsets(body, node, type, from, rows, 8, validity, account);
            case ArrowType.FixedSizeBinary fixed ->
                IpcViews.fixed(
                    body, node, type, from, rows, fixed.getByteWidth(), validity, account);
            default ->
                Column.fixed(
                    type, rows, IpcValues.of(body, node, type, from, rows, validity), validity);
          };
      validity = null;
      return column;
    } finally {
      if (validity != null) {
        validity.release();
      }
    }
  }

  private Column nulls(DataType type, int rows) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      for (int i = 0; i < rows; i++) {
        builder.appendNull();
      }
      return builder.build();
    }
  }

  private @Nullable Buffer validity(IpcNode node, int from, int rows) {
    if (!node.mayHaveNulls() || rows == 0) {
      return null;
    }
    IpcBody.Piece bits = body.piece(node.firstBuffer(), (from + (long) rows + 7) / 8);
    return bits.slice(from / 8, (rows + 7) / 8);
  }

  private Column codes(IpcNode node, DictionaryEncoding encoding, int from, int rows) {
    Column dictionary = dictionaries.get(encoding.getId());
    if (dictionary == null) {
      throw new IpcCorruptException("dictionary " + encoding.getId() + " is missing");
    }
    @Nullable Buffer validity = validity(node, from, rows);
    try {
      if (dictionary.rows() == 0) {
        if (rows > 0 && (validity == null || Bits.count(validity.address(), rows) > 0)) {
          throw new IpcCorruptException("dictionary " + encoding.getId() + " has no values");
        }
        return nulls(dictionary.type(), rows);
      }
      Buffer codes = IpcValues.codes(body, node, encoding, from, rows, dictionary.rows(), validity);
      Column column;
      try {
        if (dictionary.mayHaveNulls()) {
          Buffer both = bothValid(codes, rows, validity, dictionary);
          if (validity != null) {
            validity.release();
          }
          validity = both;
        }
        column = Column.codes(rows, codes, validity, plain(dictionary));
        validity = null;
      } catch (Throwable e) {
        codes.release();
        throw e;
      }
      if (column.layout() == Layout.VIEW) {
        return column;
      }
      try {
        return Gather.decode(column, account);
      } finally {
        column.release();
      }
    } finally {
      if (validity != null) {
        validity.release();
      }
    }
  }

  /** Returns a dictionary without its nulls, which rows say themselves. */
  private static Column plain(Column dictionary) {
    if (!dictionary.mayHaveNulls() || dictionary.layout() != Layout.VIEW) {
      return dictionary.retain();
    }
    Buffer[] data = new Buffer[dictionary.dataBuffers().length];
    for (int i = 0; i < data.length; i++) {
      data[i] = dictionary.dataBuffers()[i].retain();
    }
    return Column.views(
        dictionary.type(), dictionary.rows(), dictionary.valuesBuffer().retain(), null, data);
  }

  private Buffer bothValid(Buffer codes, int rows, @Nullable Buffer validity, Column dictionary) {
    Buffer both = account.allocateZeroed(Bits.bytesFor(rows));
    for (int i = 0; i < rows; i++) {
      boolean isValid = validity == null || Bits.get(validity.address(), i);
      if (isValid && !dictionary.isNull(Memory.getInt(codes.address() + 4L * i))) {
        Bits.set(both.address(), i);
      }
    }
    return both;
  }

  private Column struct(
      IpcNode node, DataType type, int from, int rows, @Nullable Buffer validity) {
    List<DataType> types =
        ((DataType.Struct) type).fields().stream().map(field -> field.type()).toList();
    Column[] fields =
        Column.makeAll(
            types.size(),
            i -> {
              IpcNode child = node.children().get(i);
              if (child.rows() < (long) from + rows) {
                throw new IpcCorruptException(
                    "field " + child.field().getName() + " has too few rows");
              }
              return rows(child, types.get(i), from, rows);
            });
    return Column.structs(type, rows, validity, fields);
  }

  private Column lists(
      IpcNode node,
      DataType type,
      int from,
      int rows,
      int offsetBytes,
      int fixedSize,
      @Nullable Buffer validity) {
    IpcNode child = node.children().getFirst();
    Buffer ranges =
        offsetBytes == 0
            ? IpcValues.fixedRanges(child.rows(), from, rows, fixedSize, account)
            : IpcValues.ranges(body, node, from, rows, offsetBytes, child.rows(), validity);
    try {
      DataType element =
          switch (type) {
            case DataType.ListOf(DataType e) -> e;
            case DataType.MapOf map -> map.entry();
            case DataType other -> throw new IllegalStateException("No list: " + other);
          };
      Column elements = whole.get(child);
      if (elements == null) {
        elements = rows(child, element, 0, child.rows());
        whole.put(child, elements);
        if (type instanceof DataType.MapOf) {
          checkKeys(elements);
        }
      }
      return Column.lists(type, rows, ranges, validity, elements.retain());
    } catch (Throwable e) {
      ranges.release();
      throw e;
    }
  }

  private static void checkKeys(Column entries) {
    Column keys = entries.child(0);
    boolean hasNull =
        keys.validity() != 0 && Bits.count(keys.validity(), entries.rows()) < entries.rows();
    if (hasNull || entries.mayHaveNulls()) {
      throw new IpcCorruptException("a map has an entry or a key that is null");
    }
  }

  @Override
  public void close() {
    whole.values().forEach(Column::release);
    whole.clear();
  }
}
