package dev.heddle.io.ipc;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.storage.StoredFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import org.apache.arrow.flatbuf.Block;
import org.apache.arrow.flatbuf.DictionaryBatch;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Footer;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.RecordBatch;

/**
 * Reads where the messages of a file are, from its footer or, for streams, from message to message.
 */
final class IpcMetadata {
  private static final byte[] MAGIC = "ARROW1".getBytes(StandardCharsets.US_ASCII);
  private static final int TAIL_BYTES = 4 + MAGIC.length;
  private static final int CONTINUATION = -1;
  private static final int MAX_METADATA_BYTES = 1 << 28;

  private final StoredFile file;
  private final RangedInput input;
  private final List<IpcBlock> dictionaries = new ArrayList<>();
  private final List<IpcBlock> batches = new ArrayList<>();
  private org.apache.arrow.flatbuf.Schema schema;
  private short version = MetadataVersion.V5;

  private IpcMetadata(StoredFile file, RangedInput input) {
    this.file = file;
    this.input = input;
  }

  /** Reads a file's metadata. */
  static ArrowInspected read(StoredFile file) {
    try (RangedInput input = Storages.of(file.path()).open(file)) {
      return checked(file, () -> new IpcMetadata(file, input).read());
    }
  }

  /**
   * Runs what follows offsets in a file that may be broken, and turns what goes wrong into the
   * typed error.
   */
  static <T> T checked(StoredFile file, Supplier<T> reading) {
    try {
      return reading.get();
    } catch (HeddleException e) {
      throw e;
    } catch (IpcCorruptException e) {
      throw corrupt(file, e.getMessage(), e);
    } catch (IpcValueException e) {
      throw new HeddleException(e.code(), "Cannot read " + file.path() + ": " + e.getMessage(), e);
    } catch (IndexOutOfBoundsException
        | IllegalArgumentException
        | IllegalStateException
        | UnsupportedOperationException
        | NullPointerException
        | NegativeArraySizeException
        | AssertionError
        | StackOverflowError e) {
      throw corrupt(file, "its metadata is broken", e); // so the generated readers report it
    }
  }

