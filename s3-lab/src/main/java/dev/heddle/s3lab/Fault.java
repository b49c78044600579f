package dev.heddle.s3lab;

/** What can go wrong with the answer to a request. */
public enum Fault {
  /** Nothing: it is passed on. */
  NONE,
  /** 503 with code SlowDown; the request does not reach the server. */
  SLOW_DOWN,
  /** 500 with code InternalError; the request does not reach the server. */
  SERVER_ERROR,
  /** The connection is reset in the middle of the body. */
  RESET,
  /** The connection is closed in the middle of the body. */
  CUT,
  /** A well-formed answer with half of the body. */
  SHORT_BODY,
  /** The answer carries the ETag of another version. */
  WRONG_ETAG,
  /** The answer carries no ETag, neither of its own nor, in a listing, of others. */
  NO_ETAG,
  /** The connection is closed after the request has been carried out, without an answer. */
  LOST_ANSWER
}
