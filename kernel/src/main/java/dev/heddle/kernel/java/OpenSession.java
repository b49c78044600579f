package dev.heddle.kernel.java;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The session that snippets find as {@code session}, and what they find imported. */
public final class OpenSession {
  /** What can be named without its package. */
  public static final List<String> IMPORTS =
      List.of(
          "import dev.heddle.frame.*;",
          "import dev.heddle.frame.expr.*;",
          "import dev.heddle.frame.option.*;",
          "import dev.heddle.frame.schema.*;",
          "import dev.heddle.frame.spi.ExplainMode;",
          "import static dev.heddle.frame.expr.Functions.*;",
          "import java.math.*;",
          "import java.nio.file.*;",
          "import java.time.*;",
          "import java.util.*;",
          "import java.util.function.*;",
          "import java.util.stream.*;");

  /** Declares the variable. */
  public static final String DECLARATION =
      "dev.heddle.frame.Session session = dev.heddle.kernel.java.OpenSession.session();";

  private static volatile @Nullable Session current;

  private OpenSession() {}

  /** Sets the session of the snippets that begin from now on. */
  public static void set(Session session) {
    current = requireNonNull(session, "session is null");
  }

  /** Returns the session. */
  public static Session session() {
    Session session = current;
    if (session == null) {
      throw new HeddleException(
          ErrorCode.CLOSED, "Cannot use the session: none is open; start heddle jshell");
    }
    return session;
  }
}
