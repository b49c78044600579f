package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.ArrowStream;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import org.apache.arrow.memory.ArrowBuf;
import org.apache.arrow.vector.BigIntVector;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Results that are read while their query runs. */
class ArrowStreamTest {
  /** 2.25 million rows of 72 MiB as Arrow vectors, made from a few thousand. */
  private static final String LARGE =
      "select a.i * 1500 + b.i as i, a.i as a, b.i as b, a.i + 0.5e0 as f from n a cross join n b";

  private final NumbersSession numbers = new NumbersSession();
  private final Session session = numbers.session();

  @AfterEach
  void close() {
    numbers.close();
  }

  @Test
  void aResultLargerThanWhatItTakesIsReadWhileItIsMade() {
    long rows = 0;
    long sum = 0;
    try (ArrowStream stream = session.sql(LARGE).toArrow()) {
      while (stream.next()) {
        BigIntVector numbers = (BigIntVector) stream.root().getVector(0);
        for (int i = 0; i < stream.root().getRowCount(); i++) {
          sum += numbers.get(i);
        }
        rows += stream.root().getRowCount();
      }
      assertThat(stream.next()).isFalse();
    }
    long all = 1500L * 1500;
    assertThat(rows).isEqualTo(all);
    assertThat(sum).isEqualTo(all * (all - 1) / 2);
    assertThat(ProcessMemory.ledger().peakBytes()).isLessThan(32 * NumbersSession.MIB);
  }

  @Test
  void aQueryWaitsForItsReader() {
    try (ArrowStream stream = session.sql(LARGE).toArrow()) {
      assertThat(stream.next()).isTrue();
      try (ArrowStream other = session.sql("select count(*) from n").toArrow()) {
        assertThat(other.next()).isTrue();
        assertThat(((BigIntVector) other.root().getVector(0)).get(0)).isEqualTo(1500);
      }
    }
    assertThat(ProcessMemory.ledger().peakBytes()).isLessThan(32 * NumbersSession.MIB);
  }

  @Test
  void anErrorInTheMiddleComesAfterTheRowsBeforeIt() {
    try (ArrowStream stream =
        session
            .sql("select 1 / (case when i = 2000000 then 0 else 1 end) as q from (" + LARGE + ")")
            .toArrow()) {
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  assertThat(stream.root().getRowCount()).isPositive();
                }
              })
          .isInstanceOfSatisfying(
              HeddleException.class,
              e -> assertThat(e.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO))
          .hasMessageContaining("zero");
    }
  }

  @Test
  void anInterruptedReaderCancelsTheQuery() {
    try (ArrowStream stream = session.sql("select max(i) as m from (" + LARGE + ")").toArrow()) {
      assertThat(stream.next()).isTrue();
    }
    Thread.currentThread().interrupt();
    try {
      assertThatThrownBy(() -> session.sql(LARGE).toArrow())
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
          .hasMessageContaining("cancelled");
    } finally {
      assertThat(Thread.interrupted()).isTrue();
    }
  }

  @Test
  void cancellingTheSessionsQueriesEndsAStream() {
    try (ArrowStream stream = session.sql(LARGE).toArrow()) {
      assertThat(stream.next()).isTrue();
      session.cancelAll();
      assertThatThrownBy(
              () -> {
                while (stream.next()) {
                  assertThat(stream.root().getRowCount()).isPositive();
                }
              })
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED))
          .hasMessageContaining("cancelled");
    }
  }

  @Test
  void aBufferThatIsKeptStaysValidAndCounted() {
    ArrowBuf kept;
    try (ArrowStream stream = session.sql("select i from n where i < 1000").toArrow()) {
      assertThat(stream.next()).isTrue();
      kept = stream.root().getVector(0).getDataBuffer();
      kept.getReferenceManager().retain();
      assertThat(stream.next()).isFalse();
    }
    assertThat(kept.getLong(8 * 999)).isEqualTo(999);
    assertThat(ProcessMemory.ledger().usedBytes()).isGreaterThanOrEqualTo(8_000);
    kept.close();
  }
}
