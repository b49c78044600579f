package dev.heddle.io.parquet;

import static dev.heddle.io.parquet.HandMadeFile.counted;
import static dev.heddle.io.parquet.HandMadeFile.ints;
import static dev.heddle.io.parquet.HandMadeFile.join;
import static dev.heddle.io.parquet.HandMadeFile.little;
import static dev.heddle.io.parquet.HandMadeFile.split;
import static dev.heddle.io.parquet.HandMadeFile.written;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.ConvertedType;
import org.apache.parquet.format.DecimalType;
import org.apache.parquet.format.Encoding;
import org.apache.parquet.format.Float16Type;
import org.apache.parquet.format.LogicalType;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages put together by hand, as few writers make them. */
class OddPagesTest {
  private static final byte[] NOTHING = {};

  @TempDir Path folder;

  private List<@Nullable Object> values(HandMadeFile file) throws IOException {
    return values(file.write(folder.resolve("t.parquet")));
  }

  private static List<@Nullable Object> values(Path file) {
    List<@Nullable Object> values = new ArrayList<>();
    Scans.rows(ParquetTables.open(file.toString())).forEach(row -> values.add(row.getFirst()));
    return values;
  }

  private static List<@Nullable Object> list(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  private static String hex(byte[] bytes) {
    return "0x" + HexFormat.of().formatHex(bytes);
  }

  private static HandMadeFile numbers(boolean isOptional) {
    return new HandMadeFile(Type.INT32, isOptional, CompressionCodec.ZSTD);
  }

  private static HandMadeFile plain(Type type) {
    return new HandMadeFile(type, false, CompressionCodec.UNCOMPRESSED);
  }

  @Test
  void pagesOfTheSecondVersionMayBeUncompressedInACompressedChunk() throws IOException {
    byte[] levels = {3, 0b101}; // one packed group
    HandMadeFile file =
        numbers(true)
            .secondPage(3, 1, Encoding.PLAIN, levels, ints(1, 3), false)
            .secondPage(3, 1, Encoding.PLAIN, levels, ints(4, 6), true);
    assertThat(values(file)).isEqualTo(list(1L, null, 3L, 4L, null, 6L));
    byte[] text = join(ints(14), "no longer fits".getBytes(StandardCharsets.UTF_8));
    HandMadeFile texts = new HandMadeFile(Type.BYTE_ARRAY, false, CompressionCodec.ZSTD);
    texts.leaf().setConverted_type(ConvertedType.UTF8);
    texts.secondPage(1, 0, Encoding.PLAIN, NOTHING, text, false);
    texts.secondPage(1, 0, Encoding.PLAIN, NOTHING, text, true);
    assertThat(values(texts)).isEqualTo(list("no longer fits", "no longer fits"));
  }

  @Test
  void pagesMayHaveNoValues() throws IOException {
    byte[] nulls = {4, 0}; // a run of two
    HandMadeFile file =
        numbers(true)
            .secondPage(0, 0, Encoding.PLAIN, NOTHING, NOTHING, true)
            .secondPage(2, 2, Encoding.PLAIN, nulls, NOTHING, true)
            .secondPage(2, 2, Encoding.PLAIN, nulls, NOTHING, false)
            .secondPage(2, 2, Encoding.RLE_DICTIONARY, nulls, NOTHING, true)
            .page(0, Encoding.PLAIN, counted())
            .page(0, Encoding.PLAIN, NOTHING)
            .page(1, Encoding.PLAIN, join(counted((byte) 2, (byte) 1), ints(5)));
    assertThat(values(file)).isEqualTo(list(null, null, null, null, null, null, 5L));
    HandMadeFile none = numbers(false).page(0, Encoding.PLAIN, NOTHING);
    assertThat(values(none)).isEmpty();
  }

  @Test
  void levelsOfRequiredColumnsAreSteppedOver() throws IOException {
    byte[] levels = {4, 0};
    HandMadeFile file = numbers(false).secondPage(2, 0, Encoding.PLAIN, levels, ints(8, 9), true);
    assertThat(values(file)).isEqualTo(list(8L, 9L));
  }

  @Test
  void timestampsOf96BitsKeepTheirDayAndCutNanoseconds() throws IOException {
    long lastNano = 86_399_999_999_999L;
    byte[] moments =
        little(60)
            .putLong(0)
            .putInt(2_440_588)
            .putLong(lastNano)
            .putInt(2_440_587)
            .putLong(999)
            .putInt(0)
            .putLong(-1)
            .putInt(2_440_588)
            .putLong(lastNano)
            .putInt(100_000_000)
            .array();
    HandMadeFile file = plain(Type.INT96).page(5, Encoding.PLAIN, moments);
    Path path =
        file.write(
            folder.resolve("t.parquet"),
            info -> { // wrong ones, as some writers left
              Statistics wrong = new Statistics();
              wrong.setMin_value(moments);
              wrong.setMax(moments);
              wrong.setNull_count(0);
              info.setStatistics(wrong);
            });
    assertThat(values(path).toString())
        .isEqualTo(
            "[1970-01-01T00:00, 1969-12-31T23:59:59.999999, -4713-11-24T00:00,"
                + " 1969-12-31T23:59:59.999999, +269078-08-07T23:59:59.999999]");
    HandMadeFile far =
        plain(Type.INT96)
            .page(1, Encoding.PLAIN, little(12).putLong(0).putInt(Integer.MAX_VALUE).array());
    assertThatThrownBy(() -> values(far))
        .isInstanceOf(HeddleException.class)
        .hasMessageContaining("t.parquet: column c")
        .hasMessageContaining("beyond");
  }

  @Test
  void splitStreamsOfEveryType() throws IOException {
    Encoding encoding = Encoding.BYTE_STREAM_SPLIT;
    HandMadeFile ints = numbers(true);
    ints.page(4, encoding, join(counted((byte) 3, (byte) 0b1101), split(ints(7, -8, 9), 4)));
    assertThat(values(ints)).isEqualTo(list(7L, null, -8L, 9L));
    byte[] longs = little(16).putLong(Long.MIN_VALUE).putLong(5).array();
    assertThat(values(plain(Type.INT64).page(2, encoding, split(longs, 8))))
        .isEqualTo(list(Long.MIN_VALUE, 5L));
    byte[] floats = little(8).putFloat(-0.0f).putFloat(Float.NaN).array();
    assertThat(values(plain(Type.FLOAT).page(2, encoding, split(floats, 4))).toString())
        .isEqualTo("[-0.0, NaN]");
    byte[] doubles = little(16).putDouble(1.5).putDouble(-1e300).array();
    assertThat(values(plain(Type.DOUBLE).page(2, encoding, split(doubles, 8))).toString())
        .isEqualTo("[1.5, -1.0E300]");
    HandMadeFile halves = plain(Type.FIXED_LEN_BYTE_ARRAY);
    halves.leaf().setType_length(2);
    halves.leaf().setLogicalType(LogicalType.FLOAT16(new Float16Type()));
    byte[] half = {0, 0x3c, 0, (byte) 0xc0, 1, 0x7e};
    assertThat(values(halves.page(3, encoding, split(half, 2))).toString())
        .isEqualTo("[1.0, -2.0, NaN]");
    HandMadeFile decimals = plain(Type.FIXED_LEN_BYTE_ARRAY);
    decimals.leaf().setType_length(5);
    decimals.leaf().setLogicalType(LogicalType.DECIMAL(new DecimalType(2, 10)));
    decimals.leaf().setPrecision(10);
    decimals.leaf().setScale(2);
    byte[] decimal = {0, 0, 0, 4, (byte) 0xd2, -1, -1, -1, -1, -1};
    assertThat(values(decimals.page(2, encoding, split(decimal, 5))))
        .isEqualTo(list(new BigDecimal("12.34"), new BigDecimal("-0.01")));
    HandMadeFile fixed = new HandMadeFile(Type.FIXED_LEN_BYTE_ARRAY, false, CompressionCodec.ZSTD);
    fixed.leaf().setType_length(20);
    byte[] bytes = new byte[60];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (3 * i);
    }
    List<@Nullable Object> read = values(fixed.page(3, encoding, split(bytes, 20)));
    for (int i = 0; i < 3; i++) {
      assertThat(read.get(i)).isEqualTo(hex(Arrays.copyOfRange(bytes, 20 * i, 20 * i + 20)));
    }
  }

