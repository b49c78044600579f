package dev.heddle.engine.profile;

import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import jdk.jfr.EventType;
import jdk.jfr.FlightRecorder;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordedThread;
import jdk.jfr.consumer.RecordingStream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Samples of the recorder, as long as it is open; the callbacks are called by one thread. Where the
 * JDK cannot record, there are none, and the cautions say why.
 */
public final class SampleStream implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(SampleStream.class);
  private static final String CPU_TIME = "jdk.CPUTimeSample";
  private static final String LOST = "jdk.CPUTimeSamplesLost";
  private static final String EXECUTION = "jdk.ExecutionSample";

  private final List<String> cautions = new ArrayList<>();
  private final FlightClock clock = new FlightClock(Instant.now(), System.nanoTime());
  private final boolean hasCpuTime;
  private final @Nullable RecordingStream stream;

  /** Takes samples. */
  interface Samples {
    /**
     * A thread was sampled.
     *
     * @param nanos when, by {@link System#nanoTime}
     */
    void sampled(RecordedEvent event, RecordedThread thread, long nanos);
  }

  /** Takes numbers of samples that could not be taken. */
  interface LostSamples {
    /**
     * Samples of a thread were lost.
     *
     * @param nanos when that was known, by {@link System#nanoTime}
     */
    void lost(RecordedThread thread, long nanos, long samples);
  }

  /** Takes samples, and nothing else. */
  SampleStream(Samples samples, LostSamples losses, Runnable flushed) {
    this(samples, losses, flushed, _ -> {});
  }

  /**
   * Takes samples.
   *
   * @param flushed is called each time that what was recorded has been handed over
   * @param others asks the recorder for what else is wanted
   */
  SampleStream(
      Samples samples, LostSamples losses, Runnable flushed, Consumer<RecordingStream> others) {
    this(samples, losses, flushed, others, System.getProperty("os.name"));
  }

  /** Takes samples as a system of this name has them. */
  SampleStream(
      Samples samples,
      LostSamples losses,
      Runnable flushed,
      Consumer<RecordingStream> others,
      String system) {
    hasCpuTime = hasCpuTime(system);
    stream = start(samples, losses, flushed, others);
    if (stream != null && !hasExactFrames()) {
      cautions.add(
          "Frames are inexact, plan nodes are not: in a loop the caller of the method may be named,"
              + " since this JVM was started without -XX:+UnlockDiagnosticVMOptions"
              + " -XX:+DebugNonSafepoints; start it with both");
    }
  }

  private @Nullable RecordingStream start(
      Samples samples, LostSamples losses, Runnable flushed, Consumer<RecordingStream> others) {
    try {
      RecordingStream opened = new RecordingStream();
      opened.setReuse(true);
      opened.setOrdered(true);
      opened.enable(ClockEvent.class);
      opened.onEvent(
          ClockEvent.NAME, event -> clock.seen(event.getStartTime(), event.getLong("nanos")));
      addSamples(opened, samples, losses);
      others.accept(opened);
      opened.onFlush(
          () -> {
            ClockEvent.emit();
            flushed.run();
          });
      opened.startAsync();
      ClockEvent.emit();
      return opened;
    } catch (IllegalStateException | SecurityException e) {
      LOG.warn("cannot sample threads", e);
      cautions.add("Nothing is sampled: the flight recorder cannot be started: " + e.getMessage());
      return null;
    }
  }

  private void addSamples(RecordingStream opened, Samples samples, LostSamples losses) {
    if (hasCpuTime) {
      opened.enable(CPU_TIME).with("throttle", CpuSampler.PERIOD.toMillis() + "ms");
      opened.enable(LOST);
      opened.onEvent(CPU_TIME, event -> sampled(event, "eventThread", samples));
      opened.onEvent(
          LOST,
          event -> {
            RecordedThread thread = event.getThread("eventThread");
            if (thread != null) {
              losses.lost(thread, clock.nanos(event.getStartTime()), event.getLong("lostSamples"));
            }
          });
    } else {
      cautions.add(
          "Shares are inexact where more than five threads run: this system has no samples by CPU"
              + " time, which Linux has");
      opened.enable(EXECUTION).withPeriod(CpuSampler.PERIOD);
      opened.onEvent(EXECUTION, event -> sampled(event, "sampledThread", samples));
    }
  }

  private void sampled(RecordedEvent event, String field, Samples samples) {
    RecordedThread thread = event.getThread(field);
    if (thread != null) {
      samples.sampled(event, thread, clock.nanos(event.getStartTime()));
    }
  }

  /** Returns whether threads can be sampled by their CPU time. */
  static boolean hasCpuTime() {
    return hasCpuTime(System.getProperty("os.name"));
  }

  private static boolean hasCpuTime(String system) {
    return system.startsWith("Linux")
        && FlightRecorder.getFlightRecorder().getEventTypes().stream()
            .map(EventType::getName)
            .anyMatch(CPU_TIME::equals);
  }

  /** Returns whether the compilers keep track of methods between safepoints. */
  static boolean hasExactFrames() {
    return ManagementFactory.getRuntimeMXBean()
        .getInputArguments()
        .contains("-XX:+DebugNonSafepoints");
  }

  /** Returns what makes samples less exact, in sentences. */
  public List<String> cautions() {
    return List.copyOf(cautions);
  }

  /** Hands over all that has been sampled, and ends. */
  @Override
  public void close() {
    if (stream != null) {
      stream.stop();
      stream.close();
    }
  }
}
