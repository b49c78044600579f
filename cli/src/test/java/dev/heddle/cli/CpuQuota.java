package dev.heddle.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Lets a process have a part of a processor, by a control group where one can be made, else by
 * stopping it most of the time.
 */
final class CpuQuota implements AutoCloseable {
  private static final Path GROUPS = Path.of("/sys/fs/cgroup");
  private static final int CYCLE_MILLIS = 100;

  private final Process process;
  private final int onMillis;
  private final @Nullable Path group;
  private final CountDownLatch end = new CountDownLatch(1);
  private final Thread cycle;
  private final AtomicInteger stops = new AtomicInteger();

  CpuQuota(Process process, int percent) {
    this.process = process;
    this.onMillis = CYCLE_MILLIS * percent / 100;
    this.group = group("heddle-test-" + process.pid());
    this.cycle = Thread.ofPlatform().daemon().name("slow-worker").unstarted(this::stopAndGoOn);
    if (group == null) {
      cycle.start();
    }
  }

  private @Nullable Path group(String name) {
    boolean isFirst = Files.isDirectory(GROUPS.resolve("cpu"));
    Path made = GROUPS.resolve(isFirst ? "cpu/" + name : name);
    try {
      Files.createDirectory(made);
      if (isFirst) {
        Files.writeString(made.resolve("cpu.cfs_quota_us"), onMillis + "000");
      } else {
        Files.writeString(made.resolve("cpu.max"), onMillis + "000 " + CYCLE_MILLIS + "000");
      }
      Files.writeString(made.resolve("cgroup.procs"), Long.toString(process.pid()));
      return made;
    } catch (IOException e) {
      remove(made);
      return null;
    }
  }

  private static void remove(Path group) {
    Commands.works("rmdir", group.toString());
  }

  private void stopAndGoOn() {
    try {
      do {
        TestCluster.signal("STOP", process);
        stops.incrementAndGet();
        boolean _ = end.await(CYCLE_MILLIS - onMillis, TimeUnit.MILLISECONDS);
        TestCluster.signal("CONT", process);
      } while (!end.await(onMillis, TimeUnit.MILLISECONDS));
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns how often the process had to wait. */
  int waits() {
    if (group == null) {
      return stops.get();
    }
    try {
      for (String line : Files.readAllLines(group.resolve("cpu.stat"))) {
        if (line.startsWith("nr_throttled ")) {
          return Integer.parseInt(line.substring(line.indexOf(' ') + 1));
        }
      }
      return 0;
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() throws IOException {
    end.countDown();
    if (group == null) {
      try {
        cycle.join();
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
    } else {
      Path parent = group.getParent();
      if (parent != null && process.isAlive()) {
        Files.writeString(parent.resolve("cgroup.procs"), Long.toString(process.pid()));
      }
      remove(group);
    }
  }
}
