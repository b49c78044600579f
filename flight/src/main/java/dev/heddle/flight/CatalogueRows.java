package dev.heddle.flight;

import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Row;
import dev.heddle.frame.Session;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.spi.NamePattern;
import dev.heddle.frame.spi.TableInfo;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.vector.ipc.WriteChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.apache.arrow.vector.types.pojo.Schema;
import org.jspecify.annotations.Nullable;

/** Rows of catalogs, schemas and tables, as Flight SQL wants them. Stateless. */
final class CatalogueRows {
  /** The catalog of all tables and views. */
  static final String CATALOG = "heddle";

  /** Their schema. */
  static final String SCHEMA = "main";

  private static final String INFORMATION_SCHEMA = "information_schema";
  private static final String PRIMARY_KEY =
      "SELECT k.column_name, k.ordinal_position, k.constraint_name"
          + " FROM information_schema.key_column_usage AS k"
          + " JOIN information_schema.table_constraints AS c USING (table_name, constraint_name)"
          + " WHERE table_name = ? AND c.constraint_type = 'PRIMARY KEY' ORDER BY 2";

  private CatalogueRows() {}

  static RowTable catalogs() {
    return new RowTable(Schemas.GET_CATALOGS_SCHEMA, List.<Object[]>of(new Object[] {CATALOG}));
  }

  static RowTable schemas(CommandGetDbSchemas command) {
    List<String> found = List.of(INFORMATION_SCHEMA, SCHEMA);
    if (command.hasDbSchemaFilterPattern()) {
      found = NamePattern.matching(found, s -> s, command.getDbSchemaFilterPattern());
    }
    List<@Nullable Object[]> rows = new ArrayList<>();
    if (isCatalog(command.hasCatalog(), command.getCatalog())) {
      found.forEach(schema -> rows.add(new Object[] {CATALOG, schema}));
    }
    return new RowTable(Schemas.GET_SCHEMAS_SCHEMA, rows);
  }

  static RowTable tableTypes() {
    return new RowTable(
        Schemas.GET_TABLE_TYPES_SCHEMA,
        List.<Object[]>of(new Object[] {"TABLE"}, new Object[] {"VIEW"}));
  }

  /** Returns the tables that a command asks for, by kind and name. */
  static RowTable tables(CommandGetTables command, List<TableInfo> all) {
    List<TableInfo> found = all;
    if (command.hasCatalog()) {
      found =
          all.stream().filter(t -> t.database().equalsIgnoreCase(command.getCatalog())).toList();
    }
    if (command.hasDbSchemaFilterPattern()) {
      found =
          NamePattern.matching(found, TableInfo::schemaName, command.getDbSchemaFilterPattern());
    }
    if (command.hasTableNameFilterPattern()) {
      found = NamePattern.matching(found, TableInfo::name, command.getTableNameFilterPattern());
    }
    List<String> types = command.getTableTypesList();
    List<@Nullable Object[]> rows = new ArrayList<>();
    for (TableInfo.Kind kind : List.of(TableInfo.Kind.TABLE, TableInfo.Kind.VIEW)) {
      for (TableInfo table : found) {
        if (table.kind() == kind && (types.isEmpty() || types.contains(type(kind)))) {
          rows.add(row(table, command.getIncludeSchema() ? CatalogueRows::columns : null));
        }
      }
    }
    return new RowTable(
        command.getIncludeSchema()
            ? Schemas.GET_TABLES_SCHEMA
            : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA,
        rows);
  }

  /** Returns the columns of a table's primary key. */
  static RowTable primaryKeys(CommandGetPrimaryKeys command, Session session) {
    List<@Nullable Object[]> rows = new ArrayList<>();
    boolean isSchema = !command.hasDbSchema() || command.getDbSchema().equalsIgnoreCase(SCHEMA);
    if (isSchema && isCatalog(command.hasCatalog(), command.getCatalog())) {
      try (QueryResult found = session.sql(PRIMARY_KEY, List.of(command.getTable())).collect()) {
        for (Row row : found) {
          rows.add(
              new Object[] {
                CATALOG,
                SCHEMA,
                command.getTable(),
                row.value(0),
                Math.toIntExact(row.longValue(1)),
                row.value(2)
              });
        }
      }
    }
    return new RowTable(Schemas.GET_PRIMARY_KEYS_SCHEMA, rows);
  }

  private static boolean isCatalog(boolean isGiven, String catalog) {
    return !isGiven || catalog.equalsIgnoreCase(CATALOG);
  }

  private static String type(TableInfo.Kind kind) {
    return switch (kind) {
      case TABLE -> "TABLE";
      case VIEW -> "VIEW";
    };
  }

  private static @Nullable Object[] row(
      TableInfo table, @Nullable Function<TableInfo, byte[]> columns) {
    return columns == null
        ? new Object[] {table.database(), table.schemaName(), table.name(), type(table.kind())}
        : new Object[] {
          table.database(),
          table.schemaName(),
          table.name(),
          type(table.kind()),
          columns.apply(table)
        };
  }

  private static byte[] columns(TableInfo table) {
    return bytes(described(table.schema(), table.name()));
  }

  /**
   * Returns the columns with what drivers want to know of them beside their types.
   *
   * @param table null for columns of a query
   */
  static Schema described(dev.heddle.frame.schema.Schema columns, @Nullable String table) {
    List<org.apache.arrow.vector.types.pojo.Field> described = new ArrayList<>();
    Schema plain = ArrowTypes.toArrow(columns);
    for (int i = 0; i < columns.size(); i++) {
      org.apache.arrow.vector.types.pojo.Field field = plain.getFields().get(i);
      FieldType type =
          new FieldType(
              field.isNullable(), field.getType(), null, metadata(table, columns.field(i)));
      described.add(
          new org.apache.arrow.vector.types.pojo.Field(field.getName(), type, field.getChildren()));
    }
    return new Schema(described);
  }

  private static Map<String, String> metadata(@Nullable String table, Field column) {
    FlightSqlColumnMetadata.Builder facts =
        new FlightSqlColumnMetadata.Builder()
            .typeName(column.type().sqlName())
            .isAutoIncrement(false)
            .isCaseSensitive(column.type() instanceof DataType.Str)
            .isReadOnly(table == null)
            .isSearchable(true);
    if (table != null) {
      facts.catalogName(CATALOG).schemaName(SCHEMA).tableName(table);
    }
    int precision = TypeFacts.precision(column.type());
    if (precision > 0) {
      facts.precision(precision).scale(TypeFacts.scale(column.type()));
    }
    return facts.build().getMetadataMap();
  }

  /** Returns a schema as a message of Arrow. */
  static byte[] bytes(Schema schema) {
    try (ByteArrayOutputStream out = new ByteArrayOutputStream();
        WriteChannel channel = new WriteChannel(Channels.newChannel(out))) {
      long unused = MessageSerializer.serialize(channel, schema);
      return out.toByteArray();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
