package dev.heddle.engine.setting;

import dev.heddle.engine.observed.ObservedRowStore;
import dev.heddle.frame.option.ClusterOptions;
import dev.heddle.frame.option.SessionOptions;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** The options of a session as settings of SQL, by their names with underscores. */
enum OptionSetting {
  THREADS("threads that run operators; 0 means one for each processor"),
  MEMORY_BUDGET_BYTES("bytes that may be held off-heap; 0 means as the machine allows"),
  PARTITIONS("how many partitions the plan is cut into; 0 lets the engine decide"),
  TIME_ZONE("zone in which timestamps with zone are shown"),
  SPILL_FOLDER("where operators put what does not fit into memory"),
  SPILL_QUOTA_BYTES("the most bytes of all spill files; 0 means no bound"),
  IS_OPTIMIZED("whether plans are rewritten"),
  GENERATES_CODE("whether hot loops are given code of their own"),
  CLUSTER("which cluster runs the queries"),
  EXCLUDED_RULES("names of the optimizer's rules that are left out"),
  IS_TRACED("whether queries are spans of OpenTelemetry"),
  MAX_RECURSION_ROUNDS("how many rounds WITH RECURSIVE may take"),
  USES_OBSERVED_ROWS("whether plans use row counts of earlier runs"),
  OBSERVED_ROWS_FOLDER("where row counts of runs are kept");

  private final String description;

  OptionSetting(String description) {
    this.description = description;
  }

  String sqlName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Returns whether its values are integers. */
  boolean isNumber() {
    return switch (this) {
      case THREADS, MEMORY_BUDGET_BYTES, PARTITIONS, SPILL_QUOTA_BYTES, MAX_RECURSION_ROUNDS ->
          true;
      default -> false;
    };
  }

  String description() {
    return description;
  }

  /** Returns what it is. */
  String value(SessionOptions options) {
    return switch (this) {
      case THREADS -> Integer.toString(options.threads());
      case MEMORY_BUDGET_BYTES -> Long.toString(options.memoryBudgetBytes());
      case PARTITIONS -> Integer.toString(options.partitions());
      case TIME_ZONE -> options.timeZone().getId();
      case SPILL_FOLDER ->
          options.spillFolder() == null
              ? System.getProperty("java.io.tmpdir", "")
              : options.spillFolder().toString();
      case SPILL_QUOTA_BYTES -> Long.toString(options.spillQuotaBytes());
      case IS_OPTIMIZED -> onOrOff(options.isOptimized());
      case GENERATES_CODE -> onOrOff(options.generatesCode());
      case CLUSTER -> {
        ClusterOptions cluster = options.cluster();
        yield cluster == null ? "none" : cluster.host() + ":" + cluster.port();
      }
      case EXCLUDED_RULES -> String.join(", ", new TreeSet<>(options.excludedRules()));
      case IS_TRACED -> onOrOff(options.isTraced());
      case MAX_RECURSION_ROUNDS -> Integer.toString(options.maxRecursionRounds());
      case USES_OBSERVED_ROWS -> onOrOff(options.usesObservedRows());
      case OBSERVED_ROWS_FOLDER -> ObservedRowStore.folder(options).toString();
    };
  }

  private static String onOrOff(boolean value) {
    return value ? "on" : "off";
  }

  /** Whether it can change while a session is open. */
  boolean isChangeable() {
    return switch (this) {
      case PARTITIONS, TIME_ZONE, IS_OPTIMIZED, GENERATES_CODE, EXCLUDED_RULES -> true;
      case MAX_RECURSION_ROUNDS, USES_OBSERVED_ROWS -> true;
      case THREADS, MEMORY_BUDGET_BYTES, SPILL_FOLDER, SPILL_QUOTA_BYTES -> false;
      case CLUSTER, IS_TRACED, OBSERVED_ROWS_FOLDER -> false;
    };
  }

