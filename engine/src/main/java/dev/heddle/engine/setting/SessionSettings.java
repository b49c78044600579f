package dev.heddle.engine.setting;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.planner.sql.SqlRules;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The settings of one session while it is open. Thread-safe. */
public final class SessionSettings {
  private static final String APPLICATION_NAME = "application_name";
  private static final String SEED = "seed";

  /** Other names of options. */
  private static final Map<String, OptionSetting> ALIASES =
      Map.of("timezone", OptionSetting.TIME_ZONE);

  private final SessionOptions opened;
  private volatile SessionOptions current;
  private volatile String applicationName = "";
  private volatile @Nullable Instant transactionBegun;
  private final QuerySeeds seeds = new QuerySeeds();
  private volatile Duration statementTimeout = Duration.ZERO;
  private volatile SqlRules sqlRules = SqlRules.DEFAULT;

  /** Makes those of a session that is opened with options. */
  public SessionSettings(SessionOptions opened) {
    this.opened = requireNonNull(opened, "opened is null");
    this.current = opened;
  }

  /**
   * A setting and what it is.
   *
   * @param description what it means
   */
  public record Shown(String name, String value, String description) {}

  /** Returns the options as they are now. */
  public SessionOptions options() {
    return current;
  }

  /** Returns the zone in which points in time are shown. */
  public ZoneId timeZone() {
    return current.timeZone();
  }

  /** Returns what the random numbers of a query follow from, which is the next one. */
  public long nextSeed(LogicalPlan plan) {
    seeds.startAt(plan);
    return seeds.next();
  }

  /** Returns when the next query begins: in a transaction, when that began. */
  public Instant now() {
    Instant begun = transactionBegun;
    return begun == null ? Instant.now() : begun;
  }

  /** Notes that a transaction begins now. */
  public void beginTransaction() {
    transactionBegun = Instant.now();
  }

  /** Notes that no transaction is open. */
  public void endTransaction() {
    transactionBegun = null;
  }

  /** Returns what has been chosen about the meaning of texts. */
  public SqlRules sqlRules() {
    return sqlRules;
  }

  /** Returns how long a statement may run; zero for no bound. */
  public Duration statementTimeout() {
    return statementTimeout;
  }

