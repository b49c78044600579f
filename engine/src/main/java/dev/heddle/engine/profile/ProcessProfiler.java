package dev.heddle.engine.profile;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import jdk.jfr.consumer.RecordedClass;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingStream;

/** Profiles this process for a while, whatever it does; one at a time. */
public final class ProcessProfiler {
  /** The longest time. */
  public static final Duration MAX_TIME = Duration.ofMinutes(1);

  private static final Duration MIN_WAIT = Duration.ofMillis(10);
  private static final int MAX_SITES = 2_000; // of allocation, and of locks
  private static final AtomicBoolean RUNS = new AtomicBoolean();

  private ProcessProfiler() {}

  /**
   * Profiles this process; returns when the time is over, or soon once the thread is interrupted.
   *
   * @param time above zero, at most {@link #MAX_TIME}
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if the time is not, or if another
   *     one runs; {@code NOT_FOUND} if the JDK cannot take samples
   */
  public static ProcessProfile profile(Duration time) {
    ProfileSupport.check();
    if (time.isNegative() || time.isZero() || time.compareTo(MAX_TIME) > 0) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot profile this process for "
              + time.toMillis()
              + " ms: the time has to be above zero, and at most "
              + MAX_TIME.toSeconds()
              + " s");
    }
    if (!RUNS.compareAndSet(false, true)) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot profile this process: a profile of it is being made; ask again when that is"
              + " done");
    }
    try {
      return record(time);
    } finally {
      RUNS.set(false);
    }
  }

  private static ProcessProfile record(Duration time) {
    long begun = System.nanoTime();
    SiteSums cpu = new SiteSums();
    SiteSums allocation = new SiteSums();
    SiteSums locks = new SiteSums();
    long[] lost = new long[1]; // by the stream's thread, and behind its end
    SampleStream stream =
        new SampleStream(
            (event, thread, _) ->
                cpu.add(
                    SiteSums.name(thread), "", event.getStackTrace(), CpuSampler.PERIOD.toNanos()),
            (_, _, samples) -> lost[0] += samples * CpuSampler.PERIOD.toNanos(),
            () -> {},
            recorder -> {
              addAllocation(recorder, allocation);
              addLocks(recorder, locks);
            });
    try (stream) {
      pause(time);
    }
    List<CpuStack> stacks = new ArrayList<>();
    for (SiteSamples site : cpu.sites(Integer.MAX_VALUE)) {
      stacks.add(
          new CpuStack(
              CpuStack.NO_NODE, site.thread(), "", site.frames(), Duration.ofNanos(site.amount())));
    }
    return new ProcessProfile(
        Duration.ofNanos(System.nanoTime() - begun),
        new CpuProfile(
            CpuSampler.PERIOD, stacks, Duration.ZERO, Duration.ofNanos(lost[0]), stream.cautions()),
        allocation.sites(MAX_SITES),
        locks.sites(MAX_SITES));
  }

  private static void addAllocation(RecordingStream recorder, SiteSums sums) {
    recorder.enable("jdk.ObjectAllocationSample").with("throttle", "150/s");
    recorder.onEvent(
        "jdk.ObjectAllocationSample",
        event -> add(sums, event, event.getClass("objectClass"), event.getLong("weight")));
  }

  private static void addLocks(RecordingStream recorder, SiteSums sums) {
    recorder.enable("jdk.JavaMonitorEnter").withThreshold(MIN_WAIT);
    recorder.onEvent(
        "jdk.JavaMonitorEnter",
        event -> add(sums, event, event.getClass("monitorClass"), event.getDuration().toNanos()));
    recorder.enable("jdk.ThreadPark").withThreshold(MIN_WAIT);
    recorder.onEvent(
        "jdk.ThreadPark",
        event -> {
          RecordedClass parked = event.getClass("parkedClass");
          if (parked != null && SiteSums.isLock(parked.getName())) {
            add(sums, event, parked, event.getDuration().toNanos());
          }
        });
  }

  private static void add(SiteSums sums, RecordedEvent event, RecordedClass of, long amount) {
    sums.add(SiteSums.name(event.getThread()), of.getName(), event.getStackTrace(), amount);
  }

  private static void pause(Duration time) {
    try {
      boolean _ = new CountDownLatch(1).await(time.toNanos(), TimeUnit.NANOSECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // what was sampled until now is the profile
    }
  }
}
