package dev.heddle.engine.profile;

import java.util.regex.Pattern;
import jdk.jfr.consumer.RecordedMethod;

/** Names of methods as people and programs are shown them, the same in each process. */
final class FrameNames {
  /** What the JVM gives hidden classes, such as those of lambdas, to tell them apart. */
  private static final Pattern HIDDEN = Pattern.compile("[/+]0x[0-9a-f]+(\\.[0-9]+)?|/[0-9]+");

  private FrameNames() {}

  /** Returns a method as {@code class.method}. */
  static String of(RecordedMethod method) {
    return of(method.getType().getName(), method.getName());
  }

  /** Returns a method as {@code class.method}. */
  static String of(String type, String method) {
    boolean isHidden = type.indexOf('/') >= 0 || type.indexOf('+') >= 0;
    return (isHidden ? HIDDEN.matcher(type).replaceAll("") : type) + '.' + method;
  }
}
