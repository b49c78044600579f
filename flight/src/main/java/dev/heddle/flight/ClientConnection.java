package dev.heddle.flight;

import org.jspecify.annotations.Nullable;

/** One connection of a client, and the session that its calls without a cookie have. */
final class ClientConnection {
  // guarded by the sessions
  @Nullable ClientSession session;
  boolean isGone;
}
