package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.engine.session.SessionEngineProvider;
import dev.heddle.io.memory.MemoryLedger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

/** Nothing is left in the process's ledger of memory. */
class ConnectionMemoryTest {
  @Test
  void closingFreesAll() throws Exception {
    MemoryLedger ledger = SessionEngineProvider.memory();
    long before = ledger.usedBytes();
    for (int round = 0; round < 5; round++) {
      try (Connection connection = DriverManager.getConnection("jdbc:heddle:kept?threads=2")) {
        Statement statement = connection.createStatement();
        statement.execute("create table t as select x, 'text ' || x as s from range(100000) r(x)");
        assertThat(ledger.usedBytes()).isGreaterThan(before);
        ResultSet read = statement.executeQuery("select * from t order by s");
        assertThat(read.next()).isTrue(); // left open, as the next ones
        PreparedStatement prepared = connection.prepareStatement("select * from t where x > ?");
        prepared.setInt(1, round);
        assertThat(prepared.executeQuery().next()).isTrue();
        assertThat(connection.getMetaData().getColumns(null, null, "%", "%").next()).isTrue();
        assertThat(connection.createStatement().execute("select 1; select 2; show tables"))
            .isTrue();
      }
      assertThat(ledger.usedBytes()).as("round %d", round).isEqualTo(before);
    }
  }

  @Test
  void theLastRowFreesTheQuery() throws Exception {
    MemoryLedger ledger = SessionEngineProvider.memory();
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:?threads=1");
        Statement statement = connection.createStatement()) {
      long before = ledger.usedBytes();
      ResultSet rows = statement.executeQuery("select x from range(100000) r(x)");
      while (rows.next()) {
        assertThat(rows.getLong(1)).isNotNegative();
      }
      assertThat(ledger.usedBytes()).isEqualTo(before);
      rows.close();
    }
  }
}
