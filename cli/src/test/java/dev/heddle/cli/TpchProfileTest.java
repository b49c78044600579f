package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.bench.suite.TpchData;
import dev.heddle.bench.suite.TpchQueries;
import dev.heddle.engine.session.KeptEvents;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.spi.ExplainMode;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.frame.watch.QueryEvent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedFrame;
import jdk.jfr.consumer.RecordingStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** How many samples of task threads carry a query and a node, counted by a recording of its own. */
@EnabledOnOs(value = OS.LINUX, disabledReason = "others have no samples by CPU time")
class TpchProfileTest {
  private static final int ROUNDS = 4;

  @TempDir static Path parent;

  /** Returns whether a stack is that of a thread that works on a task. */
  private static boolean isOfTask(List<String> frames) {
    Predicate<String> isTask =
        frame ->
            frame.equals("dev.heddle.engine.worker.TaskRunner.run")
                || frame.equals("dev.heddle.physical.pipeline.ThreadTeam$Helper.run");
    return frames.stream().anyMatch(isTask);
  }

  private static List<String> frames(RecordedEvent event) {
    List<String> names = new ArrayList<>();
    if (event.getStackTrace() != null) {
      for (RecordedFrame frame : event.getStackTrace().getFrames()) {
        names.add(frame.getMethod().getType().getName() + "." + frame.getMethod().getName());
      }
    }
    return names;
  }

  @Test
  @EnabledIfSystemProperty(named = "heddle.long", matches = "true")
  void nearlyAllSamplesOfTaskThreadsCarryQueryAndNode() {
    Path data = TpchData.ensure(parent, 0.1, _ -> {});
    KeptEvents events = new KeptEvents();
    AtomicLong sampled = new AtomicLong();
    try (Session session = Heddle.local(SessionOptions.defaults().withThreads(2));
        RecordingStream all = new RecordingStream()) {
      for (String table : TpchData.TABLES) {
        session.execute(
            "create view "
                + table
                + " as select * from '"
                + data.resolve(table + ".parquet")
                + "'");
      }
      session.addProgressListener(events);
      all.enable("jdk.CPUTimeSample").with("throttle", "20ms");
      all.onEvent("jdk.CPUTimeSample", event -> sampled.addAndGet(isOfTask(frames(event)) ? 1 : 0));
      all.startAsync();
      for (int round = 0; round < ROUNDS; round++) {
        for (int query : List.of(1, 5, 18)) {
          session.sql(TpchQueries.sql(query)).explain(ExplainMode.ANALYZE_PROFILE);
        }
      }
      all.stop();
    }
    List<CpuProfile> profiles =
        events.of(QueryEvent.Profiled.class).stream().map(QueryEvent.Profiled::profile).toList();
    long attributed = 0;
    long unattributed = 0;
    for (CpuProfile profile : profiles) {
      unattributed += profile.unattributed().dividedBy(profile.period());
      for (CpuStack stack : profile.stacks()) {
        boolean isKnown = stack.node() != CpuStack.NO_NODE || !stack.activity().isEmpty();
        if (isKnown && isOfTask(stack.frames())) {
          attributed += stack.time().dividedBy(profile.period());
        }
      }
    }
    System.out.printf(
        "%d samples of task threads, %d with query and node, %d unattributed%n",
        sampled.get(), attributed, unattributed);
    assertThat(profiles).hasSize(3 * ROUNDS);
    assertThat(sampled.get()).isGreaterThan(20);
    assertThat(attributed).isBetween((long) (0.95 * sampled.get()), sampled.get());
  }
}
