package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.option.SessionAccess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server whose clients change nothing. */
class ReadOnlyServerTest extends ServedTest {
  @TempDir private static Path allowed;

  @Override
  SessionAccess access() {
    return SessionAccess.toPaths(List.of(allowed.toString())).readOnly();
  }

  private void ingest(String table) {
    try (VectorSchemaRoot root = VectorSchemaRoot.of(new BigIntVector("i", allocator))) {
      root.allocateNew();
      root.setRowCount(1);
      ExecuteIngestOptions options =
          new ExecuteIngestOptions(
              table, TableDefinitionOptions.getDefaultInstance(), null, null, Map.of());
      assertThat(client.executeIngest(root, options)).isNotNegative();
    }
  }

  @Test
  void nothingIsChanged() throws IOException {
    Files.writeString(allowed.resolve("in.csv"), "a\n1\n2\n");
    for (String text :
        List.of(
            "insert into t values (4, 'd')",
            "create table x (a int)",
            "create table x as select * from t",
            "create or replace view v as select 1 as d",
            "drop table t",
            "drop view v",
            "copy t to '" + allowed + "/t.csv'")) {
      FlightAccessTest.denied(text, () -> client.executeUpdate(text));
      FlightAccessTest.denied(text, () -> client.execute(text));
    }
    FlightAccessTest.denied("ingest", () -> ingest("t"));
    FlightAccessTest.denied("ingest", () -> ingest("x"));
    assertThat(query("select count(*) as n from t")).containsExactly("3");
    assertThat(query("select sum(a) as s from '" + allowed + "/in.csv'")).containsExactly("3");
    assertThat(client.executeUpdate("set partitions = 3")).isZero();
    assertThat(rows(client.getSqlInfo(SqlInfo.FLIGHT_SQL_SERVER_READ_ONLY)))
        .singleElement()
        .asString()
        .contains("true");
    assertThat(allowed.resolve("t.csv")).doesNotExist();
  }
}
