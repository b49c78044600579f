package dev.heddle.io.rate;

/**
 * Decides how many requests a second one bucket gets, from what it grants and refuses; the package
 * specifies how. Not thread-safe; has no clock and no thread of its own.
 */
public final class RateControl {
  /** The limit of a bucket that has refused nothing. */
  public static final double UNLIMITED = Double.POSITIVE_INFINITY;

  /** The part of the ceiling that the limit comes back to. */
  static final double RETURN_SHARE = 0.96;

  /** How long the limit takes from there to the ceiling while it is used up. */
  static final double PLATEAU_SECONDS = 15;

  /** No limit is lower: a rate this low could not be measured within an interval. */
  static final double MIN_RATE = 5;

  private static final double MAX_DRAIN_SECONDS = 2;
  private static final double GUESS_DOUBLING_SECONDS = 2;
  private static final double FORGET_SECONDS = 300;

  /** How much faster the limit grows for each second that it is beyond the ceiling. */
  private static final double ACCELERATION = 0.004;

  /** When more than this part of the requests is refused the limit says nothing of the service. */
  private static final double SEVERE_SHARE = 0.5;

  /** When this much more than the limit was sent it was not yet, or no longer, the one applied. */
  private static final double EXCEEDED = 1.1;

  private final double intervalSeconds;
  private final double feedbackSeconds;
  private double limit = UNLIMITED;
  private double ceiling;
  private boolean isGuess;
  private double drainSeconds; // left
  private double settleSeconds; // left
  private double grownSeconds;
  private double quietSeconds;

  /**
   * Makes a control without a limit.
   *
   * @param intervalSeconds how often it is updated
   * @param feedbackSeconds how long after a change of the limit updates still show what was sent
   *     before
   */
  public RateControl(double intervalSeconds, double feedbackSeconds) {
    this.intervalSeconds = intervalSeconds;
    this.feedbackSeconds = feedbackSeconds;
  }

  /** Whether more would have been sent than was allowed. */
  public enum Allowance {
    /** Requests waited. */
    USED_UP,
    /** None, or few, did. */
    LEFT
  }

  /** Returns the most requests a second, {@link #UNLIMITED} at first. */
  public double limit() {
    return limit;
  }

  /** Returns whether there is a limit. */
  public boolean isLimited() {
    return limit != UNLIMITED;
  }

  /**
   * Returns the rate at which the service refused, {@link #UNLIMITED} if it has not: the limit
   * without its short dips.
   */
  public double ceiling() {
    return isLimited() ? Math.max(limit, ceiling) : UNLIMITED;
  }

  /** Goes on from a limit that somebody else has found. */
  public void restart(double requestsPerSecond) {
    if (requestsPerSecond == UNLIMITED) {
      lift();
      return;
    }
    limit = Math.max(MIN_RATE, requestsPerSecond);
    ceiling = limit;
    isGuess = false;
    drainSeconds = 0;
    settleSeconds = 0;
    grownSeconds = PLATEAU_SECONDS; // where the limit is the ceiling
    quietSeconds = 0;
  }

  private void lift() {
    limit = UNLIMITED;
    ceiling = 0;
    isGuess = false;
    drainSeconds = 0;
    settleSeconds = 0;
    grownSeconds = 0;
    quietSeconds = 0;
  }

  /**
   * Decides anew at the end of an interval.
   *
   * @param seconds how long it was
   * @param sentPerSecond requests that were sent, refused ones included
   * @param refusedPerSecond requests that were refused
   * @param allowance whether requests waited for the limit
   */
  public void update(
      double seconds, double sentPerSecond, double refusedPerSecond, Allowance allowance) {
    drainSeconds = Math.max(0, drainSeconds - seconds);
    settleSeconds = Math.max(0, settleSeconds - seconds);
    boolean isRefused = refusedPerSecond > 0;
    quietSeconds = isRefused ? 0 : quietSeconds + seconds;
    double share = isRefused ? Math.min(1, refusedPerSecond / sentPerSecond) : 0;
    if (isRefused && (settleSeconds == 0 || share > SEVERE_SHARE)) {
      slowDown(seconds, sentPerSecond, refusedPerSecond, share);
    } else if (isLimited() && isRefused && sentPerSecond - refusedPerSecond > ceiling) {
      ceiling = sentPerSecond - refusedPerSecond; // it grants more than it seemed to
    } else if (isLimited() && drainSeconds == 0) {
      if (allowance == Allowance.USED_UP && !isRefused) {
        grownSeconds += seconds;
      }
      limit = Math.max(MIN_RATE, ceiling * growth());
    }
    if (quietSeconds >= FORGET_SECONDS) {
      lift();
    }
  }

  private void slowDown(
      double seconds, double sentPerSecond, double refusedPerSecond, double share) {
    if (isLimited() && share <= SEVERE_SHARE && sentPerSecond <= EXCEEDED * limit) {
      ceiling = limit * (1 - share); // exact where the limit was used up, as counts are not
      isGuess = false;
    } else {
      // an interval may be one in which nothing was granted since a second's were used up before
      double granted = sentPerSecond - refusedPerSecond;
      double least = isLimited() ? ceiling / 2 : 0;
      isGuess = isLimited() ? granted < least : share <= SEVERE_SHARE;
      ceiling = Math.max(granted, least);
    }
    ceiling = Math.max(MIN_RATE, ceiling);
    limit = Math.max(MIN_RATE, ceiling / 2);
    drainSeconds =
        Math.clamp(
            2 * refusedPerSecond * seconds / ceiling,
            intervalSeconds,
            Math.max(intervalSeconds, MAX_DRAIN_SECONDS));
    settleSeconds = drainSeconds + feedbackSeconds;
    grownSeconds = 0;
  }

  /** Returns how far the limit has come, as a multiple of the ceiling. */
  private double growth() {
    if (isGuess) {
      return RETURN_SHARE * Math.pow(2, grownSeconds / GUESS_DOUBLING_SECONDS);
    }
    double slope = (1 - RETURN_SHARE) / PLATEAU_SECONDS;
    double beyond = grownSeconds - PLATEAU_SECONDS;
    return beyond <= 0
        ? 1 + slope * beyond
        : Math.exp(slope * beyond + ACCELERATION * beyond * beyond / 2);
  }
}
