package dev.heddle.io.parquet.prune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.io.parquet.footer.Conversion;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetColumn.BoundOrder;
import dev.heddle.io.scan.ScanValue;
import java.util.List;
import java.util.Optional;
import org.apache.parquet.format.Type;
import org.junit.jupiter.api.Test;

class StoredValuesTest {
  private static ParquetColumn column(
      Type physical, int width, DataType type, Conversion conversion) {
    return new ParquetColumn("a", 0, physical, width, type, true, conversion, BoundOrder.SIGNED);
  }

  private static Optional<List<byte[]>> forms(ParquetColumn column, ScanValue value) {
    return StoredValues.of(column, value);
  }

  @Test
  void zeroHasTwoForms() {
    ParquetColumn doubles = column(Type.DOUBLE, 8, DataType.FLOAT64, Conversion.NONE);
    ParquetColumn floats = column(Type.FLOAT, 4, DataType.FLOAT32, Conversion.NONE);
    for (double zero : new double[] {0.0, -0.0}) {
      assertThat(forms(doubles, new ScanValue.Floating(zero)).orElseThrow())
          .containsExactly(new byte[8], new byte[] {0, 0, 0, 0, 0, 0, 0, -128});
      assertThat(forms(floats, new ScanValue.Floating(zero)).orElseThrow())
          .containsExactly(new byte[4], new byte[] {0, 0, 0, -128});
    }
    assertThat(forms(doubles, new ScanValue.Floating(Double.NaN))).isEmpty();
    assertThat(forms(floats, new ScanValue.Floating(0.1)).orElseThrow()).isEmpty();
  }

  @Test
  void valuesThatTheColumnCannotHoldHaveNone() {
    ParquetColumn ints = column(Type.INT32, 4, DataType.INT32, Conversion.NONE);
    assertThat(forms(ints, ScanValue.Whole.of(258)).orElseThrow())
        .containsExactly(new byte[] {2, 1, 0, 0});
    assertThat(forms(ints, ScanValue.Whole.of(1L << 40)).orElseThrow()).isEmpty();
    ParquetColumn unsigned = column(Type.INT32, 4, DataType.INT64, Conversion.UINT32_TO_INT64);
    assertThat(forms(unsigned, ScanValue.Whole.of(0xffffffffL)).orElseThrow())
        .containsExactly(new byte[] {-1, -1, -1, -1});
    assertThat(forms(unsigned, ScanValue.Whole.of(-1)).orElseThrow()).isEmpty();
    ParquetColumn millis = column(Type.INT64, 8, DataType.TIMESTAMP, Conversion.MILLIS_TO_MICROS);
    assertThat(forms(millis, ScanValue.Whole.of(-1000)).orElseThrow())
        .containsExactly(new byte[] {-1, -1, -1, -1, -1, -1, -1, -1});
    assertThat(forms(millis, ScanValue.Whole.of(1001)).orElseThrow()).isEmpty();
  }

  @Test
  void decimalsAreFilledUpToTheirWidth() {
    DataType type = new DataType.Decimal(6, 2);
    ParquetColumn fixed = column(Type.FIXED_LEN_BYTE_ARRAY, 3, type, Conversion.DECIMAL_TO_INT64);
    assertThat(forms(fixed, ScanValue.Whole.of(-2)).orElseThrow())
        .containsExactly(new byte[] {-1, -1, -2});
    assertThat(forms(fixed, ScanValue.Whole.of(1 << 24)).orElseThrow()).isEmpty();
    ParquetColumn varying = column(Type.BYTE_ARRAY, 0, type, Conversion.DECIMAL_TO_INT64);
    assertThat(forms(varying, ScanValue.Whole.of(-2))).isEmpty();
  }

  @Test
  void roundedValuesHaveTooMany() {
    ParquetColumn nanos = column(Type.INT64, 8, DataType.TIME, Conversion.NANOS_TO_MICROS);
    assertThat(forms(nanos, ScanValue.Whole.of(1))).isEmpty();
  }
}
