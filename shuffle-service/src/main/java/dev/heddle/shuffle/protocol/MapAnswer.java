package dev.heddle.shuffle.protocol;

/** A server's answer to a request for a map's output. */
public enum MapAnswer {
  /** It is here; it may be empty, which its head states. */
  FOUND,
  /** The server has never had it. */
  ABSENT,
  /** It was here, and its exchange or job has been released. */
  RELEASED,
  /** It was sealed here and is gone or broken. */
  LOST
}