  /**
   * Changes a setting.
   *
   * @param values its parts; empty for what the session was opened with
   * @throws HeddleException if there is no such setting, it cannot change while the session is
   *     open, or the value is none
   */
  public synchronized void set(String name, List<String> values) {
    if (values.isEmpty()) {
      reset(name);
      return;
    }
    String value = String.join(", ", values);
    if (name.equalsIgnoreCase(APPLICATION_NAME)) {
      applicationName = value;
      return;
    }
    if (name.equalsIgnoreCase(SEED)) {
      seeds.startAt(value);
      return;
    }
    if (name.equalsIgnoreCase(StatementTime.NAME)) {
      statementTimeout = StatementTime.read(values);
      return;
    }
    Optional<RuleSetting> rule = RuleSetting.of(name);
    if (rule.isPresent()) {
      sqlRules = rule.get().with(sqlRules, values);
      return;
    }
    Optional<OptionSetting> option = option(name);
    if (option.isPresent()) {
      change(option.get(), values, value);
      return;
    }
    StandardSetting setting = standard(name).orElseThrow(() -> unknown("set", name, names()));
    if (!setting.takes(value)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot set "
              + setting.sqlName()
              + " to "
              + value
              + ": it is "
              + setting.value()
              + " in every session, since "
              + setting.reason());
    }
  }

  private void change(OptionSetting option, List<String> values, String value) {
    if (option.isChangeable()) {
      current = option.with(current, values);
    } else if (!option.isAlready(current, value)) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot set "
              + option.sqlName()
              + " to "
              + value
              + ": it is "
              + option.value(current)
              + " until the session is closed; open a new session with it");
    }
  }

  /** Gives a setting the value that the session was opened with. */
  public synchronized void reset(String name) {
    if (name.equalsIgnoreCase(APPLICATION_NAME)) {
      applicationName = "";
      return;
    }
    if (name.equalsIgnoreCase(SEED)) {
      seeds.reset();
      return;
    }
    if (name.equalsIgnoreCase(StatementTime.NAME)) {
      statementTimeout = Duration.ZERO;
      return;
    }
    Optional<RuleSetting> rule = RuleSetting.of(name);
    if (rule.isPresent()) {
      sqlRules = rule.get().with(sqlRules, List.of(rule.get().value(SqlRules.DEFAULT)));
      return;
    }
    Optional<OptionSetting> option = option(name);
    if (option.isPresent()) {
      current = option.get().as(current, opened);
    } else if (standard(name).isEmpty()) {
      throw unknown("reset", name, names());
    }
  }

  /** Gives all settings the values that the session was opened with. */
  public synchronized void resetAll() {
    current = opened;
    applicationName = "";
    seeds.reset();
    statementTimeout = Duration.ZERO;
    sqlRules = SqlRules.DEFAULT;
  }

  /** Returns whether there is a setting of a name. */
  public boolean has(String name) {
    String wanted = option(name).map(OptionSetting::sqlName).orElse(name.toLowerCase(Locale.ROOT));
    return all().stream().anyMatch(shown -> shown.name().equals(wanted));
  }

  /** Returns a setting. */
  public Shown show(String name) {
    String wanted = option(name).map(OptionSetting::sqlName).orElse(name.toLowerCase(Locale.ROOT));
    List<String> names = new ArrayList<>(names());
    names.add("tables");
    return all().stream()
        .filter(shown -> shown.name().equals(wanted))
        .findFirst()
        .orElseThrow(() -> unknown("show", name, names));
  }

  /** Returns a setting as a query reads it, a Long or a text. */
  public Object value(String name) {
    String text = show(name).value();
    return option(name).map(OptionSetting::isNumber).orElse(false) ? Long.valueOf(text) : text;
  }

  /** Returns all settings, by name. */
  public List<Shown> all() {
    SessionOptions options = current;
    Map<String, Shown> all = new TreeMap<>();
    for (OptionSetting option : OptionSetting.values()) {
      all.put(
          option.sqlName(),
          new Shown(option.sqlName(), option.value(options), option.description()));
    }
    for (StandardSetting setting : StandardSetting.values()) {
      all.put(setting.sqlName(), new Shown(setting.sqlName(), setting.value(), setting.reason()));
    }
    all.put(
        APPLICATION_NAME,
        new Shown(APPLICATION_NAME, applicationName, "what the client calls itself"));
    all.put(SEED, new Shown(SEED, seeds.text(), "what random numbers follow from"));
    SqlRules rules = sqlRules;
    for (RuleSetting rule : RuleSetting.values()) {
      all.put(rule.sqlName(), new Shown(rule.sqlName(), rule.value(rules), rule.description()));
    }
    all.put(
        StatementTime.NAME,
        new Shown(
            StatementTime.NAME, StatementTime.text(statementTimeout), StatementTime.DESCRIPTION));
    return List.copyOf(all.values());
  }

  private List<String> names() {
    return all().stream().map(Shown::name).toList();
  }

  private static Optional<OptionSetting> option(String name) {
    for (OptionSetting option : OptionSetting.values()) {
      if (option.sqlName().equalsIgnoreCase(name)) {
        return Optional.of(option);
      }
    }
    return Optional.ofNullable(ALIASES.get(name.toLowerCase(Locale.ROOT)));
  }

  private static Optional<StandardSetting> standard(String name) {
    for (StandardSetting setting : StandardSetting.values()) {
      if (setting.sqlName().equalsIgnoreCase(name)) {
        return Optional.of(setting);
      }
    }
    return Optional.empty();
  }

  private static HeddleException unknown(String verb, String name, List<String> names) {
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot " + verb + " a setting: " + NearestNames.missing("setting", name, names));
  }
}
