package dev.heddle.engine.cluster.coordinator;

import dev.heddle.io.codec.RecordCodec;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.zip.CRC32C;

/**
 * The bytes of a {@link Journal}: magic and the fingerprint of the records' structure, then
 * records, each with its length and the CRC-32C of its bytes, all little-endian.
 */
final class JournalFormat {
  private static final RecordCodec<JournalRecord> CODEC = RecordCodec.of(JournalRecord.class);
  private static final long MAGIC = 0x314C_4E4A_4C44_4548L; // HEDLJNL1
  static final int HEADER_BYTES = 2 * Long.BYTES;
  private static final int FRAME_BYTES = 2 * Integer.BYTES;

  private JournalFormat() {}

  /**
   * What a file holds.
   *
   * @param records the whole ones, in order
   * @param bytes how many bytes they are, the header's included
   */
  record Content(List<JournalRecord> records, long bytes) {}

  static byte[] header() {
    return buffer(HEADER_BYTES).putLong(MAGIC).putLong(CODEC.fingerprint()).array();
  }

  static void write(JournalRecord record, ByteArrayOutputStream out) {
    byte[] bytes = CODEC.encode(record);
    CRC32C crc = new CRC32C();
    crc.update(bytes);
    out.writeBytes(buffer(FRAME_BYTES).putInt(bytes.length).putInt((int) crc.getValue()).array());
    out.writeBytes(bytes);
  }

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Reads up to the first record that is not whole; empty if another build has written it. */
  static Optional<Content> read(byte[] file) {
    if (file.length < HEADER_BYTES) {
      return Optional.of(new Content(List.of(), 0)); // torn before anything was announced
    }
    ByteBuffer in = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN);
    if (in.getLong() != MAGIC || in.getLong() != CODEC.fingerprint()) {
      return Optional.empty();
    }
    List<JournalRecord> records = new ArrayList<>();
    int end = HEADER_BYTES;
    while (in.remaining() >= FRAME_BYTES) {
      int length = in.getInt();
      int checksum = in.getInt();
      if (length < 0 || length > in.remaining()) {
        break;
      }
      CRC32C crc = new CRC32C();
      crc.update(file, in.position(), length);
      if ((int) crc.getValue() != checksum) {
        break;
      }
      records.add(CODEC.decode(file, in.position(), length));
      in.position(in.position() + length);
      end = in.position();
    }
    return Optional.of(new Content(records, end));
  }
}
