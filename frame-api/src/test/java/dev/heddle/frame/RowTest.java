package dev.heddle.frame;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowTest {
  private final QueryResult result =
      new RowsResult(
          Schema.of(
              Field.of("n", DataType.INT32),
              Field.of("big", DataType.INT64),
              Field.of("exact", new DataType.Decimal(5, 2)),
              Field.of("real", DataType.FLOAT64),
              Field.of("day", DataType.DATE),
              Field.of("at", DataType.TIMESTAMP_TZ)),
          List.<@Nullable Object[]>of(
              row(1, 2L, new BigDecimal("3.50"), 4.5, LocalDate.of(2020, 1, 2), before1970()),
              row(null, null, null, null, null, null),
              row(3, 4L, new BigDecimal("0.00"), -0.0, LocalDate.of(1969, 1, 2), Instant.EPOCH)));

  private static @Nullable Object[] row(@Nullable Object... values) {
    return values;
  }

  private static Instant before1970() {
    return Instant.parse("1969-12-31T23:59:59.999999Z");
  }

  @Test
  void readsByNameAndPosition() {
    Row row = result.iterator().next();
    assertThat(row.intValue("n")).isEqualTo(1);
    assertThat(row.longValue(0)).isEqualTo(1);
    assertThat(row.longValue("big")).isEqualTo(2);
    assertThat(row.doubleValue("big")).isEqualTo(2.0);
    assertThat(row.doubleValue("exact")).isEqualTo(3.5);
    assertThat(row.doubleValue("real")).isEqualTo(4.5);
    assertThat(row.decimalValue("exact")).isEqualTo("3.50");
    assertThat(row.decimalValue("n")).isEqualTo("1");
    assertThat(row.date("day")).isEqualTo("2020-01-02");
    assertThat(row.value("at")).isEqualTo(before1970());
  }

  @Test
  void givesNullForNull() {
    List<Row> rows = new ArrayList<>();
    result.forEach(rows::add);
    assertThat(rows).hasSize(3);
    assertThat(rows.get(1).isNull("n")).isTrue();
    assertThat(rows.get(1).value("day")).isNull();
    assertThat(rows.get(2).toString())
        .isEqualTo("[3, 4, 0.00, -0.0, 1969-01-02, 1970-01-01T00:00:00Z]");
    assertThatThrownBy(() -> rows.get(1).longValue("n"))
        .hasMessage("Cannot read column \"n\": it is null here; check isNull first or use value");
  }

  @Test
  void refusesOtherTypesAndUnknownColumns() {
    Row row = result.iterator().next();
    assertThatThrownBy(() -> row.intValue("real"))
        .hasMessage("Cannot read column \"real\" as an INTEGER: it is DOUBLE");
    assertThatThrownBy(() -> row.longValue("exact"))
        .hasMessage("Cannot read column \"exact\" as an integer: it is DECIMAL(5, 2)");
    assertThatThrownBy(() -> row.date("n"))
        .hasMessage("Cannot read column \"n\" as a DATE: it is INTEGER");
    assertThatThrownBy(() -> row.value("days"))
        .hasMessage(
            "Cannot read row: no column \"days\" in [n, big, exact, real, day, at]; did you mean"
                + " \"day\"?");
    assertThatThrownBy(() -> row.value(6))
        .hasMessage("Cannot read column 6: the row has 6 columns");
    assertThatThrownBy(() -> row.text("n"))
        .hasMessage("Cannot read column \"n\" as a VARCHAR: it is INTEGER");
    assertThatThrownBy(() -> row.booleanValue("n"))
        .hasMessage("Cannot read column \"n\" as a BOOLEAN: it is INTEGER");
    assertThatThrownBy(() -> row.decimalValue("real"))
        .hasMessage("Cannot read column \"real\" as a DECIMAL: it is DOUBLE");
    assertThatThrownBy(() -> row.doubleValue("day"))
        .hasMessage("Cannot read column \"day\" as a number: it is DATE");
  }
}
