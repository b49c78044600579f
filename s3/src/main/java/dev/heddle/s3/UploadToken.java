package dev.heddle.s3;

import java.util.List;

/**
 * What a prepared file is on S3: an upload and the ETags of its parts, as one word for each.
 *
 * @param upload its id
 * @param etags of its parts in order; empty if only the id is known, which suffices to drop it
 */
record UploadToken(String upload, List<String> etags) {
  UploadToken {
    etags = List.copyOf(etags);
  }

  static UploadToken decode(String text) {
    List<String> words = List.of(text.split(" "));
    return new UploadToken(words.getFirst(), words.subList(1, words.size()));
  }

  String encode() {
    return etags.isEmpty() ? upload : upload + " " + String.join(" ", etags);
  }
}
