package dev.heddle.server.model;

import java.util.List;
import java.util.regex.Pattern;

/** What frames of stacks are called, and which of them say nothing. */
public final class FrameNames {
  private static final Pattern HIDDEN = Pattern.compile("[/.+]?0x[0-9a-f]{6,}");
  private static final String HIDDEN_MARK = "0x";

  /** What passes batches from one node to the next: what is above it is another node's. */
  private static final String CHAIN = "dev.heddle.physical.pipeline.";

  private static final List<String> OTHERS =
      List.of(
          "dev.heddle.",
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "org.apache.",
          "org.slf4j.",
          "org.codehaus.",
          "com.google.",
          "com.fasterxml.",
          "com.github.luben.",
          "software.amazon.",
          "io.netty.",
          "scala.");

  private static final List<String> STARTS =
      List.of(
          "java.lang.Thread",
          "java.lang.VirtualThread",
          "java.lang.ScopedValue",
          "java.util.concurrent.",
          "jdk.internal.",
          "java.lang.invoke.");

  private FrameNames() {}

  /**
   * Returns a frame without what differs from process to process: the address of a hidden class.
   */
  static String stable(String frame) {
    return frame.contains(HIDDEN_MARK) ? HIDDEN.matcher(frame).replaceAll("") : frame;
  }

  /** Returns the frames from the first one that is no start of a thread. */
  static List<String> withoutStart(List<String> frames) {
    int from = 0;
    while (from < frames.size() - 1 && isStart(frames.get(from))) {
      from++;
    }
    return frames.subList(from, frames.size());
  }

  /** Returns the frames that a node of a plan has: those after the last one that passes batches. */
  static List<String> ofNode(List<String> frames) {
    for (int i = frames.size() - 2; i >= 0; i--) {
      if (frames.get(i).startsWith(CHAIN)) {
        return frames.subList(i + 1, frames.size());
      }
    }
    return withoutStart(frames);
  }

  /** Returns the class and the method of a frame. */
  public static String withoutPackage(String frame) {
    int from = 0;
    for (int dot = frame.indexOf('.'); dot > 0; dot = frame.indexOf('.', dot + 1)) {
      if (!Character.isLowerCase(frame.charAt(from)) || frame.indexOf('.', dot + 1) < 0) {
        break;
      }
      from = dot + 1;
    }
    return frame.substring(from);
  }

  /** Returns whether a frame is neither Heddle's nor the JDK's nor that of a library of these. */
  public static boolean isUsers(String frame) {
    for (String other : OTHERS) {
      if (frame.startsWith(other)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether a frame is the JDK's. */
  static boolean isJdk(String frame) {
    return frame.startsWith("java.")
        || frame.startsWith("javax.")
        || frame.startsWith("jdk.")
        || frame.startsWith("sun.")
        || frame.startsWith("com.sun.");
  }

  private static boolean isStart(String frame) {
    for (String start : STARTS) {
      if (frame.startsWith(start)) {
        return true;
      }
    }
    return false;
  }
}
