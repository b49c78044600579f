package dev.heddle.planner.translate;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.calcite.sql.parser.SqlParserPos;
import org.apache.calcite.sql.parser.SqlParserUtil;
import org.apache.calcite.util.DateString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PlainDatesTest {
  @Test
  void everyDayIsReadAsCalciteReadsIt() {
    for (int year : new int[] {1583, 1600, 1700, 1899, 1970, 2000, 2023, 2024, 9999}) {
      for (int month = 1; month <= 12; month++) {
        for (int day = 1; day <= 28; day++) {
          String text = new DateString(year, month, day).toString();
          assertThat(PlainDates.read(text))
              .hasToString(SqlParserUtil.parseDateLiteral(text, SqlParserPos.ZERO).toValue());
        }
      }
    }
    assertThat(PlainDates.read("2024-02-29")).hasToString("2024-02-29");
    assertThat(PlainDates.read("2026-12-31")).hasToString("2026-12-31");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "2026-1-1",
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "2026-10-00",
        "1582-10-10",
        "2026/01/01",
        "2026-01-0x",
        "-026-01-01",
        " 2026-01-01",
        "12026-01-01"
      })
  void whatIsNotPlainIsLeft(String text) {
    assertThat(PlainDates.read(text)).isNull();
  }
}
