package dev.heddle.io.parquet.decode;

import dev.heddle.io.batch.StringViews;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.parquet.codec.CorruptDataException;
import dev.heddle.io.parquet.footer.UuidText;

/** Decodes UUIDs, stored as byte strings, to their text. */
final class UuidTextDecoder implements ValueDecoder {
  private static final int STEP = 1024;

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

  @Override
  public void read(long target, int at, int count, ViewData out) {
    Buffer text = account.allocate((long) UuidText.TEXT_BYTES * count);
    try {
      int number = out.numberOf(text);
      for (int done = 0; done < count; done += STEP) {
        int n = Math.min(STEP, count - done);
        strings.read(views.address(), 0, n, data);
        long[] addresses = data.addresses();
        for (int i = 0; i < n; i++) {
          long view = views.address() + 16L * i;
          if (StringViews.length(view) != UuidText.STORED_BYTES) {
            throw new CorruptDataException(
                "a UUID is stored in " + StringViews.length(view) + " bytes");
          }
          int offset = UuidText.TEXT_BYTES * (done + i);
          UuidText.write(StringViews.address(view, addresses), text.address() + offset);
          long to = target + 16L * (at + done + i);
          PlainViewDecoder.put(to, text.address() + offset, UuidText.TEXT_BYTES, number, offset);
        }
        data.clear();
      }
    } finally {
      data.clear();
      text.release();
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
