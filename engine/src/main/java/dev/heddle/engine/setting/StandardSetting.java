package dev.heddle.engine.setting;

import java.util.List;
import java.util.Locale;

/**
 * Settings that drivers and tools send by themselves. They hold one value in every session and can
 * be set to it, or to what means no more than it.
 */
enum StandardSetting {
  CLIENT_ENCODING("UTF8", List.of("utf-8", "unicode", "utf8mb4"), "texts are Unicode"),
  SEARCH_PATH("main", List.of("heddle.main"), "tables are in the schema main"),
  SCHEMA("main", List.of("heddle.main"), "tables are in the schema main"),
  STANDARD_CONFORMING_STRINGS("on", List.of(), "a backslash is itself but in E'...'"),
  DATESTYLE("ISO", List.of("iso, mdy", "iso, ymd", "iso, dmy"), "dates are written 2024-01-31"),
  EXTRA_FLOAT_DIGITS("3", List.of("1", "2"), "numbers are written with all their digits"),
  AUTOCOMMIT("on", List.of(), "each statement commits by itself unless BEGIN is before it"),
  TRANSACTION_ISOLATION("repeatable read", Isolation.WEAKER, Isolation.REASON),
  DEFAULT_TRANSACTION_ISOLATION("repeatable read", Isolation.WEAKER, Isolation.REASON),
  TRANSACTION_READ_ONLY("off", List.of(), "sessions take statements that write"),
  DEFAULT_TRANSACTION_READ_ONLY("off", List.of(), "sessions take statements that write"),
  LOCK_TIMEOUT("0", List.of(), "statements wait for no lock"),
  IDLE_IN_TRANSACTION_SESSION_TIMEOUT("0", List.of(), "transactions are open for any time");

  /** What transactions are isolated from: constants of an enum cannot name its own. */
  private static final class Isolation {
    static final List<String> WEAKER = List.of("read uncommitted", "read committed", "snapshot");
    static final String REASON = "a transaction sees what was committed when it began";
  }

  private final String value;
  private final List<String> alike;
  private final String reason;

  StandardSetting(String value, List<String> alike, String reason) {
    this.value = value;
    this.alike = alike;
    this.reason = reason;
  }

  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  String value() {
    return value;
  }

  /** Returns why it has this value. */
  String reason() {
    return reason;
  }

  boolean takes(String wanted) {
    return SettingValues.isAlike(value, wanted) || alike.contains(wanted.toLowerCase(Locale.ROOT));
  }
}