  private static HeddleException corrupt(StoredFile file, String reason, Throwable cause) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE, "Cannot read " + file.path() + ": " + reason, cause);
  }

  private ArrowInspected read() {
    long size = file.sizeBytes();
    byte[] head = input.readArray(0, (int) Math.min(size, MAGIC.length));
    if (Arrays.equals(head, MAGIC)) {
      readFooter(size);
    } else {
      readStream(size);
    }
    if (schema == null) {
      throw new IpcCorruptException("it is no Arrow IPC file or stream");
    }
    if (schema.endianness() != Endianness.Little) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot read " + file.path() + ": it is big-endian; write it little-endian");
    }
    return inspected(IpcFileSchema.fields(schema));
  }

  private void readFooter(long size) {
    if (size < MAGIC.length + TAIL_BYTES) {
      throw new IpcCorruptException("it ends before its footer");
    }
    ByteBuffer tail = buffer(input.readArray(size - TAIL_BYTES, TAIL_BYTES));
    int footerBytes = tail.getInt(0);
    byte[] magic = new byte[MAGIC.length];
    tail.get(4, magic);
    if (!Arrays.equals(magic, MAGIC)) {
      throw new IpcCorruptException("it does not end as an Arrow file; was it written in whole?");
    }
    if (footerBytes <= 0 || footerBytes > size - TAIL_BYTES - MAGIC.length) {
      throw new IpcCorruptException("its footer has " + footerBytes + " bytes");
    }
    Footer footer =
        Footer.getRootAsFooter(
            buffer(input.readArray(size - TAIL_BYTES - footerBytes, footerBytes)));
    schema = footer.schema();
    version = footer.version();
    for (int i = 0; i < footer.dictionariesLength(); i++) {
      dictionaries.add(block(footer.dictionaries(i), 0));
    }
    for (int i = 0; i < footer.recordBatchesLength(); i++) {
      batches.add(block(footer.recordBatches(i), dictionaries.size()));
    }
  }

  private IpcBlock block(Block block, int known) {
    return checked(new IpcBlock(block.offset(), block.metaDataLength(), block.bodyLength(), known));
  }

  private IpcBlock checked(IpcBlock block) {
    long left = file.sizeBytes() - block.offset();
    boolean isInside =
        block.offset() >= 0
            && left >= 0
            && block.metadataBytes() >= 8
            && block.metadataBytes() <= MAX_METADATA_BYTES
            && block.metadataBytes() <= left
            && block.bodyBytes() >= 0
            && block.bodyBytes() <= left - block.metadataBytes();
    if (!isInside) {
      throw new IpcCorruptException("a message is outside of it: " + block);
    }
    return block;
  }

  private void readStream(long size) {
    long at = 0;
    while (at + 4 <= size) {
      ByteBuffer prefix = buffer(input.readArray(at, (int) Math.min(8, size - at)));
      int length = prefix.getInt(0);
      int prefixBytes = 4;
      if (length == CONTINUATION && prefix.capacity() == 8) {
        length = prefix.getInt(4);
        prefixBytes = 8;
      }
      if (length == 0) {
        return; // the end of the stream
      }
      if (length < 0 || length > MAX_METADATA_BYTES || length > size - at - prefixBytes) {
        throw new IpcCorruptException(
            schema == null
                ? "it is no Arrow IPC file or stream"
                : "a message at byte " + at + " has " + length + " bytes of metadata");
      }
      Message message = Message.getRootAsMessage(buffer(input.readArray(at + prefixBytes, length)));
      IpcBlock block =
          checked(
              new IpcBlock(at, prefixBytes + length, message.bodyLength(), dictionaries.size()));
      add(message, block);
      at = block.body() + block.bodyBytes();
    }
  }

  private void add(Message message, IpcBlock block) {
    switch (message.headerType()) {
      case MessageHeader.Schema -> {
        if (schema == null) {
          version = message.version();
          schema =
              (org.apache.arrow.flatbuf.Schema)
                  message.header(new org.apache.arrow.flatbuf.Schema());
        }
      }
      case MessageHeader.DictionaryBatch -> dictionaries.add(block);
      case MessageHeader.RecordBatch -> batches.add(block);
      default ->
          throw new IpcCorruptException("a message has the unknown kind " + message.headerType());
    }
  }

  private static ByteBuffer buffer(byte[] bytes) {
    return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  private ArrowInspected inspected(List<org.apache.arrow.vector.types.pojo.Field> fields) {
    List<Field> columns = new ArrayList<>();
    List<Integer> positions = new ArrayList<>();
    Map<String, String> unsupported = new LinkedHashMap<>();
    List<String> names = ArrowTypes.uniqueNames(fields);
    for (int i = 0; i < fields.size(); i++) {
      Optional<String> why = ArrowTypes.whyUnreadable(fields.get(i));
      if (why.isPresent()) {
        unsupported.put(names.get(i), why.get());
      } else {
        columns.add(
            Field.of(names.get(i), TypeCoercion.unlabelled(ArrowTypes.type(fields.get(i)))));
        positions.add(i);
      }
    }
    return new ArrowInspected(
        file,
        new Schema(columns),
        unsupported,
        fields,
        version < MetadataVersion.V5 ? IpcNode.UnionBits.FIRST : IpcNode.UnionBits.NONE,
        positions,
        List.copyOf(dictionaries),
        List.copyOf(batches),
        rowsPerByte());
  }

  /** An estimate by the first batch. */
  private double rowsPerByte() {
    if (batches.isEmpty()) {
      return 0;
    }
    IpcBlock first = batches.getFirst();
    return (double) rows(input, first).length() / Math.max(1, first.bodyBytes());
  }

  private static Message message(RangedInput input, IpcBlock block) {
    ByteBuffer bytes = buffer(input.readArray(block.offset(), block.metadataBytes()));
    int prefixBytes = bytes.getInt(0) == CONTINUATION ? 8 : 4;
    int length = bytes.getInt(prefixBytes - 4);
    if (length < 0 || length > block.metadataBytes() - prefixBytes) {
      throw new IpcCorruptException("a message has " + length + " bytes of metadata");
    }
    return Message.getRootAsMessage(
        bytes.slice(prefixBytes, length).order(ByteOrder.LITTLE_ENDIAN));
  }

  /** Reads the metadata of a message of rows. */
  static RecordBatch rows(RangedInput input, IpcBlock block) {
    Message message = message(input, block);
    if (message.headerType() != MessageHeader.RecordBatch) {
      throw new IpcCorruptException("a message has no rows where some should be");
    }
    return (RecordBatch) message.header(new RecordBatch());
  }

  /** Reads the metadata of a message of a dictionary. */
  static DictionaryBatch dictionary(RangedInput input, IpcBlock block) {
    Message message = message(input, block);
    if (message.headerType() != MessageHeader.DictionaryBatch) {
      throw new IpcCorruptException("a message has no dictionary where one should be");
    }
    return (DictionaryBatch) message.header(new DictionaryBatch());
  }
}
