package dev.heddle.physical.join;

import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;

/**
 * A Bloom filter over 64-bit hashes of which every key sets four bits of one 64-bit word, so that a
 * question costs one access: about one in two hundred strange keys passes.
 */
final class KeyBloom implements AutoCloseable {
  /** The most keys: 16 MiB of bits. */
  static final int MAX_KEYS = 1 << 23;

  private static final int KEYS_PER_WORD = 4;

  private final Buffer words;
  private final int shift;

  /** Makes one without keys, for about this number. */
  KeyBloom(int keys, MemoryAccount account) {
    int bits = Math.max(1, 64 - Long.numberOfLeadingZeros(Math.max(1, keys / KEYS_PER_WORD)));
    shift = 64 - bits;
    words = account.allocateZeroed(8L << bits);
  }

  private static long bits(long hash) {
    return 1L << hash | 1L << (hash >>> 6) | 1L << (hash >>> 12) | 1L << (hash >>> 18);
  }

  /** Adds a key. */
  void add(long hash) {
    long word = words.address() + 8 * (hash >>> shift);
    Memory.putLong(word, Memory.getLong(word) | bits(hash));
  }

  /** Returns where its words are, for {@link #mayContain}. */
  long address() {
    return words.address();
  }

  /** Returns by how many bits a hash is shifted to find its word. */
  int shift() {
    return shift;
  }

  /** Returns 1 if there may be a key with the hash, else 0. */
  static int mayContain(long address, int shift, long hash) {
    long bits = bits(hash);
    return (Memory.getLong(address + 8 * (hash >>> shift)) & bits) == bits ? 1 : 0;
  }

  @Override
  public void close() {
    words.release();
  }
}
