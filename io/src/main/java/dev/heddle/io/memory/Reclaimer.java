package dev.heddle.io.memory;

/**
 * Holds memory that it can do without, such as results that can be computed again, and gives it
 * back when others need it.
 *
 * <p>Called from any thread, which may hold locks of its own but none of an account; it must not
 * allocate.
 */
public interface Reclaimer {
  /**
   * Frees about {@code bytes} bytes, those used least recently first, and returns how many it
   * freed.
   */
  long reclaim(long bytes);
}
