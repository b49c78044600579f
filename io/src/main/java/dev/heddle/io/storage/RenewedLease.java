package dev.heddle.io.storage;

import dev.heddle.frame.error.HeddleException;
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
import java.util.function.Consumer;

/**
 * A lease on a storage without locks: a file that names its maker and is written again every {@link
 * #RENEWAL}. On the maker's own machine its process is looked for; elsewhere, and for makers that
 * cannot be looked for, one that has not been renewed for {@link #LIFE} is dead.
 */
public final class RenewedLease implements Lease {
  /** How often it is written again. */
  public static final Duration RENEWAL = Duration.ofSeconds(20);

  /** How long others wait for it to be written again. */
  public static final Duration LIFE = Duration.ofMinutes(3);

  /** Others wait longer than the maker trusts in its lease, which covers a slow request. */
  private static final Duration TRUST = Duration.ofMinutes(2);

  private static final Set<String> OPEN = ConcurrentHashMap.newKeySet();
  private static final String MACHINE = machine(Path.of("/proc"));

  private final String path;
  private final File file;
  private final Thread renewer;
  private volatile long renewedNanos;

  /** The file of a lease on its storage. */
  public interface File {
    /** Makes it, in place of none. */
    void create(byte[] content);

    /** Writes it again. */
    void replace(byte[] content);

    /** Returns whether it is there. */
    boolean isThere();
  }

  private RenewedLease(String path, File file) {
    this.path = path;
    this.file = file;
    this.renewer = Thread.ofVirtual().name("heddle-lease").unstarted(this::renew);
  }

  /**
   * Makes a lease.
   *
   * @param path names it in this process
   */
  public static RenewedLease make(String path, File file) {
    RenewedLease lease = new RenewedLease(path, file);
    OPEN.add(path);
    try {
      lease.write(file::create);
    } catch (RuntimeException e) {
      OPEN.remove(path);
      throw e;
    }
    lease.renewer.start();
    return lease;
  }

  private void write(Consumer<byte[]> writing) {
    long begun = System.nanoTime();
    writing.accept(maker().getBytes(StandardCharsets.UTF_8));
    renewedNanos = begun;
  }

  private void renew() {
    try {
      while (true) {
        Thread.sleep(RENEWAL);
        if (!OPEN.contains(path) || !file.isThere()) {
          return; // closed; or taken for dead, and then it must not come back
        }
        write(file::replace);
      }
    } catch (InterruptedException | HeddleException e) {
      return; // closed; or the storage has failed for long, and the lease ends by age
    }
  }

  @Override
  public boolean isHeld() {
    return System.nanoTime() - renewedNanos < TRUST.toNanos();
  }

  /** The lease's file may have been deleted before; what is being written again must not be. */
  @Override
  public void close() {
    OPEN.remove(path);
    renewer.interrupt();
  }

  /** Returns what a lease of this process has in it: three lines, of machine, process and start. */
  public static String maker() {
    ProcessHandle self = ProcessHandle.current();
    return MACHINE + "\n" + self.pid() + "\n" + start(self) + "\n";
  }

  private static String start(ProcessHandle process) {
    return process.info().startInstant().map(Instant::toString).orElse("");
  }

  /**
   * Names machine, its start and the space of its process ids, which containers have their own.
   *
   * @param system the folder in which the system shows its processes
   * @return empty where there is no such folder
   */
  static String machine(Path system) {
    try {
      return InetAddress.getLocalHost().getHostName()
          + " "
          + Files.readString(system.resolve("sys/kernel/random/boot_id")).strip()
          + " "
          + Files.readSymbolicLink(system.resolve("self/ns/pid"));
    } catch (IOException | UnsupportedOperationException e) {
      return ""; // then age decides
    }
  }

  /**
   * Returns whether the maker of a lease lives.
   *
   * @param path names it in the maker's process
   * @param content of the lease's file
   * @param age since it was written, by the storage's clock
   */
  public static boolean isLive(String path, String content, Duration age) {
    String[] lines = content.split("\n");
    if (lines.length < 2 || MACHINE.isEmpty() || !lines[0].equals(MACHINE)) {
      return age.compareTo(LIFE) < 0;
    }
    long pid = Long.parseLong(lines[1]);
    ProcessHandle self = ProcessHandle.current();
    String started = lines.length > 2 ? lines[2] : "";
    if (pid == self.pid() && started.equals(start(self))) {
      return OPEN.contains(path);
    }
    Optional<ProcessHandle> process = ProcessHandle.of(pid);
    return process.isPresent() && process.get().isAlive() && start(process.get()).equals(started);
  }
}
