package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.Any;
import com.google.protobuf.ByteString;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.Field;
import org.junit.jupiter.api.Test;

/** Statements, updates and prepared statements as Arrow's own client sends them. */
class StatementsTest extends ServedTest {
  private static List<String> names(List<Field> fields) {
    return fields.stream().map(Field::getName).toList();
  }

  /** Rows of a text and a number, of which each may be null. */
  private VectorSchemaRoot values(List<String> texts, List<Long> numbers) {
    VarCharVector first = new VarCharVector("1", allocator);
    BigIntVector second = new BigIntVector("2", allocator);
    first.allocateNew();
    second.allocateNew();
    for (int i = 0; i < texts.size(); i++) {
      if (texts.get(i) != null) {
        first.setSafe(i, texts.get(i).getBytes(StandardCharsets.UTF_8));
      }
      second.setSafe(i, numbers.get(i));
    }
    VectorSchemaRoot root = new VectorSchemaRoot(List.<FieldVector>of(first, second));
    root.setRowCount(texts.size());
    return root;
  }

  @Test
  void queriesGiveRowsAndTheirColumnsBefore() {
    FlightInfo info = client.execute("select i, s from t order by i");
    assertThat(names(info.getSchemaOptional().orElseThrow().getFields())).containsExactly("i", "s");
    assertThat(client.getExecuteSchema("select i, s from t").getSchema())
        .isEqualTo(info.getSchemaOptional().orElseThrow());
    assertThat(rows(info)).containsExactly("1|a", "2|null", "3|c");
    assertThat(query("select i from t where i > 5")).isEmpty();
  }

  @Test
  void statementsThatShowSomethingGiveRows() {
    assertThat(query("show tables")).containsExactly("t|table|2", "v|view|1");
    assertThat(query("show partitions")).containsExactly("0");
    assertThat(query("describe t")).hasSize(2);
    assertThat(query("explain select 1 as x")).isNotEmpty();
  }

  @Test
  void whatAChangeReturnsHasAnyType() {
    assertThat(query("create table changed (a integer)")).isEmpty();
    String all = "a, a / 4.0, [a], {'k': a}, 2.5::double, date '2020-01-02', interval '3' day";
    assertThat(query("insert into changed values (7) returning " + all))
        .isEqualTo(query("select " + all + " from changed"))
        .hasSize(1);
  }

  @Test
  void aResultIsReadOnce() {
    FlightInfo info = client.execute("select 1 as x");
    assertThat(rows(info)).containsExactly("1");
    assertThatThrownBy(() -> rows(info))
        .hasMessageContaining("Cannot find the result")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
  }

  @Test
  void updatesGiveTheNumberOfChangedRows() {
    assertThat(client.executeUpdate("create table u as select * from t")).isEqualTo(3);
    assertThat(client.executeUpdate("insert into u select * from t where i < 3")).isEqualTo(2);
    assertThat(client.executeUpdate("drop table u")).isZero();
    assertThat(client.executeUpdate("begin")).isZero();
    assertThat(client.executeUpdate("commit")).isZero();
  }

  @Test
  void changesByTheQueryRouteRunOnceAndHaveColumns() {
    FlightInfo created = client.execute("create table u (i bigint)");
    assertThat(names(created.getSchemaOptional().orElseThrow().getFields()))
        .containsExactly("changed_rows");
    FlightInfo inserted = client.execute("insert into u values (1), (2)");
    assertThat(query("select count(*) as n from u")).containsExactly("2"); // though it was not read
    assertThat(rows(inserted)).containsExactly("2");
    assertThat(rows(created)).isEmpty();
    assertThat(query("select count(*) as n from u")).containsExactly("2");
    assertThat(client.getExecuteSchema("insert into u values (3)").getSchema())
        .isEqualTo(inserted.getSchemaOptional().orElseThrow());
    assertThat(query("select count(*) as n from u")).containsExactly("2");
  }

