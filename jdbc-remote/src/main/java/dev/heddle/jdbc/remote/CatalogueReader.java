package dev.heddle.jdbc.remote;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.spi.TableInfo;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.jspecify.annotations.Nullable;

/** Reads the tables that a server lists. Stateless. */
final class CatalogueReader {
  private CatalogueReader() {}

  /** Adds the tables of some rows. */
  static void read(VectorSchemaRoot rows, List<TableInfo> tables) {
    if (rows.getVector("table_name") instanceof VarCharVector names
        && rows.getVector("table_type") instanceof VarCharVector types
        && rows.getVector("table_schema") instanceof VarBinaryVector schemas) {
      for (int row = 0; row < rows.getRowCount(); row++) {
        TableInfo.Kind kind =
            String.valueOf(types.getObject(row)).contains("VIEW")
                ? TableInfo.Kind.VIEW
                : TableInfo.Kind.TABLE;
        tables.add(
            new TableInfo(
                text(rows, "catalog_name", row),
                text(rows, "db_schema_name", row),
                String.valueOf(names.getObject(row)),
                kind,
                schema(schemas.get(row))));
      }
    } else {
      throw corrupt("its columns are " + rows.getSchema(), null);
    }
  }

  private static String text(VectorSchemaRoot rows, String column, int row) {
    if (rows.getVector(column) instanceof VarCharVector texts && !texts.isNull(row)) {
      return String.valueOf(texts.getObject(row));
    }
    throw corrupt("it has no " + column, null);
  }

  private static dev.heddle.frame.schema.Schema schema(byte[] message) {
    try (ReadChannel channel =
        new ReadChannel(Channels.newChannel(new ByteArrayInputStream(message)))) {
      return ArrowTypes.fromArrow(MessageSerializer.deserializeSchema(channel));
    } catch (IOException e) {
      throw corrupt(String.valueOf(e.getMessage()), e);
    }
  }

  private static HeddleException corrupt(String why, @Nullable Throwable cause) {
    return new HeddleException(
        ErrorCode.CORRUPT_MESSAGE, "Cannot read the server's list of tables: " + why, cause);
  }
}
