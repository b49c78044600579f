package dev.heddle.io.whole;

import dev.heddle.io.memory.Memory;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;

/** Finds out whether bytes are UTF-8. */
final class Utf8 {
  private static final int BLOCK_BYTES = 8 << 10;
  private static final long HIGH_BITS = 0x8080808080808080L;

  private Utf8() {}

  static boolean isValid(long address, int bytes) {
    int at = 0;
    while (at + 8 <= bytes && (Memory.getLong(address + at) & HIGH_BITS) == 0) {
      at += 8;
    }
    CharsetDecoder decoder =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    ByteBuffer block = ByteBuffer.allocate(BLOCK_BYTES);
    CharBuffer text = CharBuffer.allocate(BLOCK_BYTES);
    while (at < bytes) {
      int count = Math.min(block.remaining(), bytes - at);
      Memory.copyToArray(address + at, block.array(), block.position(), count);
      block.position(block.position() + count).flip();
      at += count;
      text.clear();
      if (decoder.decode(block, text, at == bytes).isError()) {
        return false;
      }
      block.compact(); // what is left is the begin of a character
    }
    return true;
  }
}
