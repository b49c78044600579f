package dev.heddle.s3;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.Lease;
import java.io.IOException;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A lease on a storage without locks: an object that names its maker and is written again every
 * {@link #RENEWAL}. On the maker's own machine its process is looked for; elsewhere, and for makers
 * that cannot be looked for, one that has not been renewed for {@link #LIFE} is dead.
 */
final class S3Lease implements Lease {
  static final Duration RENEWAL = Duration.ofSeconds(20);
  static final Duration LIFE = Duration.ofMinutes(3);

  /** Others wait longer than the maker trusts in its lease, which covers a slow request. */
  private static final Duration TRUST = Duration.ofMinutes(2);

  private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();
  private static final String MACHINE = machine();

  private final S3Uploads uploads;
  private final S3Path path;
  private final Thread renewer;
  private volatile long renewedNanos;

  private S3Lease(S3Uploads uploads, S3Path path) {
    this.uploads = uploads;
    this.path = path;
    this.renewer = Thread.ofVirtual().name("heddle-s3-lease").unstarted(this::renew);
  }

  static S3Lease make(S3Uploads uploads, S3Path path) {
    S3Lease lease = new S3Lease(uploads, path);
    OPEN.add(path.toString());
    try {
      lease.put(S3Uploads.Condition.IS_NEW);
    } catch (RuntimeException e) {
      OPEN.remove(path.toString());
      throw e;
    }
    lease.renewer.start();
    return lease;
  }

  private void put(S3Uploads.Condition condition) {
    long begun = System.nanoTime();
    byte[] text = maker().getBytes(StandardCharsets.UTF_8);
    uploads.put(path, text, text.length, condition);
    renewedNanos = begun;
  }

  private void renew() {
    try {
      while (true) {
        Thread.sleep(RENEWAL);
        if (!OPEN.contains(path.toString()) || uploads.head(path) == null) {
          return; // closed; or taken for dead, and then it must not come back
        }
        put(S3Uploads.Condition.NONE);
      }
    } catch (InterruptedException | HeddleException e) {
      return; // closed; or the service has failed for long, and the lease ends by age
    }
  }

  @Override
  public boolean isHeld() {
    return System.nanoTime() - renewedNanos < TRUST.toNanos();
  }

  /** The lease's file may have been deleted before; what is being written again must not be. */
  @Override
  public void close() {
    OPEN.remove(path.toString());
    renewer.interrupt();
  }

  static String maker() {
    ProcessHandle self = ProcessHandle.current();
    return MACHINE + "\n" + self.pid() + "\n" + start(self) + "\n";
  }

  private static String start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  /** Names machine, its start and the space of its process ids, which containers have their own. */
  private static String machine() {
    try {
      return InetAddress.getLocalHost().getHostName()
          + " "
          + Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(Path.of("/proc/self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // then age decides
    }
  }

  /**
   * Returns whether the maker of a lease lives.
   *
   * @param content of the lease's object
   * @param age since it was written, by the service's clock
   */
  static boolean isLive(S3Path path, String content, Duration age) {
    String[] lines = content.split("\n");
    if (lines.length < 2 || MACHINE.isEmpty() || !lines[0].equals(MACHINE)) {
      return age.compareTo(LIFE) < 0;
    }
    long pid = Long.parseLong(lines[1]);
    ProcessHandle self = ProcessHandle.current();
    String started = lines.length > 2 ? lines[2] : "";
    if (pid == self.pid() && started.equals(start(self))) {
      return OPEN.contains(path.toString());
    }
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    return process.isPresent() && process.get().isAlive() && start(process.get()).equals(started);
  }
}
