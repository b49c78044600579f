package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.engine.database.FileSteps;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.Effort;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Databases that are folders: what is in them is there after a restart, and never half of it. */
class LastingDatabaseTest {
  private static final int SEEDS = Integer.getInteger("heddle.database.seeds", 2);
  private static final int STATEMENTS = 25;
  private static final SessionOptions OPTIONS =
      SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(1L << 29);

  @TempDir private Path folder;

  static Session session(FileSteps steps) {
    SessionEngine engine = new SessionEngine(OPTIONS);
    engine.databases().watch(steps);
    return new Session(engine, OPTIONS);
  }

  static Session open(Path database) {
    return open(database, FileSteps.NONE);
  }

  static Session open(Path database, FileSteps steps) {
    Session session = session(steps);
    try {
      session.execute("attach '" + database + "' as lake; use lake");
      return session;
    } catch (RuntimeException e) {
      session.close();
      throw e;
    }
  }

  static List<String> rows(Session session, String sql) {
    List<String> texts = new ArrayList<>();
    session.execute(
        sql,
        result -> {
          if (result.rows() != null) {
            result.rows().forEach(row -> texts.add(row.toString()));
          }
        });
    return texts;
  }

  static List<String> dataFiles(Path database) throws IOException {
    try (Stream<Path> files = Files.list(database.resolve("data"))) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void allThatIsInItComesBack() throws IOException {
    String[] questions = {
      "show tables",
      "select * from orders order by id",
      "select * from sales.large order by id",
      "select sales.net(10), table_name from information_schema.tables order by all",
      "from above(1) order by all",
      "show create table orders",
      "select table_schema, table_name, constraint_type from information_schema.table_constraints"
          + " order by all",
      "select column_name, comment from duckdb_columns() where table_name = 'orders' order by all",
      "select comment from duckdb_views()",
      "select index_name, is_unique, expressions from duckdb_indexes()",
      "select * replace (hex(bytes) as bytes) from kinds",
      "describe kinds",
      "select * from nothing",
    };
    List<List<String>> before = new ArrayList<>();
    try (Session session = open(folder)) {
      session.execute(
          """
          create table orders (id integer primary key, who varchar not null default 'no''body',
            price decimal(9, 2) check (price >= 0), constraint dear unique (who, price));
          insert into orders values (1, 'ada', 1.5), (2, 'bob	\\', 20), (3, default, null);
          create index on orders (price);
          comment on table orders is 'all
          of them';
          comment on column orders.price is 'in €';
          create schema sales;
          create view sales.large (id, amount) as select id, price from orders where price > 1;
          comment on view sales.large is 'dear ones';
          create macro sales.net(x) as x * 2;
          create macro above(n) as table select id from orders where id > n;
          create table nothing (a integer, b varchar);
          create table kinds as select true as b, cast(1 as tinyint) as i1, cast(2 as smallint) as i2,
            3::bigint as i8, 1.5::double as d, 2.5::real as f, date '2024-02-29' as day,
            timestamp '2024-01-02 03:04:05.123456' as moment, time '01:02:03' as t, interval '1 month 2 days' as span,
            cast('2024-01-02 03:04:05.123456789' as timestamp_ns) as nanos,
            timestamptz '2024-01-02 03:04:05+00' as z, cast('ab' as blob) as bytes,
            cast(12345678901234567890 as decimal(38, 4)) as wide,
            [1, null, 3] as list, {'a': 1, 'b': ['x']} as struct, map {'k': 2} as m;
          """);
      for (String question : questions) {
        before.add(rows(session, question));
      }
    }
    try (Session session = open(folder)) {
      for (int i = 0; i < questions.length; i++) {
        assertThat(rows(session, questions[i])).as(questions[i]).isEqualTo(before.get(i));
      }
      assertThatThrownBy(() -> session.execute("insert into orders values (1, 'x', 1)"))
          .hasMessageContaining("PRIMARY KEY (id) would have id = 1 more than once");
      assertThatThrownBy(() -> session.execute("insert into orders (id, who) values (7, null)"))
          .hasMessageContaining("is NOT NULL");
      assertThatThrownBy(() -> session.execute("insert into orders values (7, 'x', -1)"))
          .hasMessageContaining("CHECK");
      session.execute("insert into orders (id) values (9)");
      assertThat(rows(session, "from orders where id = 9")).containsExactly("[9, no'body, null]");
    }
    assertThat(dataFiles(folder)).hasSizeLessThan(8);
  }

  @Test
  void afterRandomStatementsAndRestartsItIsAsInDuckDb() throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path database = folder.resolve("seed" + seed);
      List<String> done = new ArrayList<>();
      Session session = open(database);
      try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
        for (int i = 0; i <= STATEMENTS; i++) {
          String statement = i == 0 ? RandomChanges.TABLE : RandomChanges.statement(random);
          done.add(statement);
          String as = "seed " + seed + ":\n" + String.join(";\n", done);
          Throwable theirs = catchThrowable(() -> duck.execute(statement));
          Session now = session;
          Throwable ours = catchThrowable(() -> now.execute(statement));
          assertThat(ours == null).as("%s%nours %s", as, ours).isEqualTo(theirs == null);
          if (random.nextInt(3) == 0) {
            done.add("-- restart");
            session.close();
            session = open(database);
          }
          assertThat(rows(session, "select * from t order by all").toString())
              .as(as)
              .isEqualTo(duck.rows("select * from t order by all").toString());
        }
      } finally {
        session.close();
      }
      try (Session last = open(database)) {
        assertThat(rows(last, "select count(*) from t")).hasSize(1);
        assertThat(dataFiles(database)).as("orphans are gone").hasSizeLessThan(12);
      }
    }
  }

  /** Fails at one step and at all behind it, as what a process that has ended would do. */
  private static final class Crash implements FileSteps {
    private final int at;
    private int seen;

    Crash(int at) {
      this.at = at;
    }

    @Override
    public void before(String step) {
      if (seen++ >= at) {
        throw new HeddleException(ErrorCode.IO, "crashed before: " + step);
      }
    }

    boolean hasHappened() {
      return seen > at;
    }
  }

  private static String state(Session session) {
    List<String> all = new ArrayList<>(rows(session, "show tables"));
    all.addAll(rows(session, "select type_name from duckdb_types() order by all"));
    all.addAll(rows(session, "select sequence_name from duckdb_sequences() order by all"));
    for (String table : List.of("t", "u", "s.v", "made", "moods", "w.x")) {
      Throwable failed =
          catchThrowable(() -> all.addAll(rows(session, "from " + table + " order by all")));
      all.add(table + (failed == null ? " is there" : " is not"));
    }
    all.addAll(rows(session, "select sql from duckdb_tables() order by all"));
    all.addAll(rows(session, "show functions").stream().filter(n -> n.contains("twice")).toList());
    all.addAll(rows(session, "select schema_name from information_schema.schemata order by all"));
    return String.join("\n", all);
  }

  static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Path target = to.resolve(from.relativize(file).toString());
        if (Files.isDirectory(file)) {
          Files.createDirectories(target);
        } else {
          Files.copy(file, target);
        }
      }
    }
  }

  @Test
  void aCrashAtAnyStepLeavesTheStateBeforeOrAfter() throws IOException {
    List<String> statements =
        List.of(
            "create table t (k integer primary key, a integer)",
            "insert into t select range, range * 2 from range(20)",
            "insert into t values (100, 1)",
            "insert into t values (100, 2) on conflict do update set a = 7",
            "update t set a = a + 1 where k < 5",
            "delete from t where k = 3",
            "merge into t using (select 4 as k, 44 as a) as q on t.k = q.k"
                + " when matched then update when not matched then insert",
            "alter table t add column c varchar default 'x'",
            "create table u as select * from t",
            "create or replace table u as select 1 as one",
            "alter table u rename to made",
            "create schema s",
            "create view s.v as select k from t",
            "create macro twice(x) as x * 2",
            "create type mood as enum ('sad', 'ok')",
            "create sequence s.ids start 7",
            "create table moods (id bigint default nextval('s.ids'), m mood)",
            "insert into moods (m) values ('ok'), ('sad'), (null)",
            "begin; insert into moods (m) values ('ok'); insert into t values (300, 3, 'y'); update"
                + " t set a = 0 where k = 1; create table v as select 1 as a; drop table v; create"
                + " schema w; create view w.x as from t; drop type mood; commit",
            "begin; insert into t values (400, 4, 'z'); delete from t where k = 300; commit",
            "drop table moods",
            "drop sequence s.ids",
            "truncate t",
            "drop table made",
            "drop schema s cascade");
    Path now = folder.resolve("now");
    open(now).close();
    int crashes = 0;
    int changed = 0;
    int runs = 0;
    int stride = Effort.of(1, 4);
    for (int number = 0; number < statements.size(); number++) {
      String statement = statements.get(number);
      String before;
      try (Session session = open(now)) {
        before = state(session);
      }
      Path next = folder.resolve("next" + runs);
      copy(now, next);
      String after;
      try (Session session = open(next)) {
        session.execute(statement);
        after = state(session);
      }
      assertThat(after).as(statement).isNotEqualTo(before);
      for (int step = number % stride; ; step += stride) {
        Path crashed = folder.resolve("crashed" + runs++);
        copy(now, crashed);
        Crash crash = new Crash(Integer.MAX_VALUE);
        Throwable failed;
        Crash[] armed = {crash};
        Session session = open(crashed, each -> armed[0].before(each));
        try {
          armed[0] = new Crash(step);
          failed = catchThrowable(() -> session.execute(statement));
        } finally {
          Throwable unused = catchThrowable(session::close); // which fails at steps, too
        }
        crashes += armed[0].hasHappened() ? 1 : 0;
        try (Session reopened = open(crashed)) {
          String found = state(reopened);
          String as = statement + "; at step " + step + " " + failed;
          assertThat(List.of(before, after)).as(as).contains(found);
          changed += found.equals(after) ? 1 : 0;
          if (failed == null) {
            assertThat(found).as(as).isEqualTo(after);
          }
          reopened.execute("create table if not exists probe as select 1 as one");
          assertThat(rows(reopened, "from probe")).containsExactly("[1]");
        }
        TreeSet<String> named = new TreeSet<>();
        for (String line : Files.readAllLines(crashed.resolve("manifest"))) {
          if (line.startsWith("file\t")) {
            named.add(line.split("\t")[1]);
          }
        }
        assertThat(dataFiles(crashed)).as(statement).isEqualTo(List.copyOf(named));
        if (!armed[0].hasHappened()) {
          break;
        }
      }
      now = next;
    }
    assertThat(crashes).as("crashes").isGreaterThan(80 / stride);
    assertThat(changed)
        .as("states after")
        .isBetween(statements.size() + crashes / 8, runs - crashes / 2);
  }

  @Test
  void aDatabaseInMemoryLastsNoLongerThanItsSession() throws IOException {
    try (Session session = open(folder.resolve("lake"))) {
      session.execute("attach ':memory:' as m; attach '' as n; attach ':memory:'");
      session.execute("create table m.t as select 1 as a; create table n.t as select 2 as a");
      session.execute("create schema m.s; create sequence m.s.q; create table memory.u (a int)");
      assertThat(rows(session, "select a + nextval('m.s.q') from m.t")).containsExactly("[2]");
      session.execute("begin; update m.t set a = 5; create table lake.u as from n.t; rollback");
      assertThat(rows(session, "from m.t; from n.t")).containsExactly("[1]", "[2]");
      session.execute("begin; update m.t set a = 5; create table lake.u as from n.t; commit");
      assertThat(rows(session, "from m.t; from lake.u")).containsExactly("[5]", "[2]");
      session.execute("use m; detach n");
      assertThat(rows(session, "select a from t")).containsExactly("[5]");
      assertThatThrownBy(() -> session.execute("detach m")).hasMessageContaining("write USE");
      assertThatThrownBy(() -> session.execute("attach ':memory:' as r (read_only)"))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("nothing would ever be in it");
      session.execute("use lake; detach m; attach ':memory:' as m");
      assertThatThrownBy(() -> rows(session, "from m.t")).hasMessageContaining("no table \"t\"");
    }
    try (Session session = open(folder.resolve("lake"))) {
      assertThat(rows(session, "from u")).containsExactly("[2]");
      assertThatThrownBy(() -> rows(session, "from m.t")).hasMessageContaining("no schema \"m\"");
    }
  }

  @Test
  void eachHasOneWriterAndReadersThatSeeWhatIsCommitted() {
    try (Session writer = open(folder);
        Session reader = session(FileSteps.NONE)) {
      writer.execute("create table t as select 1 as a; create view v as select a + 1 as b from t");
      assertThatThrownBy(() -> reader.execute("attach '" + folder + "' as mine"))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.REFUSED))
          .hasMessageContaining("this process, " + ProcessHandle.current().pid() + ", writes it")
          .hasMessageContaining("(READ_ONLY)");
      reader.execute("attach '" + folder + "' as mine (read_only)");
      assertThat(rows(reader, "from mine.t; from mine.v")).containsExactly("[1]", "[2]");
      writer.execute("insert into t values (5)");
      assertThat(rows(reader, "from mine.t order by a; from mine.v order by b"))
          .containsExactly("[1]", "[5]", "[2]", "[6]");
      writer.execute("drop view v; update t set a = 9 where a = 1; create table u (x int)");
      assertThat(rows(reader, "from mine.t order by a; show all tables"))
          .containsExactly(
              "[5]",
              "[9]",
              "[mine, main, t, [a], [INTEGER], false]",
              "[mine, main, u, [x], [INTEGER], false]");
      assertThat(rows(reader, "select database_name, path, readonly from duckdb_databases"))
          .containsExactlyInAnyOrder("[heddle, null, false]", "[mine, " + folder + ", true]");
      for (String refused :
          List.of(
              "insert into mine.t values (3)",
              "update mine.t set a = 3",
              "create table mine.x as select 1 as a",
              "create schema mine.s",
              "drop table mine.t")) {
        assertThatThrownBy(() -> reader.execute(refused))
            .as(refused)
            .isInstanceOfSatisfying(
                HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ACCESS_DENIED))
            .hasMessageContaining("it was opened only to read");
      }
      reader.execute("detach mine");
      assertThatThrownBy(() -> reader.execute("from mine.t")).hasMessageContaining("mine");
    }
  }

  @Test
  void enumerationsAndTypesAndSequencesComeBack() {
    String[] questions = {
      "select id, m, m < 'happy'::mood, typeof(m) from t order by m, id",
      "select min(m), max(m), count(distinct m) from t",
      "select id from t where m = 'ok' order by id",
      "select id from t where m in ('ok', 'sad') and id > 2 order by id",
      "select id from t where m > 'sad'::mood order by id",
      "select m, count(*) from t group by m order by m desc",
      "from nested order by all",
      "select s.m, typeof(s) from nested where s.m = 'ok'",
      "select database_name, type_name, logical_type from duckdb_types() order by all",
      "describe t",
      "select 'a'::lists, typeof('3'::money), 'x'::sales.letters",
      "show create table t",
    };
    List<List<String>> before = new ArrayList<>();
    try (Session session = open(folder)) {
      session.execute(
          """
          create type mood as enum ('sad', 'ok', 'it''s
          "happy"	');
          create type money as decimal(9, 2);
          create type lists as varchar;
          create type unused as struct(m mood, a money[]);
          drop type unused;
          create schema sales;
          create type sales.letters as enum ('x', 'y');
          create sequence ids start 5 increment 5;
          create sequence sales.few maxvalue 3;
          create sequence gone;
          drop sequence gone;
          create table t (id bigint primary key default nextval('ids'), m mood default 'ok'::mood, p money);
          insert into t (m) values ('sad'), (default), ('it''s
          "happy"	'), (null);
          insert into t (m) select case when i % 3 = 0 then 'ok' else 'sad' end from range(3000) r(i);
          create table nested as select id, [m, null, 'ok'::mood] as list, {'m': m, 'n': id} as s,
            map {id: m} as map from t where id < 30;
          select nextval('sales.few'), nextval('lake.sales.few'), setval('ids', 50000);
          """
              .replace("'it''s\n\"happy\"\t'", "'happy'"));
      for (String question : questions) {
        before.add(question.contains("'x'::sales") ? List.of() : rows(session, question));
      }
    }
    for (int start = 0; start < 3; start++) {
      try (Session session = open(folder)) {
        for (int i = 0; i < questions.length; i++) {
          if (!questions[i].contains("'x'::sales")) {
            assertThat(rows(session, questions[i])).as(questions[i]).isEqualTo(before.get(i));
          }
        }
        assertThat(rows(session, "select nextval('ids')"))
            .containsExactly("[" + (50005 + 5 * start) + "]");
        if (start == 0) {
          assertThat(rows(session, "select nextval('sales.few')")).containsExactly("[3]");
        } else {
          assertThatThrownBy(() -> rows(session, "select nextval('sales.few')"))
              .hasMessageContaining("its last one was taken");
        }
        assertThatThrownBy(() -> session.execute("insert into t (m) values ('angry')"))
            .hasMessageContaining("angry");
        assertThatThrownBy(() -> session.execute("drop sequence ids"))
            .hasMessageContaining("a default of \"t\" reads it");
        session.execute("use heddle");
        assertThatThrownBy(() -> rows(session, "select 'ok'::mood")).hasMessageContaining("mood");
        session.execute("create sequence ids start 900");
        session.execute("begin; insert into lake.t (m) values (default), ('sad')");
        session.execute("insert into lake.t (id, m) values (default, default)");
        assertThat(rows(session, "select count(*) from lake.t where id > 50000 and m is not null"))
            .containsExactly("[3]");
        session.execute("rollback; select setval('lake.ids', " + (50005 + 5 * start) + ")");
      }
    }
  }

  /** A copy of the folder is what a process would leave that ends now. */
  @Test
  void noValueOfASequenceIsGivenTwiceAfterACrash() throws IOException {
    Random random = new Random(7);
    Path now = folder.resolve("now");
    List<Long> given = new ArrayList<>();
    List<Long> cycled = new ArrayList<>();
    long last = 0;
    for (int crash = 0; crash < 12; crash++) {
      Session session = open(now);
      try {
        session.execute("create sequence if not exists s; create sequence if not exists d");
        session.execute(
            "create sequence if not exists down increment -3 minvalue -9000000 maxvalue 0 start 0");
        session.execute("create table if not exists t (i bigint default nextval('d'), a int)");
        int taken = 1 + random.nextInt(200);
        for (String row : rows(session, "select nextval('s') from range(" + taken + ")")) {
          given.add(Long.valueOf(row.substring(1, row.length() - 1)));
        }
        for (String row : rows(session, "select nextval('down') from range(" + taken + ")")) {
          cycled.add(Long.valueOf(row.substring(1, row.length() - 1)));
        }
        session.execute("insert into t (a) select 1 from range(" + taken + ")");
        if (random.nextBoolean()) {
          session.execute("begin; insert into t (a) values (7); rollback");
        }
        Path next = folder.resolve("crash" + crash);
        copy(now, next);
        now = next;
      } finally {
        session.close();
      }
      assertThat(given).doesNotHaveDuplicates().isSorted();
      assertThat(cycled).doesNotHaveDuplicates();
      assertThat(given.getLast()).as("gaps").isLessThan(2 * given.size() + 2L);
      assertThat(given.getLast()).isGreaterThan(last);
      last = given.getLast();
    }
    try (Session session = open(now)) {
      assertThat(rows(session, "select count(*) - count(distinct i) from t where a = 1"))
          .containsExactly("[0]");
    }
  }

  @Test
  void severalAreAttachedAndJoined() {
    try (Session session = open(folder.resolve("one"))) {
      session.execute(
          "attach '"
              + folder.resolve("two")
              + "'; create table two.t as select 2 as a; create table t as select 1 as a;"
              + " create temp table t3 as select 3 as a;"
              + " insert into two.main.t select a * 10 from lake.t");
      assertThat(rows(session, "select x.a, y.a from two.t as x, t as y, t3 order by all"))
          .containsExactly("[2, 1]", "[10, 1]");
      assertThat(rows(session, "select current_database(), current_schema()"))
          .containsExactly("[lake, main]");
      assertThatThrownBy(() -> session.execute("detach lake"))
          .hasMessageContaining("names without a schema mean its tables");
      assertThatThrownBy(() -> session.execute("detach laek"))
          .hasMessageContaining("did you mean \"lake\"?");
      assertThatThrownBy(() -> session.execute("attach '" + folder.resolve("two") + "'"))
          .hasMessageContaining("the session has a database \"two\"");
      session.execute("attach if not exists '" + folder.resolve("two") + "'; use heddle.main");
      session.execute("detach lake; detach two; detach if exists two");
      assertThat(rows(session, "show tables")).containsExactly("[t3, table, 1]");
    }
  }

  @Test
  void foldersOfOtherThingsAreRefused() throws IOException {
    Files.writeString(folder.resolve("letter.txt"), "dear");
    assertThatThrownBy(() -> open(folder))
        .hasMessageContaining("a folder without a manifest, in which there is letter.txt");
    assertThatThrownBy(() -> open(folder.resolve("letter.txt"))).hasMessageContaining("letter.txt");
    Path other = folder.resolve("other");
    try (Session session = session(FileSteps.NONE)) {
      assertThatThrownBy(() -> session.execute("attach '" + other + "' (read_only)"))
          .hasMessageContaining("there is no manifest in it");
    }
    open(other).close();
    Path manifest = other.resolve("manifest");
    String text = Files.readString(manifest);
    Files.writeString(manifest, text.replace("main", "mean"));
    assertThatThrownBy(() -> open(other)).hasMessageContaining("its checksum is not that");
    Files.writeString(manifest, text.replace("heddle-database\t1", "heddle-database\t2"));
    assertThatThrownBy(() -> open(other)).hasMessageContaining("its manifest is of version 2");
    Files.writeString(manifest, text);
    open(other).close();
  }

  @Test
  void filesOfSingleRowsAreMerged() throws IOException {
    try (Session session = open(folder)) {
      session.execute("create table t (a integer)");
      for (int i = 0; i < 40; i++) {
        session.execute("insert into t values (" + i + ")");
      }
      assertThat(rows(session, "select count(*), sum(a), count(distinct a) from t"))
          .containsExactly("[40, 780, 40]");
    }
    try (Session session = open(folder)) {
      assertThat(dataFiles(folder)).as("of 32 and 8 rows").hasSize(2);
      assertThat(rows(session, "select count(*), sum(a), count(distinct a) from t"))
          .containsExactly("[40, 780, 40]");
    }
  }
}
