package dev.heddle.jdbc;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the Java of {@code docs/guide/jdbc.md}. */
class GuideTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  /** Runs something and returns what it prints. */
  private static String printed(Example example) throws SQLException {
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      example.run();
    } finally {
      System.setOut(before);
    }
    return bytes.toString(StandardCharsets.UTF_8);
  }

  /** A block of the guide. */
  private interface Example {
    void run() throws SQLException;
  }

  private static void readRows() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:");
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("select x, x * x as y from range(3) r(x)")) {
      while (rows.next()) {
        System.out.println(rows.getInt("x") + " " + rows.getLong("y"));
      }
    }
  }

  private static void readFiles(Path folder) throws SQLException {
    String url = "jdbc:heddle:shop?memory=512m&t.orders=" + folder + "/orders.csv";
    try (Connection connection = DriverManager.getConnection(url);
        PreparedStatement query =
            connection.prepareStatement("select customer from orders where price > ?")) {
      query.setBigDecimal(1, new BigDecimal("10"));
      try (ResultSet rows = query.executeQuery()) {
        while (rows.next()) {
          System.out.println(rows.getString("customer"));
        }
      }
    }
  }

  private static void readKeys() throws SQLException {
    try (Connection connection = DriverManager.getConnection("jdbc:heddle:");
        Statement statement = connection.createStatement()) {
      statement.execute(
          "create sequence ids; create table visits (id bigint primary key default nextval('ids'),"
              + " page varchar)");
      try (PreparedStatement insert =
          connection.prepareStatement(
              "insert into visits (page) values (?)", Statement.RETURN_GENERATED_KEYS)) {
        insert.setString(1, "start");
        insert.executeUpdate();
        try (ResultSet keys = insert.getGeneratedKeys()) {
          keys.next();
          System.out.println(keys.getLong(1));
        }
      }
    }
  }

  @Test
  void readsRowsAndFiles(@TempDir Path folder) throws Exception {
    assertThat(printed(GuideTest::readRows)).isEqualTo("0 0\n1 1\n2 4\n");
    Files.writeString(folder.resolve("orders.csv"), "customer,price\nAda,20.5\nEve,5\n");
    assertThat(printed(() -> readFiles(folder))).isEqualTo("Ada\n");
    assertThat(printed(GuideTest::readKeys)).isEqualTo("1\n");
  }

  @Test
  void showsOnlyJavaThatRuns() throws IOException {
    String test = plain(read("jdbc/src/test/java/dev/heddle/jdbc/GuideTest.java"));
    Matcher blocks = JAVA_BLOCK.matcher(read("docs/guide/jdbc.md"));
    List<String> missing = new ArrayList<>();
    int found = 0;
    while (blocks.find()) {
      found++;
      if (!test.contains(plain(blocks.group(1)))) {
        missing.add(blocks.group(1));
      }
    }
    assertThat(missing).isEmpty();
    assertThat(found).isEqualTo(3);
  }

  private static String plain(String code) {
    return code.replaceAll("\\s+", "");
  }

  private static String read(String path) throws IOException {
    Path root = Path.of("").toAbsolutePath();
    while (!Files.exists(root.resolve("docs/guide"))) {
      root = root.getParent();
    }
    return Files.readString(root.resolve(path));
  }
}
