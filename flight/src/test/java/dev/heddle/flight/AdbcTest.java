package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.shuffle.net.Security;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.arrow.adbc.core.AdbcConnection;
import org.apache.arrow.adbc.core.AdbcDatabase;
import org.apache.arrow.adbc.core.AdbcDriver;
import org.apache.arrow.adbc.core.AdbcException;
import org.apache.arrow.adbc.core.AdbcStatement;
import org.apache.arrow.adbc.core.AdbcStatement.UpdateResult;
import org.apache.arrow.adbc.core.BulkIngestMode;
import org.apache.arrow.adbc.driver.flightsql.FlightSqlDriver;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowReader;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** ADBC's driver for Flight SQL as a client. */
class AdbcTest extends ServedTest {
  private AdbcDatabase database;
  private AdbcConnection connection;

  @BeforeEach
  void connectByDriver() throws AdbcException {
    Map<String, Object> options = new HashMap<>();
    AdbcDriver.PARAM_URI.set(options, "grpc://127.0.0.1:" + server.address().getPort());
    database = new FlightSqlDriver(allocator).open(options);
    connection = database.connect();
  }

  @AfterEach
  void disconnect() throws Exception {
    connection.close();
    database.close();
  }

  private static List<String> rows(ArrowReader reader) throws Exception {
    List<String> rows = new ArrayList<>();
    while (reader.loadNextBatch()) {
      VectorSchemaRoot root = reader.getVectorSchemaRoot();
      for (int row = 0; row < root.getRowCount(); row++) {
        List<String> values = new ArrayList<>();
        for (FieldVector vector : root.getFieldVectors()) {
          values.add(String.valueOf(vector.getObject(row)));
        }
        rows.add(String.join("|", values));
      }
    }
    return rows;
  }

  private List<String> rows(String query) throws Exception {
    try (AdbcStatement statement = connection.createStatement()) {
      statement.setSqlQuery(query);
      try (AdbcStatement.QueryResult result = statement.executeQuery()) {
        return rows(result.getReader());
      }
    }
  }

  private VectorSchemaRoot values(int count) {
    BigIntVector numbers = new BigIntVector("i", allocator);
    VarCharVector texts = new VarCharVector("s", allocator);
    numbers.allocateNew();
    texts.allocateNew();
    for (int i = 0; i < count; i++) {
      numbers.setSafe(i, 10 + i);
      if (i % 2 == 0) {
        texts.setSafe(i, ("s" + i).getBytes(StandardCharsets.UTF_8));
      }
    }
    VectorSchemaRoot root = new VectorSchemaRoot(List.<FieldVector>of(numbers, texts));
    root.setRowCount(count);
    return root;
  }

  @Test
  void queriesUpdatesAndSchemas() throws Exception {
    assertThat(rows("select i, s from t order by i")).containsExactly("1|a", "2|null", "3|c");
    try (AdbcStatement statement = connection.createStatement()) {
      statement.setSqlQuery("insert into t values (4, 'd'), (5, 'e')");
      UpdateResult changed = statement.executeUpdate();
      assertThat(changed.getAffectedRows()).isEqualTo(2);
      statement.setSqlQuery("select i, s from t");
      assertThat(statement.executeSchema().getFields())
          .extracting("name")
          .containsExactly("i", "s");
    }
    assertThat(rows("create table u as select 1 as x")).containsExactly("1"); // by the query route
    assertThat(rows("select x from u")).containsExactly("1");
  }

  @Test
  void largeResultsHaveOneEndpointSinceNobodyAsksForMore() throws Exception {
    String query = "select x as i, repeat('text ', 12) || x as s from range(200000) r(x)";
    try (AdbcStatement statement = connection.createStatement()) {
      statement.setSqlQuery(query);
      AdbcStatement.PartitionResult result = statement.executePartitioned();
      assertThat(result.getPartitionDescriptors()).hasSize(1);
    }
    List<String> read = rows("select i from (" + query + ") q");
    assertThat(read).hasSize(200_000);
    assertThat(read.getFirst()).isEqualTo("0");
    assertThat(read.getLast()).isEqualTo("199999");
  }

