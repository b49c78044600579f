package dev.heddle.engine.catalogue;

import dev.heddle.frame.schema.Field;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a table is besides its columns and rows: the defaults of its columns, its keys, the
 * conditions that its rows meet, and its indexes. Immutable.
 *
 * @param defaults texts of expressions by the names of columns
 * @param generated likewise, of columns that are made of others of their row
 * @param keys the primary key, if there is one, and those that are UNIQUE
 */
public record TableDefinition(
    Map<String, String> defaults,
    Map<String, String> generated,
    List<Key> keys,
    List<Check> checks,
    List<Index> indexes,
    List<ForeignKey> foreignKeys) {
  /** That of a table without any. */
  public static final TableDefinition PLAIN =
      new TableDefinition(Map.of(), Map.of(), List.of(), List.of(), List.of(), List.of());

  /** Copies the parts. */
  public TableDefinition {
    defaults = Map.copyOf(defaults);
    generated = Map.copyOf(generated);
    keys = List.copyOf(keys);
    checks = List.copyOf(checks);
    indexes = List.copyOf(indexes);
    foreignKeys = List.copyOf(foreignKeys);
  }

  /** Returns the definition with other defaults. */
  public TableDefinition withDefaults(Map<String, String> others) {
    return new TableDefinition(others, generated, keys, checks, indexes, foreignKeys);
  }

  /** Returns the definition with other generated columns. */
  public TableDefinition withGenerated(Map<String, String> others) {
    return new TableDefinition(defaults, others, keys, checks, indexes, foreignKeys);
  }

  /** Returns the definition with other indexes. */
  public TableDefinition withIndexes(List<Index> others) {
    return new TableDefinition(defaults, generated, keys, checks, others, foreignKeys);
  }

  /** Returns whether a column is made of others. */
  boolean isGenerated(Field column) {
    return generated.containsKey(column.name());
  }

  /** Returns what a generated column is made of, as the catalogue shows it; null of others. */
  @Nullable String generatedText(Field column) {
    String text = generated.get(column.name());
    return text == null ? null : "CAST(" + text + " AS " + column.type().sqlName() + ")";
  }

  /** Returns the same, or a column's default; null without both. */
  @Nullable String valueText(Field column) {
    return isGenerated(column) ? generatedText(column) : defaults.get(column.name());
  }

  /**
   * Columns whose values a row of a table of the same schema has, unless one of them is null.
   *
   * @param name as it was given; null without
   * @param columns names of columns, spelled exactly
   * @param table the other table, perhaps the same, spelled exactly
   * @param referenced its columns, in the order of the others, which are a key of it
   */
  public record ForeignKey(
      @Nullable String name, List<String> columns, String table, List<String> referenced) {
    /** Copies the lists. */
    public ForeignKey {
      columns = List.copyOf(columns);
      referenced = List.copyOf(referenced);
    }

    /** Returns its name; one that is made of the table's and the columns' without. */
    public String name(String of) {
      List<String> all = new ArrayList<>(columns);
      all.addAll(referenced);
      return name != null ? name : named(of, all, "fkey");
    }

    /** Returns {@code FOREIGN KEY (a) REFERENCES t(b)}. */
    public String text() {
      return "FOREIGN KEY ("
          + columns.stream().map(SqlParser::name).collect(Collectors.joining(", "))
          + ") REFERENCES "
          + SqlParser.name(table)
          + referenced.stream().map(SqlParser::name).collect(Collectors.joining(", ", "(", ")"));
    }
  }

  /**
   * What CREATE INDEX has made: one that is UNIQUE is a key of the table. No query reads it.
   *
   * @param columns names of columns, spelled exactly
   */
  public record Index(String name, boolean isUnique, List<String> columns) {
    /** Copies the list. */
    public Index {
      columns = List.copyOf(columns);
    }
  }

  /** Returns the keys, and those of indexes. */
  public List<Key> enforced() {
    List<Key> all = new ArrayList<>(keys);
    for (Index index : indexes) {
      if (index.isUnique()) {
        all.add(new Key(index.name(), KeyKind.UNIQUE, index.columns()));
      }
    }
    return all;
  }

  /**
   * Columns of which no two rows have equal values.
   *
   * @param name as it was given; null without
   * @param columns names of columns, spelled exactly
   */
  public record Key(@Nullable String name, KeyKind kind, List<String> columns) {
    /** Copies the list. */
    public Key {
      columns = List.copyOf(columns);
    }

    /** Returns its name; one that is made of the table's and the columns' without. */
    public String name(String table) {
      return name != null
          ? name
          : switch (kind) {
            case PRIMARY -> named(table, columns, "pkey");
            case UNIQUE -> named(table, columns, "key");
          };
    }

    /** Returns {@code PRIMARY KEY (a, b)} or {@code UNIQUE (a)}. */
    public String text() {
      return switch (kind) {
            case PRIMARY -> "PRIMARY KEY";
            case UNIQUE -> "UNIQUE";
          }
          + columns.stream().map(SqlParser::name).collect(Collectors.joining(", ", " (", ")"));
    }
  }

  /**
   * A condition that is false for no row.
   *
   * @param name as it was given; null without
   * @param condition its text
   * @param columns those that it reads, in their order in the table
   */
  public record Check(@Nullable String name, String condition, List<String> columns) {
    /** Copies the list. */
    public Check {
      columns = List.copyOf(columns);
    }

    /** Returns its name; one that is made of the table's and the columns' without. */
    public String name(String table) {
      return name != null ? name : named(table, columns, "check");
    }

    /** Returns {@code CHECK (condition)}. */
    public String text() {
      return "CHECK (" + condition + ")";
    }
  }

  /** Returns the name of the constraint that NOT NULL is of a column. */
  static String notNull(String table, String column) {
    return named(table, List.of(column), "not_null");
  }

  private static String named(String table, List<String> columns, String kind) {
    List<String> parts = new ArrayList<>(columns);
    parts.add(kind);
    return table + "_" + String.join("_", parts).toLowerCase(Locale.ROOT);
  }

  /** Returns whether rows have to be checked. */
  public boolean hasConstraints() {
    return !checks.isEmpty() || !enforced().isEmpty() || !foreignKeys.isEmpty();
  }

  /** Returns the text of a column's default; that of null without. */
  public String defaultText(String column) {
    return "(" + defaults.getOrDefault(column, "NULL") + ")";
  }
}
