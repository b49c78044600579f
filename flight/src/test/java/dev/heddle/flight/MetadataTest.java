package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import org.apache.arrow.flight.FlightInfo;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.sql.FlightSqlColumnMetadata;
import org.apache.arrow.flight.sql.FlightSqlProducer.Schemas;
import org.apache.arrow.flight.sql.impl.FlightSql.SqlInfo;
import org.apache.arrow.flight.sql.util.TableRef;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarBinaryVector;
import org.apache.arrow.vector.complex.DenseUnionVector;
import org.apache.arrow.vector.ipc.ReadChannel;
import org.apache.arrow.vector.ipc.message.MessageSerializer;
import org.apache.arrow.vector.types.pojo.Schema;
import org.junit.jupiter.api.Test;

/** What clients learn of the catalogue, the types and the server. */
class MetadataTest extends ServedTest {
  @Test
  void catalogsSchemasAndTableTypes() {
    assertThat(rows(client.getCatalogs())).containsExactly("heddle");
    assertThat(rows(client.getSchemas(null, null)))
        .containsExactly("heddle|information_schema", "heddle|main");
    assertThat(rows(client.getSchemas("heddle", "m%"))).containsExactly("heddle|main");
    assertThat(rows(client.getSchemas("other", null))).isEmpty();
    assertThat(rows(client.getTableTypes())).containsExactly("TABLE", "VIEW");
    assertThat(client.getCatalogsSchema().getSchema()).isEqualTo(Schemas.GET_CATALOGS_SCHEMA);
    assertThat(client.getSchemasSchema().getSchema()).isEqualTo(Schemas.GET_SCHEMAS_SCHEMA);
    assertThat(client.getTableTypesSchema().getSchema()).isEqualTo(Schemas.GET_TABLE_TYPES_SCHEMA);
  }

  @Test
  void tablesByPatternsAndTypes() {
    client.executeUpdate("create table a_b (x bigint)");
    client.executeUpdate("create table axb (x bigint)");
    assertThat(rows(client.getTables(null, null, null, null, false)))
        .containsExactly(
            "heddle|main|a_b|TABLE",
            "heddle|main|axb|TABLE",
            "heddle|main|t|TABLE",
            "heddle|main|v|VIEW");
    assertThat(rows(client.getTables(null, "main", "a_b", null, false))).hasSize(2);
    assertThat(rows(client.getTables("heddle", "%", "a\\_b", null, false)))
        .containsExactly("heddle|main|a_b|TABLE");
    assertThat(rows(client.getTables(null, null, "T", List.of("TABLE", "VIEW"), false)))
        .containsExactly("heddle|main|t|TABLE"); // no other but for case
    assertThat(rows(client.getTables(null, null, "%", List.of("VIEW"), false)))
        .containsExactly("heddle|main|v|VIEW");
    assertThat(rows(client.getTables("other", null, null, null, false))).isEmpty();
    assertThat(rows(client.getTables(null, "other", null, null, false))).isEmpty();
  }

  @Test
  void tablesComeWithTheirColumns() throws Exception {
    FlightInfo info = client.getTables(null, null, "t", null, true);
    try (FlightStream stream = client.getStream(info.getEndpoints().getFirst().getTicket())) {
      assertThat(stream.next()).isTrue();
      byte[] bytes = ((VarBinaryVector) stream.getRoot().getVector("table_schema")).get(0);
      Schema columns =
          MessageSerializer.deserializeSchema(
              new ReadChannel(Channels.newChannel(new ByteArrayInputStream(bytes))));
      assertThat(columns.getFields()).hasSize(2);
      assertThat(columns.findField("i").isNullable()).isFalse();
      FlightSqlColumnMetadata facts =
          new FlightSqlColumnMetadata(columns.findField("i").getMetadata());
      assertThat(facts.getTypeName()).isEqualTo("BIGINT");
      assertThat(facts.getPrecision()).isEqualTo(19);
      assertThat(facts.getTableName()).isEqualTo("t");
      assertThat(facts.getSchemaName()).isEqualTo("main");
    }
  }

