package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.testing.ScannedRows;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class TypeWideningTest {
  private static final DataType.Timestamp NANOS =
      new DataType.Timestamp(TimestampUnit.NANOS, false);

  private static void widens(DataType one, DataType other, @Nullable DataType common) {
    assertThat(TypeWidening.common(one, other)).isEqualTo(java.util.Optional.ofNullable(common));
    assertThat(TypeWidening.common(other, one)).isEqualTo(java.util.Optional.ofNullable(common));
  }

  @Test
  void theCommonTypeHoldsBoth() {
    widens(DataType.INT8, DataType.INT64, DataType.INT64);
    widens(DataType.INT32, new DataType.Decimal(4, 2), new DataType.Decimal(12, 2));
    widens(new DataType.Decimal(10, 1), new DataType.Decimal(8, 4), new DataType.Decimal(13, 4));
    widens(new DataType.Decimal(38, 0), new DataType.Decimal(5, 3), null);
    widens(DataType.INT64, DataType.INT128, DataType.INT128);
    widens(DataType.UINT64, DataType.INT128, DataType.INT128);
    widens(DataType.UINT64, DataType.INT8, DataType.INT128);
    widens(DataType.UINT64, new DataType.Decimal(6, 2), new DataType.Decimal(22, 2));
    widens(new DataType.Decimal(5, 0), DataType.INT128, null);
    widens(DataType.INT128, DataType.FLOAT32, DataType.FLOAT64);
    widens(DataType.INT16, DataType.FLOAT32, DataType.FLOAT32);
    widens(DataType.INT32, DataType.FLOAT32, DataType.FLOAT64);
    widens(new DataType.Decimal(5, 2), DataType.FLOAT32, DataType.FLOAT64);
    widens(DataType.DATE, NANOS, NANOS);
    widens(DataType.TIMESTAMP, NANOS, NANOS);
    widens(DataType.DATE, DataType.TIMESTAMP_TZ, null);
    widens(DataType.TIMESTAMP, DataType.TIMESTAMP_TZ, null);
    widens(DataType.STRING, DataType.INT32, null);
    widens(DataType.STRING, DataType.BINARY, null);
    widens(DataType.BOOL, DataType.INT8, null);
    widens(DataType.NULL, DataType.STRING, DataType.STRING);
    widens(
        new DataType.ListOf(DataType.INT8),
        new DataType.ListOf(DataType.INT64),
        new DataType.ListOf(DataType.INT64));
    widens(new DataType.ListOf(DataType.INT8), DataType.INT8, null);
    widens(
        new DataType.MapOf(DataType.STRING, DataType.INT8),
        new DataType.MapOf(DataType.STRING, DataType.FLOAT32),
        new DataType.MapOf(DataType.STRING, DataType.FLOAT32));
    widens(
        DataType.Struct.of(Field.of("a", DataType.INT8)),
        DataType.Struct.of(Field.of("a", DataType.STRING)),
        null);
    assertThat(
            TypeWidening.common(
                DataType.Struct.of(Field.of("a", DataType.INT8), Field.of("b", DataType.DATE)),
                DataType.Struct.of(Field.of("c", DataType.BOOL), Field.of("a", DataType.INT16))))
        .contains(
            DataType.Struct.of(
                Field.of("a", DataType.INT16),
                Field.of("b", DataType.DATE),
                Field.of("c", DataType.BOOL)));
    assertThat(TypeWidening.converts(DataType.INT32, DataType.INT64)).isTrue();
    assertThat(TypeWidening.converts(DataType.INT64, DataType.INT32)).isFalse();
  }

  @Test
  void convertedValuesAreEqual() {
    List<DataType> types =
        List.of(
            DataType.INT8,
            DataType.INT16,
            DataType.INT32,
            DataType.INT64,
            DataType.INT128,
            new DataType.Decimal(7, 2),
            new DataType.Decimal(18, 6),
            new DataType.Decimal(19, 0),
            new DataType.Decimal(30, 9),
            new DataType.Decimal(38, 12));
    int tried = 0;
    for (int seed = 0; seed < 200; seed++) {
      Random random = new Random(seed);
      DataType from = types.get(random.nextInt(types.size()));
      DataType to = types.get(random.nextInt(types.size()));
      if (from.equals(to) || !TypeWidening.converts(from, to)) {
        continue;
      }
      tried++;
      try (MemoryAccount account = new MemoryLedger(1 << 24).open("test");
          ColumnBuilder builder = new ColumnBuilder(from, account)) {
        List<@Nullable BigDecimal> values = new ArrayList<>();
        for (int row = 0; row < 500; row++) {
          if (random.nextInt(6) == 0) {
            builder.appendNull();
            values.add(null);
          } else {
            values.add(append(builder, from, random));
          }
        }
        Column source = builder.build();
        Column target =
            ColumnConversion.convert(source, Widening.of(from, to), 500, 0, 500, "c", account);
        assertThat(target.type()).isEqualTo(to);
        for (int row = 0; row < 500; row++) {
          Object value = ScannedRows.value(target, row);
          BigDecimal expected = values.get(row);
          if (expected == null) {
            assertThat(value).as("seed %d, row %d", seed, row).isNull();
          } else {
            assertThat(new BigDecimal(String.valueOf(value)))
                .as("seed %d, row %d, %s to %s", seed, row, from, to)
                .isEqualByComparingTo(expected);
          }
        }
        source.release();
        target.release();
      }
    }
    assertThat(tried).isGreaterThan(30);
  }

  private static BigDecimal append(ColumnBuilder builder, DataType type, Random random) {
    if (type instanceof DataType.Decimal(int precision, int scale)) {
      BigInteger most = BigInteger.TEN.pow(precision);
      BigInteger unscaled = new BigInteger(random.nextInt(most.bitLength()) + 1, random).mod(most);
      BigDecimal value = new BigDecimal(random.nextBoolean() ? unscaled : unscaled.negate(), scale);
      builder.appendDecimal(value);
      return value;
    }
    if (type instanceof DataType.Int128) {
      BigInteger value = new BigInteger(1 + random.nextInt(127), random);
      BigInteger signed = random.nextBoolean() ? value : value.not();
      builder.appendWhole(signed);
      return new BigDecimal(signed);
    }
    int bits =
        switch (type) {
          case DataType.Int8 _ -> Byte.SIZE;
          case DataType.Int16 _ -> Short.SIZE;
          case DataType.Int32 _ -> Integer.SIZE;
          default -> Long.SIZE;
        };
    long value = random.nextLong() >> (Long.SIZE - bits) >> random.nextInt(bits);
    builder.appendLong(value);
    return BigDecimal.valueOf(value);
  }

  @Test
  void decimalsBecomeTheNearestDoubles() {
    for (int seed = 0; seed < 50; seed++) {
      Random random = new Random(seed);
      DataType.Decimal from =
          List.of(
                  new DataType.Decimal(9, 3),
                  new DataType.Decimal(18, 5),
                  new DataType.Decimal(35, 20))
              .get(seed % 3);
      try (MemoryAccount account = new MemoryLedger(1 << 24).open("test");
          ColumnBuilder builder = new ColumnBuilder(from, account)) {
        BigDecimal value = append(builder, from, random);
        Column source = builder.build();
        Column target =
            ColumnConversion.convert(
                source, Widening.of(from, DataType.FLOAT64), 1, 0, 1, "c", account);
        assertThat(target.doubleAt(0)).as("seed %d", seed).isEqualTo(value.doubleValue());
        source.release();
        target.release();
      }
    }
  }
}
