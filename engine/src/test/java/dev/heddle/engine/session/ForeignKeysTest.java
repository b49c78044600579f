package dev.heddle.engine.session;

import static dev.heddle.engine.session.LastingDatabaseTest.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.heddle.engine.database.FileSteps;
import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.DuckDbOracle;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Foreign keys: what is refused, and what is not. */
class ForeignKeysTest {
  private static final int SEEDS = Integer.getInteger("heddle.foreign.seeds", 2);
  private static final int STATEMENTS = 40;

  private static final String TABLES =
      """
      create table p (k integer, l varchar, u bigint unique, n integer, primary key (k, l));
      create table c (i integer, k integer, l varchar, u bigint references p(u),
        constraint main_key foreign key (k, l) references p)
      """;

  @TempDir private Path folder;
  private Session session;

  @BeforeEach
  void open() {
    session = LastingDatabaseTest.session(FileSteps.NONE);
  }

  @AfterEach
  void close() {
    session.close();
  }

  private static String statement(Random random) {
    String k = random.nextInt(6) == 0 ? "null" : String.valueOf(random.nextInt(4));
    String l = random.nextInt(6) == 0 ? "null" : "'" + (char) ('a' + random.nextInt(2)) + "'";
    String u = random.nextInt(3) == 0 ? "null" : String.valueOf(random.nextInt(5));
    String n = String.valueOf(random.nextInt(100));
    return switch (random.nextInt(10)) {
      case 0, 1, 2 -> "insert into p values (" + k + ", " + l + ", " + u + ", " + n + ")";
      case 3, 4, 5 -> "insert into c values (" + n + ", " + k + ", " + l + ", " + u + ")";
      case 6 -> "delete from p where k = " + k + " and l = " + l;
      case 7 -> "delete from c where k = " + k;
      case 8 -> "update c set u = " + u + " where k = " + k;
      default -> "update p set n = " + n + " where k = " + k;
    };
  }

  @Test
  void randomChangesLeaveWhatDuckDbHas() {
    int refused = 0;
    for (long seed = 0; seed < SEEDS; seed++) {
      Random random = new Random(seed);
      Path database = folder.resolve("seed" + seed);
      List<String> done = new ArrayList<>();
      Session now = LastingDatabaseTest.open(database);
      try (DuckDbOracle duck = DuckDbOracle.openAlike()) {
        now.execute(TABLES);
        for (String table : TABLES.split(";")) {
          duck.execute(table);
        }
        for (int i = 0; i < STATEMENTS; i++) {
          String statement = statement(random);
          done.add(statement);
          String as = "seed " + seed + ":\n" + String.join(";\n", done);
          Throwable theirs = catchThrowable(() -> duck.execute(statement));
          Session open = now;
          Throwable ours = catchThrowable(() -> open.execute(statement));
          assertThat(ours == null)
              .as("%s%nours %s%ntheirs %s", as, ours, theirs)
              .isEqualTo(theirs == null);
          refused += ours != null && ours.getMessage().contains("FOREIGN KEY") ? 1 : 0;
          for (String table : List.of("p", "c")) {
            String question = "select * from " + table + " order by all";
            assertThat(rows(now, question).toString())
                .as(as)
                .isEqualTo(duck.rows(question).toString());
          }
          if (random.nextInt(8) == 0) {
            done.add("-- restart");
            now.close();
            now = LastingDatabaseTest.open(database);
          }
        }
      } finally {
        now.close();
      }
    }
    assertThat(refused).as("refused").isGreaterThan(SEEDS * 2);
  }

  private void refused(String statement, ErrorCode code, String message) {
    assertThatThrownBy(() -> session.execute(statement))
        .as(statement)
        .isInstanceOfSatisfying(HeddleException.class, e -> assertThat(e.code()).isEqualTo(code))
        .hasMessageContaining(message);
  }

