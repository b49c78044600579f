package dev.heddle.engine.cluster;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * How a process of Heddle is started beside this one.
 *
 * @param words the Java command up to its main class; the process's own arguments follow
 */
public record ProcessCommand(List<String> words) {
  /** Copies the list. */
  public ProcessCommand {
    words = List.copyOf(words);
  }

  /**
   * Returns a command with this process's Java, class path and JVM flags.
   *
   * @param mainClass what to run
   * @param moreJvmFlags win over those of this process
   */
  public static ProcessCommand likeThis(String mainClass, List<String> moreJvmFlags) {
    List<String> words = new ArrayList<>();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-agent") && !flag.startsWith("-javaagent")) {
        words.add(flag);
      }
    }
    words.addAll(moreJvmFlags);
    words.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    return new ProcessCommand(words);
  }
}
