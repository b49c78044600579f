package dev.heddle.frame.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import java.util.List;
import java.util.Map;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.junit.jupiter.api.Test;

class ArrowTypesTest {
  @Test
  void mapsEveryTypeThereAndBack() {
    Schema schema =
        Schema.of(
            new Field("a", DataType.BOOL, false),
            Field.of("b", DataType.INT8),
            Field.of("c", DataType.INT16),
            Field.of("d", DataType.INT32),
            Field.of("e", DataType.INT64),
            Field.of("f", DataType.FLOAT32),
            Field.of("g", DataType.FLOAT64),
            Field.of("h", new DataType.Decimal(38, 10)),
            Field.of("i", DataType.STRING),
            Field.of("j", DataType.BINARY),
            Field.of("u", DataType.UUID),
            Field.of("json", DataType.JSON),
            Field.of("en", new DataType.Enumeration(List.of("sad", "", "3:ok", "ä😀"))),
            Field.of("u8", DataType.UINT8),
            Field.of("u64", DataType.UINT64),
            Field.of("i128", DataType.INT128),
            Field.of("k", DataType.DATE),
            Field.of("l", DataType.TIME),
            Field.of("m", DataType.TIMESTAMP),
            Field.of("n", new DataType.Timestamp(TimestampUnit.NANOS, true)),
            Field.of("o", DataType.INTERVAL),
            Field.of("p", DataType.NULL));
    assertThat(ArrowTypes.fromArrow(ArrowTypes.toArrow(schema))).isEqualTo(schema);
  }

  @Test
  void readsTextWithOddLabelsAsText() {
    for (String details : List.of("", "x", "3:ab", "1:a1:a", "-1:", "2", "1:a9999999999:b")) {
      var field =
          new org.apache.arrow.vector.types.pojo.Field(
              "x",
              new FieldType(
                  true,
                  ArrowType.Utf8.INSTANCE,
                  null,
                  Map.of(
                      "ARROW:extension:name", "heddle.enum", "ARROW:extension:metadata", details)),
              List.of());
      assertThat(ArrowTypes.type(field)).as(details).isEqualTo(DataType.STRING);
    }
  }

  @Test
  void refusesIntegersOfOddWidths() {
    assertThatThrownBy(() -> read(new ArrowType.Int(24, false)))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read arrow column \"x\": it has integers of 24 bits; leave the column out");
  }

  @Test
  void refusesStructsWithoutFieldsByName() {
    assertThatThrownBy(() -> read(ArrowType.Struct.INSTANCE))
        .isInstanceOf(HeddleException.class)
        .hasMessage(
            "Cannot read arrow column \"x\": it is a struct without fields; leave the column out");
  }

  private static DataType read(ArrowType type) {
    var field =
        new org.apache.arrow.vector.types.pojo.Field("x", FieldType.nullable(type), List.of());
    return ArrowTypes.fromArrow(new org.apache.arrow.vector.types.pojo.Schema(List.of(field)))
        .field(0)
        .type();
  }
}
