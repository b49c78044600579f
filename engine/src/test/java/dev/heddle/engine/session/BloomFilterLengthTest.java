package dev.heddle.engine.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.Heddle;
import dev.heddle.frame.QueryResult;
import dev.heddle.frame.Session;
import dev.heddle.io.testing.DuckDbOracle;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A Bloom filter whose header has another length than the footer states proves nothing. */
class BloomFilterLengthTest {
  private static final int FIELD_OF_BYTES = 0x15; // of Thrift: the first field, an int32

  @TempDir private Path folder;

  @Test
  void rowsAreNotLostByAFilterThatIsTooShort() throws IOException {
    Path file = folder.resolve("f.parquet");
    long offset;
    try (DuckDbOracle duck = DuckDbOracle.open()) {
      duck.execute(
          "copy (select ((range * 7919) % 1000)::integer as r from range(100000)) to '"
              + file
              + "' (dictionary_size_limit 10000)");
      List<List<Object>> rows =
          duck.rows("select bloom_filter_offset from parquet_metadata('" + file + "')");
      offset = ((Number) rows.getFirst().getFirst()).longValue();
    }
    assertThat(countOf(file)).isEqualTo(100);
    halve(file, Math.toIntExact(offset));
    assertThat(countOf(file)).isEqualTo(100);
  }

  private static long countOf(Path file) {
    try (Session session = Heddle.local();
        QueryResult result =
            session.sql("select count(*) from '" + file + "' where r = 200").collect()) {
      return (Long) QueryRows.of(result).getFirst().getFirst();
    }
  }

  /** Halves the length in a filter's header, without a change of its size. */
  private static void halve(Path file, int header) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    assertThat(bytes[header]).isEqualTo((byte) FIELD_OF_BYTES);
    int end = header + 1;
    long value = 0;
    for (int shift = 0; ; shift += 7, end++) {
      value |= (long) (bytes[end] & 0x7f) << shift;
      if (bytes[end] >= 0) {
        break;
      }
    }
    value /= 2;
    for (int at = header + 1; at <= end; at++) {
      bytes[at] = (byte) ((value & 0x7f) | (at < end ? 0x80 : 0));
      value >>>= 7;
    }
    Files.write(file, bytes);
  }
}
