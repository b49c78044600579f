package dev.heddle.io.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Texts that become labels. */
class LabelColumnsTest {
  private static final List<String> LABELS =
      List.of("sad", "", "a label that is longer than a view", "ok", "äöü", "exactly 12 by", "z");
  private static final DataType.Enumeration TYPE = new DataType.Enumeration(LABELS);

  private static Column texts(List<@Nullable String> values, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(DataType.STRING, account)) {
      for (String value : values) {
        if (value == null) {
          builder.appendNull();
        } else {
          builder.appendString(value);
        }
      }
      return builder.build();
    }
  }

  private static void assertLabels(Column made, List<@Nullable String> values) {
    assertThat(made.type()).isEqualTo(TYPE);
    for (int row = 0; row < values.size(); row++) {
      String found = made.isNull(row) ? null : LABELS.get((int) made.longAt(row));
      assertThat(found).isEqualTo(values.get(row));
    }
  }

  @Test
  void textsOfAllLengthsBecomePositions() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      List<@Nullable String> values = new ArrayList<>();
      for (int row = 0; row < 1 + random.nextInt(400); row++) {
        values.add(random.nextInt(5) == 0 ? null : LABELS.get(random.nextInt(LABELS.size())));
      }
      try (MemoryAccount account = new MemoryLedger(1 << 22).open("test")) {
        Column source = texts(values, account);
        Column made = WiderColumns.convert(source, TYPE, values.size(), 0, 0, "c", account);
        assertLabels(made, values);
        made.release();
        source.release();
      }
    }
  }

  @Test
  void entriesOfADictionaryThatNoRowHasMayBeNoLabels() {
    try (MemoryAccount account = new MemoryLedger(1 << 22).open("test")) {
      Column dictionary = texts(List.of("no label", "ok", "sad"), account);
      int[] codes = {1, 2, 2, 1};
      Buffer buffer = account.allocate(16);
      for (int row = 0; row < codes.length; row++) {
        Memory.putInt(buffer.address() + 4L * row, codes[row]);
      }
      Column source = Column.codes(codes.length, buffer, null, dictionary);
      Column made = WiderColumns.convert(source, TYPE, codes.length, 0, 0, "c", account);
      assertLabels(made, List.of("ok", "sad", "sad", "ok"));
      made.release();
      Memory.putInt(buffer.address(), 0);
      assertThatThrownBy(() -> WiderColumns.convert(source, TYPE, codes.length, 0, 0, "c", account))
          .isInstanceOf(HeddleException.class)
          .hasMessageContaining("Cannot read column \"c\" as ENUM('sad', ")
          .hasMessageContaining("a file has 'no label'");
      source.release();
    }
  }

  @Test
  void textConvertsToLabelsAtAnyDepthAndNothingElseDoes() {
    assertThat(TypeWidening.converts(DataType.STRING, TYPE)).isTrue();
    assertThat(TypeWidening.converts(TYPE, DataType.STRING)).isFalse();
    assertThat(TypeWidening.converts(DataType.INT32, TYPE)).isFalse();
    assertThat(
            TypeWidening.converts(
                new DataType.ListOf(DataType.Struct.of(Field.of("a", DataType.STRING))),
                new DataType.ListOf(DataType.Struct.of(Field.of("a", TYPE)))))
        .isTrue();
    assertThat(
            TypeWidening.converts(
                new DataType.MapOf(DataType.STRING, DataType.INT32),
                new DataType.MapOf(DataType.STRING, TYPE)))
        .isFalse();
  }
}
