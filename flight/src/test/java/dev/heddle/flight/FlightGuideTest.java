package dev.heddle.flight;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.arrow.adbc.core.AdbcConnection;
import org.apache.arrow.adbc.core.AdbcDatabase;
import org.apache.arrow.adbc.core.AdbcDriver;
import org.apache.arrow.adbc.core.AdbcStatement;
import org.apache.arrow.adbc.driver.flightsql.FlightSqlDriver;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.junit.jupiter.api.Test;

/** Runs the Java of {@code docs/guide/flight.md}. */
class FlightGuideTest extends ServedTest {
  private static final Pattern JAVA_BLOCK = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  private static void readRows(int port) throws Exception {
    Map<String, Object> options = new HashMap<>();
    AdbcDriver.PARAM_URI.set(options, "grpc://127.0.0.1:" + port);
    try (BufferAllocator allocator = new RootAllocator();
        AdbcDatabase database = new FlightSqlDriver(allocator).open(options);
        AdbcConnection connection = database.connect();
        AdbcStatement statement = connection.createStatement()) {
      statement.setSqlQuery(
          "select region, sum(price) as total from sales group by region order by region");
      try (AdbcStatement.QueryResult result = statement.executeQuery()) {
        while (result.getReader().loadNextBatch()) {
          System.out.print(result.getReader().getVectorSchemaRoot().contentToTSVString());
        }
      }
    }
  }

  @Test
  void readsRows() throws Exception {
    session.execute(
        "create table sales (region varchar, price bigint);"
            + " insert into sales values ('north', 1), ('south', 2), ('north', 3)");
    PrintStream before = System.out;
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
    try {
      readRows(server.address().getPort());
    } finally {
      System.setOut(before);
    }
    assertThat(bytes.toString(StandardCharsets.UTF_8))
        .isEqualTo("region\ttotal\nnorth\t4\nsouth\t2\n");
  }

  @Test
  void showsOnlyJavaThatRuns() throws IOException {
    String test = plain(read("flight/src/test/java/dev/heddle/flight/FlightGuideTest.java"));
    Matcher blocks = JAVA_BLOCK.matcher(read("docs/guide/flight.md"));
    assertThat(blocks.find()).isTrue();
    assertThat(test).contains(plain(blocks.group(1)));
    assertThat(blocks.find()).isFalse();
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
