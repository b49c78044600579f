package dev.heddle.io.storage;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * What a write is about to do to a folder, or has done; a small file, see the package's text.
 *
 * @param state how far it is
 * @param kind what it may meet
 * @param adds files that it brings, with paths relative to the folder
 * @param removes files that it takes away, relative; known from {@link State#COMMITTED} on
 */
record WriteRecord(State state, Kind kind, List<PreparedFile> adds, List<String> removes) {
  private static final String HEADER = "heddle-write 1";

  /** How far a write is. */
  enum State {
    /** What it adds is not to be seen. */
    PREPARED,
    /** What it removes is not to be seen. */
    COMMITTED
  }

  /** Which other writes may be under way. */
  enum Kind {
    /** Others that add. */
    ADD,
    /** None. */
    REPLACE
  }

  WriteRecord {
    adds = List.copyOf(adds);
    removes = List.copyOf(removes);
  }

  /** Returns whether two writes may not be under way together. */
  boolean conflictsWith(WriteRecord other) {
    return kind == Kind.REPLACE || other.kind == Kind.REPLACE;
  }

  byte[] encode() {
    StringBuilder text = new StringBuilder(HEADER).append('\n');
    text.append("state ").append(state).append('\n');
    text.append("kind ").append(kind).append('\n');
    for (PreparedFile add : adds) {
      text.append("add ").append(add.sizeBytes()).append(' ').append(quote(add.token()));
      text.append(' ').append(quote(add.path())).append('\n');
    }
    for (String remove : removes) {
      text.append("remove ").append(quote(remove)).append('\n');
    }
    return text.append("end\n").toString().getBytes(StandardCharsets.UTF_8);
  }

  private static String quote(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String plain(String text) {
    return URLDecoder.decode(text, StandardCharsets.UTF_8);
  }

  /** Reads a record; the path is for the error. */
  static WriteRecord decode(byte[] bytes, String path) {
    String[] lines = new String(bytes, StandardCharsets.UTF_8).split("\n", -1);
    try {
      if (!lines[0].equals(HEADER) || !lines[lines.length - 2].equals("end")) {
        throw new IllegalArgumentException("it begins with \"" + lines[0] + '"');
      }
      State state = State.valueOf(lines[1].substring("state ".length()));
      Kind kind = Kind.valueOf(lines[2].substring("kind ".length()));
      List<PreparedFile> adds = new ArrayList<>();
      List<String> removes = new ArrayList<>();
      for (int i = 3; i < lines.length - 2; i++) {
        String[] words = lines[i].split(" ", -1);
        if (words.length == 4 && words[0].equals("add")) {
          adds.add(new PreparedFile(plain(words[3]), Long.parseLong(words[1]), plain(words[2])));
        } else if (words.length == 2 && words[0].equals("remove")) {
          removes.add(plain(words[1]));
        } else {
          throw new IllegalArgumentException("line " + (i + 1) + " is \"" + lines[i] + '"');
        }
      }
      return new WriteRecord(state, kind, adds, removes);
    } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
      throw new HeddleException(
          ErrorCode.CORRUPT_FILE,
          "Cannot read "
              + path
              + ": not a record of a write of this version: "
              + e.getMessage()
              + "; what it states about the files beside it is unknown",
          e);
    }
  }
}