  @Test
  void whatBreaksThemIsATypedError() {
    session.execute("create table p (id integer primary key, u integer unique, n integer)");
    session.execute("create table c (a integer references p on delete restrict, b integer)");
    session.execute("insert into p values (1, 10, 0); insert into c values (1, 2)");
    refused("insert into c values (2, 2)", ErrorCode.CONSTRAINT, "finds no row with id = 2");
    refused("update p set id = 5", ErrorCode.CONSTRAINT, "of \"c\" has a = 1 still");
    refused("truncate p", ErrorCode.CONSTRAINT, "of \"c\" has a = 1 still");
    refused(
        "merge into p using (select 1 as id) q on p.id = q.id when matched then delete",
        ErrorCode.CONSTRAINT,
        "of \"c\" has a = 1 still");
    refused("drop table p", ErrorCode.CONFLICT, "a foreign key of \"c\" refers to it");
    refused("create or replace table p (x integer)", ErrorCode.CONFLICT, "Cannot replace \"p\"");
    refused("alter table p rename to q", ErrorCode.CONFLICT, "needs what it was");
    refused("alter table p rename id to q", ErrorCode.CONFLICT, "needs what it was");
    refused("alter table p alter id type bigint", ErrorCode.CONFLICT, "needs what it was");
    refused("alter table c alter a type bigint", ErrorCode.CONFLICT, "needs what it was");
    refused("alter table c drop column a", ErrorCode.ANALYSIS, "is needed by FOREIGN KEY (a)");
    refused(
        "alter table c add foreign key (b) references p (id)",
        ErrorCode.ANALYSIS,
        "CREATE TABLE alone");
    refused("create table d (a integer references p (n))", ErrorCode.ANALYSIS, "no PRIMARY KEY or");
    refused(
        "create table d (a bigint references p)",
        ErrorCode.ANALYSIS,
        "column \"a\" is BIGINT, and \"id\" INTEGER");
    refused(
        "create table d (a integer, b integer, foreign key (a, b) references p (id))",
        ErrorCode.ANALYSIS,
        "another number of columns");
    refused("create table d (a integer references c)", ErrorCode.ANALYSIS, "no primary key");
    refused("create table d (a integer references nothing)", ErrorCode.NOT_FOUND, "nothing");
    refused(
        "create table d (a integer references p on delete cascade)",
        ErrorCode.SYNTAX,
        "NO ACTION or RESTRICT");
    session.execute("alter table p add column z integer; alter table p drop column n");
    session.execute("alter table c rename to cc; drop table cc; drop table p");
  }

  @Test
  void aTableMayReferToItself() {
    session.execute("create table t (id integer primary key, up integer references t(id))");
    session.execute("insert into t values (1, null), (2, 1), (3, 3)"); // the first refuses DuckDB
    refused("insert into t values (5, 6)", ErrorCode.CONSTRAINT, "id = 6");
    refused("delete from t where id = 1", ErrorCode.CONSTRAINT, "id = 1");
    session.execute("delete from t where id in (1, 2)");
    assertThat(rows(session, "from t")).containsExactly("[3, 3]");
    assertThat(
            rows(
                session,
                "select constraint_name, unique_constraint_name from"
                    + " information_schema.referential_constraints"))
        .containsExactly("[t_up_id_fkey, t_id_pkey]");
    assertThat(rows(session, "show create table t"))
        .containsExactly(
            "[CREATE TABLE t(id INTEGER PRIMARY KEY, up INTEGER, FOREIGN KEY (up) REFERENCES"
                + " t(id));]");
  }

  @Test
  void theyHoldAcrossTransactions() {
    session.execute("create table p (id integer primary key); create table c (a int references p)");
    session.execute("insert into p values (1), (2), (3)");
    try (Session other = session.newSession()) {
      session.execute("begin; insert into c values (1)");
      other.execute("delete from p where id = 1");
      assertThatThrownBy(() -> session.execute("commit"))
          .hasMessageContaining("what a foreign key has to do with \"p\"");
      session.execute("begin; delete from p where id = 2");
      other.execute("insert into c values (2)");
      assertThatThrownBy(() -> session.execute("commit"))
          .hasMessageContaining("what a foreign key has to do with \"c\"");
      session.execute("begin; insert into p values (7); insert into c values (7), (3); commit");
      assertThat(rows(other, "from c order by a")).containsExactly("[2]", "[3]", "[7]");
      assertThat(rows(other, "from p order by id")).containsExactly("[2]", "[3]", "[7]");
    }
  }
}