  @Test
  void errorsHaveTheirCodes() {
    assertThatThrownBy(() -> client.execute("select nope from t"))
        .hasMessageContaining("nope")
        .satisfies(e -> assertThat(heddleCode(e)).isEqualTo("ANALYSIS"));
    assertThatThrownBy(() -> client.executeUpdate("insert into t values (null, 'x')"))
        .hasMessageContaining("NOT NULL")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
    assertThatThrownBy(() -> client.executeUpdate("select 1"))
        .hasMessageContaining("it gives rows; send it as a query");
    assertThatThrownBy(() -> client.execute("select 1; select 2"))
        .hasMessageContaining("it has 2 statements");
    assertThatThrownBy(() -> client.execute("select i from t where i = ?"))
        .hasMessageContaining("1 parameters and no values are bound");
    assertThatThrownBy(() -> client.prepare("select i from t where i = $x"))
        .hasMessageContaining("parameter $x has a name")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNIMPLEMENTED));
    assertThatThrownBy(() -> client.executeUpdate("create table t (i bigint)"))
        .hasMessageContaining("exists")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.ALREADY_EXISTS));
  }

  @Test
  void preparedQueriesTakeValues() {
    try (PreparedStatement prepared =
            client.prepare(
                "select i, cast(? as varchar) as p from t where s is not null and i > ? order by"
                    + " i");
        VectorSchemaRoot values = values(List.of("x"), List.of(1L))) {
      assertThat(names(prepared.getResultSetSchema().getFields())).containsExactly("i", "p");
      assertThat(prepared.getParameterSchema().getFields())
          .extracting(Field::getType)
          .containsExactly(ArrowType.Utf8.INSTANCE, new ArrowType.Int(64, true));
      assertThat(names(prepared.fetchSchema().getSchema().getFields())).containsExactly("i", "p");
      assertThat(
              new FlightSqlColumnMetadata(
                      prepared.getResultSetSchema().findField("i").getMetadata())
                  .getTypeName())
          .isEqualTo("BIGINT");
      prepared.setParameters(values);
      assertThat(rows(prepared.execute())).containsExactly("3|x");
      assertThat(rows(prepared.execute())).containsExactly("3|x");
    }
  }

  @Test
  void preparedQueriesWithoutValuesAreErrors() {
    try (PreparedStatement prepared = client.prepare("select i from t where i = ?")) {
      assertThatThrownBy(prepared::execute).hasMessageContaining("no values are bound");
    }
    try (PreparedStatement prepared = client.prepare("select ? || s as x, i from t where i = ?");
        VectorSchemaRoot values = values(List.of("a", "b"), List.of(1L, 2L))) {
      prepared.setParameters(values);
      assertThatThrownBy(prepared::execute)
          .hasMessageContaining("2 rows of values are bound")
          .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNIMPLEMENTED));
    }
    try (PreparedStatement prepared = client.prepare("select i from t where i = ?");
        IntVector number = new IntVector("1", allocator);
        VectorSchemaRoot values = VectorSchemaRoot.of(number)) {
      number.setSafe(0, 2);
      values.setRowCount(1);
      prepared.setParameters(values);
      assertThat(rows(prepared.execute())).containsExactly("2"); // of a narrower type
    }
  }

  @Test
  void aBatchRunsOnceForEachRow() {
    try (PreparedStatement prepared = client.prepare("insert into t (s, i) values (?, ?)");
        VectorSchemaRoot values =
            values(java.util.Arrays.asList("x", null, "z"), List.of(10L, 11L, 12L))) {
      assertThat(prepared.getResultSetSchema().getFields()).isEmpty();
      prepared.setParameters(values);
      assertThat(prepared.executeUpdate()).isEqualTo(3);
    }
    assertThat(query("select i, s from t where i > 9 order by i"))
        .containsExactly("10|x", "11|null", "12|z");
  }

  @Test
  void preparedChangesByTheQueryRouteRunOnce() {
    try (PreparedStatement prepared = client.prepare("insert into t (s, i) values (?, ?)");
        VectorSchemaRoot values = values(List.of("x", "y"), List.of(10L, 11L))) {
      prepared.setParameters(values);
      assertThat(rows(prepared.execute())).containsExactly("2");
    }
    assertThat(query("select count(*) as n from t")).containsExactly("5");
    try (PreparedStatement prepared = client.prepare("create table u (i bigint)")) {
      assertThat(rows(prepared.execute())).isEmpty();
    }
    assertThat(query("select count(*) as n from u")).containsExactly("0");
  }

  @Test
  void aClosedStatementIsNotFound() {
    PreparedStatement prepared = client.prepare("select 1 as x");
    FlightInfo info = prepared.execute();
    prepared.close();
    assertThat(rows(info)).containsExactly("1");
    assertThatThrownBy(() -> prepared.execute())
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("closed");
  }

  @Test
  void transactionsAreRefused() {
    assertThatThrownBy(client::beginTransaction)
        .hasMessageContaining("send BEGIN, COMMIT and ROLLBACK as statements")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNIMPLEMENTED));
    FlightSqlClient.Transaction forged =
        new FlightSqlClient.Transaction("tx".getBytes(StandardCharsets.UTF_8));
    assertThatThrownBy(() -> client.execute("select 1", forged))
        .hasMessageContaining("Cannot begin a transaction by an action");
    assertThatThrownBy(() -> client.executeUpdate("drop table t", forged))
        .hasMessageContaining("Cannot begin a transaction by an action");
    assertThatThrownBy(() -> client.prepare("select 1", forged))
        .hasMessageContaining("Cannot begin a transaction by an action");
    assertThatThrownBy(() -> client.commit(forged))
        .hasMessageContaining("Cannot begin a transaction by an action");
    assertThatThrownBy(() -> client.beginSavepoint(forged, "s"))
        .hasMessageContaining("Cannot begin a transaction by an action");
  }

  @Test
  void substraitIsRefused() {
    assertThatThrownBy(
            () -> client.executeSubstrait(new FlightSqlClient.SubstraitPlan(new byte[] {1}, "0.1")))
        .hasMessageContaining("Cannot run Substrait plans")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNIMPLEMENTED));
  }

  @Test
  void messagesThatAreBrokenAreErrors() throws Exception {
    String type = "type.googleapis.com/arrow.flight.protocol.sql.";
    try (FlightClient plain =
        FlightClient.builder(
                allocator, Location.forGrpcInsecure("127.0.0.1", server.address().getPort()))
            .build()) {
      for (String name : List.of("CommandStatementQuery", "CommandNobodyKnows", "")) {
        byte[] broken =
            Any.newBuilder()
                .setTypeUrl(type + name)
                .setValue(ByteString.copyFrom(new byte[] {(byte) 0xff, 7, 1}))
                .build()
                .toByteArray();
        assertThatThrownBy(() -> plain.getInfo(FlightDescriptor.command(broken)))
            .hasMessageNotContaining("Internal error")
            .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
        assertThatThrownBy(
                () -> {
                  try (FlightStream stream = plain.getStream(new Ticket(broken))) {
                    stream.next();
                  }
                })
            .hasMessageNotContaining("Internal error")
            .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.INVALID_ARGUMENT));
      }
    }
    assertThat(query("select 1 as x")).containsExactly("1");
  }
}
