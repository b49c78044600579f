package dev.heddle.kernel;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.google.gson.JsonObject;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.kernel.zmtp.ZmtpClient;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KernelSocketsTest {
  @TempDir private Path folder;

  private static List<Integer> freePorts() throws IOException {
    List<ServerSocket> sockets = new ArrayList<>();
    try {
      for (int i = 0; i < 5; i++) {
        sockets.add(new ServerSocket(0, 1, InetAddress.getLoopbackAddress()));
      }
      return sockets.stream().map(ServerSocket::getLocalPort).toList();
    } finally {
      for (ServerSocket each : sockets) {
        each.close();
      }
    }
  }

  private ConnectionFile file(String text) throws IOException {
    Path file = folder.resolve("connection.json");
    Files.writeString(file, text);
    return ConnectionFile.read(file);
  }

  @Test
  void onlyMessagesOfTheKeyAreHandled() throws Exception {
    List<Integer> ports = freePorts();
    List<String> handled = Collections.synchronizedList(new ArrayList<>());
    try (KernelSockets sockets =
            new KernelSockets(
                file(JupyterClient.connectionFile(ports)),
                request -> {
                  handled.add(request.message().type());
                  request.reply(Map.of("status", "ok"));
                });
        JupyterClient client = new JupyterClient(ports)) {
      assertThat(client.ask("kernel_info")).hasSize(2).containsOnly("{\"status\":\"ok\"}");
      List<String> json = List.of("{\"msg_type\": \"execute_request\"}", "{}", "{}", "{}");
      List<List<byte[]>> refused = new ArrayList<>();
      refused.add(JupyterClient.request("execute_request", "1", new JsonObject(), "other"));
      refused.add(JupyterClient.signed(json, JupyterClient.KEY).subList(0, 5));
      refused.add(JupyterClient.signed(List.of("[]", "{}", "{}", "{}"), JupyterClient.KEY));
      refused.add(JupyterClient.signed(List.of("{", "{}", "{}", "{}"), JupyterClient.KEY));
      refused.add(
          JupyterClient.signed(List.of("{}", "{}", "{}", "[".repeat(100_000)), JupyterClient.KEY));
      refused.add(List.of("no mark".getBytes(UTF_8)));
      for (int port : List.of(ports.get(0), ports.get(2), ports.get(3))) {
        for (List<byte[]> each : refused) {
          try (ZmtpClient bad = new ZmtpClient(port, "DEALER", "front end")) {
            bad.send(each);
            assertThat(bad.awaitEnd()).isEmpty();
          }
        }
      }
      assertThat(client.beat("ping")).isEqualTo("ping");
      client.type("text");
      assertThat(client.interrupt()).isEqualTo("ok");
      assertThat(handled)
          .containsExactly("kernel_info_request", "kernel_info_request", "interrupt_request");
    }
  }

  @Test
  void aPortThatIsTakenIsNamed() throws Exception {
    List<Integer> ports = freePorts();
    try (ServerSocket taken = new ServerSocket(ports.get(2), 1, InetAddress.getLoopbackAddress())) {
      ConnectionFile where = file(JupyterClient.connectionFile(ports));
      assertThatExceptionOfType(HeddleException.class)
          .isThrownBy(() -> new KernelSockets(where, request -> {}))
          .withMessageContaining("Cannot listen on 127.0.0.1:" + taken.getLocalPort())
          .matches(e -> e.code() == ErrorCode.IO);
    }
    try (KernelSockets sockets = // those before it are free again
        new KernelSockets(file(JupyterClient.connectionFile(ports)), request -> {})) {
      assertThat(sockets).isNotNull();
    }
  }

  @Test
  void aFileThatIsNoConnectionFileIsRefused() throws Exception {
    String good = JupyterClient.connectionFile(List.of(1, 2, 3, 4, 5));
    assertThat(file(good))
        .isEqualTo(new ConnectionFile("127.0.0.1", 1, 4, 3, 2, 5, "secret", "hmac-sha256"));
    for (String bad :
        List.of(
            "",
            "[]",
            "{",
            "{}",
            good.replace("\"shell_port\": 1", "\"shell_port\": 65536"),
            good.replace("\"shell_port\": 1", "\"shell_port\": \"x\""),
            good.replace("\"shell_port\": 1", "\"shell_port\": null"),
            good.replace("\"shell_port\": 1,", ""))) {
      assertThatExceptionOfType(HeddleException.class)
          .as(bad)
          .isThrownBy(() -> file(bad))
          .withMessageContaining("it is no connection file of Jupyter")
          .matches(e -> e.code() == ErrorCode.INVALID_ARGUMENT);
    }
    assertThatExceptionOfType(HeddleException.class)
        .isThrownBy(() -> file(good.replace("\"tcp\"", "\"ipc\"")))
        .withMessageContaining("let Jupyter use tcp")
        .matches(e -> e.code() == ErrorCode.UNSUPPORTED);
    assertThatExceptionOfType(HeddleException.class)
        .isThrownBy(() -> ConnectionFile.read(folder.resolve("none.json")))
        .withMessageContaining("Cannot read the connection file")
        .matches(e -> e.code() == ErrorCode.IO);
  }

  @Test
  void signaturesAreThoseOfTheStandard() {
    MessageSigner signer = new MessageSigner("hmac-sha256", "Jefe"); // RFC 4231, case 2
    List<byte[]> parts =
        List.of("what do ya want ".getBytes(UTF_8), "for nothing?".getBytes(UTF_8));
    String signature = "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843";
    assertThat(new String(signer.sign(parts), UTF_8)).isEqualTo(signature);
    assertThat(signer.isSigned(parts, signature.getBytes(UTF_8))).isTrue();
    assertThat(signer.isSigned(parts.subList(0, 1), signature.getBytes(UTF_8))).isFalse();
    assertThat(signer.isSigned(parts, new byte[0])).isFalse();
    assertThat(new MessageSigner("hmac-sha256", "").isSigned(parts, new byte[0])).isTrue();
    assertThatExceptionOfType(HeddleException.class)
        .isThrownBy(() -> new MessageSigner("rot13", "key"))
        .withMessageContaining("Cannot sign messages by rot13")
        .matches(e -> e.code() == ErrorCode.UNSUPPORTED);
  }
}
