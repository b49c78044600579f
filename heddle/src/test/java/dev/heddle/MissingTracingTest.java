package dev.heddle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import org.junit.jupiter.api.Test;

/** Nobody has put OpenTelemetry on this class path. */
class MissingTracingTest {
  @Test
  void anApiThatIsNotOnTheClassPathIsNamed() {
    assertThatThrownBy(() -> Heddle.local(SessionOptions.defaults().withTracing()))
        .isInstanceOfSatisfying(
            HeddleException.class, error -> assertThat(error.code()).isEqualTo(ErrorCode.NOT_FOUND))
        .hasMessageContaining("depend on io.opentelemetry:opentelemetry-api");
    Heddle.local().close();
  }
}
