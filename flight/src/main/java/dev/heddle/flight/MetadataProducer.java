package dev.heddle.flight;

import com.google.protobuf.Any;
import com.google.protobuf.Message;
import java.util.List;
import java.util.function.Function;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightEndpoint;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlProducer;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCatalogs;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetCrossReference;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetDbSchemas;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetExportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetImportedKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetPrimaryKeys;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetSqlInfo;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTableTypes;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetTables;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandGetXdbcTypeInfo;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.vector.types.pojo.Schema;

/**
 * Answers questions about the catalogue and the server. Of primary and foreign keys there are none:
 * tables have no constraints but NOT NULL. Thread-safe.
 */
abstract class MetadataProducer implements FlightSqlProducer {
  private static final int UNKNOWN = -1;

  private final ServerFacts facts;

  /** Makes a producer that tells of a server with these sessions. */
  MetadataProducer(ClientSessions sessions) {
    facts = new ServerFacts(sessions.access(), sessions.limits());
  }

  /** Sends rows that are made by the call's own thread. */
  abstract void sendRows(
      CallContext context, ServerStreamListener client, Function<ClientSession, RowTable> rows);

  /** Returns what answers that are known are allocated by. */
  abstract BufferAllocator allocator();

  private static FlightInfo info(Message command, FlightDescriptor descriptor, Schema schema) {
    Ticket ticket = new Ticket(Any.pack(command).toByteArray());
    return new FlightInfo(
        schema, descriptor, List.of(new FlightEndpoint(ticket)), UNKNOWN, UNKNOWN);
  }

  private void sendNone(CallContext context, ServerStreamListener client, Schema schema) {
    sendRows(context, client, _ -> new RowTable(schema, List.of()));
  }

  @Override
  public FlightInfo getFlightInfoSqlInfo(
      CommandGetSqlInfo command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_SQL_INFO_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoTypeInfo(
      CommandGetXdbcTypeInfo command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_TYPE_INFO_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoCatalogs(
      CommandGetCatalogs command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_CATALOGS_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoSchemas(
      CommandGetDbSchemas command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_SCHEMAS_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoTableTypes(
      CommandGetTableTypes command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_TABLE_TYPES_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoPrimaryKeys(
      CommandGetPrimaryKeys command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_PRIMARY_KEYS_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoExportedKeys(
      CommandGetExportedKeys command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_EXPORTED_KEYS_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoImportedKeys(
      CommandGetImportedKeys command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_IMPORTED_KEYS_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoCrossReference(
      CommandGetCrossReference command, CallContext context, FlightDescriptor descriptor) {
    return info(command, descriptor, Schemas.GET_CROSS_REFERENCE_SCHEMA);
  }

  @Override
  public FlightInfo getFlightInfoTables(
      CommandGetTables command, CallContext context, FlightDescriptor descriptor) {
    return info(
        command,
        descriptor,
        command.getIncludeSchema()
            ? Schemas.GET_TABLES_SCHEMA
            : Schemas.GET_TABLES_SCHEMA_NO_SCHEMA);
  }

  @Override
  public void getStreamSqlInfo(
      CommandGetSqlInfo command, CallContext context, ServerStreamListener client) {
    facts.send(command.getInfoList(), allocator(), client);
  }

  @Override
  public void getStreamTypeInfo(
      CommandGetXdbcTypeInfo command, CallContext context, ServerStreamListener client) {
    Integer wanted = command.hasDataType() ? (Integer) command.getDataType() : null;
    sendRows(context, client, _ -> TypeFacts.rows(wanted));
  }

  @Override
  public void getStreamCatalogs(CallContext context, ServerStreamListener client) {
    sendRows(context, client, _ -> CatalogueRows.catalogs());
  }

  @Override
  public void getStreamSchemas(
      CommandGetDbSchemas command, CallContext context, ServerStreamListener client) {
    sendRows(context, client, _ -> CatalogueRows.schemas(command));
  }

  @Override
  public void getStreamTables(
      CommandGetTables command, CallContext context, ServerStreamListener client) {
    sendRows(context, client, owner -> CatalogueRows.tables(command, owner.session().tables()));
  }

  @Override
  public void getStreamTableTypes(CallContext context, ServerStreamListener client) {
    sendRows(context, client, _ -> CatalogueRows.tableTypes());
  }

  @Override
  public void getStreamPrimaryKeys(
      CommandGetPrimaryKeys command, CallContext context, ServerStreamListener client) {
    sendRows(context, client, owner -> CatalogueRows.primaryKeys(command, owner.session()));
  }

  @Override
  public void getStreamExportedKeys(
      CommandGetExportedKeys command, CallContext context, ServerStreamListener client) {
    sendNone(context, client, Schemas.GET_EXPORTED_KEYS_SCHEMA);
  }

  @Override
  public void getStreamImportedKeys(
      CommandGetImportedKeys command, CallContext context, ServerStreamListener client) {
    sendNone(context, client, Schemas.GET_IMPORTED_KEYS_SCHEMA);
  }

  @Override
  public void getStreamCrossReference(
      CommandGetCrossReference command, CallContext context, ServerStreamListener client) {
    sendNone(context, client, Schemas.GET_CROSS_REFERENCE_SCHEMA);
  }
}
