package dev.heddle.engine.session;

import static dev.heddle.engine.session.LastingDatabaseTest.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.engine.database.FileSteps;
import dev.heddle.frame.Heddle;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.SessionOptions;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Transactions: what is seen in them, by others, and after their end. */
class TransactionTest {
  private static final int SEEDS = Integer.getInteger("heddle.transaction.seeds", 2);
  private static final int STATEMENTS = 40;

  @TempDir private Path folder;

  private Session session(boolean isLasting, String name) {
    return isLasting
        ? LastingDatabaseTest.open(folder.resolve(name))
        : LastingDatabaseTest.session(FileSteps.NONE);
  }

  private static String definition(Random random) {
    String[] statements = {
      "create table u as select k, a from t",
      "drop table u",
      "insert into u select k + 50, a from t",
      "create view v as select k from t where a > 0",
      "drop view v",
      "create macro f(x) as x + 1",
      "drop macro f",
      "create type mood as enum ('a', 'b')",
      "drop type mood",
      "create sequence q",
      "drop sequence q",
      "create table moods (m mood)",
      "drop table moods",
      "alter table u add column b integer default 3",
      "alter table u rename to w",
      "drop table w",
      "create schema s",
      "create table s.t as select 1 as one",
      "drop schema s cascade",
    };
    return statements[random.nextInt(statements.length)];
  }

  private static final List<String> QUESTIONS =
      List.of(
          "select * from t order by all",
          "select * from u order by all",
          "select * from w order by all",
          "select * from v order by all",
          "select * from s.t",
          "select * from moods",
          "select f(1)",
          "select 'a'::mood::varchar");

  private static List<Object> answer(Session session, String question) {
    List<Object> found = new ArrayList<>();
    Throwable failed = catchThrowable(() -> found.addAll(rows(session, question)));
    return failed == null ? found : List.of("error");
  }

