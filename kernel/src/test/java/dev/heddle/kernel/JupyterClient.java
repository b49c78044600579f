package dev.heddle.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.heddle.kernel.zmtp.ZmtpClient;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** A front end of Jupyter: what it needs of the protocol, by its own code. Used by one thread. */
public final class JupyterClient implements AutoCloseable {
  /** The key of signatures. */
  public static final String KEY = "secret";

  private static final String MARK = "<IDS|MSG>";

  private final ZmtpClient shell;
  private final ZmtpClient output;
  private final ZmtpClient stdin;
  private final ZmtpClient control;
  private final ZmtpClient heart;
  private int requests;

  /** Connects to a kernel's ports: shell, iopub, stdin, control and heartbeat. */
  public JupyterClient(List<Integer> ports) throws IOException {
    this.shell = new ZmtpClient(ports.get(0), "DEALER", "front end");
    this.output = new ZmtpClient(ports.get(1), "SUB", "");
    this.stdin = new ZmtpClient(ports.get(2), "DEALER", "front end");
    this.control = new ZmtpClient(ports.get(3), "DEALER", "front end");
    this.heart = new ZmtpClient(ports.get(4), "REQ", "");
    output.subscribe("");
  }

  /** Returns a connection file. */
  public static String connectionFile(List<Integer> ports) {
    return """
    {"transport": "tcp", "ip": "127.0.0.1", "signature_scheme": "hmac-sha256", "key": "%s",
     "shell_port": %d, "iopub_port": %d, "stdin_port": %d, "control_port": %d, "hb_port": %d}
    """
        .formatted(KEY, ports.get(0), ports.get(1), ports.get(2), ports.get(3), ports.get(4));
  }

  /** Returns the parts of a request. */
  static List<byte[]> request(String type, String id, JsonObject content, String key)
      throws GeneralSecurityException {
    JsonObject header = new JsonObject();
    header.addProperty("msg_id", id);
    header.addProperty("session", "test");
    header.addProperty("username", "user");
    header.addProperty("date", "2020-01-01T00:00:00Z");
    header.addProperty("msg_type", type);
    header.addProperty("version", "5.3");
    return signed(List.of(header.toString(), "{}", "{}", content.toString()), key);
  }

  /** Returns the parts of a message of four texts. */
  static List<byte[]> signed(List<String> json, String key) throws GeneralSecurityException {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(key.getBytes(UTF_8), "HmacSHA256"));
    json.forEach(each -> mac.update(each.getBytes(UTF_8)));
    List<byte[]> parts = new ArrayList<>();
    parts.add(MARK.getBytes(UTF_8));
    parts.add(HexFormat.of().formatHex(mac.doFinal()).getBytes(UTF_8));
    json.forEach(each -> parts.add(each.getBytes(UTF_8)));
    return parts;
  }

  private String ask(ZmtpClient channel, String type, JsonObject content)
      throws IOException, GeneralSecurityException {
    String id = "request " + requests++;
    channel.send(request(type, id, content, KEY));
    return id;
  }

  /** Returns the content of the next message, whose signature and parent must be right. */
  private static JsonObject answer(ZmtpClient channel, String type, String id)
      throws IOException, GeneralSecurityException {
    while (true) {
      List<String> parts = channel.receive().stream().map(each -> new String(each, UTF_8)).toList();
      List<String> json = parts.subList(parts.indexOf(MARK) + 2, parts.size());
      byte[] signature = signed(json, KEY).get(1);
      if (json.size() != 4
          || !parts.get(parts.indexOf(MARK) + 1).equals(new String(signature, UTF_8))) {
        throw new IOException("Not signed: " + parts);
      }
      JsonObject header = JsonParser.parseString(json.get(0)).getAsJsonObject();
      JsonObject parent = JsonParser.parseString(json.get(1)).getAsJsonObject();
      boolean isIts = id.equals(parent.get("msg_id").getAsString());
      if (isIts && header.get("msg_type").getAsString().equals(type)) {
        return JsonParser.parseString(json.get(3)).getAsJsonObject();
      }
    }
  }

  /** Returns the answers at the ports of requests and of control, to a request of no content. */
  public List<String> ask(String type) throws IOException, GeneralSecurityException {
    List<String> answers = new ArrayList<>();
    for (ZmtpClient each : List.of(shell, control)) {
      String id = ask(each, type + "_request", new JsonObject());
      answers.add(answer(each, type + "_reply", id).toString());
    }
    return answers;
  }

  /** Runs a cell and returns its result as text, which all front ends are shown. */
  public String run(String code) throws IOException, GeneralSecurityException {
    JsonObject content = new JsonObject();
    content.addProperty("code", code);
    String id = ask(shell, "execute_request", content);
    String result =
        answer(output, "execute_result", id)
            .getAsJsonObject("data")
            .get("text/plain")
            .getAsString();
    String status = answer(shell, "execute_reply", id).get("status").getAsString();
    return status.equals("ok") ? result : status;
  }

  /** Returns how an interrupt of nothing is answered. */
  public String interrupt() throws IOException, GeneralSecurityException {
    String id = ask(control, "interrupt_request", new JsonObject());
    return answer(control, "interrupt_reply", id).get("status").getAsString();
  }

  /** Asks the kernel to end and returns what it says, once it has closed all ports. */
  public String shutDown() throws IOException, GeneralSecurityException {
    String id = ask(control, "shutdown_request", new JsonObject());
    String status = answer(control, "shutdown_reply", id).get("status").getAsString();
    for (ZmtpClient each : List.of(shell, output, stdin, control, heart)) {
      each.awaitEnd();
      each.close();
    }
    return status;
  }

  /** Returns what the heart sends back. */
  public String beat(String text) throws IOException {
    heart.send(List.of(new byte[0], text.getBytes(UTF_8)));
    return new String(heart.receive().getLast(), UTF_8);
  }

  /** Sends what a user would have typed, and waits until it is read. */
  public void type(String text) throws IOException, GeneralSecurityException {
    JsonObject content = new JsonObject();
    content.addProperty("value", text);
    ask(stdin, "input_reply", content);
    stdin.ping("typed");
  }

  /** Returns what was said to each port. */
  public List<byte[]> said() {
    return List.of(shell.said(), output.said(), stdin.said(), control.said(), heart.said());
  }

  @Override
  public void close() throws IOException {
    for (ZmtpClient each : List.of(shell, output, stdin, control, heart)) {
      each.close();
    }
  }
}
