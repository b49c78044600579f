package dev.heddle.io.parquet.prune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.parquet.footer.ChunkIndexes;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ChunkStatistics;
import dev.heddle.io.parquet.footer.Conversion;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetColumn.BoundOrder;
import dev.heddle.io.scan.PruningPredicate;
import dev.heddle.io.scan.PruningPredicate.Operator;
import dev.heddle.io.scan.ScanValue;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.apache.parquet.format.CompressionCodec;
import org.apache.parquet.format.Type;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowGroupPrunerTest {
  private static final ParquetColumn LONG =
      new ParquetColumn(
          "a", 0, Type.INT64, 8, DataType.INT64, true, Conversion.NONE, BoundOrder.SIGNED);
  private static final ParquetColumn DOUBLE =
      new ParquetColumn(
          "a", 0, Type.DOUBLE, 8, DataType.FLOAT64, true, Conversion.NONE, BoundOrder.FLOAT);
  private static final ParquetColumn TEXT =
      new ParquetColumn(
          "a", 0, Type.BYTE_ARRAY, 0, DataType.STRING, true, Conversion.NONE, BoundOrder.UNSIGNED);

  private static byte[] bytes(long value) {
    return ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putLong(value).array();
  }

  private static byte[] bytes(double value) {
    return bytes(Double.doubleToRawLongBits(value));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static boolean excludes(
      ParquetColumn column,
      byte @Nullable [] minimum,
      byte @Nullable [] maximum,
      long nulls,
      PruningPredicate predicate) {
    return excludes(column, new ChunkStatistics(minimum, maximum, nulls, -1, -1), predicate);
  }

  private static boolean excludes(
      ParquetColumn column, ChunkStatistics statistics, PruningPredicate predicate) {
    ChunkInfo chunk =
        new ChunkInfo(
            CompressionCodec.SNAPPY,
            4,
            100,
            100,
            -1,
            -1,
            -1,
            0,
            statistics,
            ChunkIndexes.NONE,
            100,
            List.of());
    RowSelection selection =
        new RowGroupPruner(List.of(column), List.of(chunk), 10).select(predicate);
    return selection.possible().isEmpty();
  }

  private static PruningPredicate compare(Operator operator, ScanValue value) {
    return new PruningPredicate.Compare(0, operator, value);
  }

  private static boolean longs(Operator operator, long value) {
    return excludes(LONG, bytes(5L), bytes(9L), 0, compare(operator, ScanValue.Whole.of(value)));
  }

  private static boolean doubles(double minimum, double maximum, Operator operator, double value) {
    return excludes(
        DOUBLE,
        bytes(minimum),
        bytes(maximum),
        0,
        compare(operator, new ScanValue.Floating(value)));
  }

  @Test
  void integersOutsideOfTheBoundsAreExcluded() {
    assertThat(longs(Operator.EQUAL, 4)).isTrue();
    assertThat(longs(Operator.EQUAL, 5)).isFalse();
    assertThat(longs(Operator.EQUAL, 10)).isTrue();
    assertThat(longs(Operator.LESS, 5)).isTrue();
    assertThat(longs(Operator.LESS, 6)).isFalse();
    assertThat(longs(Operator.LESS_OR_EQUAL, 4)).isTrue();
    assertThat(longs(Operator.LESS_OR_EQUAL, 5)).isFalse();
    assertThat(longs(Operator.GREATER, 9)).isTrue();
    assertThat(longs(Operator.GREATER, 8)).isFalse();
    assertThat(longs(Operator.GREATER_OR_EQUAL, 10)).isTrue();
    assertThat(longs(Operator.GREATER_OR_EQUAL, 9)).isFalse();
    assertThat(longs(Operator.NOT_EQUAL, 5)).isFalse();
    assertThat(
            excludes(
                LONG, bytes(5L), bytes(5L), 0, compare(Operator.NOT_EQUAL, ScanValue.Whole.of(5))))
        .isTrue();
  }

  @Test
  void nanMayBeAboveEveryUpperBound() {
    assertThat(doubles(1, 3, Operator.GREATER, 5)).isFalse();
    assertThat(doubles(1, 3, Operator.GREATER_OR_EQUAL, 5)).isFalse();
    assertThat(doubles(3, 3, Operator.NOT_EQUAL, 3)).isFalse();
    assertThat(doubles(1, 3, Operator.EQUAL, 5)).isTrue();
    assertThat(doubles(1, 3, Operator.LESS, 1)).isTrue();
    assertThat(doubles(1, 3, Operator.LESS, Double.NaN)).isFalse();
    assertThat(doubles(1, 3, Operator.EQUAL, Double.NaN)).isFalse();
  }

  @Test
  void aStatedAbsenceOfNanMakesUpperBoundsUseful() {
    ChunkStatistics statistics = new ChunkStatistics(bytes(1.0), bytes(3.0), 0, -1, 0);
    assertThat(excludes(DOUBLE, statistics, compare(Operator.GREATER, new ScanValue.Floating(5))))
        .isTrue();
  }

  @Test
  void aNanBoundIsNoBoundAndSpoilsTheOther() {
    assertThat(doubles(Double.NaN, 3, Operator.EQUAL, 5)).isFalse();
    assertThat(doubles(1, Double.NaN, Operator.LESS, 0)).isFalse();
  }

  @Test
  void zeroesAreEqualWhateverTheirSign() {
    assertThat(doubles(0.0, 1, Operator.EQUAL, -0.0)).isFalse();
    assertThat(doubles(0.0, 1, Operator.LESS_OR_EQUAL, -0.0)).isFalse();
    assertThat(doubles(-1, -0.0, Operator.EQUAL, 0.0)).isFalse();
    assertThat(doubles(0.0, 1, Operator.LESS, -0.0)).isTrue();
  }

  @Test
  void textComparesByUnsignedBytesAndCutBoundsStayBounds() {
    byte[] minimum = bytes("b");
    byte[] maximum = bytes("ö");
    assertThat(
            excludes(
                TEXT,
                minimum,
                maximum,
                0,
                compare(Operator.EQUAL, new ScanValue.Bytes(bytes("z")))))
        .isFalse();
    assertThat(
            excludes(
                TEXT,
                minimum,
                maximum,
                0,
                compare(Operator.EQUAL, new ScanValue.Bytes(bytes("a")))))
        .isTrue();
    assertThat(
            excludes(
                TEXT,
                minimum,
                maximum,
                0,
                new PruningPredicate.StartsWith(0, new ScanValue.Bytes(bytes("bcd")))))
        .isFalse();
    assertThat(
            excludes(
                TEXT,
                bytes("bcd"),
                maximum,
                0,
                new PruningPredicate.StartsWith(0, new ScanValue.Bytes(bytes("b")))))
        .isFalse();
    assertThat(
            excludes(
                TEXT,
                bytes("bcd"),
                maximum,
                0,
                new PruningPredicate.StartsWith(0, new ScanValue.Bytes(bytes("ba")))))
        .isTrue();
    assertThat(
            excludes(
                TEXT,
                bytes("a"),
                bytes("bb"),
                0,
                new PruningPredicate.StartsWith(0, new ScanValue.Bytes(bytes("bc")))))
        .isTrue();
  }

  @Test
  void nullsDecideNullTestsOnlyWhereTheirCountIsKnown() {
    PruningPredicate isNull = new PruningPredicate.IsNull(0);
    PruningPredicate isNotNull = new PruningPredicate.IsNotNull(0);
    assertThat(excludes(LONG, null, null, 0, isNull)).isTrue();
    assertThat(excludes(LONG, null, null, -1, isNull)).isFalse();
    assertThat(excludes(LONG, null, null, 3, isNull)).isFalse();
    assertThat(excludes(LONG, null, null, 10, isNotNull)).isTrue();
    assertThat(excludes(LONG, null, null, 9, isNotNull)).isFalse();
    assertThat(excludes(LONG, null, null, 10, compare(Operator.NOT_EQUAL, ScanValue.Whole.of(1))))
        .isTrue();
  }

  @Test
  void missingOrSenselessBoundsExcludeNothing() {
    PruningPredicate equal = compare(Operator.EQUAL, ScanValue.Whole.of(1));
    assertThat(excludes(LONG, null, null, 0, equal)).isFalse();
    assertThat(excludes(LONG, bytes(9L), bytes(5L), 0, equal)).isFalse();
    assertThat(excludes(LONG, new byte[] {9}, new byte[] {9}, 0, equal)).isFalse();
    assertThat(
            excludes(
                LONG, bytes(5L), bytes(9L), 0, compare(Operator.EQUAL, new ScanValue.Floating(1))))
        .isFalse();
  }

  @Test
  void unsignedBoundsCompareUnsigned() {
    ParquetColumn unsigned =
        new ParquetColumn(
            "a",
            0,
            Type.INT64,
            8,
            new DataType.Decimal(20, 0),
            true,
            Conversion.UINT64_TO_INT128,
            BoundOrder.UNSIGNED);
    PruningPredicate equal = compare(Operator.EQUAL, ScanValue.Whole.of(10));
    assertThat(excludes(unsigned, bytes(5L), bytes(-1L), 0, equal)).isFalse();
    assertThat(excludes(unsigned, bytes(11L), bytes(-1L), 0, equal)).isTrue();
  }

  @Test
  void millisecondBoundsAreTurnedIntoMicroseconds() {
    ParquetColumn millis =
        new ParquetColumn(
            "a",
            0,
            Type.INT64,
            8,
            DataType.TIMESTAMP,
            true,
            Conversion.MILLIS_TO_MICROS,
            BoundOrder.SIGNED);
    assertThat(
            excludes(
                millis,
                bytes(-2L),
                bytes(-1L),
                0,
                compare(Operator.LESS, ScanValue.Whole.of(-2000))))
        .isTrue();
    assertThat(
            excludes(
                millis,
                bytes(-2L),
                bytes(-1L),
                0,
                compare(Operator.LESS, ScanValue.Whole.of(-1999))))
        .isFalse();
    assertThat(
            excludes(
                millis,
                bytes(Long.MIN_VALUE),
                bytes(-1L),
                0,
                compare(Operator.LESS, ScanValue.Whole.of(-3000))))
        .isFalse();
  }

  @Test
  void listsAndCombinationsFollowTheirParts() {
    PruningPredicate far = compare(Operator.EQUAL, ScanValue.Whole.of(100));
    PruningPredicate near = compare(Operator.EQUAL, ScanValue.Whole.of(6));
    byte[] five = bytes(5L);
    byte[] nine = bytes(9L);
    assertThat(excludes(LONG, five, nine, 0, new PruningPredicate.AnyOf(List.of(far, near))))
        .isFalse();
    assertThat(excludes(LONG, five, nine, 0, new PruningPredicate.AnyOf(List.of(far, far))))
        .isTrue();
    assertThat(excludes(LONG, five, nine, 0, new PruningPredicate.AllOf(List.of(far, near))))
        .isTrue();
    assertThat(
            excludes(
                LONG,
                five,
                nine,
                0,
                new PruningPredicate.In(
                    0, List.of(ScanValue.Whole.of(1), ScanValue.Whole.of(100)))))
        .isTrue();
    assertThat(
            excludes(
                LONG,
                five,
                nine,
                0,
                new PruningPredicate.In(0, List.of(ScanValue.Whole.of(1), ScanValue.Whole.of(7)))))
        .isFalse();
  }
}
