package dev.heddle.s3;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A path of S3 in its parts. Keys are taken as they are written, without any decoding.
 *
 * @param scheme {@code s3a} or {@code s3}, as the user wrote it
 * @param key without a slash at the start; may be empty, and may be a glob
 */
record S3Path(String scheme, String bucket, String key) {
  private static final Pattern PARTS = Pattern.compile("(?i)(s3a?)://([^/]*)(?:/+(.*))?");
  private static final String GLOB_CHARACTERS = "*?[{";

  static S3Path of(String path) {
    Matcher matcher = PARTS.matcher(path);
    if (!matcher.matches() || matcher.group(2).isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot use " + path + " as a path of S3: write s3a://bucket/path");
    }
    String key = matcher.group(3) == null ? "" : matcher.group(3);
    return new S3Path(matcher.group(1), matcher.group(2), key);
  }

  /** Returns this bucket with another key. */
  S3Path withKey(String newKey) {
    return new S3Path(scheme, bucket, newKey);
  }

  /** Returns the prefix of all keys below this folder: empty, or with a slash at the end. */
  String folderPrefix() {
    return key.isEmpty() || key.endsWith("/") ? key : key + "/";
  }

  boolean isGlob() {
    return firstGlobCharacter(key) >= 0;
  }

  /** Returns the position of the first character that makes a text a glob, or -1. */
  static int firstGlobCharacter(String text) {
    for (int at = 0; at < text.length(); at++) {
      if (GLOB_CHARACTERS.indexOf(text.charAt(at)) >= 0) {
        return at;
      }
    }
    return -1;
  }

  @Override
  public String toString() {
    return scheme + "://" + bucket + "/" + key;
  }
}
