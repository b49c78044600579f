package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.sql.FlightSqlClient.ExecuteIngestOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableExistsOption;
import org.apache.arrow.flight.sql.impl.FlightSql.CommandStatementIngest.TableDefinitionOptions.TableNotExistOption;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Rows that clients load into tables. */
class BulkLoadTest extends ServedTest {
  private static final TableDefinitionOptions CREATE =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_FAIL);
  private static final TableDefinitionOptions APPEND =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_FAIL,
          TableExistsOption.TABLE_EXISTS_OPTION_APPEND);
  private static final TableDefinitionOptions CREATE_OR_APPEND =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_APPEND);
  private static final TableDefinitionOptions REPLACE =
      options(
          TableNotExistOption.TABLE_NOT_EXIST_OPTION_CREATE,
          TableExistsOption.TABLE_EXISTS_OPTION_REPLACE);

  private static TableDefinitionOptions options(
      TableNotExistOption missing, TableExistsOption exists) {
    return TableDefinitionOptions.newBuilder().setIfNotExist(missing).setIfExists(exists).build();
  }

  private VectorSchemaRoot rows(int count) {
    VarCharVector texts = new VarCharVector("S", allocator);
    IntVector numbers = new IntVector("i", allocator);
    texts.allocateNew();
    numbers.allocateNew();
    for (int i = 0; i < count; i++) {
      numbers.setSafe(i, 100 + i);
      if (i % 2 == 0) {
        texts.setSafe(i, ("text" + i).getBytes(StandardCharsets.UTF_8));
      }
    }
    VectorSchemaRoot root = new VectorSchemaRoot(List.<FieldVector>of(texts, numbers));
    root.setRowCount(count);
    return root;
  }

  private long load(
      int rows,
      String table,
      TableDefinitionOptions how,
      @Nullable String catalog,
      @Nullable String schema) {
    try (VectorSchemaRoot root = rows(rows)) {
      return client.executeIngest(
          root, new ExecuteIngestOptions(table, how, catalog, schema, Map.of()));
    }
  }

  private long load(int rows, String table, TableDefinitionOptions how) {
    return load(rows, table, how, null, null);
  }

  @Test
  void tablesAreCreatedAppendedToAndReplaced() {
    assertThat(load(3, "u", CREATE)).isEqualTo(3);
    assertThat(query("select * from u order by i"))
        .containsExactly("text0|100", "null|101", "text2|102");
    assertThat(load(5, "u", APPEND)).isEqualTo(5);
    assertThat(load(5, "u", CREATE_OR_APPEND, "heddle", "main")).isEqualTo(5);
    assertThat(query("select count(*) as n, sum(i) as s from u")).containsExactly("13|1323");
    assertThat(load(2, "u", REPLACE)).isEqualTo(2);
    assertThat(query("select count(*) as n from u")).containsExactly("2");
    assertThat(load(4, "new", CREATE_OR_APPEND)).isEqualTo(4);
    assertThat(load(4, "newer", REPLACE)).isEqualTo(4);
    assertThat(load(0, "none", CREATE)).isZero();
    assertThat(query("select count(*) as n from none")).containsExactly("0");
  }

  @Test
  void columnsAreFoundByNameAndConverted() {
    assertThat(load(20_000, "t", APPEND)).isEqualTo(20_000); // INTEGER into BIGINT, S into s
    assertThat(query("select count(*) as n, max(i) as i, count(s) as s from t"))
        .containsExactly("20003|20099|10002");
  }

  @Test
  void whatCannotBeLoadedIsAnErrorAndLoadsNothing() {
    assertThatThrownBy(() -> load(1, "t", CREATE))
        .hasMessageContaining("exists")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.ALREADY_EXISTS));
    assertThatThrownBy(() -> load(1, "nope", APPEND))
        .hasMessageContaining("nope")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.NOT_FOUND));
    assertThatThrownBy(() -> load(1, "v", APPEND)).hasMessageContaining("it is a view");
    assertThatThrownBy(() -> load(1, "v", REPLACE)).hasMessageContaining("it is a view");
    assertThatThrownBy(() -> load(1, "u", CREATE, "other", null))
        .hasMessageContaining("there is no catalog other")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.UNIMPLEMENTED));
    assertThatThrownBy(() -> load(1, "u", CREATE, null, "other"))
        .hasMessageContaining("tables are in the schema main");
    try (VectorSchemaRoot root = rows(1)) {
      ExecuteIngestOptions temporary =
          new ExecuteIngestOptions("u", CREATE, true, null, null, Map.of());
      assertThatThrownBy(() -> client.executeIngest(root, temporary))
          .hasMessageContaining("there are no temporary tables");
    }
    client.executeUpdate("create table w (other bigint)");
    assertThatThrownBy(() -> load(1, "w", APPEND)).hasMessageContaining("no column");
    assertThat(query("show tables")).containsExactly("t|table|2", "v|view|1", "w|table|1");
    assertThat(query("select count(*) as n from t")).containsExactly("3");
  }

  @Test
  void nullsInColumnsThatHaveNoneAreAnError() {
    try (BigIntVector numbers = new BigIntVector("i", allocator);
        VectorSchemaRoot root = VectorSchemaRoot.of(numbers)) {
      numbers.allocateNew(1);
      root.setRowCount(1);
      assertThatThrownBy(
              () ->
                  client.executeIngest(
                      root, new ExecuteIngestOptions("t", APPEND, null, null, Map.of())))
          .hasMessageContaining("NOT NULL");
    }
    assertThat(query("select count(*) as n from t")).containsExactly("3");
  }
}
