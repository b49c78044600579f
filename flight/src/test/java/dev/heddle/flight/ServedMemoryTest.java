package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.option.SessionAccess;
import java.util.List;
import org.apache.arrow.flight.FlightStatusCode;
import org.junit.jupiter.api.Test;

/** Sessions with little memory. */
class ServedMemoryTest extends ServedTest {
  @Override
  SessionAccess access() {
    return SessionAccess.toPaths(List.of()).withMemoryBytes(1 << 20);
  }

  @Test
  void aQueryAboveTheSessionsMemoryIsRefused() {
    assertThatThrownBy(() -> query("select i from generate_series(1, 10000) as g(i) order by -i"))
        .hasMessageContaining("(option --session-memory)")
        .satisfies(e -> assertThat(code(e)).isEqualTo(FlightStatusCode.RESOURCE_EXHAUSTED))
        .satisfies(e -> assertThat(heddleCode(e)).isEqualTo("OUT_OF_MEMORY"));
    assertThat(query("show partitions")).containsExactly("0");
    assertThat(session.sql("select i from t order by -i").collect().rowCount()).isEqualTo(3);
  }
}
