package dev.heddle.bench.suite;

/** Finds suites by their {@link Suite#name} and {@link Suite#size}. */
final class Suites {
  private Suites() {}

  static Suite named(String name, String size) {
    return switch (name) {
      case TpchSuite.NAME -> new TpchSuite(Double.parseDouble(size.substring(2)));
      case GroupBySuite.NAME -> new GroupBySuite(Long.parseLong(size));
      case JoinSuite.NAME -> new JoinSuite(Long.parseLong(size));
      case JoinOrderSuite.NAME -> new JoinOrderSuite(Long.parseLong(size));
      case SortSuite.NAME -> new SortSuite(Long.parseLong(size));
      case ClicksSuite.NAME -> new ClicksSuite(Long.parseLong(size));
      case CliffsSuite.NAME -> new CliffsSuite(Long.parseLong(size));
      case ScanSuite.NAME -> new ScanSuite(size);
      default -> throw new IllegalArgumentException("No suite " + name);
    };
  }

  /** Returns a number, without its fraction if that is zero. */
  static String plain(double number) {
    return number == Math.rint(number) ? String.valueOf((long) number) : String.valueOf(number);
  }
}
