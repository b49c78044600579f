package dev.heddle.io.ipc;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.BatchAppender;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.Gather;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.storage.RangedInput;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;

/**
 * The dictionaries of a file as they are at one of its messages: in order, each replaces the one of
 * its id or adds to it. Used by one thread.
 */
final class IpcDictionaries implements AutoCloseable {
  private final ArrowInspected file;
  private final RangedInput input;
  private final MemoryAccount account;
  private final Map<Long, Field> fields = new HashMap<>();
  private final Map<Long, Column> columns = new HashMap<>();
  private int applied;
  private long bytesRead;

  /**
   * Makes it.
   *
   * @param wanted the columns that are read
   */
  IpcDictionaries(
      ArrowInspected file, List<Field> wanted, RangedInput input, MemoryAccount account) {
    this.file = file;
    this.input = input;
    this.account = account;
    wanted.forEach(this::collect);
  }

  private void collect(Field field) {
    if (field.getDictionary() != null) {
      fields.put(field.getDictionary().getId(), field);
    }
    field.getChildren().forEach(this::collect);
  }

  /** Returns the dictionaries, by id, that count for a message; lent. */
  Map<Long, Column> at(IpcBlock block) {
    for (; applied < block.dictionaries() && !fields.isEmpty(); applied++) {
      apply(file.dictionaries().get(applied));
    }
    return columns;
  }

  private void apply(IpcBlock block) {
    DictionaryBatch message = IpcMetadata.dictionary(input, block);
    Field field = fields.get(message.id());
    if (field == null) {
      return;
    }
    if (message.data() == null) {
      throw new IpcCorruptException("dictionary " + message.id() + " has no values");
    }
    IpcNode node = IpcNode.ofDictionary(message.data(), field, file.unionBits());
    DataType type = type(field);
    Column added;
    try (IpcBody body = IpcBody.read(message.data(), block, List.of(node), input, account);
        IpcColumns made = IpcColumns.ofFile(body, columns)) {
      bytesRead += body.bytesRead();
      Column column = made.values(node, type, 0, node.rows());
      try {
        added = Gather.decode(column, account);
      } finally {
        column.release();
      }
    }
    Column old = columns.get(message.id());
    if (message.isDelta() && old != null) {
      added = join(type, old, added);
    }
    columns.put(message.id(), added);
    if (old != null) {
      old.release();
    }
  }

  /** Returns the type of a dictionary's values. */
  private static DataType type(Field field) {
    Field plain =
        new Field(
            field.getName(),
            new FieldType(true, field.getType(), null, field.getMetadata()),
            field.getChildren());
    return TypeCoercion.unlabelled(ArrowTypes.type(plain));
  }

  /** Returns both columns as one; the second is used up. */
  private Column join(DataType type, Column first, Column second) {
    try (BatchAppender appender = new BatchAppender(List.of(type), account);
        Batch one = Batch.of(account, first.rows(), first.retain());
        Batch two = Batch.of(account, second.rows(), second)) {
      appender.append(one);
      appender.append(two);
      try (Batch both = appender.build()) {
        return both.column(0).retain();
      }
    }
  }

  /** Returns how many bytes of the file have been read since the last call. */
  long takeBytesRead() {
    long bytes = bytesRead;
    bytesRead = 0;
    return bytes;
  }

  @Override
  public void close() {
    List<Column> left = new ArrayList<>(columns.values());
    columns.clear();
    left.forEach(Column::release);
  }
}
