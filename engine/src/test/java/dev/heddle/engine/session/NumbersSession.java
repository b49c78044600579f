package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import java.util.stream.LongStream;

/**
 * A session of 256 MiB with the view {@code n} of the numbers {@code i} from 0 to 1499, for tests
 * of results that are larger than what they take. Its close checks that nothing is left.
 */
final class NumbersSession implements AutoCloseable {
  static final long MIB = 1 << 20;

  private final Session session =
      Heddle.local(SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(256 * MIB));

  NumbersSession() {
    session.createView("n", session.from(LongStream.range(0, 1500).mapToObj(Number::new).toList()));
    ProcessMemory.ledger().resetPeak();
  }

  private record Number(long i) {}

  Session session() {
    return session;
  }

  @Override
  public void close() {
    session.close();
    assertThat(ProcessMemory.ledger().usedBytes()).isZero();
    assertThat(ProcessMemory.ledger().committedBytes()).isZero();
  }
}
