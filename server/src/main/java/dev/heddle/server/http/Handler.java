package dev.heddle.server.http;

/** Answers requests. Called by several threads at once. */
@FunctionalInterface
public interface Handler {
  /** Returns the answer to a request. */
  Reply answer(Request request);
}
