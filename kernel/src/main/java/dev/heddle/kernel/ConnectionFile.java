package dev.heddle.kernel;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import com.google.gson.JsonParser;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Where Jupyter wants the kernel to listen.
 *
 * @param ip a name or an address; {@code *} for all of this host
 * @param shell the port of requests
 * @param control the port of interrupts and shutdowns
 * @param stdin the port of what users type
 * @param iopub the port of output
 * @param heartbeat the port that echoes
 * @param key of signatures; without one nothing is signed
 * @param scheme of signatures, such as {@code hmac-sha256}
 */
record ConnectionFile(
    String ip,
    int shell,
    int control,
    int stdin,
    int iopub,
    int heartbeat,
    String key,
    String scheme) {
  private static final String SCHEME = "hmac-sha256";
  private static final int MAX_PORT = 0xFFFF;

  /**
   * Reads a file.
   *
   * @throws HeddleException with code {@code IO} if it cannot be read, {@code INVALID_ARGUMENT} if
   *     it is no connection file, {@code UNSUPPORTED} if it asks for something else than TCP
   */
  static ConnectionFile read(Path file) {
    String text;
    try {
      text = Files.readString(file);
    } catch (IOException e) {
      throw new HeddleException(
          ErrorCode.IO,
          "Cannot read the connection file " + file + ": " + e + "; Jupyter makes it and names it",
          e);
    }
    try {
      JsonElement json = JsonParser.parseString(text);
      if (!json.isJsonObject() || !json.getAsJsonObject().has("transport")) {
        throw notConnection(file, null);
      }
      return of(json.getAsJsonObject());
    } catch (JsonParseException
        | IllegalStateException
        | NumberFormatException
        | UnsupportedOperationException e) {
      throw notConnection(file, e);
    }
  }

  private static ConnectionFile of(JsonObject json) {
    String transport = json.get("transport").getAsString();
    if (!transport.equals("tcp")) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot listen by the transport " + transport + ": let Jupyter use tcp");
    }
    return new ConnectionFile(
        text(json, "ip", "127.0.0.1"),
        port(json, "shell_port"),
        port(json, "control_port"),
        port(json, "stdin_port"),
        port(json, "iopub_port"),
        port(json, "hb_port"),
        text(json, "key", ""),
        text(json, "signature_scheme", SCHEME));
  }

  private static int port(JsonObject json, String name) {
    int port = json.has(name) ? json.get(name).getAsInt() : -1;
    if (port < 0 || port > MAX_PORT) {
      throw new IllegalStateException("No port: " + name);
    }
    return port;
  }

  private static String text(JsonObject json, String name, String otherwise) {
    String text = json.has(name) ? json.get(name).getAsString() : "";
    return text.isEmpty() ? otherwise : text;
  }

  private static HeddleException notConnection(Path file, @Nullable Exception cause) {
    return new HeddleException(
        ErrorCode.INVALID_ARGUMENT,
        "Cannot use " + file + ": it is no connection file of Jupyter; name the one it makes",
        cause);
  }
}
