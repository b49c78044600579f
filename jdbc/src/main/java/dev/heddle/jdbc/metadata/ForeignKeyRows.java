package dev.heddle.jdbc.metadata;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of the columns of foreign keys. */
final class ForeignKeyRows {
  private static final String CONSTRAINTS =
      "SELECT database_name, schema_name, table_name, constraint_type, constraint_text,"
          + " constraint_name, referenced_table FROM duckdb_constraints()"
          + " WHERE constraint_type IN ('PRIMARY KEY', 'UNIQUE', 'FOREIGN KEY')";

  private ForeignKeyRows() {}

  /**
   * A table, or all tables that have some parts.
   *
   * @param catalog null for any
   * @param schema null for any
   * @param name null for any
   */
  record Table(@Nullable String catalog, @Nullable String schema, @Nullable String name) {
    private static final Comparator<Table> ORDER =
        Comparator.comparing((Table table) -> String.valueOf(table.catalog))
            .thenComparing(table -> String.valueOf(table.schema))
            .thenComparing(table -> String.valueOf(table.name));

    boolean includes(Table other) {
      return (catalog == null || catalog.equalsIgnoreCase(other.catalog))
          && (schema == null || schema.equals(other.schema))
          && (name == null || name.equals(other.name));
    }
  }

  /** Which table of a key the rows are ordered by. */
  enum Order {
    /** The one that is referred to. */
    PARENT,
    /** The one that has the key. */
    CHILD
  }

  private record Constraint(Table table, String type, String text, String name, String parent) {}

  /** A foreign key. */
  private record Key(
      Table child, Table parent, String name, List<String> columns, List<String> referenced) {}

  /** Returns the rows of the foreign keys of some tables that refer to some tables. */
  static List<@Nullable Object[]> rows(
      Connection connection, Table parents, Table children, Order order) throws SQLException {
    Map<String, String> keys = new HashMap<>(); // names by table and columns
    List<Key> foreign = new ArrayList<>();
    for (Constraint each : constraints(connection)) {
      ConstraintText text = new ConstraintText(each.text);
      List<String> columns = text.names();
      if (each.type.equals("FOREIGN KEY")) {
        Table parent = new Table(each.table.catalog, each.table.schema, each.parent);
        foreign.add(new Key(each.table, parent, each.name, columns, text.names()));
      } else {
        keys.put(each.table + columns.toString(), each.name);
      }
    }
    foreign.sort(
        Comparator.comparing(key -> order == Order.PARENT ? key.parent : key.child, Table.ORDER));
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (Key key : foreign) {
      if (parents.includes(key.parent) && children.includes(key.child)) {
        add(rows, key, keys.get(key.parent + key.referenced.toString()));
      }
    }
    return rows;
  }

  private static List<Constraint> constraints(Connection connection) throws SQLException {
    List<Constraint> all = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(CONSTRAINTS);
        ResultSet found = query.executeQuery()) {
      while (found.next()) {
        Table table = new Table(found.getString(1), found.getString(2), found.getString(3));
        all.add(
            new Constraint(
                table,
                found.getString(4),
                found.getString(5),
                found.getString(6),
                found.getString(7)));
      }
    }
    return all;
  }

  private static void add(List<@Nullable Object[]> rows, Key key, @Nullable String parentKey) {
    for (int i = 0; i < key.columns.size(); i++) {
      rows.add(
          new @Nullable Object[] {
            key.parent.catalog,
            key.parent.schema,
            key.parent.name,
            key.referenced.get(i),
            key.child.catalog,
            key.child.schema,
            key.child.name,
            key.columns.get(i),
            (short) (i + 1),
            (short) DatabaseMetaData.importedKeyNoAction,
            (short) DatabaseMetaData.importedKeyNoAction,
            key.name,
            parentKey,
            (short) DatabaseMetaData.importedKeyNotDeferrable
          });
    }
  }
}
