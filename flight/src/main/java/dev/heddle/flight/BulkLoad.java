package dev.heddle.flight;

import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.LoadMode;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.VectorSchemaRoot;

/** Puts the rows that a client sends into a table. Stateless. */
final class BulkLoad {
  private BulkLoad() {}

  /**
   * Loads all rows of a stream, or none, and returns their number.
   *
   * @throws dev.heddle.frame.error.HeddleException also for what tables cannot be: temporary, or in
   *     another catalog or schema
   */
  static long run(
      ClientCall call, ClientSession session, CommandStatementIngest command, FlightStream stream) {
    check(command);
    return call.run(
        session,
        each -> {
          Batches batches = new Batches(stream);
          boolean isEmpty = !batches.hasNext();
          Schema schema =
              ArrowTypes.fromArrow(
                  isEmpty ? stream.getSchema() : stream.getRoot().getSchema(),
                  isEmpty ? null : stream.getDictionaryProvider());
          return each.session()
              .engine()
              .loadTable(
                  command.getTable(),
                  mode(command.getTableDefinitionOptions()),
                  schema,
                  batches,
                  stream.getDictionaryProvider());
        });
  }

  private static void check(CommandStatementIngest command) {
    String refused = "Cannot load rows into \"" + command.getTable() + "\": ";
    if (command.getTable().isEmpty()) {
      throw FlightErrors.invalid("Cannot load rows: no table is named; name one");
    }
    if (command.hasCatalog() && !command.getCatalog().equalsIgnoreCase(CatalogueRows.CATALOG)) {
      throw FlightErrors.unsupported(
          refused + "there is no catalog " + command.getCatalog() + "; leave it out");
    }
    if (command.hasSchema() && !command.getSchema().equalsIgnoreCase(CatalogueRows.SCHEMA)) {
      throw FlightErrors.unsupported(
          refused
              + "tables are in the schema main, not in "
              + command.getSchema()
              + "; leave it out");
    }
    if (command.getTemporary()) {
      throw FlightErrors.unsupported(
          refused + "there are no temporary tables; load into one that all see, and drop it");
    }
    if (command.hasTransactionId() && !command.getTransactionId().isEmpty()) {
      throw StatementProducer.noTransactions();
    }
  }

  private static LoadMode mode(TableDefinitionOptions options) {
    boolean isToFail = options.getIfNotExist() == TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL;
    TableExistsOption exists = options.getIfExists();
    if (exists == TableExistsOption.TABLE_EXISTS_OPTION_APPEND) {
      return isToFail ? LoadMode.APPEND : LoadMode.CREATE_OR_APPEND;
    }
    if (exists == TableExistsOption.TABLE_EXISTS_OPTION_REPLACE) {
      return isToFail ? LoadMode.REPLACE : LoadMode.CREATE_OR_REPLACE;
    }
    if (isToFail) {
      throw FlightErrors.invalid(
          "Cannot load rows: the table must neither exist nor be missing; allow one of them");
    }
    return LoadMode.CREATE;
  }

  /** The batches of a stream, which is refilled by each. */
  private static final class Batches implements Iterator<VectorSchemaRoot> {
    private final FlightStream stream;
    private boolean isReady;
    private boolean isOver;

    Batches(FlightStream stream) {
      this.stream = stream;
    }

    @Override
    public boolean hasNext() {
      if (!isReady && !isOver) {
        isReady = stream.next();
        isOver = !isReady;
      }
      return isReady;
    }

    @Override
    public VectorSchemaRoot next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      isReady = false;
      return stream.getRoot();
    }
  }
}
