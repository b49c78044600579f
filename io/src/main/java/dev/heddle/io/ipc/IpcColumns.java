package dev.heddle.io.ipc;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Gather;
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
  private final boolean isForeign;

  private IpcColumns(IpcBody body, Map<Long, Column> dictionaries, boolean isForeign) {
    this.body = body;
    this.account = body.account();
    this.dictionaries = dictionaries;
    this.isForeign = isForeign;
  }

  /**
   * Makes columns of a file, whose values may be none of their types.
   *
   * @param body the buffers; stays the caller's
   * @param dictionaries by id; lent
   */
  static IpcColumns ofFile(IpcBody body, Map<Long, Column> dictionaries) {
    return new IpcColumns(body, dictionaries, true);
  }

  /**
   * Makes columns of what Heddle wrote for itself.
   *
   * @param body the buffers; stays the caller's
   */
  static IpcColumns ofBlock(IpcBody body) {
    return new IpcColumns(body, Map.of(), false);
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
    if (node.field().getType() instanceof ArrowType.RunEndEncoded) {
      return runs(node, type, from, rows);
    }
    @Nullable Buffer validity = validity(node, from, rows);
    try {
      Column column =
          switch (node.field().getType()) {
            case ArrowType.Struct _ -> struct(node, type, from, rows, validity);
            case ArrowType.List _, ArrowType.Map _ -> lists(node, type, from, rows, 4, 0, validity);
            case ArrowType.LargeList _ -> lists(node, type, from, rows, 8, 0, validity);
            case ArrowType.ListView _ -> listViews(node, type, from, rows, 4, validity);
            case ArrowType.LargeListView _ -> listViews(node, type, from, rows, 8, validity);
            case ArrowType.FixedSizeList fixed ->
                lists(node, type, from, rows, 0, fixed.getListSize(), validity);
            case ArrowType.Utf8View _, ArrowType.BinaryView _ ->
                IpcViews.views(body, node, type, from, rows, validity, account);
            case ArrowType.Utf8 _, ArrowType.Binary _ ->
                IpcViews.offsets(body, node, type, from, rows, 4, validity, account);
            case ArrowType.LargeUtf8 _, ArrowType.LargeBinary _ ->
                IpcViews.offsets(body, node, type, from, rows, 8, validity, account);
            case ArrowType.FixedSizeBinary _ when type instanceof DataType.Uuid ->
                Column.fixed(type, rows, IpcValues.uuids(body, node, from, rows), validity);
            case ArrowType.FixedSizeBinary fixed ->
                IpcViews.fixed(
                    body, node, type, from, rows, fixed.getByteWidth(), validity, account);
            default ->
                Column.fixed(
                    type, rows, IpcValues.of(body, node, type, from, rows, validity), validity);
          };
      validity = null;
      if (isForeign && type instanceof DataType.Time) {
        checkTimes(node, column);
      }
      return column;
    } finally {
      if (validity != null) {
        validity.release();
      }
    }
  }

  private static void checkTimes(IpcNode node, Column column) {
    for (int i = 0; i < column.rows(); i++) {
      long micros = Memory.getLong(column.values() + 8L * i);
      if (!ArrowTimes.has(micros) && !column.isNull(i)) {
        column.release();
        throw ArrowTimes.outside(node.field(), micros);
      }
    }
  }

  /** Returns rows of which runs have one value each. */
  private Column runs(IpcNode node, DataType type, int from, int rows) {
    IpcNode values = node.children().get(1);
    Buffer positions = IpcRuns.positions(body, node, from, rows);
    try {
      return Gather.rows(wholeOf(values, type), positions.address(), rows, account);
    } finally {
      positions.release();
    }
  }

  /** Returns all rows of a child, which stay this object's. */
  private Column wholeOf(IpcNode child, DataType type) {
    Column rows = whole.get(child);
    if (rows == null) {
      rows = rows(child, type, 0, child.rows());
      whole.put(child, rows);
    }
    return rows;
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
      if (!dictionary.layout().isText()) {
        Column decoded = decoded(codes, rows, validity, dictionary);
        validity = null;
        return decoded;
      }
      try {
        if (dictionary.mayHaveNulls()) {
          Buffer both = bothValid(codes, rows, validity, dictionary);
          if (validity != null) {
            validity.release();
          }
          validity = both;
        }
        Column column = Column.codes(rows, codes, validity, plain(dictionary));
        validity = null;
        return column;
      } catch (Throwable e) {
        codes.release();
        throw e;
      }
    } finally {
      if (validity != null) {
        validity.release();
      }
    }
  }

  /** Returns the values of codes; takes the buffers over once it returns. */
  private Column decoded(Buffer codes, int rows, @Nullable Buffer validity, Column dictionary) {
    try {
      Column values = Gather.rows(dictionary, codes.address(), rows, account);
      if (validity == null) {
        return values;
      }
      try {
        if (!dictionary.mayHaveNulls()) {
          return values.sharedWithValidity(validity);
        }
        Buffer both = bothValid(codes, rows, validity, dictionary);
        validity.release();
        return values.sharedWithValidity(both);
      } finally {
        values.release();
      }
    } finally {
      codes.release();
    }
  }

  /** Returns a dictionary without its nulls, which rows mark themselves. */
  private static Column plain(Column dictionary) {
    if (!dictionary.mayHaveNulls()) {
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
    int elements = node.children().getFirst().rows();
    Buffer ranges =
        offsetBytes == 0
            ? IpcValues.fixedRanges(elements, from, rows, fixedSize, account)
            : IpcValues.ranges(body, node, from, rows, offsetBytes, elements, validity);
    return lists(node, type, rows, ranges, validity);
  }

  private Column listViews(
      IpcNode node, DataType type, int from, int rows, int width, @Nullable Buffer validity) {
    int elements = node.children().getFirst().rows();
    Buffer ranges = IpcRuns.views(body, node, from, rows, width, elements, validity);
    return lists(node, type, rows, ranges, validity);
  }

  private Column lists(
      IpcNode node, DataType type, int rows, Buffer ranges, @Nullable Buffer validity) {
    try {
      IpcNode child = node.children().getFirst();
      DataType element =
          switch (type) {
            case DataType.ListOf(DataType e) -> e;
            case DataType.MapOf map -> map.entry();
            case DataType other -> throw new IllegalStateException("No list: " + other);
          };
      boolean isNew = !whole.containsKey(child);
      Column elements = wholeOf(child, element);
      if (isNew && type instanceof DataType.MapOf) {
        checkKeys(elements);
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
