package dev.heddle.planner.sql.binder;

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
import dev.heddle.frame.spi.WriteTarget;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.ExplainKind;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StatementsTest {
  private static <S extends Statement> S one(Class<S> type, String text) {
    List<Statement> statements = SqlParser.script(text).statements();
    assertThat(statements).hasSize(1);
    return type.cast(statements.getFirst());
  }

  private static String text(String script, Span span) {
    return script.substring(span.start(), span.end());
  }

  private static WriteTarget target(String copy) {
    return Binder.target(copy, one(Statement.Copy.class, copy));
  }

  @Test
  void splitsAtSemicolonsOutsideOfTextAndComments() {
    String script = "select ';' as \"a;b\" -- no; end\n ; /* ; */ ;\n values (1);;select 2 -- end";
    assertThat(SqlParser.script(script).statements())
        .extracting(statement -> text(script, statement.span()))
        .containsExactly("select ';' as \"a;b\"", "values (1)", "select 2");
  }

  @Test
  void givesNothingForAnEmptyScript() {
    assertThat(SqlParser.script(" -- nothing\n ; ").statements()).isEmpty();
  }

  @Test
  void parsesViews() {
    String script = "create or replace view \"V w\" (a, b) as select 1, 2;";
    Statement.CreateView view = one(Statement.CreateView.class, script);
    assertThat(view.name().text()).isEqualTo("V w");
    assertThat(view.name().name().isQuoted()).isTrue();
    assertThat(view.replaces()).isTrue();
    assertThat(view.columns()).extracting(Name::text).containsExactly("a", "b");
    assertThat(text(script, view.query().span())).isEqualTo("select 1, 2");
  }

  @Test
  void parsesTablesWithColumns() {
    String script =
        "create table if not exists t (a int not null, b varchar(10), c decimal(10, 2), d double"
            + " precision, e timestamp with time zone, f numeric null)";
    Statement.CreateTable table = one(Statement.CreateTable.class, script);
    assertThat(table.ifNotExists()).isTrue();
    assertThat(Binder.columns(script, table, NamedTypes.NONE))
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
    String create = "CREATE TABLE t AS (select 1)";
    assertThat(text(create, one(Statement.CreateTableAs.class, create).query().span()))
        .isEqualTo("(select 1)");
    String script = "insert into t (a, \"B\") values (1, 2), (3, 4)";
    Statement.Insert insert = one(Statement.Insert.class, script);
    assertThat(insert.columns()).extracting(Name::text).containsExactly("a", "B");
    assertThat(text(script, insert.query().span())).isEqualTo("values (1, 2), (3, 4)");
    assertThat(one(Statement.Insert.class, "insert into t (select 1)").columns()).isEmpty();
  }

  @Test
  void parsesDrops() {
    Statement.Drop table = one(Statement.Drop.class, "drop table if exists t");
    assertThat(table.ifExists()).isTrue();
    assertThat(table.isView()).isFalse();
    Statement.Drop view = one(Statement.Drop.class, "drop view v");
    assertThat(view.name().text()).isEqualTo("v");
    assertThat(view.isView()).isTrue();
  }

  @Test
  void parsesCopies() {
    String script =
        "copy (select ')' from t where (a) = 1) to 'out/x' (format parquet, compression snappy)";
    Statement.Copy copy = one(Statement.Copy.class, script);
    assertThat(text(script, copy.query().span())).isEqualTo("select ')' from t where (a) = 1");
    assertThat(Binder.target(script, copy))
        .isEqualTo(
            new WriteTarget(
                "out/x",
                ParquetWriteOptions.DEFAULT.withCompression(ParquetCompression.SNAPPY),
                WriteLayout.DEFAULT.withShape(WriteShape.FILE),
                WriteMode.OVERWRITE));
    assertThat(target("copy T to 'x.csv' with (header false, delimiter ';')"))
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
            target(
                "copy t to 'out' (format parquet, partition_by (year, \"Mo nth\"), append,"
                    + " row_group_size 1000, row_group_size_bytes '2MB', file_size_bytes 500,"
                    + " compression_level 9, parquet_version v1)"))
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
    assertThat(target("copy t to 'out/' (per_thread_output, format csv)"))
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
            target(
                    "copy t to 'a.parquet' (page_size 500, page_size_bytes '10KB', dictionary"
                        + " false, bloom_filter (id, \"Na me\"), bloom_filter_distinct_values"
                        + " 3000)")
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
    assertThat(one(Statement.Explain.class, "explain analyze select 1").kind())
        .isEqualTo(ExplainKind.ANALYZE);
    assertThat(one(Statement.Explain.class, "explain select 1").kind()).isEqualTo(ExplainKind.ALL);
    assertThat(text("show tables", one(Statement.ShowTables.class, "show tables").span()))
        .isEqualTo("show tables");
    String name = "describe \"T\"";
    assertThat(text(name, one(Statement.Describe.class, name).query().span())).isEqualTo("\"T\"");
    String query = "describe select 1";
    assertThat(text(query, one(Statement.Describe.class, query).query().span()))
        .isEqualTo("select 1");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          select 1; selec 2 | Cannot parse SQL: no statement begins with "selec"; did you mean "select"? (line 1, column 11)
          create foo | Cannot parse SQL: expected VIEW, TABLE, INDEX, SEQUENCE, TYPE, MACRO or SCHEMA, not "foo" (line 1, column 8)
          create table t (a foo) | no type "foo" (line 1, column 19)
          create table t (a int, A int) | Cannot parse SQL: column "A" occurs twice (line 1, column 24)
          create view v | Cannot parse SQL: expected AS, but the text ends here (line 1, column 14)
          insert t | Cannot parse SQL: expected INTO, not "t" (line 1, column 8)
          copy t to x | Cannot parse SQL: expected a path in single quotes, not "x" (line 1, column 11)
          copy t to 'x.parquet' (compresion gzip) | no option COMPRESION in [FORMAT, CODEC, COMPRESSION, COMPRESSION_LEVEL, PARQUET_VERSION, ROW_GROUP_SIZE_BYTES, ROW_GROUP_SIZE, PAGE_SIZE_BYTES, PAGE_SIZE, DICTIONARY, BLOOM_FILTER_DISTINCT_VALUES, BLOOM_FILTER, PARTITION_BY, FILE_SIZE_BYTES, PER_THREAD_OUTPUT, ROW_GROUPS_PER_FILE, WRITE_PARTITION_COLUMNS, FILENAME_PATTERN, ON_CLIENT, OVERWRITE] for parquet (line 1, column 11)
          copy t to 'x' (partition_by (a), append, overwrite) | only one of OVERWRITE, APPEND and OVERWRITE_OR_IGNORE can be asked for (line 1, column 11)
          copy t to 'x.parquet' (compression_level 23) | Cannot write parquet: compressionLevel is 23, it must be at most 22 for ZSTD (line 1, column 11)
          copy t to 'x.orc' | no format "orc" in [parquet, csv, json, arrow]; write for example (FORMAT parquet) (line 1, column 11)
          drop table t u | Cannot parse SQL: unexpected "u" (line 1, column 14)
          """)
  void saysWhatIsWrong(String script, String message) {
    assertThatThrownBy(
            () -> {
              for (Statement statement : SqlParser.script(script).statements()) {
                switch (statement) {
                  case Statement.CreateTable table ->
                      Binder.columns(script, table, NamedTypes.NONE);
                  case Statement.Copy copy -> Binder.target(script, copy);
                  default -> {}
                }
              }
            })
        .isInstanceOf(AnalysisException.class)
        .hasMessage(message);
  }
}
