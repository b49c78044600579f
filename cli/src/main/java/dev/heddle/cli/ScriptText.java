package dev.heddle.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.heddle.cli.output.Invocation;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.storage.RangedInput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CodingErrorAction;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads SQL text in UTF-8, with or without a byte order mark in front. */
final class ScriptText {
  /** What means stdin in the place of a file. */
  static final String STDIN = "-";

  private static final Pattern REMOTE = Pattern.compile("[A-Za-z][A-Za-z0-9+.-]+://.*");
  private static final String MARK = "\uFEFF";

  private ScriptText() {}

  /** Returns the text of a file, of stdin for {@code -}, or of a remote file. */
  static String read(String script, Invocation caller) throws IOException {
    if (script.equals(STDIN)) {
      return decode("stdin", caller.in().readAllBytes());
    }
    if (REMOTE.matcher(script).matches()) {
      Storage storage = caller.folder().storage(script);
      StoredFile file = storage.stat(script);
      try (RangedInput input = storage.open(file)) {
        return decode(script, input.readArray(0, Math.toIntExact(file.sizeBytes())));
      }
    }
    try {
      Path file = caller.folder().resolve(script);
      if (Files.isDirectory(file)) {
        throw unreadable(script, "it is a folder; name a file of SQL statements", null);
      }
      return decode(script, Files.readAllBytes(file)); // a pipe, too
    } catch (NoSuchFileException e) {
      throw new HeddleException(
          ErrorCode.NOT_FOUND, "Cannot read script " + script + ": there is no such file", e);
    } catch (AccessDeniedException e) {
      throw unreadable(script, "permission denied; check who may read it", e);
    } catch (InvalidPathException e) {
      throw unreadable(script, e.getReason(), e);
    }
  }

  private static HeddleException unreadable(
      String script, String reason, @Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT, "Cannot read script " + script + ": " + reason, cause);
  }

  private static String decode(String script, byte[] bytes) {
    try {
      return withoutMark(
          UTF_8
              .newDecoder()
              .onMalformedInput(CodingErrorAction.REPORT)
              .decode(ByteBuffer.wrap(bytes))
              .toString());
    } catch (CharacterCodingException e) {
      throw unreadable(script, "it is not UTF-8 text; convert it, as by iconv -t UTF-8", e);
    }
  }

  /** Returns a text without a byte order mark at its beginning. */
  static String withoutMark(String text) {
    return text.startsWith(MARK) ? text.substring(MARK.length()) : text;
  }
}
