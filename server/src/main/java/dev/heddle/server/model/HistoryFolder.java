package dev.heddle.server.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.FileMoves;
import dev.heddle.io.storage.LocalFolders;
import dev.heddle.io.storage.OwnerAccess;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A folder with a file for each of the last queries, which only its owner may read. A file has
 * lines of JSON: the query in short, all of it, and if it was sampled its profiles by node and by
 * code. Processes may share a folder: a number is taken by making its file, which is empty until
 * the query is over. Thread-safe.
 */
public final class HistoryFolder {
  private static final Logger LOG = LoggerFactory.getLogger(HistoryFolder.class);
  private static final Duration MAX_OPEN = Duration.ofDays(7);
  private static final String ENDING = ".json";

  private final Path folder;
  private final int maxQueries;
  private final long maxBytes;

  /**
   * Takes a folder, and makes it where it is missing.
   *
   * @throws HeddleException with code {@code IO} if it cannot be made
   */
  public HistoryFolder(Path folder, int maxQueries, long maxBytes) {
    this.folder = folder;
    this.maxQueries = maxQueries;
    this.maxBytes = maxBytes;
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder, LocalFolders.privateFolder(folder));
        OwnerAccess.restrict(folder);
      }
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot keep queries in "
              + folder
              + ": "
              + e
              + "; name another folder by --ui-history or"
              + " UiOptions.withHistory",
          e);
    }
  }

  /** Takes a number that no other query of the folder has. */
  long takeNumber(long atLeast) {
    for (long number = atLeast; ; number++) {
      try {
        Files.createFile(path(number), LocalFolders.privateFile(folder));
        return number;
      } catch (FileAlreadyExistsException e) {
        // somebody else's
      } catch (IOException e) {
        LOG.warn("query {} is not going to be kept: {}", number, e.toString());
        return number;
      }
    }
  }

  /** Keeps a query that is over. */
  void put(long number, String summary, String all, List<String> profiles) {
    Path draft = folder.resolve(number + ".draft");
    try {
      Files.deleteIfExists(draft);
      Files.createFile(draft, LocalFolders.privateFile(folder));
      List<String> lines = new ArrayList<>(List.of(summary, all));
      lines.addAll(profiles);
      Files.writeString(draft, String.join("\n", lines) + "\n", UTF_8, StandardOpenOption.WRITE);
      FileMoves.replace(draft, path(number));
    } catch (IOException e) {
      LOG.warn("cannot keep query {} in {}: {}", number, folder, e.toString());
    }
  }

  /** Removes the oldest beyond the bounds. */
  void trim() {
    List<Long> numbers = numbers();
    long bytes = 0;
    int kept = 0;
    for (long number : numbers.reversed()) {
      try {
        long size = Files.size(path(number));
        bytes += size;
        kept += size > 0 ? 1 : 0;
        if (kept > maxQueries || bytes > maxBytes || (size == 0 && isOld(path(number)))) {
          Files.deleteIfExists(path(number));
        }
      } catch (IOException e) {
        LOG.debug("query {} cannot be looked at: {}", number, e.toString());
      }
    }
  }

  /** Of a query that has not ended in this time it is assumed that its process has. */
  private static boolean isOld(Path file) throws IOException {
    return Files.getLastModifiedTime(file).toInstant().isBefore(Instant.now().minus(MAX_OPEN));
  }

  /** Returns the numbers of the queries, the oldest first. */
  List<Long> numbers() {
    List<Long> numbers = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      files
          .map(file -> file.getFileName().toString())
          .filter(name -> name.matches("[0-9]{1,18}\\.json"))
          .forEach(
              name ->
                  numbers.add(Long.valueOf(name.substring(0, name.length() - ENDING.length()))));
    } catch (IOException e) {
      LOG.warn("cannot read {}: {}", folder, e.toString());
    }
    Collections.sort(numbers);
    return numbers;
  }

  /** Returns a query in short; empty if it is not over, or is not kept any longer. */
  Optional<String> summary(long number) {
    try (BufferedReader in =
        new BufferedReader(new InputStreamReader(Files.newInputStream(path(number)), UTF_8))) {
      return Optional.ofNullable(in.readLine()).filter(line -> !line.isBlank());
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("cannot read query {} of {}: {}", number, folder, e.toString());
      return Optional.empty();
    }
  }

  /** Returns all of a query; empty if it is not over, or is not kept any longer. */
  public Optional<String> all(long number) {
    return line(number, 1);
  }

  /** Returns the profile of a query; empty if it has none, or is not kept any longer. */
  Optional<String> profile(long number, FlameGraph.By by) {
    return line(number, 2 + by.ordinal());
  }

  private Optional<String> line(long number, int line) {
    try {
      List<String> lines = Files.readAllLines(path(number), UTF_8);
      return lines.size() <= line ? Optional.empty() : Optional.of(lines.get(line));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (IOException e) {
      LOG.warn("cannot read query {} of {}: {}", number, folder, e.toString());
      return Optional.empty();
    }
  }

  private Path path(long number) {
    return folder.resolve(number + ENDING);
  }
}
