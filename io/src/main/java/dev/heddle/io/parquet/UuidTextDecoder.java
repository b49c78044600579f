package dev.heddle.io.parquet;

import dev.heddle.io.batch.Views;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.nio.charset.StandardCharsets;

/** UUIDs, stored as byte strings, as their usual text: hexadecimal digits in small letters. */
final class UuidTextDecoder implements ValueDecoder {
  static final int STORED_BYTES = 16;
  static final int TEXT_BYTES = 36;

  private static final int STEP = 1024;
  private static final byte[] DIGITS = "0123456789abcdef".getBytes(StandardCharsets.US_ASCII);

  private final ValueDecoder strings;
  private final MemoryAccount account;
  private final Buffer views;
  private final ViewData data = new ViewData();

  /** Makes a decoder that owns another. */
  UuidTextDecoder(ValueDecoder strings, MemoryAccount account) {
    this.strings = strings;
    this.account = account;
    this.views = account.allocate(16L * STEP);
  }

  /** Returns the text of a UUID's bytes. */
  static byte[] text(byte[] stored) {
    byte[] text = new byte[TEXT_BYTES];
    for (int i = 0, at = 0; i < STORED_BYTES; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        text[at++] = '-';
      }
      text[at++] = DIGITS[stored[i] >>> 4 & 15];
      text[at++] = DIGITS[stored[i] & 15];
    }
    return text;
  }

  @Override
  public void read(long target, int at, int count, ViewData out) {
    Buffer text = account.allocate((long) TEXT_BYTES * count);
    try {
      int number = out.numberOf(text);
      for (int done = 0; done < count; done += STEP) {
        int n = Math.min(STEP, count - done);
        strings.read(views.address(), 0, n, data);
        long[] addresses = data.addresses();
        for (int i = 0; i < n; i++) {
          long view = views.address() + 16L * i;
          if (Views.length(view) != STORED_BYTES) {
            throw new CorruptDataException("a UUID is stored in " + Views.length(view) + " bytes");
          }
          int offset = TEXT_BYTES * (done + i);
          put(Views.address(view, addresses), text.address() + offset);
          long to = target + 16L * (at + done + i);
          PlainViewDecoder.put(to, text.address() + offset, TEXT_BYTES, number, offset);
        }
        data.clear();
      }
    } finally {
      data.clear();
      text.release();
    }
  }

  private static void put(long stored, long text) {
    long to = text;
    for (int i = 0; i < STORED_BYTES; i++) {
      if (i == 4 || i == 6 || i == 8 || i == 10) {
        Memory.putByte(to++, (byte) '-');
      }
      int value = Memory.getByte(stored + i);
      Memory.putByte(to++, DIGITS[value >>> 4 & 15]);
      Memory.putByte(to++, DIGITS[value & 15]);
    }
  }

  @Override
  public void skip(int count) {
    strings.skip(count);
  }

  @Override
  public void close() {
    strings.close();
    views.release();
  }
}
