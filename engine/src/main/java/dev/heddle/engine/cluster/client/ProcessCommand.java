package dev.heddle.engine.cluster.client;

import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** How a process of Heddle is started beside this one. */
@FunctionalInterface
public interface ProcessCommand {
  /** The system property that names the file with more JVM flags for processes of a cluster. */
  String OPTIONS_FILE = "heddle.cluster.options";

  /**
   * Returns the words of a command line.
   *
   * @param name of the process, among those of its cluster
   * @param arguments its own
   */
  List<String> words(String name, List<String> arguments);

  /**
   * Returns a command with this process's Java, class path and JVM flags, and those of {@link
   * #OPTIONS_FILE}.
   *
   * @param mainClass what to run
   * @param moreJvmFlags win over the others
   */
  static ProcessCommand likeThis(String mainClass, List<String> moreJvmFlags) {
    List<String> java = new ArrayList<>();
    java.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    for (String flag : ManagementFactory.getRuntimeMXBean().getInputArguments()) {
      if (!flag.startsWith("-agent") && !flag.startsWith("-javaagent")) {
        java.add(flag);
      }
    }
    String options = System.getProperty(OPTIONS_FILE);
    if (options != null) {
      java.add("@" + options);
    }
    java.addAll(moreJvmFlags);
    java.addAll(List.of("-cp", System.getProperty("java.class.path"), mainClass));
    return (_, arguments) -> {
      List<String> words = new ArrayList<>(java);
      words.addAll(arguments);
      return words;
    };
  }
}