  /** Returns options with another value of this setting, which can change. */
  SessionOptions with(SessionOptions options, List<String> values) {
    return switch (this) {
      case PARTITIONS -> options.withPartitions(SettingValues.integer(sqlName(), values));
      case TIME_ZONE -> options.withTimeZone(SettingValues.zone(sqlName(), values));
      case IS_OPTIMIZED -> {
        boolean value = SettingValues.bool(sqlName(), values);
        yield copy(options, value, options.generatesCode(), options.usesObservedRows());
      }
      case GENERATES_CODE -> {
        boolean value = SettingValues.bool(sqlName(), values);
        yield copy(options, options.isOptimized(), value, options.usesObservedRows());
      }
      case USES_OBSERVED_ROWS -> {
        boolean value = SettingValues.bool(sqlName(), values);
        yield copy(options, options.isOptimized(), options.generatesCode(), value);
      }
      case MAX_RECURSION_ROUNDS ->
          options.withMaxRecursionRounds(SettingValues.integer(sqlName(), values));
      case EXCLUDED_RULES ->
          options.withExcludedRules(values.equals(List.of("")) ? Set.of() : Set.copyOf(values));
      case THREADS,
          MEMORY_BUDGET_BYTES,
          SPILL_FOLDER,
          SPILL_QUOTA_BYTES,
          CLUSTER,
          IS_TRACED,
          OBSERVED_ROWS_FOLDER ->
          throw new IllegalStateException("Not changeable: " + this);
    };
  }

  /** Returns options with this setting as others have it. */
  SessionOptions as(SessionOptions options, SessionOptions others) {
    return switch (this) {
      case PARTITIONS -> options.withPartitions(others.partitions());
      case TIME_ZONE -> options.withTimeZone(others.timeZone());
      case IS_OPTIMIZED ->
          copy(options, others.isOptimized(), options.generatesCode(), options.usesObservedRows());
      case GENERATES_CODE ->
          copy(options, options.isOptimized(), others.generatesCode(), options.usesObservedRows());
      case USES_OBSERVED_ROWS ->
          copy(options, options.isOptimized(), options.generatesCode(), others.usesObservedRows());
      case EXCLUDED_RULES -> options.withExcludedRules(others.excludedRules());
      case MAX_RECURSION_ROUNDS -> options.withMaxRecursionRounds(others.maxRecursionRounds());
      case THREADS,
          MEMORY_BUDGET_BYTES,
          SPILL_FOLDER,
          SPILL_QUOTA_BYTES,
          CLUSTER,
          IS_TRACED,
          OBSERVED_ROWS_FOLDER ->
          options;
    };
  }

  private static SessionOptions copy(
      SessionOptions o, boolean isOptimized, boolean generatesCode, boolean usesObservedRows) {
    return new SessionOptions(
        o.threads(),
        o.memoryBudgetBytes(),
        o.partitions(),
        o.timeZone(),
        o.spillFolder(),
        o.spillQuotaBytes(),
        isOptimized,
        generatesCode,
        o.s3(),
        o.cluster(),
        o.excludedRules(),
        o.ui(),
        o.isTraced(),
        o.maxRecursionRounds(),
        usesObservedRows,
        o.observedRowsFolder());
  }

  /** Whether a value is the one that options have. */
  boolean isAlready(SessionOptions options, String value) {
    String now = value(options);
    return switch (this) {
      case THREADS, MEMORY_BUDGET_BYTES, PARTITIONS, SPILL_QUOTA_BYTES, MAX_RECURSION_ROUNDS ->
          value.matches("\\d{1,18}") && Long.parseLong(value) == Long.parseLong(now);
      case IS_OPTIMIZED, GENERATES_CODE, IS_TRACED, USES_OBSERVED_ROWS ->
          SettingValues.isAlike(now, value);
      case TIME_ZONE, SPILL_FOLDER, OBSERVED_ROWS_FOLDER, CLUSTER, EXCLUDED_RULES ->
          now.equals(value);
    };
  }
}