  @Test
  void deltasInOddBlocksWithNoBitsAndWithAllOfThem() throws IOException {
    ByteBuffer deltas = little(64);
    deltas.put(new byte[] {8, 1, 5, 2}); // blocks of 8 in one part, 5 values, the first 1
    deltas.put((byte) 0).put((byte) 64); // deltas from 0, of 64 bits
    deltas.putLong(Long.MAX_VALUE).putLong(1).putLong(-1).putLong(Long.MIN_VALUE);
    byte[] all = written(deltas);
    long second = Long.MIN_VALUE;
    assertThat(values(plain(Type.INT64).page(5, Encoding.DELTA_BINARY_PACKED, all)))
        .isEqualTo(list(1L, second, second + 1, second, 0L));
    byte[] none = {24, 3, 20, 6, 2, 0, 0, 0}; // from 3 on by 1, parts of 8 without bits
    List<@Nullable Object> steps = new ArrayList<>();
    for (long i = 3; i < 23; i++) {
      steps.add(i);
    }
    assertThat(values(plain(Type.INT64).page(20, Encoding.DELTA_BINARY_PACKED, none)))
        .isEqualTo(steps);
    assertThat(values(plain(Type.INT32).page(20, Encoding.DELTA_BINARY_PACKED, none)))
        .isEqualTo(steps);
    byte[] unused = {16, 2, 3, 6, 2, 0, (byte) 0xff}; // the width of a part that is not there
    assertThat(values(plain(Type.INT32).page(3, Encoding.DELTA_BINARY_PACKED, unused)))
        .isEqualTo(list(3L, 4L, 5L));
    byte[] one = {(byte) 0x80, 1, 4, 1, 84}; // no block at all
    assertThat(values(plain(Type.INT32).page(1, Encoding.DELTA_BINARY_PACKED, one)))
        .isEqualTo(list(42L));
  }

