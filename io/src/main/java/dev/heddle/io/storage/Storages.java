package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.S3Options;
import dev.heddle.io.rate.RequestGate;
import java.nio.file.FileSystems;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the storage of a path by its scheme. Thread-safe.
 *
 * <p>Paths without a scheme, and {@code file:}, are the local disk. Other storages come from {@link
 * StorageProvider}s and are looked for when a path of theirs is named, and not before.
 */
public final class Storages {
  // two letters at least, so that C:\ is no scheme
  private static final Pattern SCHEME = Pattern.compile("([A-Za-z][A-Za-z0-9+.-]+):/.*");

  private static final String FILE = "file";
  private static final Storage LOCAL = new LocalStorage();
  private static final Object LOCK = new Object();

  // all below are guarded by LOCK
  private static final Map<StorageProvider, Storage> OPENED = new LinkedHashMap<>();
  private static final Map<String, Optional<StorageProvider>> CHOSEN = new HashMap<>();
  private static @Nullable List<StorageProvider> providers;
  private static S3Options options = S3Options.DEFAULT;
  private static int users;
  private static Transfers closed = Transfers.NONE; // of storages that are forgotten

  private Storages() {}

  /**
   * Returns the storage of a path.
   *
   * @throws HeddleException with code {@code UNSUPPORTED} for a scheme without a storage
   */
  public static Storage of(String path) {
    String scheme = scheme(path);
    if (scheme.equals(FILE)) {
      return LOCAL;
    }
    synchronized (LOCK) {
      Optional<StorageProvider> provider = CHOSEN.computeIfAbsent(scheme, Storages::choose);
      if (provider.isPresent()) {
        return OPENED.computeIfAbsent(provider.get(), p -> p.open(options));
      }
    }
    boolean isS3 = scheme.equals("s3a") || scheme.equals("s3");
    throw new HeddleException(
        ErrorCode.UNSUPPORTED,
        "Cannot open "
            + path
            + ": no storage for scheme "
            + scheme
            + (isS3
                ? "; add the artifact dev.heddle:heddle-s3 to the class path, or unpack the whole"
                    + " archive of the heddle command in place of the one that ends in -core"
                : "; use a local path, file:///path or s3a://bucket/path; for Hadoop's"
                    + " file systems set HEDDLE_HADOOP, see the guide on Spark"));
  }

  /**
   * Returns the glob of Java for one of a path: {@code /**}{@code /} means folders of any depth
   * there, and here none too.
   */
  public static String javaGlob(String glob) {
    StringBuilder text = new StringBuilder();
    int braces = 0;
    for (int at = 0; at < glob.length(); at++) {
      char c = glob.charAt(at);
      if (braces == 0 && glob.startsWith("/**/", at)) {
        text.append("{/,/**/}");
        at += "/**/".length() - 1;
      } else if (c == '\\' && at + 1 < glob.length()) {
        text.append(c).append(glob.charAt(++at));
      } else {
        braces += c == '{' ? 1 : c == '}' ? -1 : 0;
        text.append(c);
      }
    }
    return text.toString();
  }

  /** Returns whether a path is one of the local disk, whether or not there is a file. */
  public static boolean isLocal(String path) {
    return scheme(path).equals(FILE);
  }

  private static String scheme(String path) {
    Matcher matcher = SCHEME.matcher(path);
    return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : FILE;
  }

  /**
   * Returns a path with slashes between its names: a local one that was written with backslashes on
   * a system where these separate names is changed, every other is as it was.
   */
  public static String slashed(String path) {
    return slashed(path, FileSystems.getDefault().getSeparator());
  }

  /** Returns what {@link #slashed(String)} does on a system with this separator. */
  public static String slashed(String path, String separator) {
    return isLocal(path) ? LocalPaths.slashed(path, separator) : path;
  }

  private static Optional<StorageProvider> choose(String scheme) {
    List<StorageProvider> all = providers();
    for (StorageProvider provider : all) {
      if (provider.opensOther(scheme, options)) {
        return Optional.of(provider);
      }
    }
    return all.stream().filter(provider -> provider.schemes().contains(scheme)).findFirst();
  }

  private static List<StorageProvider> providers() {
    List<StorageProvider> found = providers;
    if (found == null) {
      found = new ArrayList<>();
      ServiceLoader.load(StorageProvider.class, Storages.class.getClassLoader())
          .forEach(found::add);
      providers = found;
    }
    return found;
  }

  /** Returns what this process has moved over links so far. */
  public static Transfers transfers() {
    synchronized (LOCK) {
      Transfers sum = closed;
      for (Storage storage : OPENED.values()) {
        sum = sum.plus(storage.transfers());
      }
      return sum;
    }
  }

  /** Returns where requests of this process to buckets wait, for each bucket in use. */
  public static List<RequestGate> requestGates() {
    synchronized (LOCK) {
      if (OPENED.isEmpty()) {
        return List.of();
      }
      List<RequestGate> gates = new ArrayList<>();
      OPENED.values().forEach(storage -> gates.addAll(storage.requestGates()));
      return List.copyOf(gates);
    }
  }

  /** Returns how S3 is reached. */
  public static S3Options options() {
    synchronized (LOCK) {
      return options;
    }
  }

  /** The right to count on the options that were asked for, until it is closed. */
  public interface OptionsLease extends AutoCloseable {
    @Override
    void close();
  }

  /**
   * Sets how S3 is reached from now on; storages opened with other options are forgotten.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if others are in use
   */
  public static OptionsLease use(S3Options wanted) {
    synchronized (LOCK) {
      if (!wanted.equals(options)) {
        if (users > 0) {
          throw new HeddleException(
              ErrorCode.INVALID_ARGUMENT,
              "Cannot use "
                  + wanted
                  + ": an open session of this process uses "
                  + options
                  + "; close it first, or give both the same");
        }
        closed = transfers();
        OPENED.clear();
        CHOSEN.clear();
        options = wanted;
      }
      users++;
    }
    return new OptionsLease() {
      private boolean isClosed;

      @Override
      public void close() {
        synchronized (LOCK) {
          if (!isClosed) {
            isClosed = true;
            users--;
          }
        }
      }
    };
  }
}
