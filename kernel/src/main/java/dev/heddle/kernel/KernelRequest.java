package dev.heddle.kernel;

import dev.heddle.kernel.zmtp.Connection;
import dev.heddle.kernel.zmtp.MessagePort;
import java.util.Map;

/** What a front end asks for, and the channels to answer it. Thread-safe; sending never blocks. */
final class KernelRequest {
  private static final String REQUEST = "_request";

  private final MessageFormat format;
  private final MessageFormat.Message message;
  private final Connection asker;
  private final MessagePort output;

  /**
   * Makes a request.
   *
   * @param output the port of what all front ends see
   */
  KernelRequest(
      MessageFormat format, MessageFormat.Message message, Connection asker, MessagePort output) {
    this.format = format;
    this.message = message;
    this.asker = asker;
    this.output = output;
  }

  MessageFormat.Message message() {
    return message;
  }

  /** Shows something to all front ends. */
  void publish(String type, Map<String, ?> content) {
    output.publish(format.published(type, message, content));
  }

  /** Tells all front ends whether the kernel works on this. */
  void publishState(String state) {
    publish("status", Map.of("execution_state", state));
  }

  /** Answers the front end that asked. */
  void reply(Map<String, ?> content) {
    String type = message.type();
    String name =
        type.endsWith(REQUEST) ? type.substring(0, type.length() - REQUEST.length()) : type;
    asker.send(format.reply(name + "_reply", message, content));
  }
}
