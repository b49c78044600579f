package dev.heddle.planner.rules;

import java.util.Set;
import java.util.SplittableRandom;

/**
 * Makes estimates of joins wrong, so that tests and benchmarks see other orders of joins than the
 * one that is chosen: seeded, for each set of units by a factor of its own, mostly between 1/100
 * and 100. Immutable.
 *
 * @param seed 0 leaves estimates as they are
 */
public record EstimateNoise(long seed) {
  /** Estimates as they are. */
  public static final EstimateNoise NONE = new EstimateNoise(0);

  private static final String PREFIX = "estimates#";
  private static final double SPREAD = 2.5; // of the factor's logarithm

  /** Returns whether an excluded name is of noise: {@code estimates#} and a seed. */
  public static boolean isName(String name) {
    return name.startsWith(PREFIX) && name.substring(PREFIX.length()).matches("[1-9][0-9]{0,8}");
  }

  /** Returns the name of the noise of a seed, as for {@code excludedRules}. */
  public static String name(int seed) {
    return PREFIX + seed;
  }

  /** Returns the noise that is among excluded names, or none. */
  public static EstimateNoise among(Set<String> names) {
    return names.stream()
        .filter(EstimateNoise::isName)
        .sorted()
        .findFirst()
        .map(name -> new EstimateNoise(Long.parseLong(name.substring(PREFIX.length()))))
        .orElse(NONE);
  }

  /** Returns by what the estimate of a set of units is multiplied. */
  double factor(long set) {
    return seed == 0
        ? 1
        : Math.exp(SPREAD * new SplittableRandom(set * 31 + seed * 1_000_003).nextGaussian());
  }
}
