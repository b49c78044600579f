package dev.heddle.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What Spark's event logs state. */
final class EventLog {
  private static final Pattern STAGE = Pattern.compile("\"Stage ID\":(\\d+)");
  private static final Pattern EXECUTOR = Pattern.compile("\"Executor ID\":\"([^\"]+)\"");

  private EventLog() {}

  /** Returns where tasks ended, for each application and stage that was complete. */
  static Map<String, TreeSet<String>> executors(Path folder) throws IOException {
    Map<String, TreeSet<String>> executors = new TreeMap<>();
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        try (Stream<String> lines = Files.lines(file)) {
          lines.forEach(line -> note(file.getFileName().toString(), line, executors));
        }
      }
    }
    return executors;
  }

  private static void note(String file, String line, Map<String, TreeSet<String>> executors) {
    Matcher stage = STAGE.matcher(line);
    if (!stage.find()) {
      return;
    }
    boolean isEnd = line.contains("\"SparkListenerTaskEnd\"");
    boolean isComplete =
        line.contains("\"SparkListenerStageCompleted\"") && !line.contains("\"Failure Reason\"");
    if (isEnd || isComplete) {
      TreeSet<String> known =
          executors.computeIfAbsent(file + " " + stage.group(1), _ -> new TreeSet<>());
      Matcher executor = EXECUTOR.matcher(line);
      if (isEnd && executor.find()) {
        known.add(executor.group(1));
      }
    }
  }
}
