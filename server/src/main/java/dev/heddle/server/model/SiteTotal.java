package dev.heddle.server.model;

import dev.heddle.engine.profile.SiteSamples;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * What was allocated, or waited for, at a place of the code.
 *
 * @param subject the class that was allocated, or that of the lock
 * @param frame the innermost method that is not the JDK's; the innermost if all are
 * @param amount bytes, or nanoseconds
 */
public record SiteTotal(String subject, String frame, long amount) {
  private record Place(String subject, String frame) {}

  /** Returns the places with the largest amounts. */
  public static List<SiteTotal> top(List<SiteSamples> samples, int max) {
    Map<Place, Long> sums = new HashMap<>();
    for (SiteSamples each : samples) {
      sums.merge(new Place(each.subject(), place(each.frames())), each.amount(), Long::sum);
    }
    return sums.entrySet().stream()
        .map(sum -> new SiteTotal(sum.getKey().subject(), sum.getKey().frame(), sum.getValue()))
        .sorted(
            Comparator.comparingLong((SiteTotal each) -> -each.amount)
                .thenComparing(SiteTotal::frame)
                .thenComparing(SiteTotal::subject))
        .limit(max)
        .toList();
  }

  private static String place(List<String> frames) {
    for (String each : frames.reversed()) {
      if (!FrameNames.isJdk(each)) {
        return FrameNames.stable(each);
      }
    }
    return frames.isEmpty() ? "" : FrameNames.stable(frames.getLast());
  }
}
