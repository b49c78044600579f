package dev.heddle.kernel;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import com.google.gson.JsonPrimitive;
import java.net.ProtocolException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Messages of Jupyter: an envelope that says who asks, a mark, a signature, and the signed parts,
 * which are JSON objects: header, header of the request, metadata and content. Thread-safe.
 */
final class MessageFormat {
  /** The version of Jupyter's protocol. */
  static final String VERSION = "5.3";

  private static final byte[] MARK = "<IDS|MSG>".getBytes(US_ASCII);
  private static final int SIGNED = 4;
  private static final byte[] EMPTY = "{}".getBytes(US_ASCII);

  private final MessageSigner signer;
  private final String session = UUID.randomUUID().toString();
  private final Gson gson = new Gson();

  MessageFormat(MessageSigner signer) {
    this.signer = signer;
  }

  /**
   * A message that has come.
   *
   * @param envelope for the answer
   */
  record Message(List<byte[]> envelope, JsonObject header, JsonObject content) {
    Message {
      envelope = List.copyOf(envelope);
    }

    /** Returns a text of the content; empty if there is none. */
    String text(String name) {
      return text(content, name);
    }

    /** Returns a number of the content, which is held to the range of int. */
    int number(String name, int otherwise) {
      return content.get(name) instanceof JsonPrimitive number && number.isNumber()
          ? (int) number.getAsDouble()
          : otherwise;
    }

    /** Whether a flag of the content is set. */
    boolean isOn(String name) {
      return new JsonPrimitive(true).equals(content.get(name));
    }

    /** Whether a flag of the content is there, and not set. */
    boolean isOff(String name) {
      return new JsonPrimitive(false).equals(content.get(name));
    }

    /** Returns its type, such as {@code execute_request}. */
    String type() {
      return text(header, "msg_type");
    }

    /** Returns when it was sent, by the sender's clock, in ISO form; empty if it does not say. */
    String date() {
      return text(header, "date");
    }

    private static String text(JsonObject in, String name) {
      return in.get(name) instanceof JsonPrimitive value ? value.getAsString() : "";
    }
  }

  /** Reads a message; fails if it is none, or is signed by another key. */
  Message read(List<byte[]> parts) throws ProtocolException {
    int mark = 0;
    while (mark < parts.size() && !Arrays.equals(parts.get(mark), MARK)) {
      mark++;
    }
    int signed = mark + 2;
    if (parts.size() < signed + SIGNED) {
      throw new ProtocolException("No message of Jupyter");
    }
    List<byte[]> json = parts.subList(signed, signed + SIGNED);
    if (!signer.isSigned(json, parts.get(mark + 1))) {
      throw new ProtocolException("A message is signed by another key");
    }
    return new Message(
        parts.subList(0, mark), object(json.getFirst()), object(json.get(SIGNED - 1)));
  }

  private static JsonObject object(byte[] text) throws ProtocolException {
    try {
      JsonElement json = JsonParser.parseString(new String(text, UTF_8));
      if (json.isJsonObject()) {
        return json.getAsJsonObject();
      }
    } catch (JsonParseException e) {
      throw noJson(e);
    }
    throw noJson(null);
  }

  private static ProtocolException noJson(@Nullable Exception cause) {
    ProtocolException error = new ProtocolException("A message of Jupyter is of JSON objects");
    if (cause != null) {
      error.initCause(cause);
    }
    return error;
  }

  /** Returns the parts of an answer. */
  List<byte[]> reply(String type, Message to, Map<String, ?> content) {
    return parts(to.envelope(), type, to, content);
  }

  /** Returns the parts of what all front ends see of a request. */
  List<byte[]> published(String type, Message of, Map<String, ?> content) {
    byte[] topic = ("kernel." + session + "." + type).getBytes(US_ASCII);
    return parts(List.of(topic), type, of, content);
  }

  private List<byte[]> parts(
      List<byte[]> envelope, String type, Message parent, Map<String, ?> content) {
    Map<String, String> header = new LinkedHashMap<>();
    header.put("msg_id", UUID.randomUUID().toString());
    header.put("session", session);
    header.put("username", "kernel");
    header.put("date", Instant.now().truncatedTo(ChronoUnit.MICROS).toString());
    header.put("msg_type", type);
    header.put("version", VERSION);
    List<byte[]> json =
        List.of(
            gson.toJson(header).getBytes(UTF_8),
            gson.toJson(parent.header()).getBytes(UTF_8),
            EMPTY,
            gson.toJson(content).getBytes(UTF_8));
    List<byte[]> parts = new ArrayList<>(envelope);
    parts.add(MARK);
    parts.add(signer.sign(json));
    parts.addAll(json);
    return parts;
  }
}
