package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionAccess;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.frame.option.WriteMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SessionAccessTest {
  @TempDir private Path folder;

  private Path allowed;
  private Path secret;
  private Session owner;

  @BeforeEach
  void open() throws IOException {
    folder = folder.toRealPath();
    allowed = Files.createDirectory(folder.resolve("allowed"));
    secret = Files.createDirectory(folder.resolve("secret"));
    Files.writeString(allowed.resolve("in.csv"), "a\n1\n2\n");
    Files.writeString(secret.resolve("out.csv"), "a\n7\n");
    owner = Heddle.local(SessionOptions.defaults().withThreads(1));
  }

  @AfterEach
  void close() {
    owner.close();
  }

  private Session client() {
    return owner.newSession(SessionAccess.toPaths(List.of(allowed.toString())));
  }

  private static long sum(Session session, String from) {
    try (QueryResult result = session.sql("select sum(a) as s from " + from).collect()) {
      return ((Number) result.iterator().next().value(0)).longValue();
    }
  }

  private static String denied(ThrowingCallable action) {
    List<String> message = new ArrayList<>();
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            HeddleException.class,
            e -> {
              assertThat(e.code()).as(e.getMessage()).isEqualTo(ErrorCode.ACCESS_DENIED);
              message.add(e.getMessage());
            });
    return message.getFirst();
  }

  private static String withoutPath(String message) {
    return message.replaceFirst("^Cannot use [^:]*:", "");
  }

  private static String quoted(Object path) {
    return "'" + path + "'";
  }

  @Test
  void readsWhatIsNamedAndNothingElse() {
    try (Session client = client()) {
      assertThat(sum(client, quoted(allowed.resolve("in.csv")))).isEqualTo(3);
      assertThat(sum(client, quoted(allowed))).isEqualTo(3);
      assertThat(sum(client, quoted("file:" + allowed + "/*.csv"))).isEqualTo(3);
      assertThat(sum(client, "read_csv('FILE://" + allowed + "/i?.csv')")).isEqualTo(3);
      assertThat(sum(client, quoted(secret + "/../allowed/in.csv"))).isEqualTo(3);
      String out = secret + "/out.csv";
      for (String path :
          List.of(
              out,
              "file:" + out,
              "FILE://" + out,
              "fIlE:" + out.replace("secret", "%73ecret"),
              allowed + "/../secret/out.csv",
              allowed + "/./../secret/*.csv",
              allowed + "/*/../../secret/out.csv",
              secret.toString(),
              folder + "/*/out.csv",
              folder + "/**/*.csv",
              folder + "/{allowed,secret}/*.csv",
              allowed + "x/in.csv",
              "/proc/self/root" + out,
              "/proc/self/cwd/pom.csv",
              "/dev/fd/0",
              "pom.csv",
              "s3a://bucket/out.csv",
              "hdfs://host/out.csv",
              "nothing://host/out.csv")) {
        for (String from :
            List.of(
                quoted(path),
                "read_csv('" + path + "')",
                "read_parquet('" + path + "')",
                "read_json('" + path + "')",
                "read_arrow('" + path + "')",
                "read_csv(['" + allowed + "/in.csv', '" + path + "'])")) {
          assertThat(denied(() -> sum(client, from))).as(from).contains("--allow PATH");
        }
        assertThat(denied(() -> client.read().csv(path))).contains(path);
      }
    }
  }

  @Test
  void saysTheSameOfWhatExistsAndOfWhatDoesNot() throws IOException {
    Files.createSymbolicLink(allowed.resolve("there.csv"), secret.resolve("out.csv"));
    Files.createSymbolicLink(allowed.resolve("gone.csv"), secret.resolve("none.csv"));
    Files.createSymbolicLink(allowed.resolve("there"), secret);
    Files.createSymbolicLink(allowed.resolve("gone"), folder.resolve("none"));
    try (Session client = client()) {
      for (List<String> pair :
          List.of(
              List.of(secret + "/out.csv", secret + "/none.csv"),
              List.of(secret + "/o*.csv", secret + "/n*.csv"),
              List.of(secret + "/", folder + "/none/"),
              List.of(allowed + "/there.csv", allowed + "/gone.csv"),
              List.of(allowed + "/t*.csv", allowed + "/g*.csv"),
              List.of(allowed + "/there/out.csv", allowed + "/gone/out.csv"),
              List.of(allowed + "/ther*/out.csv", allowed + "/gon*/out.csv"))) {
        for (String verb : List.of("select * from '", "explain select * from '", "describe '")) {
          String there = denied(() -> client.execute(verb + pair.getFirst() + "'"));
          String gone = denied(() -> client.execute(verb + pair.getLast() + "'"));
          assertThat(withoutPath(there)).isEqualTo(withoutPath(gone)).contains("--allow PATH");
        }
      }
    }
  }

  @Test
  void followsLinksBeforeItDecides() throws IOException {
    Path outside = Files.createDirectory(folder.resolve("links"));
    Files.createSymbolicLink(outside.resolve("in"), allowed);
    try (Session client = client()) {
      assertThat(sum(client, quoted(outside + "/in/in.csv"))).isEqualTo(3);
      Files.createSymbolicLink(allowed.resolve("same.csv"), Path.of("in.csv"));
      assertThat(sum(client, quoted(allowed + "/s*.csv"))).isEqualTo(3);
      Files.createSymbolicLink(allowed.resolve("a.csv"), Path.of("b.csv"));
      Files.createSymbolicLink(allowed.resolve("b.csv"), Path.of("../secret/out.csv"));
      denied(() -> sum(client, quoted(allowed + "/a.csv")));
      denied(() -> sum(client, quoted(allowed)));
      denied(() -> sum(client, quoted(allowed + "/*.csv")));
      assertThat(sum(client, quoted(allowed + "/i*.csv"))).isEqualTo(3);
      assertThat(sum(owner, quoted(allowed))).isEqualTo(20);
    }
  }

  @Test
  void followsLinksOfAllowedFoldersAndOfPartitions() throws IOException {
    Path linked = Files.createSymbolicLink(folder.resolve("linked"), allowed);
    Path parts = Files.createDirectories(allowed.resolve("t/k=1"));
    Files.writeString(parts.resolve("x.csv"), "a\n5\n");
    try (Session client = owner.newSession(SessionAccess.toPaths(List.of(linked + "/")))) {
      assertThat(sum(client, quoted(allowed + "/in.csv"))).isEqualTo(3);
      assertThat(sum(client, quoted(linked + "/t"))).isEqualTo(5);
      Files.createSymbolicLink(allowed.resolve("t/k=2"), secret);
      denied(() -> sum(client, quoted(allowed + "/t")));
      denied(() -> sum(client, quoted(allowed + "/t/*/*.csv")));
      denied(() -> sum(client, quoted(allowed + "/t/**/*.csv")));
      denied(
          () ->
              client.execute(
                  "copy (select 1 as a, 2 as k) to '"
                      + allowed
                      + "/t' (format csv, partition_by (k), append)",
                  r -> {}));
      assertThat(secret).isDirectoryNotContaining(p -> !p.endsWith("out.csv"));
    }
  }

  @Test
  void writesBelowWhatIsNamedOnly() throws IOException {
    Files.createSymbolicLink(allowed.resolve("way"), secret);
    Files.createSymbolicLink(allowed.resolve("new.csv"), secret.resolve("new.csv"));
    try (Session client = client()) {
      client.execute("copy (select 1 as a) to '" + allowed + "/x.csv'");
      client.execute("copy (select 1 as a, 2 as k) to '" + allowed + "/sub' (format csv)");
      client.execute(
          "copy (select 1 as a, 2 as k) to '" + allowed + "/p' (format csv, partition_by (k))",
          r -> {});
      assertThat(sum(client, quoted(allowed + "/x.csv"))).isEqualTo(1);
      assertThat(sum(client, quoted(allowed + "/p"))).isEqualTo(1);
      for (String path :
          List.of(
              secret + "/x.csv",
              secret + "/out.csv",
              allowed + "/../x.csv",
              allowed + "/way/x.csv",
              allowed + "/new.csv",
              allowed + "/none/../../x.csv",
              "file:" + secret + "/x.csv",
              "s3a://bucket/x.csv")) {
        assertThat(denied(() -> client.execute("copy (select 1 as a) to '" + path + "'")))
            .contains(path);
        denied(() -> client.sql("select 1 as a").write().csv(path));
      }
    }
    assertThat(secret).isDirectoryNotContaining(p -> !p.endsWith("out.csv"));
    assertThat(folder).isDirectoryNotContaining(p -> p.toString().endsWith(".csv"));
  }

  @Test
  void anAllowedFolderThatIsMissingCanBeMade() {
    Path made = folder.resolve("made");
    try (Session client = owner.newSession(SessionAccess.toPaths(List.of(made.toString())))) {
      client.sql("select 4 as a").write().mode(WriteMode.APPEND).csv(made.toString());
      client.sql("select 5 as a").write().mode(WriteMode.APPEND).csv(made.toString());
      assertThat(sum(client, quoted(made))).isEqualTo(9);
    }
    assertThat(folder).isDirectoryNotContaining(p -> p.getFileName().toString().startsWith("."));
  }

  @Test
  void viewsHaveTheRightsOfTheirOwners() {
    String out = quoted(secret.resolve("out.csv"));
    owner.execute("create view text as select * from " + out);
    owner.createView("frame", owner.read().csv(secret + "/out.csv"));
    owner.execute("create view outer_text as select * from text");
    try (Session client = client()) {
      for (int i = 0; i < 2; i++) { // what was bound is found again
        assertThat(sum(client, "text")).isEqualTo(7);
        assertThat(sum(client, "frame")).isEqualTo(7);
        assertThat(sum(client, "outer_text")).isEqualTo(7);
        assertThat(sum(owner, out)).isEqualTo(7);
        denied(() -> sum(client, out));
        denied(() -> client.execute("create view v as select * from " + out));
        denied(() -> client.execute("create table t as select * from " + out));
        denied(() -> client.prepare("select * from " + out + " where a = ?"));
        denied(() -> client.describe("select * from " + out));
      }
      String in = quoted(allowed.resolve("in.csv"));
      client.execute("create view v as select * from " + in);
      assertThat(sum(client, "v")).isEqualTo(3);
      assertThat(sum(owner, "v")).isEqualTo(3);
      assertThat(client.tables()).hasSize(4);
    }
  }

  @Test
  void aViewIsCheckedAtEachUse() throws IOException {
    Path file = allowed.resolve("v.csv");
    Files.writeString(file, "a\n4\n");
    try (Session client = client()) {
      client.execute("create view v as select * from " + quoted(file));
      assertThat(sum(client, "v")).isEqualTo(4);
      Files.delete(file);
      Files.createSymbolicLink(file, secret.resolve("out.csv"));
      denied(() -> sum(client, "v"));
      denied(() -> sum(owner, "v"));
    }
  }

  @Test
  void readOnlySessionsChangeNothing() {
    owner.execute("create table t (a int); insert into t values (1)");
    SessionAccess access = SessionAccess.toPaths(List.of(allowed.toString())).readOnly();
    try (Session client = owner.newSession(access)) {
      assertThat(sum(client, quoted(allowed))).isEqualTo(3);
      for (String statement :
          List.of(
              "insert into t values (2)",
              "insert or replace into t values (2)",
              "copy t from '" + allowed + "/in.csv'",
              "update t set a = 2",
              "delete from t using t as u",
              "truncate t",
              "alter table t rename to u",
              "alter table if exists t add column b int",
              "create index i on t(a)",
              "drop index if exists i",
              "comment on table t is 'x'",
              "merge into t using t as u using (a) when matched then delete",
              "create table u (a int)",
              "create table u as select 1 as a",
              "create or replace table t (b int)",
              "create view v as select 1 as a",
              "create or replace view v as select * from t",
              "drop table t",
              "drop view if exists v",
              "copy t to '" + allowed + "/x.csv'",
              "copy t to '" + secret + "/x.csv'")) {
        denied(() -> client.execute(statement));
        denied(() -> client.execute("select 1; " + statement));
      }
      denied(() -> client.sql("select 1 as a").write().csv(allowed + "/x.csv"));
      denied(() -> client.createView("v", client.sql("select 1 as a")));
      client.execute("set partitions = 3; show partitions; begin; commit; analyze t");
      client.execute("set variable v = 3; reset variable v; show create table t");
      assertThat(sum(client, "t")).isEqualTo(1);
    }
    assertThat(allowed).isDirectoryNotContaining(p -> !p.endsWith("in.csv"));
    try (Session reader = owner.newSession(SessionAccess.full().readOnly())) {
      assertThat(sum(reader, quoted(secret.resolve("out.csv")))).isEqualTo(7);
      denied(() -> reader.execute("copy t to '" + secret + "/x.csv'"));
    }
  }

  @Test
  void sessionsOfARestrictedOneHaveNoMore() {
    try (Session client = client();
        Session same = client.newSession();
        Session other = client.newSession(SessionAccess.full());
        Session none = client.newSession(SessionAccess.toPaths(List.of(secret.toString())))) {
      for (Session each : List.of(same, other, none)) {
        denied(() -> sum(each, quoted(secret.resolve("out.csv"))));
      }
      assertThat(sum(same, quoted(allowed))).isEqualTo(3);
      denied(() -> sum(none, quoted(allowed)));
    }
  }
}
