package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoField;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Files that Spark 4.0.1 has written, with the values that Spark reads from them: a JSON object a
 * row, each column cast to text.
 */
class SparkFilesTest {
  private static final DateTimeFormatter TIMESTAMP =
      new DateTimeFormatterBuilder()
          .appendPattern("uuuu-MM-dd HH:mm:ss")
          .appendFraction(ChronoField.NANO_OF_SECOND, 0, 9, true)
          .toFormatter();

  private static Path resource(String name) {
    try {
      URL url = Objects.requireNonNull(SparkFilesTest.class.getResource("/spark/" + name));
      return Path.of(url.toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static List<Map<String, @Nullable String>> expected(String name) throws IOException {
    List<Map<String, @Nullable String>> rows = new ArrayList<>();
    for (String line : Files.readAllLines(resource(name))) {
      Map<String, @Nullable String> row = new LinkedHashMap<>();
      try (JsonParser parser = new JsonFactory().createParser(line)) {
        parser.nextToken();
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
          row.put(parser.currentName(), parser.nextTextValue());
        }
      }
      rows.add(row);
    }
    return rows;
  }

  private static List<Map<String, @Nullable String>> actual(Table table) {
    Schema schema = table.schema();
    List<Map<String, @Nullable String>> rows = new ArrayList<>();
    for (List<@Nullable Object> values : Scans.rows(table)) {
      Map<String, @Nullable String> row = new LinkedHashMap<>();
      for (int i = 0; i < schema.size(); i++) {
        Object value = values.get(i);
        String text = value == null ? null : text(value, schema.field(i).type());
        row.put(schema.field(i).name(), text);
      }
      rows.add(row);
    }
    return rows;
  }

  /** Returns a value as Spark casts it to text, but binary as hexadecimal digits. */
  private static String text(@Nullable Object value, DataType type) {
    if (value == null) {
      return "null";
    }
    return switch (type) {
      case DataType.ListOf(DataType element) ->
          ((List<?>) value)
              .stream().map(e -> text(e, element)).collect(Collectors.joining(", ", "[", "]"));
      case DataType.MapOf(DataType key, DataType item) ->
          ((List<?>) value)
              .stream()
                  .map(Map.class::cast)
                  .map(e -> text(e.get("key"), key) + " -> " + text(e.get("value"), item))
                  .collect(Collectors.joining(", ", "{", "}"));
      case DataType.Struct(List<Field> fields) -> {
        Map<?, ?> struct = (Map<?, ?>) value;
        yield fields.stream()
            .map(f -> text(struct.get(f.name()), f.type()))
            .collect(Collectors.joining(", ", "{", "}"));
      }
      case DataType.Timestamp t ->
          TIMESTAMP.format(
              t.withZone()
                  ? LocalDateTime.ofInstant((Instant) value, ZoneOffset.UTC)
                  : (LocalDateTime) value);
      case DataType.Binary _ -> value.toString().substring(2).toUpperCase(Locale.ROOT);
      case DataType.Decimal _ -> ((BigDecimal) value).toPlainString();
      default -> value.toString();
    };
  }

  @ParameterizedTest
  @CsvSource({
    "flat-snappy, flat",
    "flat-zstd, flat",
    "flat-legacy, flat",
    "flat-int96, flat-int96",
    "flat-millis, flat-millis",
    "nested-snappy, nested",
    "nested-zstd, nested",
    "nested-legacy, nested"
  })
  void readsWhatSparkReads(String file, String values) throws IOException {
    Table table = ParquetTables.open(resource(file + ".parquet").toString());
    assertThat(actual(table)).isEqualTo(expected(values + ".json"));
  }

  @Test
  void readsPartitionFolders() throws IOException {
    Table table = ParquetTables.open(resource("partitioned").toString());
    assertThat(table.schema().names()).containsExactly("id", "value", "year", "region");
    List<Map<String, @Nullable String>> rows = new ArrayList<>(actual(table));
    rows.sort(Comparator.comparing(row -> Integer.valueOf(row.get("id"))));
    assertThat(rows).isEqualTo(expected("partitioned.json"));
  }

  @Test
  void theTypesAreSparks() {
    Schema flat = ParquetTables.open(resource("flat-snappy.parquet").toString()).schema();
    assertThat(flat.fields().stream().map(f -> f.name() + " " + f.type().sqlName()))
        .containsExactly(
            "id INTEGER",
            "truth BOOLEAN",
            "tiny TINYINT",
            "small SMALLINT",
            "big BIGINT",
            "single REAL",
            "dbl DOUBLE",
            "dec5 DECIMAL(5, 2)",
            "dec18 DECIMAL(18, 4)",
            "dec38 DECIMAL(38, 10)",
            "text VARCHAR",
            "bin VARBINARY",
            "day DATE",
            "at TIMESTAMP", // INT96
            "local_at TIMESTAMP");
    Schema millis = ParquetTables.open(resource("flat-millis.parquet").toString()).schema();
    assertThat(millis.fields().stream().map(f -> f.type().sqlName()))
        .containsExactly("INTEGER", "TIMESTAMP WITH TIME ZONE", "TIMESTAMP");
    Schema nested = ParquetTables.open(resource("nested-legacy.parquet").toString()).schema();
    assertThat(IntStream.range(0, nested.size()).mapToObj(i -> nested.field(i).type().sqlName()))
        .containsExactly(
            "INTEGER",
            "INTEGER[]",
            "VARCHAR[]",
            "STRUCT(a BIGINT, b VARCHAR, c STRUCT(d DECIMAL(20, 1), e DATE[]))",
            "MAP(VARCHAR, DOUBLE)",
            "STRUCT(id BIGINT, tags VARCHAR[])[]",
            "INTEGER[][]",
            "MAP(INTEGER, STRUCT(m MAP(VARCHAR, BIGINT))[])");
  }
}
