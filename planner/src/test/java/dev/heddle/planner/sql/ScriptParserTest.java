package dev.heddle.planner.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.option.CsvWriteOptions;
import dev.heddle.frame.option.ParquetCompression;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.option.WriteLayout;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.frame.option.WriteShape;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.spi.WriteTarget;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScriptParserTest {
  private static <S extends Statement> S one(Class<S> type, String text) {
    List<Statement> statements = ScriptParser.parse(text);
    assertThat(statements).hasSize(1);
    return type.cast(statements.getFirst());
  }

  @Test
  void splitsAtSemicolonsOutsideOfTextAndComments() {
    assertThat(
            ScriptParser.parse(
                "select ';' as \"a;b\" -- no; end\n ; /* ; */ ;\n values (1);;select 2 -- end"))
        .extracting(Statement::text)
        .containsExactly("select ';' as \"a;b\"", "values (1)", "select 2");
  }

  @Test
  void givesNothingForAnEmptyScript() {
    assertThat(ScriptParser.parse(" -- nothing\n ; ")).isEmpty();
  }

  @Test
  void parsesViews() {
    Statement.CreateView view =
        one(Statement.CreateView.class, "create or replace view \"V w\" (a, b) as select 1, 2;");
    assertThat(view.name().value()).isEqualTo("V w");
    assertThat(view.name().isQuoted()).isTrue();
    assertThat(view.replaces()).isTrue();
    assertThat(view.columns()).containsExactly("a", "b");
    assertThat(view.query().original()).isEqualTo("select 1, 2");
  }

  @Test
  void parsesTablesWithColumns() {
    Statement.CreateTable table =
        one(
            Statement.CreateTable.class,
            "create table if not exists t (a int not null, b varchar(10), c decimal(10, 2), d"
                + " double precision, e timestamp with time zone, f numeric null)");
    assertThat(table.ifNotExists()).isTrue();
    assertThat(table.columns())
        .isEqualTo(
            Schema.of(
                new Field("a", DataType.INT32, false),
                Field.of("b", DataType.STRING),
                Field.of("c", new DataType.Decimal(10, 2)),
                Field.of("d", DataType.FLOAT64),
                Field.of("e", DataType.TIMESTAMP_TZ),
                Field.of("f", new DataType.Decimal(18, 3))));
  }

  @Test
  void parsesTablesFromQueriesAndInserts() {
    assertThat(
            one(Statement.CreateTableAs.class, "CREATE TABLE t AS (select 1)").query().original())
        .isEqualTo("(select 1)");
    Statement.Insert insert =
        one(Statement.Insert.class, "insert into t (a, \"B\") values (1, 2), (3, 4)");
    assertThat(insert.columns()).extracting(Statement.Name::value).containsExactly("a", "B");
    assertThat(insert.query().original()).isEqualTo("values (1, 2), (3, 4)");
    assertThat(one(Statement.Insert.class, "insert into t (select 1)").columns()).isEmpty();
  }

  @Test
  void parsesDrops() {
    assertThat(one(Statement.DropTable.class, "drop table if exists t").ifExists()).isTrue();
    assertThat(one(Statement.DropView.class, "drop view v").name().value()).isEqualTo("v");
  }

  @Test
  void parsesCopies() {
    Statement.Copy copy =
        one(
            Statement.Copy.class,
            "copy (select ')' from t where (a) = 1) to 'out/x' (format parquet, compression"
                + " snappy)");
    assertThat(copy.query().original()).isEqualTo("select ')' from t where (a) = 1");
    assertThat(copy.target())
        .isEqualTo(
            new WriteTarget(
                "out/x",
                ParquetWriteOptions.DEFAULT.withCompression(ParquetCompression.SNAPPY),
                WriteLayout.DEFAULT.withShape(WriteShape.FILE),
                WriteMode.OVERWRITE));
    assertThat(
            one(Statement.Copy.class, "copy T to 'x.csv' with (header false, delimiter ';')")
                .target())
        .isEqualTo(
            new WriteTarget(
                "x.csv",
                CsvWriteOptions.DEFAULT.withDelimiter(';').withoutHeader(),
                WriteLayout.DEFAULT.withShape(WriteShape.FILE),
                WriteMode.OVERWRITE));
  }

  @Test
  void parsesCopiesToFolders() {
    assertThat(
            one(
                    Statement.Copy.class,
                    "copy t to 'out' (format parquet, partition_by (year, \"Mo nth\"), append,"
                        + " row_group_size 1000, row_group_size_bytes '2MB', file_size_bytes 500,"
                        + " compression_level 9, parquet_version v1)")
                .target())
        .isEqualTo(
            new WriteTarget(
                "out",
                ParquetWriteOptions.DEFAULT
                    .withCompression(ParquetCompression.ZSTD, 9)
                    .withRowGroupRows(1000)
                    .withRowGroupBytes(2_000_000)
                    .withPages(ParquetPages.V1),
                WriteLayout.DEFAULT
                    .withShape(WriteShape.FOLDER)
                    .withPartitionBy(List.of("year", "Mo nth"))
                    .withMaxFileBytes(500),
                WriteMode.APPEND));
    assertThat(
            one(Statement.Copy.class, "copy t to 'out/' (per_thread_output, format csv)").target())
        .isEqualTo(
            new WriteTarget(
                "out/",
                CsvWriteOptions.DEFAULT,
                WriteLayout.DEFAULT.withShape(WriteShape.FOLDER),
                WriteMode.FAIL_IF_EXISTS));
  }

  @Test
  void parsesHowPagesAreCopied() {
    assertThat(
            one(
                    Statement.Copy.class,
                    "copy t to 'a.parquet' (page_size 500, page_size_bytes '10KB', dictionary"
                        + " false, bloom_filter (id, \"Na me\"), bloom_filter_distinct_values"
                        + " 3000)")
                .target()
                .format())
        .isEqualTo(
            ParquetWriteOptions.DEFAULT
                .withPageRows(500)
                .withPageBytes(10_000)
                .withoutDictionary()
                .withBloomFilter("id", 3000)
                .withBloomFilter("Na me", 3000));
  }

  @Test
  void parsesExplainShowAndDescribe() {
    assertThat(one(Statement.Explain.class, "explain analyze select 1").mode())
        .isEqualTo(ExplainMode.ANALYZE);
    assertThat(one(Statement.Explain.class, "explain select 1").mode()).isEqualTo(ExplainMode.ALL);
    assertThat(one(Statement.ShowTables.class, "show tables").text()).isEqualTo("show tables");
    assertThat(one(Statement.Describe.class, "describe \"T\"").query().original())
        .isEqualTo("SELECT * FROM \"T\"");
    assertThat(one(Statement.Describe.class, "describe select 1").query().original())
        .isEqualTo("select 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select 1; selec 2 | Cannot parse SQL: no statement "selec"; did you mean "select"? (line 1, column 11)
          create foo | Cannot parse SQL: expected VIEW or TABLE, not "foo" (line 1, column 8)
          create table t (a foo) | Cannot parse SQL: no type "foo" (line 1, column 19)
          create table t (a int, A int) | Cannot parse SQL: column "A" occurs twice (line 1, column 24)
          create view v | Cannot parse SQL: AS is missing at the end (line 1, column 13)
          insert t | Cannot parse SQL: expected INTO, not "t" (line 1, column 8)
          copy t to x | Cannot parse SQL: expected a text in single quotes, not "x" (line 1, column 11)
          copy t to 'x.parquet' (compresion gzip) | Cannot parse SQL: no option COMPRESION in [FORMAT, CODEC, COMPRESSION, COMPRESSION_LEVEL, PARQUET_VERSION, ROW_GROUP_SIZE_BYTES, ROW_GROUP_SIZE, PAGE_SIZE_BYTES, PAGE_SIZE, DICTIONARY, BLOOM_FILTER_DISTINCT_VALUES, BLOOM_FILTER, PARTITION_BY, FILE_SIZE_BYTES, PER_THREAD_OUTPUT, ROW_GROUPS_PER_FILE, OVERWRITE] for parquet (line 1, column 11)
          copy t to 'x' (partition_by (a), append, overwrite) | Cannot parse SQL: only one of OVERWRITE, APPEND and OVERWRITE_OR_IGNORE can be asked for (line 1, column 11)
          copy t to 'x' (compression_level 23) | Cannot parse SQL: Cannot write parquet: compressionLevel is 23, it must be at most 22 for ZSTD (line 1, column 11)
          copy t to 'x.orc' | Cannot parse SQL: no format "orc" in [parquet, csv, json, arrow]; write for example (FORMAT parquet) (line 1, column 11)
          drop table t u | Cannot parse SQL: unexpected "u" (line 1, column 14)
          """)
  void saysWhatIsWrong(String script, String message) {
    assertThatThrownBy(() -> ScriptParser.parse(script))
        .isInstanceOf(AnalysisException.class)
        .hasMessage(message);
  }

  @Test
  void keepsThePlaceInTheScript() {
    Statement.Query query =
        (Statement.Query) ScriptParser.parse("select 1;\n  select\n x from t").get(1);
    assertThat(query.query().describe(new org.apache.calcite.sql.parser.SqlParserPos(1, 1)))
        .isEqualTo("line 2, column 3");
    assertThat(query.query().describe(new org.apache.calcite.sql.parser.SqlParserPos(2, 2)))
        .isEqualTo("line 3, column 2");
  }

  @Test
  void mapsPlacesBehindRewrittenTokens() {
    SqlText text = SqlText.of("select interval 3 months, y from 'a.parquet'");
    assertThat(text.rewritten())
        .isEqualTo("select INTERVAL '3 months' SECOND, y from \"a.parquet\"");
    int column = text.rewritten().indexOf(" y ") + 2;
    assertThat(text.describe(new org.apache.calcite.sql.parser.SqlParserPos(1, column)))
        .isEqualTo("line 1, column 27");
  }
}
