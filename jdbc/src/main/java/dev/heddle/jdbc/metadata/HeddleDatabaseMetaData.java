package dev.heddle.jdbc.metadata;

import dev.heddle.frame.spi.NamePattern;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.jdbc.error.Wrapping;
import dev.heddle.jdbc.feed.HeapCursor;
import dev.heddle.jdbc.feed.RowCursor;
import dev.heddle.jdbc.metadata.ForeignKeyRows.Table;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a connection's database is, and what is in it. Thread-safe. */
public final class HeddleDatabaseMetaData extends EmptyResults implements Wrapping {
  /** Lists the tables. */
  public interface TableLister {
    /** Returns all views and tables; fails if the connection is closed. */
    List<TableInfo> tables() throws SQLException;
  }

  /** Makes a result of a cursor, which it takes over. */
  public interface ResultMaker {
    /** Returns the result; fails if the connection is closed. */
    ResultSet result(RowCursor cursor) throws SQLException;
  }

  private static final String SCHEMAS =
      "SELECT catalog_name, schema_name FROM information_schema.schemata"
          + " WHERE schema_name <> 'information_schema' ORDER BY 1, 2";
  private static final String PRIMARY_KEY =
      "SELECT k.table_catalog, k.table_schema, k.column_name, k.ordinal_position,"
          + " k.constraint_name FROM information_schema.key_column_usage AS k"
          + " JOIN information_schema.table_constraints AS c"
          + " USING (table_catalog, table_schema, table_name, constraint_name)"
          + " WHERE table_name = ? AND c.constraint_type = 'PRIMARY KEY'"
          + " AND (CAST(? AS VARCHAR) IS NULL OR k.table_catalog = ?)"
          + " AND (CAST(? AS VARCHAR) IS NULL OR k.table_schema = ?) ORDER BY 3";

  private static final Table ANY = new Table(null, null, null);

  private final Connection connection;
  private final String url;
  private final TableLister lister;
  private final ResultMaker maker;

  /** Tells of a connection. */
  public HeddleDatabaseMetaData(
      Connection connection, String url, TableLister lister, ResultMaker maker) {
    this.connection = connection;
    this.url = url;
    this.lister = lister;
    this.maker = maker;
  }

  private ResultSet result(MetaDataShape shape, List<@Nullable Object[]> rows) throws SQLException {
    RowCursor cursor = new HeapCursor(shape.schema(), rows);
    try {
      return maker.result(cursor);
    } catch (SQLException e) {
      cursor.close();
      throw e;
    }
  }

  @Override
  ResultSet empty(MetaDataShape shape) throws SQLException {
    return result(shape, List.of());
  }

  private List<TableInfo> tables(
      @Nullable String catalog, @Nullable String schema, @Nullable String table)
      throws SQLException {
    List<TableInfo> all =
        lister.tables().stream()
            .filter(each -> catalog == null || catalog.equalsIgnoreCase(each.database()))
            .toList();
    return NamePattern.matching(
        NamePattern.matching(all, TableInfo::schemaName, schema), TableInfo::name, table);
  }

  private static boolean isMatched(@Nullable String catalog, @Nullable String schema) {
    return (catalog == null || catalog.equalsIgnoreCase(Names.CATALOG))
        && !NamePattern.matching(List.of(Names.SCHEMA), n -> n, schema).isEmpty();
  }

  @Override
  public ResultSet getTables(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      String @Nullable [] types)
      throws SQLException {
    List<TableInfo> tables = tables(catalog, schema, table);
    return result(
        MetaDataShape.TABLES,
        CatalogueRows.tables(
            types == null
                ? tables
                : tables.stream()
                    .filter(t -> Arrays.asList(types).contains(CatalogueRows.kind(t)))
                    .toList()));
  }

  @Override
  public ResultSet getColumns(
      @Nullable String catalog,
      @Nullable String schema,
      @Nullable String table,
      @Nullable String column)
      throws SQLException {
    return result(
        MetaDataShape.COLUMNS, CatalogueRows.columns(tables(catalog, schema, table), column));
  }

  @Override
  public ResultSet getPrimaryKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    List<@Nullable Object[]> rows = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(PRIMARY_KEY)) {
      query.setString(1, table);
      query.setString(2, catalog);
      query.setString(3, catalog);
      query.setString(4, schema);
      query.setString(5, schema);
      try (ResultSet found = query.executeQuery()) {
        while (found.next()) {
          rows.add(
              new Object[] {
                found.getString(1),
                found.getString(2),
                table,
                found.getString(3),
                found.getShort(4),
                found.getString(5)
              });
        }
      }
    }
    return result(MetaDataShape.PRIMARY_KEYS, rows);
  }

  @Override
  public ResultSet getImportedKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    return foreignKeys(ANY, new Table(catalog, schema, table), ForeignKeyRows.Order.PARENT);
  }

  @Override
  public ResultSet getExportedKeys(@Nullable String catalog, @Nullable String schema, String table)
      throws SQLException {
    return foreignKeys(new Table(catalog, schema, table), ANY, ForeignKeyRows.Order.CHILD);
  }

  @Override
  public ResultSet getCrossReference(
      @Nullable String parentCatalog,
      @Nullable String parentSchema,
      String parentTable,
      @Nullable String catalog,
      @Nullable String schema,
      String table)
      throws SQLException {
    return foreignKeys(
        new Table(parentCatalog, parentSchema, parentTable),
        new Table(catalog, schema, table),
        ForeignKeyRows.Order.CHILD);
  }

  private ResultSet foreignKeys(Table parents, Table children, ForeignKeyRows.Order order)
      throws SQLException {
    return result(
        MetaDataShape.FOREIGN_KEYS, ForeignKeyRows.rows(connection, parents, children, order));
  }

  @Override
  public ResultSet getSchemas() throws SQLException {
    return getSchemas(null, null);
  }

  @Override
  public ResultSet getSchemas(@Nullable String catalog, @Nullable String schema)
      throws SQLException {
    List<String[]> all = new ArrayList<>();
    try (PreparedStatement query = connection.prepareStatement(SCHEMAS);
        ResultSet found = query.executeQuery()) {
      while (found.next()) {
        String database = found.getString(1);
        if (catalog == null || catalog.equalsIgnoreCase(database)) {
          all.add(new String[] {found.getString(2), database});
        }
      }
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String[] each : NamePattern.matching(all, names -> names[0], schema)) {
      rows.add(new Object[] {each[0], each[1]});
    }
    return result(MetaDataShape.SCHEMAS, rows);
  }

  private static List<@Nullable Object[]> single(String... values) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (String value : values) {
      rows.add(new Object[] {value});
    }
    return rows;
  }

  @Override
  public ResultSet getCatalogs() throws SQLException {
    return result(MetaDataShape.CATALOGS, single(Names.CATALOG));
  }

  @Override
  public ResultSet getTableTypes() throws SQLException {
    return result(MetaDataShape.TABLE_TYPES, single("TABLE", "VIEW"));
  }

  @Override
  public ResultSet getTypeInfo() throws SQLException {
    return result(MetaDataShape.TYPE_INFO, TypeRows.rows());
  }

  @Override
  public ResultSet getFunctions(
      @Nullable String catalog, @Nullable String schema, @Nullable String name)
      throws SQLException {
    return result(
        MetaDataShape.FUNCTIONS,
        isMatched(catalog, schema) ? CatalogueRows.functions(name) : List.of());
  }

  @Override
  public String getURL() {
    return url;
  }

  @Override
  public Connection getConnection() {
    return connection;
  }
}
