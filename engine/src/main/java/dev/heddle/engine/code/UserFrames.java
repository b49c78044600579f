package dev.heddle.engine.code;

import dev.heddle.engine.graph.JobId;
import java.util.List;
import java.util.Optional;

/**
 * Where a thread is inside the user's own code.
 *
 * @param type the class that Heddle called
 * @param top the innermost calls, as the JVM prints them
 */
public record UserFrames(String type, List<String> top) {
  private static final int TOP = 5;

  /** Returns the name of the class loaders of a job's own code. */
  static String loader(JobId job) {
    return "heddle-user-code of " + job;
  }

  /** Finds a thread of this process that is inside a job's own code; looks at all stacks. */
  public static Optional<UserFrames> of(JobId job) {
    String loader = loader(job);
    for (StackTraceElement[] stack : Thread.getAllStackTraces().values()) {
      for (int i = stack.length - 1; i >= 0; i--) {
        if (loader.equals(stack[i].getClassLoaderName())) {
          List<String> top =
              List.of(stack).subList(0, Math.min(TOP, i + 1)).stream()
                  .map(StackTraceElement::toString)
                  .toList();
          return Optional.of(new UserFrames(stack[i].getClassName(), top));
        }
      }
    }
    return Optional.empty();
  }
}
