package dev.heddle.bench.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The texts of the 22 TPC-H queries with the specification's validation parameters. */
public final class TpchQueries {
  /** Number of queries. */
  public static final int COUNT = 22;

  private TpchQueries() {}

  /** Returns the SQL of a query, counted from 1. */
  public static String sql(int number) {
    String resource = String.format("/tpch/q%02d.sql", number);
    try (InputStream in = TpchQueries.class.getResourceAsStream(resource)) {
      if (in == null) {
        throw new IllegalArgumentException(
            "No TPC-H query " + number + ": there are 1 to " + COUNT);
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