  @Test
  void thereAreNoKeysButPrimaryOnes() {
    TableRef keyed = TableRef.of(null, null, "keyed");
    assertThat(client.executeUpdate("create table keyed (z int, a int, primary key (z, a))"))
        .isZero();
    assertThat(rows(client.getPrimaryKeys(keyed)))
        .containsExactly(
            "heddle|main|keyed|z|1|keyed_z_a_pkey", "heddle|main|keyed|a|2|keyed_z_a_pkey");
    assertThat(client.executeUpdate("drop table keyed")).isZero();
    TableRef table = TableRef.of("heddle", "main", "t");
    assertThat(rows(client.getPrimaryKeys(table))).isEmpty();
    assertThat(rows(client.getExportedKeys(table))).isEmpty();
    assertThat(rows(client.getImportedKeys(table))).isEmpty();
    assertThat(rows(client.getCrossReference(table, table))).isEmpty();
    assertThat(client.getPrimaryKeysSchema().getSchema())
        .isEqualTo(Schemas.GET_PRIMARY_KEYS_SCHEMA);
    assertThat(client.getCrossReferenceSchema().getSchema())
        .isEqualTo(Schemas.GET_CROSS_REFERENCE_SCHEMA);
  }

  @Test
  void typesWithTheirCodes() {
    List<String> all = rows(client.getXdbcTypeInfo());
    assertThat(all).hasSize(21);
    assertThat(rows(client.getXdbcTypeInfo(java.sql.Types.NUMERIC)))
        .singleElement()
        .asString()
        .startsWith("HUGEINT|2|39|");
    assertThat(rows(client.getXdbcTypeInfo(java.sql.Types.DECIMAL)))
        .hasSize(2)
        .first()
        .asString()
        .startsWith("DECIMAL|3|38|null|null|[\"precision\",\"scale\"]|1|false|3|false|true|false");
    assertThat(rows(client.getXdbcTypeInfo(java.sql.Types.DATE)))
        .first()
        .asString()
        .startsWith("DATE|91|10|DATE '|'|");
    assertThat(rows(client.getXdbcTypeInfo(java.sql.Types.ARRAY))).isEmpty();
  }

  private List<Integer> codes(FlightInfo info) throws Exception {
    List<Integer> codes = new ArrayList<>();
    try (FlightStream stream = client.getStream(info.getEndpoints().getFirst().getTicket())) {
      while (stream.next()) {
        UInt4Vector names = (UInt4Vector) stream.getRoot().getVector("info_name");
        for (int i = 0; i < stream.getRoot().getRowCount(); i++) {
          codes.add(names.get(i));
        }
      }
    }
    return codes;
  }

  @Test
  void allOfTheServerIsTold() throws Exception {
    TreeSet<Integer> known = new TreeSet<>();
    for (SqlInfo each : SqlInfo.values()) {
      if (each != SqlInfo.UNRECOGNIZED) {
        known.add(each.getNumber());
      }
    }
    List<Integer> sent = codes(client.getSqlInfo(new int[0]));
    known.removeAll(sent);
    assertThat(known).isEmpty();
    assertThat(sent).doesNotHaveDuplicates();
  }

  @Test
  void whatIsAskedOfTheServerIsAnswered() throws Exception {
    FlightInfo info =
        client.getSqlInfo(
            SqlInfo.FLIGHT_SQL_SERVER_NAME,
            SqlInfo.FLIGHT_SQL_SERVER_TRANSACTION,
            SqlInfo.FLIGHT_SQL_SERVER_CANCEL);
    try (FlightStream stream = client.getStream(info.getEndpoints().getFirst().getTicket())) {
      assertThat(stream.next()).isTrue();
      DenseUnionVector values = (DenseUnionVector) stream.getRoot().getVector("value");
      List<String> texts = new ArrayList<>();
      for (int i = 0; i < stream.getRoot().getRowCount(); i++) {
        texts.add(String.valueOf(values.getObject(i)));
      }
      assertThat(texts).containsExactlyInAnyOrder("Heddle", "0", "true");
    }
  }

  @Test
  void whatIsUnknownOfTheServerIsLeftOut() throws Exception {
    assertThat(codes(client.getSqlInfo(new int[] {0, 77_777, 569}))).containsExactly(0, 569);
    assertThat(codes(client.getSqlInfo(new int[] {77_777}))).isEmpty();
    assertThat(codes(client.getSqlInfo(new int[] {570, 568}))).containsExactly(568, 570);
  }
}
