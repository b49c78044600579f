package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** parquet_metadata and its like say of files that DuckDB wrote what they do in DuckDB. */
class ParquetFootersTest {
  @TempDir static Path folder;

  private static DuckDbOracle duck;
  private static Session session;

  @BeforeAll
  static void open() {
    duck = DuckDbOracle.open();
    session = Heddle.local();
    duck.execute(
        "copy (select i::bigint as id, i::integer as n, (i % 200)::utinyint as small, i::ubigint as"
            + " large, i::double / 2 as d, i::float / 4 as f, (i / 7)::decimal(9, 2) as money,"
            + " (i * 1000000000)::decimal(30, 3) as much, 'text ' || (i % 50) as t, i % 3 = 0 as"
            + " b, date '2024-01-30' + (i % 300)::integer as day, timestamp '2024-01-30 10:00:00.5'"
            + " + to_minutes(i) as at, timestamptz '1969-12-30 10:00:00Z' + to_minutes(i) as"
            + " zoned, time '10:00:00' + to_seconds(i % 100) as clock, ('\\x00a' || (i % 10))::blob"
            + " as bytes, uuid '47183823-2574-4bfd-b411-99ed177d3e43' as u, [i, i + 1]"
            + " as list, {'a': i, 'b': 'x' || i} as struct, map {'k': i} as m, null::integer as"
            + " nothing from range(5000) r(i)) to '"
            + folder.resolve("all.parquet")
            + "' (row_group_size 2048, kv_metadata {'who': 'me', 'why': 'a\'\'b'})");
    duck.execute(
        "copy (select 1 as a) to '" + folder.resolve("one.parquet") + "' (codec uncompressed)");
  }

  @AfterAll
  static void close() {
    session.close();
    duck.close();
  }

  private static String sql(String text) {
    return text.replace("ALL", folder + "/all.parquet").replace("DIR", folder.toString());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "select * exclude (key_value_metadata, geo_bbox, geo_types, encoding_stats) from"
            + " parquet_metadata('ALL')",
        "select encoding_stats[1].page_type, encoding_stats[1].encoding, encoding_stats[1].count,"
            + " len(encoding_stats) from parquet_metadata('ALL')",
        "select cardinality(key_value_metadata), geo_bbox, geo_types from parquet_metadata('ALL')",
        "select path_in_schema, stats_min_value from parquet_metadata('ALL') where type = 'INT32'",
        "select * from parquet_schema('ALL')",
        "select * from parquet_file_metadata('DIR/*.parquet') order by file_name",
        "select file_name, decode(key), decode(value) from parquet_kv_metadata('ALL')",
        "select count(*), sum(row_group_num_rows) from parquet_metadata('DIR/*.parquet')",
        "select count(*) from parquet_schema(['ALL', 'ALL'])",
        "select parquet_file_metadata[1].num_rows, len(parquet_metadata), len(parquet_schema),"
            + " parquet_schema[3].name, decode(parquet_kv_metadata[1].key) from"
            + " parquet_full_metadata('ALL')",
        "select max(total_compressed_size) from parquet_metadata('ALL') group by row_group_id"
            + " order by row_group_id"
      })
  void saysWhatItDoesInDuckDb(String query) {
    try (QueryResult result = session.sql(sql(query)).collect()) {
      assertThat(QueryRows.of(result)).asString().isEqualTo(duck.rows(sql(query)).toString());
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "parquet_metadata",
        "parquet_schema",
        "parquet_file_metadata",
        "parquet_kv_metadata",
        "parquet_full_metadata"
      })
  void hasDuckDbsColumns(String function) {
    String names = sql("select column_name from (describe from " + function + "('ALL'))");
    try (QueryResult result = session.sql(names).collect()) {
      assertThat(QueryRows.of(result)).asString().isEqualTo(duck.rows(names).toString());
    }
  }

  @Test
  void writtenBoundsAreExactWhereTheyAreValues() {
    String file = sql("DIR/own.parquet");
    session.execute(
        "copy (select i as id, 'text ' || i as t, (i / 7)::decimal(9, 2) as money, repeat('x',"
            + " 9000) || i as long, i::double / 2 as d, null::integer as nothing from range(5000)"
            + " r(i)) to '"
            + file
            + "' (format parquet, row_group_size 2048)");
    String query =
        "select path_in_schema, min_is_exact, max_is_exact from parquet_metadata('"
            + file
            + "') where row_group_id = 1 order by column_id";
    try (QueryResult result = session.sql(query).collect()) {
      assertThat(QueryRows.of(result))
          .asString()
          .isEqualTo(duck.rows(query).toString())
          .isEqualTo(
              "[[id, true, true], [t, true, true], [money, true, true], [long, null, null],"
                  + " [d, null, null], [nothing, null, null]]");
    }
    String bounds = "select min(id), max(id), min(t), max(t), min(money) from '" + file + "'";
    try (QueryResult result = session.sql(bounds).collect()) {
      assertThat(QueryRows.of(result)).asString().isEqualTo(duck.rows(bounds).toString());
    }
  }

  @Test
  void aPathWithoutFilesIsAnError() {
    assertThatThrownBy(() -> session.sql(sql("from parquet_schema('DIR/none*.parquet')")).collect())
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("no file matches this glob");
  }
}
