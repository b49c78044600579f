package dev.heddle.cli.daemon;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a client asks for.
 *
 * @param verb {@code run}, {@code status} or {@code stop}; the other parts are of the first only
 * @param build of the caller's jars, JDK and flags
 * @param folder the caller's, absolute
 * @param traits see {@link ProcessTraits}
 * @param streams what the caller's stdin, stdout and stderr are links to; empty where not known
 * @param hasPipe whether its stdout is a pipe
 */
record CallRequest(
    String verb,
    String build,
    String folder,
    String traits,
    List<String> streams,
    boolean hasPipe,
    Map<String, String> environment,
    List<String> arguments) {
  private static final String PROTOCOL = "heddle 1";
  private static final int STREAMS = 3;

  CallRequest {
    streams = List.copyOf(streams);
    environment = Map.copyOf(environment);
    arguments = List.copyOf(arguments);
  }

  /** Returns the content of the frame of a request without more parts. */
  static byte[] plain(String verb) {
    ByteBuffer buffer = ByteBuffer.allocate(64);
    for (String text : List.of(PROTOCOL, verb)) {
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      buffer.putInt(bytes.length).put(bytes);
    }
    byte[] content = new byte[buffer.position()];
    buffer.get(0, content);
    return content;
  }

  /**
   * Reads the content of a request's frame.
   *
   * @throws HeddleException with code {@code INVALID_ARGUMENT} if it is none, or not text in UTF-8
   */
  static CallRequest of(byte[] content) {
    List<String> fields = fields(ByteBuffer.wrap(content));
    try {
      if (!fields.getFirst().equals(PROTOCOL)) {
        throw unreadable(null);
      }
      String verb = fields.get(1);
      if (fields.size() == 2) {
        return new CallRequest(verb, "", "", "", List.of("", "", ""), false, Map.of(), List.of());
      }
      int at = 5;
      List<String> streams = fields.subList(at, at + STREAMS);
      at += STREAMS;
      boolean hasPipe = fields.get(at++).equals("pipe");
      int variables = Integer.parseInt(fields.get(at++));
      Map<String, String> environment = new LinkedHashMap<>();
      for (String each : fields.subList(at, at + variables)) {
        int equals = each.indexOf('=');
        environment.put(each.substring(0, equals), each.substring(equals + 1));
      }
      return new CallRequest(
          verb,
          fields.get(2),
          fields.get(3),
          fields.get(4),
          streams,
          hasPipe,
          environment,
          fields.subList(at + variables, fields.size()));
    } catch (RuntimeException e) {
      throw unreadable(e);
    }
  }

  private static List<String> fields(ByteBuffer content) {
    List<String> fields = new ArrayList<>();
    try {
      while (content.hasRemaining()) {
        int length = content.getInt();
        ByteBuffer field = content.slice(content.position(), length);
        content.position(content.position() + length);
        fields.add(StandardCharsets.UTF_8.newDecoder().decode(field).toString());
      }
      return fields;
    } catch (RuntimeException | CharacterCodingException e) {
      throw unreadable(e);
    }
  }

  private static HeddleException unreadable(@Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT, "Cannot read a call of heddle's client", cause);
  }
}
