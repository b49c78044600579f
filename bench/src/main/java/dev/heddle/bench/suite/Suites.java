package dev.heddle.bench.suite;

/** Finds suites by their {@link Suite#name} and {@link Suite#key}. */
final class Suites {
  private Suites() {}

  static Suite named(String name, String key) {
    return switch (name) {
      case TpchSuite.NAME -> new TpchSuite(Double.parseDouble(key.substring(2)));
      case GroupBySuite.NAME -> new GroupBySuite(Long.parseLong(key));
      case JoinSuite.NAME -> new JoinSuite(Long.parseLong(key));
      case JoinOrderSuite.NAME -> new JoinOrderSuite(Long.parseLong(key));
      case SortSuite.NAME -> new SortSuite(Long.parseLong(key));
      case ClicksSuite.NAME -> new ClicksSuite(Long.parseLong(key));
      case CliffsSuite.NAME -> new CliffsSuite(Long.parseLong(key));
      case RewritesSuite.NAME -> new RewritesSuite(Long.parseLong(key));
      case OwnSuite.NAME -> OwnSuite.of(key);
      case ScanSuite.NAME -> new ScanSuite(key);
      default -> throw new IllegalArgumentException("No suite " + name);
    };
  }

  /** Returns a number, without its fraction if that is zero. */
  static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }
}