  private static List<Object> answer(DuckDbOracle duck, String question) {
    List<Object> found = new ArrayList<>();
    Throwable failed =
        catchThrowable(() -> duck.rows(question).forEach(row -> found.add(row.toString())));
    return failed == null ? found : List.of("error");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void randomTransactionsLeaveWhatDuckDbHas(boolean isLasting) {
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      List<String> done = new ArrayList<>();
      Session session = session(isLasting, "seed" + seed);
      try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
        boolean isOpen = false;
        boolean isAborted = false;
        for (int i = 0; i <= STATEMENTS; i++) {
          String statement = i == 0 ? RandomChanges.TABLE : statement(random, isOpen, isAborted);
          done.add(statement);
          String as = "seed " + seed + ":\n" + String.join(";\n", done);
          Throwable theirs = catchThrowable(() -> duck.execute(statement));
          Session now = session;
          Throwable ours = catchThrowable(() -> now.execute(statement));
          assertThat(ours == null)
              .as("%s%nours %s%ntheirs %s", as, ours, theirs)
              .isEqualTo(theirs == null);
          isOpen = statement.equals("begin") || (isOpen && !isEnd(statement));
          isAborted = isOpen && (isAborted || ours != null);
          if (!isOpen && isLasting && random.nextInt(4) == 0) {
            done.add("-- restart");
            session.close();
            session = session(true, "seed" + seed);
          }
          if (isOpen && !isAborted) { // a question that fails would abort it
            assertThat(answer(session, QUESTIONS.getFirst()))
                .as(as)
                .isEqualTo(answer(duck, QUESTIONS.getFirst()));
          }
          for (String question : isOpen ? List.<String>of() : QUESTIONS) {
            assertThat(answer(session, question)).as(as).isEqualTo(answer(duck, question));
          }
        }
      } finally {
        session.close();
      }
    }
  }

  private static boolean isEnd(String statement) {
    return statement.equals("commit") || statement.equals("rollback");
  }

  private static String statement(Random random, boolean isOpen, boolean isAborted) {
    int choice = random.nextInt(10);
    if (isAborted && choice < 5) {
      return "rollback";
    }
    if (choice == 0 && random.nextInt(4) == 0) { // most of them at a wrong time
      List<String> all = List.of("begin", "rollback", "commit");
      return all.get(random.nextInt(isAborted ? 2 : 3)); // DuckDB takes COMMIT for ROLLBACK then
    }
    if (choice < 2) {
      return !isOpen ? "begin" : isAborted || choice == 0 ? "rollback" : "commit";
    }
    return choice < 6 ? definition(random) : RandomChanges.statement(random);
  }

  @Test
  void othersSeeWhatIsCommittedAndNothingBefore() {
    try (Session first = session(true, "lake");
        Session second = first.newSession()) {
      second.execute("use lake");
      first.execute("create table t (a integer); insert into t values (1)");
      first.execute("begin");
      second.execute("insert into t values (2)"); // behind the beginning
      assertThat(rows(first, "from t")).containsExactly("[1]");
      first.execute("create table u as select 5 as a; create view v as from u; use lake");
      assertThat(rows(first, "from v")).containsExactly("[5]");
      assertThatThrownBy(() -> rows(second, "from u")).hasMessageContaining("no table \"u\"");
      assertThatThrownBy(() -> first.execute("insert into t values (3)"))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining("\"lake.t\"");
      assertThatThrownBy(() -> rows(first, "from t"))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.TRANSACTION))
          .hasMessageContaining("the transaction is aborted");
      assertThatThrownBy(() -> first.execute("commit"))
          .hasMessageContaining("it has been rolled back");
      assertThat(rows(first, "from t order by a; show tables"))
          .containsExactly("[1]", "[2]", "[t, table, 1]");
      first.execute("begin; insert into t values (3); create table u as select 6 as a");
      second.execute("create table w as select 1 as a");
      first.execute("commit");
      assertThat(rows(second, "from t order by a; from u; from w"))
          .containsExactly("[1]", "[2]", "[3]", "[6]", "[1]");
      first.execute("begin; update t set a = a + 10");
      second.execute("delete from t where a = 1");
      assertThatThrownBy(() -> first.execute("commit"))
          .isInstanceOfSatisfying(
              HeddleException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONFLICT))
          .hasMessageContaining("another one has changed it");
      assertThat(rows(first, "from t order by a")).containsExactly("[2]", "[3]");
      first.execute("begin; create table x (a integer)");
      second.execute("create table X (b integer)");
      assertThatThrownBy(() -> first.execute("commit")).hasMessageContaining("\"lake.x\"");
    }
  }

  @Test
  void whatItReadsStaysUntilItsEnd() {
    try (Session first = session(false, "");
        Session second = first.newSession()) {
      first.execute("create table t as select range as a from range(100000)");
      second.execute("begin");
      for (int i = 0; i < 3; i++) {
        first.execute("create or replace table t as select range as a from range(10)");
        assertThat(rows(second, "select count(*), sum(a) from t"))
            .containsExactly("[100000, 4999950000]");
      }
      first.execute("drop table t");
      assertThat(rows(second, "select count(*) from t")).containsExactly("[100000]");
      second.execute("commit");
      assertThatThrownBy(() -> rows(second, "from t")).hasMessageContaining("no table \"t\"");
    }
  }

  @Test
  void memoryIsFreedAtTheEnd() {
    SessionOptions options =
        SessionOptions.defaults().withThreads(2).withMemoryBudgetBytes(80 << 20);
    try (Session first = Heddle.local(options)) {
      first.execute("create table t as select range as a from range(300000)");
      for (int i = 0; i < 40; i++) { // 2.4 MB each
        first.execute("begin; update t set a = a + 1; create table u as from t");
        first.execute(i % 2 == 0 ? "rollback" : "drop table u; commit");
      }
      assertThat(rows(first, "select min(a) from t")).containsExactly("[20]");
    }
  }

  @Test
  void filesOfWhatIsNotCommittedAreRemoved() throws IOException {
    Path lake = folder.resolve("lake");
    try (Session session = LastingDatabaseTest.open(lake)) {
      session.execute("create table t as select 1 as a");
      session.execute("begin");
      for (int i = 0; i < 10; i++) {
        session.execute("insert into t values (" + i + ")");
      }
      session.execute("create table u as from t; drop table u");
      assertThat(LastingDatabaseTest.dataFiles(lake)).hasSizeGreaterThan(5);
      session.execute("rollback");
      assertThat(LastingDatabaseTest.dataFiles(lake)).hasSize(1);
      session.execute("begin; insert into t values (2); insert into t values (3)");
      session.execute("create table u as from t; drop table u; commit");
      assertThat(LastingDatabaseTest.dataFiles(lake)).hasSizeBetween(1, 3);
      assertThat(rows(session, "select count(*), sum(a) from t")).containsExactly("[3, 6]");
      session.execute("begin; insert into t values (4)");
    }
    try (Session session = LastingDatabaseTest.open(lake)) {
      assertThat(rows(session, "select count(*) from t")).containsExactly("[3]");
    }
  }

  @Test
  void whatItMayNotDoIsATypedError() {
    try (Session session = session(true, "one")) {
      session.execute("attach '" + folder.resolve("two") + "' as two");
      session.execute("create table t (a integer)");
      refused(session, "begin; attach 'x'", ErrorCode.TRANSACTION, "Cannot attach a database");
      refused(session, "begin; detach two", ErrorCode.TRANSACTION, "Cannot detach a database");
      refused(
          session,
          "begin read only; insert into t values (1)",
          ErrorCode.ACCESS_DENIED,
          "READ ONLY");
      refused(
          session,
          "begin; insert into t values (1); create table two.t (a int)",
          ErrorCode.UNSUPPORTED,
          "a transaction that has changed \"lake\"");
      session.execute("begin");
      refused(session, "savepoint a", ErrorCode.UNSUPPORTED, "savepoints");
      session.execute("begin; create temp table x as select 1 as a; insert into t values (1)");
      session.execute("commit");
      assertThat(rows(session, "from x; from t")).containsExactly("[1]", "[1]");
      session.execute("create schema s; begin; create schema r; use r; rollback");
      assertThat(rows(session, "select current_schema()")).containsExactly("[main]");
      refused(session, "begin; begin", ErrorCode.TRANSACTION, "one is open already");
      session.execute("begin");
      assertThatThrownBy(() -> session.execute("begin")).hasMessageContaining("write COMMIT");
      refused(session, "from t", ErrorCode.TRANSACTION, "write ROLLBACK");
      for (String end : List.of("commit", "rollback")) {
        assertThatThrownBy(() -> session.execute(end))
            .hasMessageContaining("no transaction is open");
      }
    }
  }

  private static void refused(Session session, String script, ErrorCode code, String message) {
    assertThatThrownBy(() -> session.execute(script))
        .as(script)
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
    session.execute("rollback");
  }

  @Test
  void itsTimeIsWhenItBegan() {
    try (Session session = session(false, "")) {
      session.execute("create table t (n timestamp with time zone)");
      String add = "insert into t select now() from range(2); insert into t values (now())";
      session.execute("begin; " + add);
      session.execute(add + "; commit");
      assertThat(rows(session, "select count(distinct n) from t")).containsExactly("[1]");
      assertThat(rows(session, "select count(*) from t where n < now()")).containsExactly("[6]");
      session.execute("begin; insert into t values (now()); rollback");
      assertThat(rows(session, "select max(n) < now() from t")).containsExactly("[true]");
    }
  }

  @Test
  void valuesOfSequencesAreNotTakenBack() {
    try (Session session = session(true, "lake")) {
      session.execute("create sequence s");
      session.execute("begin");
      assertThat(rows(session, "select nextval('s')")).containsExactly("[1]");
      session.execute("create sequence own start 10");
      assertThat(rows(session, "select nextval('own')")).containsExactly("[10]");
      session.execute("drop sequence s; rollback");
      assertThat(rows(session, "select nextval('s')")).containsExactly("[2]");
      assertThatThrownBy(() -> rows(session, "select nextval('own')"))
          .hasMessageContaining("no sequence \"own\"");
      session.execute("begin; create sequence own start 10; select nextval('own'); commit");
    }
    try (Session session = session(true, "lake")) {
      assertThat(rows(session, "select nextval('s'), nextval('own')")).containsExactly("[3, 11]");
    }
  }
}
