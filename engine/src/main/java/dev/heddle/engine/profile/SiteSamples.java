package dev.heddle.engine.profile;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import java.util.List;

/**
 * What a process has allocated, or waited for, at one place of its code.
 *
 * @param thread who did it
 * @param subject the class that was allocated, or that of the lock
 * @param frames {@code class.method} of each, the outermost first
 * @param amount bytes, or nanoseconds
 */
public record SiteSamples(String thread, String subject, List<String> frames, long amount) {
  /** Copies the list, and checks that nothing is null. */
  public SiteSamples {
    requireNonNull(thread, "thread is null");
    requireNonNull(subject, "subject is null");
    frames = Arguments.all(frames, "frames");
  }
}
