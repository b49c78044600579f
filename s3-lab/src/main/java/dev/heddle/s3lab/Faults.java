package dev.heddle.s3lab;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Chooses a fault for each request. Called from many threads. */
public interface Faults {
  /** Passes every request on. */
  Faults NONE = (method, target) -> Fault.NONE;

  /**
   * Chooses.
   *
   * @param method such as {@code GET}
   * @param target path and query of the request
   */
  Fault next(String method, String target);

  /** Breaks GETs of objects at random; the seed and the order of requests decide which. */
  static Faults ofReads(long seed, double share, Fault... kinds) {
    Random random = new Random(seed);
    return (method, target) -> {
      synchronized (random) {
        boolean isBroken = random.nextDouble() < share;
        Fault kind = kinds[random.nextInt(kinds.length)];
        return method.equals("GET") && !target.contains("?") && isBroken ? kind : Fault.NONE;
      }
    };
  }

  /** Breaks the first requests of a method, one after the other. */
  static Faults first(String wantedMethod, Fault... kinds) {
    List<Fault> left = new ArrayList<>(List.of(kinds));
    return (method, target) -> {
      synchronized (left) {
        return method.equals(wantedMethod) && !left.isEmpty() ? left.removeFirst() : Fault.NONE;
      }
    };
  }
}
