package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.frame.option.SessionAccess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.arrow.flight.FlightClient;
import org.apache.arrow.flight.FlightDescriptor;
import org.apache.arrow.flight.FlightStatusCode;
import org.apache.arrow.flight.FlightStream;
import org.apache.arrow.flight.Location;
import org.apache.arrow.flight.Ticket;
import org.apache.arrow.flight.sql.FlightSqlClient;
import org.apache.arrow.flight.sql.FlightSqlClient.PreparedStatement;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What clients read and write of a server's files, by every call that takes a text. */
class FlightAccessTest extends ServedTest {
  @TempDir private static Path given;

  private Path folder;
  private Path allowed;
  private Path secret;

  private void makeFiles() throws IOException {
    folder = Files.createTempDirectory(given.toRealPath(), "test");
    allowed = Files.createDirectory(folder.resolve("allowed"));
    secret = Files.createDirectory(folder.resolve("secret"));
    Files.writeString(allowed.resolve("in.csv"), "a\n1\n2\n");
    Files.writeString(secret.resolve("out.csv"), "a\n7\n");
    Files.createSymbolicLink(allowed.resolve("link.csv"), secret.resolve("out.csv"));
    Files.createSymbolicLink(allowed.resolve("gone.csv"), secret.resolve("none.csv"));
    Files.createDirectory(allowed.resolve("in"));
    Files.writeString(allowed.resolve("in/a.csv"), "a\n3\n");
    Files.createSymbolicLink(allowed.resolve("in/link"), secret);
  }

  @Override
  SessionAccess access() {
    try {
      makeFiles();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
    return SessionAccess.toPaths(List.of(allowed.toString(), "s3a://bucket/prefix"));
  }

  private FlightClient plain;

  @AfterEach
  void disconnect() throws InterruptedException {
    plain.close();
  }

  @BeforeEach
  void tables() {
    plain =
        FlightClient.builder(
                allocator, Location.forGrpcInsecure("127.0.0.1", server.address().getPort()))
            .build();
    session.execute("create view registered as select * from '" + secret + "/out.csv'");
    session.createView("framed", session.read().csv(secret + "/out.csv"));
  }

  static void denied(String what, ThrowingCallable call) {
    Throwable error = catchThrowable(call);
    assertThat(error).as(what).isNotNull();
    assertThat(code(error)).as(what + ": " + error).isEqualTo(FlightStatusCode.UNAUTHORIZED);
    assertThat(heddleCode(error)).as(what).isEqualTo("ACCESS_DENIED");
  }

  private void readPlainly(String text) throws Exception {
    try (FlightStream stream = plain.getStream(new Ticket(text.getBytes(StandardCharsets.UTF_8)))) {
      while (stream.next()) {
        assertThat(stream.getRoot()).isNotNull();
      }
    }
  }

  private void update(FlightSqlClient by, String text) {
    assertThat(by.executeUpdate(text)).isNotNegative();
  }

  @Test
  void whatIsRegisteredIsReadWhereverItIs() {
    for (int i = 0; i < 2; i++) {
      assertThat(query("select a from registered")).containsExactly("7");
      assertThat(query("select a from framed")).containsExactly("7");
      assertThat(query("select sum(a) as s from '" + allowed + "/in.csv'")).containsExactly("3");
    }
  }

  @Test
  void noCallReachesWhatIsNotNamed() {
    for (String path :
        List.of(
            secret + "/out.csv",
            secret + "/none.csv",
            secret.toString(),
            folder + "/*/*.csv",
            allowed + "/../secret/out.csv",
            allowed + "/link.csv",
            allowed + "/gone.csv",
            allowed + "/l*.csv",
            allowed + "/in",
            allowed + "/in/link/out.csv",
            allowed + "/**/*.csv",
            "file://" + secret + "/out.csv",
            "FILE:" + secret + "/out.csv",
            "file:" + folder + "/%73ecret/out.csv",
            "/dev/stdin",
            "pom.csv",
            "s3a://bucket/other/x.csv",
            "s3a://bucket/prefix/../other/x.csv",
            "S3://bucket/prefixed/x.csv")) {
      String text = "select * from read_csv('" + path + "')";
      denied(text, () -> client.execute(text));
      denied(text, () -> client.getExecuteSchema(text));
      denied(text, () -> client.execute("explain " + text));
      denied(text, () -> client.execute("describe " + text));
      denied(text, () -> client.prepare(text).close());
      denied(text, () -> client.prepare(text + " where a = ?").close());
      denied(text, () -> update(client, "create table x as " + text));
      denied(text, () -> update(client, "create view x as " + text));
      denied(text, () -> update(client, "insert into t " + text));
      denied(text, () -> update(client, "copy (" + text + ") to '" + allowed + "/x.csv'"));
      denied(text, () -> readPlainly(text));
      denied(
          text,
          () -> plain.getInfo(FlightDescriptor.command(text.getBytes(StandardCharsets.UTF_8))));
    }
    assertThat(allowed.resolve("x.csv")).doesNotExist();
    assertThat(query("select count(*) as n from t")).containsExactly("3");
  }

  @Test
  void copiesWriteBelowWhatIsNamedOnly() {
    update(client, "copy t to '" + allowed + "/t.csv'");
    assertThat(query("select count(*) as n from '" + allowed + "/t.csv'")).containsExactly("3");
    for (String path :
        List.of(
            secret + "/t.csv",
            secret + "/out.csv",
            allowed + "/../t.csv",
            allowed + "/link.csv",
            allowed + "/gone.csv",
            allowed + "/in/link/t.csv",
            "file:" + secret + "/t.csv",
            "s3a://bucket/t.csv",
            "s3a://bucket/prefix/../t.csv")) {
      String text = "copy t to '" + path + "'";
      denied(text, () -> update(client, text));
      denied(text, () -> update(client, text + " (format csv, overwrite)"));
      denied(text, () -> client.execute(text)); // by the query route
      denied(
          text,
          () -> {
            try (PreparedStatement prepared = client.prepare(text)) {
              assertThat(prepared.executeUpdate()).isNotNegative();
            }
          });
    }
    assertThat(secret).isDirectoryNotContaining(path -> !path.endsWith("out.csv"));
    assertThat(secret.resolve("out.csv")).hasContent("a\n7\n");
  }

  @Test
  void aClientsViewIsCheckedAtEachUse() throws IOException {
    update(client, "create view mine as select * from '" + allowed + "/in.csv'");
    PreparedStatement prepared = client.prepare("select sum(a) as s from mine");
    assertThat(rows(prepared.execute())).containsExactly("3");
    Files.delete(allowed.resolve("in.csv"));
    Files.createSymbolicLink(allowed.resolve("in.csv"), secret.resolve("out.csv"));
    denied("view", () -> client.execute("select * from mine"));
    denied("prepared", prepared::execute);
    prepared.close();
  }
}
