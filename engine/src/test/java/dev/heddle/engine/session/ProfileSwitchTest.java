package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.profile.CpuSampler;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.QueryEvent;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

/** Queries that are profiled since a page asks for it: they do not wait for it. */
class ProfileSwitchTest {
  private static final int PATIENCE_SECONDS = 300;
  private static final String QUERY =
      "select sum(sqrt(range) * sin(range)) as s from range(2500000) where cos(range) > -2";

  private final CountDownLatch profiled = new CountDownLatch(2);
  private final KeptEvents events =
      new KeptEvents() {
        @Override
        public void event(QueryEvent event) {
          super.event(event);
          if (event instanceof QueryEvent.Profiled) {
            profiled.countDown();
          }
        }
      };

  private static void await(BooleanSupplier isSo) throws InterruptedException {
    long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(PATIENCE_SECONDS);
    while (!isSo.getAsBoolean()) {
      assertThat(System.nanoTime()).as("waited in vain").isLessThan(end);
      boolean _ = new CountDownLatch(1).await(5, TimeUnit.MILLISECONDS);
    }
  }

  private static void run(SessionEngine engine) {
    engine.submit(engine.analyzeSql(QUERY, Map.of())).result().join().close();
  }

  @Test
  void profilesQueriesThatBeginWhileItIsOn() throws Exception {
    SessionEngine engine = new SessionEngine(SessionOptions.defaults().withThreads(2));
    try (engine) {
      ProgressReports reports = engine.executor().reports();
      reports.add(events);
      run(engine);
      assertThat(CpuSampler.process().isRunning()).isFalse();

      reports.profiles().turnOn(Duration.ofMinutes(10));
      await(reports.profiles()::isOn);
      run(engine);
      run(engine);
      assertThat(profiled.await(PATIENCE_SECONDS, TimeUnit.SECONDS)).isTrue();

      reports.profiles().turnOn(Duration.ZERO);
      assertThat(reports.profiles().isOn()).isFalse();
      run(engine);
      await(() -> !CpuSampler.process().isRunning());
    }
    List<QueryEvent.Profiled> profiles = events.of(QueryEvent.Profiled.class);
    assertThat(profiles).hasSize(2);
    for (QueryEvent.Profiled each : profiles) {
      CpuProfile profile = each.profile();
      assertThat(profile.stacks()).anyMatch(stack -> stack.node() != CpuStack.NO_NODE);
      assertThat(profile.attributed()).isGreaterThan(Duration.ofMillis(50));
    }
    assertThat(profiles.getFirst().query()).isNotEqualTo(profiles.getLast().query());
  }
}