  @Test
  void preparedStatementsTakeValues() throws Exception {
    try (AdbcStatement statement = connection.createStatement();
        VectorSchemaRoot values = values(3)) {
      statement.setSqlQuery("insert into t values (?, ?)");
      statement.prepare();
      statement.bind(values);
      assertThat(statement.executeUpdate().getAffectedRows()).isEqualTo(3);
    }
    assertThat(rows("select i, s from t where i >= 10 order by i"))
        .containsExactly("10|s0", "11|null", "12|s2");
    try (AdbcStatement statement = connection.createStatement();
        VectorSchemaRoot values = values(1)) {
      statement.setSqlQuery("select i, s from t where i = ? and s = ?");
      statement.prepare();
      assertThat(statement.getParameterSchema().getFields()).hasSize(2);
      statement.bind(values);
      try (AdbcStatement.QueryResult result = statement.executeQuery()) {
        assertThat(rows(result.getReader())).containsExactly("10|s0");
      }
    }
  }

  @Test
  void rowsAreIngested() throws Exception {
    try (VectorSchemaRoot values = values(4)) {
      try (AdbcStatement statement = connection.bulkIngest("loaded", BulkIngestMode.CREATE)) {
        statement.bind(values);
        assertThat(statement.executeUpdate().getAffectedRows()).isEqualTo(4);
      }
      try (AdbcStatement statement = connection.bulkIngest("loaded", BulkIngestMode.APPEND)) {
        statement.bind(values);
        assertThat(statement.executeUpdate().getAffectedRows()).isEqualTo(4);
      }
    }
    assertThat(rows("select count(*) as n, count(s) as s, sum(i) as i from loaded"))
        .containsExactly("8|4|92");
  }

  @Test
  void objectsOfTheCatalogue() throws Exception {
    try (ArrowReader objects =
        connection.getObjects(AdbcConnection.GetObjectsDepth.TABLES, null, null, "t", null, null)) {
      assertThat(rows(objects)).hasSize(1).first().asString().contains("heddle", "main", "\"t\"");
    }
  }

  @Test
  void errorsHaveStatuses() {
    assertThatThrownBy(() -> rows("select nope from t"))
        .isInstanceOf(AdbcException.class)
        .hasMessageContaining("nope");
  }

  @Test
  void aResultThatIsNotReadToItsEndEnds() throws Exception {
    session.execute("create table n as select i from generate_series(0, 1499) as g(i)");
    try (AdbcStatement statement = connection.createStatement()) {
      statement.setSqlQuery("select a.i, b.i as j from n a cross join n b");
      try (AdbcStatement.QueryResult result = statement.executeQuery()) {
        assertThat(result.getReader().loadNextBatch()).isTrue();
      }
    }
    server.calls().await(0, 0);
    assertThat(rows("select 1 as x")).containsExactly("1");
  }

  @Test
  void logsInByPassword() throws Exception {
    try (ResultServer guarded = new ResultServer(session, ANY, Security.ofToken("secret"))) {
      Map<String, Object> options = new HashMap<>();
      AdbcDriver.PARAM_URI.set(options, "grpc://127.0.0.1:" + guarded.address().getPort());
      AdbcDriver.PARAM_USERNAME.set(options, "anybody");
      AdbcDriver.PARAM_PASSWORD.set(options, "secret");
      try (AdbcDatabase guardedDatabase = new FlightSqlDriver(allocator).open(options);
          AdbcConnection guardedConnection = guardedDatabase.connect();
          AdbcStatement statement = guardedConnection.createStatement()) {
        statement.setSqlQuery("select i from t order by i");
        try (AdbcStatement.QueryResult result = statement.executeQuery()) {
          assertThat(rows(result.getReader())).containsExactly("1", "2", "3");
        }
        AdbcStatement prepared = guardedConnection.createStatement();
        prepared.setSqlQuery("select i from t where i > 2");
        prepared.prepare();
        assertThatThrownBy(prepared::executeQuery) // the driver sends no token with it
            .hasMessageContaining("it brings no bearer token");
        assertThatThrownBy(prepared::close).hasMessageContaining("it brings no bearer token");
      }
    }
  }
}
