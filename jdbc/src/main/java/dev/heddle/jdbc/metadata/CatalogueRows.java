package dev.heddle.jdbc.metadata;

import dev.heddle.frame.expr.catalogue.AggregateFunction;
import dev.heddle.frame.expr.catalogue.CatalogueFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.WindowFunction;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.spi.NamePattern;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.jdbc.value.JdbcType;
import java.sql.DatabaseMetaData;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/** Rows of tables, columns and functions. */
final class CatalogueRows {
  private CatalogueRows() {}

  static String kind(TableInfo table) {
    return switch (table.kind()) {
      case TABLE -> "TABLE";
      case VIEW -> "VIEW";
    };
  }

  static List<@Nullable Object[]> tables(List<TableInfo> tables) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    tables.stream()
        .sorted(
            Comparator.comparing(CatalogueRows::kind)
                .thenComparing(TableInfo::database)
                .thenComparing(TableInfo::schemaName)
                .thenComparing(TableInfo::name))
        .forEach(
            table ->
                rows.add(
                    new @Nullable Object[] {
                      table.database(),
                      table.schemaName(),
                      table.name(),
                      kind(table),
                      null,
                      null,
                      null,
                      null,
                      null,
                      null
                    }));
    return rows;
  }

  /** Returns the columns of tables in their order. */
  static List<@Nullable Object[]> columns(List<TableInfo> tables, @Nullable String pattern) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (TableInfo table : tables) {
      List<Field> all = table.schema().fields();
      List<Integer> positions = new ArrayList<>();
      for (int i = 0; i < all.size(); i++) {
        positions.add(i);
      }
      for (int i : NamePattern.matching(positions, i -> all.get(i).name(), pattern)) {
        rows.add(column(table, i));
      }
    }
    return rows;
  }

  private static @Nullable Object[] column(TableInfo table, int index) {
    Field field = table.schema().field(index);
    JdbcType type = JdbcType.of(field.type());
    boolean isText = type.code() == Types.VARCHAR || type.code() == Types.VARBINARY;
    boolean hasScale = type.scale() > 0 || type.isSigned();
    return new @Nullable Object[] {
      table.database(),
      table.schemaName(),
      table.name(),
      field.name(),
      type.code(),
      type.name(),
      isText ? Integer.MAX_VALUE : type.precision(),
      null,
      hasScale ? type.scale() : null,
      type.isSigned() ? type.radix() : null,
      field.nullable() ? DatabaseMetaData.columnNullable : DatabaseMetaData.columnNoNulls,
      null,
      null,
      null,
      null,
      isText ? Integer.MAX_VALUE : null,
      index + 1,
      field.nullable() ? "YES" : "NO",
      null,
      null,
      null,
      null,
      "NO",
      "NO"
    };
  }

  static List<@Nullable Object[]> functions(@Nullable String pattern) {
    TreeSet<String> names = new TreeSet<>();
    List<CatalogueFunction> functions = new ArrayList<>();
    for (ScalarFunction function : ScalarFunction.values()) {
      if (function.isNamed()) {
        functions.add(function);
      }
    }
    for (AggregateFunction function : AggregateFunction.values()) {
      if (function.isNamed()) {
        functions.add(function);
      }
    }
    functions.addAll(List.of(WindowFunction.values()));
    for (CatalogueFunction function : functions) {
      String name = function.displayName();
      if (Character.isLetter(name.charAt(0))) {
        names.add(name.toLowerCase(Locale.ROOT));
      }
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String name : NamePattern.matching(List.copyOf(names), n -> n, pattern)) {
      rows.add(
          new @Nullable Object[] {
            Names.CATALOG, Names.SCHEMA, name, null, (short) DatabaseMetaData.functionNoTable, name
          });
    }
    return rows;
  }
}
