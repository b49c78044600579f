package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.scan.ScanValue;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class HiveValuesTest {
  private static Optional<ScanValue> value(String text, DataType type) {
    return HiveValues.parse(new HiveSegment("k", text), type, "/t/k=" + text);
  }

  @Test
  void namesOfFoldersAreKeysAndValues() {
    assertThat(HiveSegment.of("year=2024")).contains(new HiveSegment("year", "2024"));
    assertThat(HiveSegment.of("a%3Db=c%2Fd%20%C3%BC=e"))
        .contains(new HiveSegment("a=b", "c/d ü=e"));
    assertThat(HiveSegment.of("rate=100%")).contains(new HiveSegment("rate", "100%"));
    assertThat(HiveSegment.of("x=%zz%4")).contains(new HiveSegment("x", "%zz%4"));
    assertThat(HiveSegment.of("x=")).contains(new HiveSegment("x", ""));
    assertThat(HiveSegment.of("x=__HIVE_DEFAULT_PARTITION__"))
        .contains(new HiveSegment("x", HiveSegment.NULL));
    assertThat(HiveSegment.of("x=%5F_HIVE_DEFAULT_PARTITION__"))
        .contains(new HiveSegment("x", "__HIVE_DEFAULT_PARTITION__"));
    assertThat(HiveSegment.of("=x")).isEmpty();
    assertThat(HiveSegment.of("plain")).isEmpty();
    assertThat(HiveSegment.inFolders("/data/a=1/sub/b=2/c=3.parquet"))
        .containsExactly(new HiveSegment("a", "1"), new HiveSegment("b", "2"));
  }

  @Test
  void typesAreInferredFromAllValues() {
    assertThat(HiveValues.infer(List.of("1", "-20", "0"))).isEqualTo(DataType.INT64);
    assertThat(HiveValues.infer(List.of("1", "007"))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of("1", "+2"))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of("1", ""))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of("1", HiveSegment.NULL))).isEqualTo(DataType.INT64);
    assertThat(HiveValues.infer(List.of("1", "x"))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of("9223372036854775808"))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of("2024-02-29", "2024-12-31"))).isEqualTo(DataType.DATE);
    assertThat(HiveValues.infer(List.of("2024-02-30"))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of("2024-02-29", "2024-12-31 10:00:00.5")))
        .isEqualTo(DataType.TIMESTAMP);
    assertThat(HiveValues.infer(List.of("true"))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of(HiveSegment.NULL))).isEqualTo(DataType.STRING);
    assertThat(HiveValues.infer(List.of())).isEqualTo(DataType.STRING);
  }

  @Test
  void valuesAreReadInStatedTypes() {
    assertThat(value("12", DataType.INT8)).contains(ScanValue.Whole.of(12));
    assertThat(value("12.5", new DataType.Decimal(5, 2))).contains(ScanValue.Whole.of(1250));
    assertThat(value("1970-01-02", DataType.DATE)).contains(ScanValue.Whole.of(1));
    assertThat(value("1970-01-01 00:00:01.25", DataType.TIMESTAMP))
        .contains(ScanValue.Whole.of(1_250_000));
    assertThat(value("1970-01-01T00:00:01", new DataType.Timestamp(TimestampUnit.NANOS, false)))
        .contains(new ScanValue.Whole(BigInteger.valueOf(1_000_000_000)));
    assertThat(value("1970-01-01T01:00:00+01:00", DataType.TIMESTAMP_TZ))
        .contains(ScanValue.Whole.of(0));
    assertThat(value("true", DataType.BOOL)).contains(new ScanValue.Truth(true));
    assertThat(value("0.1", DataType.FLOAT32)).contains(new ScanValue.Floating(0.1f));
    assertThat(value("007", DataType.STRING))
        .contains(new ScanValue.Bytes("007".getBytes(StandardCharsets.UTF_8)));
    assertThat(value("", DataType.STRING)).contains(new ScanValue.Bytes(new byte[0]));
    assertThat(value("", DataType.INT64)).isEmpty();
    assertThat(value(HiveSegment.NULL, DataType.STRING)).isEmpty();
  }

  @Test
  void valuesThatDoNotFitNameFolderAndKey() {
    assertThatThrownBy(() -> value("300", DataType.INT8))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read folder /t/k=300: \"300\" is no TINYINT, the type of partition key \"k\";"
                + " state another type for the key");
    assertThatThrownBy(() -> value("1.234", new DataType.Decimal(5, 2)))
        .hasMessageContaining("is no DECIMAL(5, 2)");
    assertThatThrownBy(() -> value("1970-01-01 00:00:00.0000001", DataType.TIMESTAMP))
        .hasMessageContaining("is no TIMESTAMP");
    assertThatThrownBy(() -> HiveValues.check("k", DataType.BINARY))
        .hasMessageContaining("Cannot read values of partition key \"k\" as VARBINARY");
  }

  @Test
  void readsTheNamesThatItWrites() {
    for (String text :
        List.of("", "a=b", "S\u00e3o/1", "100%", "_x", "__HIVE_DEFAULT_PARTITION__")) {
      assertThat(HiveSegment.of(HiveSegment.name("_k." + text, text)))
          .contains(new HiveSegment("_k." + text, text));
    }
    assertThat(HiveSegment.of(HiveSegment.name("k", null)))
        .contains(new HiveSegment("k", HiveSegment.NULL));
    assertThat(HiveSegment.name("_k", "a b:c")).isEqualTo("%5Fk=a b%3Ac");
  }
}
