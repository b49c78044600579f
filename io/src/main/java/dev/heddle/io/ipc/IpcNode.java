package dev.heddle.io.ipc;

import java.util.ArrayList;
import java.util.List;
import org.apache.arrow.flatbuf.FieldNode;
import org.apache.arrow.flatbuf.RecordBatch;
import org.apache.arrow.vector.types.UnionMode;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;

/**
 * A column of a message, or a child of one, and which of the message's buffers are its own.
 *
 * @param field what it is
 * @param rows how many rows it has
 * @param mayHaveNulls whether it states that rows are null
 * @param firstBuffer its first buffer
 * @param buffers how many buffers it has without its children
 * @param endBuffer behind the last buffer of its children
 * @param children its children
 */
record IpcNode(
    Field field,
    int rows,
    boolean mayHaveNulls,
    int firstBuffer,
    int buffers,
    int endBuffer,
    List<IpcNode> children) {

  /** Returns the columns of a message of the current version of the format. */
  static List<IpcNode> of(RecordBatch batch, List<Field> fields) {
    return of(batch, fields, UnionBits.NONE);
  }

  /** Returns the columns of a message. */
  static List<IpcNode> of(RecordBatch batch, List<Field> fields, UnionBits unionBits) {
    Walk walk = new Walk(batch, unionBits);
    List<IpcNode> nodes = new ArrayList<>();
    long rows = batch.length();
    for (Field field : fields) {
      IpcNode node = walk.next(field, true);
      if (node.rows != rows) {
        throw new IpcCorruptException(
            "column " + field.getName() + " has " + node.rows + " rows of " + rows);
      }
      nodes.add(node);
    }
    if (rows < 0 || rows > Integer.MAX_VALUE) {
      throw new IpcCorruptException("a message has " + rows + " rows");
    }
    return nodes;
  }

  /** Whether unions have validity bits: they have in files before version 5 of the format. */
  enum UnionBits {
    /** They have none. */
    NONE,
    /** A buffer of them comes first. */
    FIRST
  }

  /** Returns the one column of a message of a dictionary. */
  static IpcNode ofDictionary(RecordBatch batch, Field field, UnionBits unionBits) {
    return new Walk(batch, unionBits).next(field, false);
  }

  private static final class Walk {
    private final RecordBatch batch;
    private final int unionBuffers;
    private int node;
    private int buffer;
    private int variadic;

    Walk(RecordBatch batch, UnionBits unionBits) {
      this.batch = batch;
      this.unionBuffers = unionBits == UnionBits.FIRST ? 2 : 1;
    }

    /** Takes a column; that of a dictionary's own values is not encoded. */
    IpcNode next(Field field, boolean mayBeEncoded) {
      if (node >= batch.nodesLength()) {
        throw new IpcCorruptException("a message has too few columns");
      }
      FieldNode own = batch.nodes(node++);
      if (own.length() < 0 || own.length() > Integer.MAX_VALUE) {
        throw new IpcCorruptException(
            "column " + field.getName() + " has " + own.length() + " rows");
      }
      boolean isEncoded = mayBeEncoded && field.getDictionary() != null;
      int first = buffer;
      int count = isEncoded ? 2 : count(field.getType());
      buffer = Math.addExact(buffer, count);
      List<IpcNode> children = new ArrayList<>();
      if (!isEncoded) {
        for (Field child : field.getChildren()) {
          children.add(next(child, true));
        }
      }
      if (buffer > batch.buffersLength()) {
        throw new IpcCorruptException("a message has too few buffers");
      }
      return new IpcNode(
          field, (int) own.length(), own.nullCount() != 0, first, count, buffer, children);
    }

    private int count(ArrowType type) {
      return switch (type) {
        case ArrowType.Null _, ArrowType.RunEndEncoded _ -> 0;
        case ArrowType.Union union ->
            union.getMode() == UnionMode.Sparse ? unionBuffers : unionBuffers + 1;
        case ArrowType.Struct _, ArrowType.FixedSizeList _ -> 1;
        case ArrowType.Utf8 _,
            ArrowType.Binary _,
            ArrowType.LargeUtf8 _,
            ArrowType.LargeBinary _,
            ArrowType.ListView _,
            ArrowType.LargeListView _ ->
            3;
        case ArrowType.Utf8View _, ArrowType.BinaryView _ -> {
          if (variadic >= batch.variadicBufferCountsLength()) {
            throw new IpcCorruptException("a message does not count the buffers of its views");
          }
          long more = batch.variadicBufferCounts(variadic++);
          if (more < 0 || more > batch.buffersLength()) {
            throw new IpcCorruptException("a column of views has " + more + " buffers");
          }
          yield 2 + (int) more;
        }
        default -> 2;
      };
    }
  }
}