  @Test
  void bytesOfFixedLengthMayShareTheirStarts() throws IOException {
    // prefixes 0, 3, 2: deltas 3 and -1 from -1; suffixes 3, 0, 1: deltas -3 and 1 from -3
    byte[] prefix = {8, 1, 3, 0, 1, 4, 4, 0, 0, 0};
    byte[] suffix = {8, 1, 3, 6, 5, 4, 0x40, 0, 0, 0};
    HandMadeFile file = plain(Type.FIXED_LEN_BYTE_ARRAY);
    file.leaf().setType_length(3);
    byte[] body = join(prefix, suffix, "abcx".getBytes(StandardCharsets.UTF_8));
    List<@Nullable Object> read = values(file.page(3, Encoding.DELTA_BYTE_ARRAY, body));
    assertThat(read)
        .isEqualTo(
            list(
                hex("abc".getBytes(StandardCharsets.UTF_8)),
                hex("abc".getBytes(StandardCharsets.UTF_8)),
                hex("abx".getBytes(StandardCharsets.UTF_8))));
  }

  @Test
  void truthValuesInRuns() throws IOException {
    byte[] runs = counted((byte) 6, (byte) 1, (byte) 3, (byte) 0b10);
    HandMadeFile file = new HandMadeFile(Type.BOOLEAN, true, CompressionCodec.ZSTD);
    byte[] levels = {14, 1};
    file.secondPage(7, 0, Encoding.RLE, levels, runs, true);
    file.page(5, Encoding.RLE, join(counted((byte) 3, (byte) 0b11011), runs));
    assertThat(values(file))
        .isEqualTo(
            list(true, true, true, false, true, false, false, true, true, null, true, false));
  }

  @Test
  void sizesAndOffsetsOfAChunkMayBeLeftOut() throws IOException {
    HandMadeFile file =
        numbers(false)
            .dictionary(2, ints(10, 20))
            .page(3, Encoding.RLE_DICTIONARY, new byte[] {1, 3, 0b010});
    Path path =
        file.write(
            folder.resolve("sizes.parquet"),
            info -> {
              info.setTotal_compressed_size(0);
              info.setTotal_uncompressed_size(0);
            });
    assertThat(values(path)).isEqualTo(list(10L, 20L, 10L));
  }

  @Test
  void theDictionaryMayBeNamedAsDataOnly() throws IOException {
    HandMadeFile file =
        numbers(false)
            .dictionary(2, ints(10, 20))
            .page(3, Encoding.PLAIN_DICTIONARY, new byte[] {1, 3, 0b010});
    Path path =
        file.write(
            folder.resolve("old.parquet"),
            info -> {
              info.setData_page_offset(info.getDictionary_page_offset());
              info.unsetDictionary_page_offset();
            });
    assertThat(values(path)).isEqualTo(list(10L, 20L, 10L));
  }

  @Test
  void aDictionaryMayBeThereForNothing() throws IOException {
    HandMadeFile file =
        numbers(false)
            .dictionary(2, ints(10, 20))
            .page(2, Encoding.PLAIN, ints(1, 2))
            .page(1, Encoding.PLAIN, ints(10));
    assertThat(values(file)).isEqualTo(list(1L, 2L, 10L));
    HandMadeFile empty = numbers(true).dictionary(0, NOTHING);
    empty.page(2, Encoding.RLE_DICTIONARY, join(counted((byte) 4, (byte) 0), new byte[] {0}));
    assertThat(values(empty)).isEqualTo(list(null, null));
  }

  @Test
  void headersMayBeAMegabyteLarge() throws IOException {
    byte[] large = new byte[1 << 20];
    HandMadeFile texts = new HandMadeFile(Type.BYTE_ARRAY, false, CompressionCodec.ZSTD);
    byte[] text = join(ints(large.length), large);
    for (int i = 0; i < 2; i++) {
      texts.page(
          1,
          Encoding.PLAIN,
          text,
          header -> {
            Statistics statistics = new Statistics();
            statistics.setMin_value(large);
            statistics.setMax_value(large);
            header.setStatistics(statistics);
          });
    }
    assertThat(values(texts)).isEqualTo(list(hex(large), hex(large)));
  }
}
