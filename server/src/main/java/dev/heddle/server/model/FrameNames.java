package dev.heddle.server.model;

import java.util.List;
import java.util.regex.Pattern;

/** What frames of stacks are called, and which of them say nothing. */
public final class FrameNames {
  private static final Pattern HIDDEN = Pattern.compile("[/.+]?0x[0-9a-f]{6,}");
  private static final String HIDDEN_MARK = "0x";

  /** What passes batches from one node to the next: what is above it is another node's. */
  private static final String CHAIN = "dev.heddle.physical.pipeline.";

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

  private static boolean isStart(String frame) {
    for (String start : STARTS) {
      if (frame.startsWith(start)) {
        return true;
      }
    }
    return false;
  }
}
