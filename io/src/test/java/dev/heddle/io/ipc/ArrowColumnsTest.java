package dev.heddle.io.ipc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.storage.Storages;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.Decimal256Vector;
import org.apache.arrow.vector.DecimalVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.FixedSizeBinaryVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.TimeMicroVector;
import org.apache.arrow.vector.TimeNanoVector;
import org.apache.arrow.vector.TimeSecVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.complex.ListViewVector;
import org.apache.arrow.vector.complex.RunEndEncodedVector;
import org.apache.arrow.vector.complex.StructVector;
import org.apache.arrow.vector.complex.UnionVector;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.Field;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Columns of the types that Arrow has and other formats lack, from files and from vectors. */
class ArrowColumnsTest {
  private static final String NO_TIME =
      "and times of a day are 00:00:00 to 23:59:59.999999; leave the column out";

  @TempDir Path folder;

  private BufferAllocator allocator;

  @BeforeEach
  void open() {
    allocator = new RootAllocator();
  }

  @AfterEach
  void close() {
    allocator.close();
  }

  private Table table(VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try (ArrowFileWriter writer =
        new ArrowFileWriter(root, dictionaries, Channels.newChannel(out))) {
      writer.start();
      writer.writeBatch();
      writer.end();
    }
    return table(out.toByteArray());
  }

  private Table table(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("a.arrow"), content);
    return DatasetTables.open(new ArrowFormat(), List.of(file.toString()), DatasetOptions.DEFAULT);
  }

  /** Returns the rows of a file of vectors, which are those that the vectors themselves give. */
  private String rows(@Nullable DictionaryProvider dictionaries, FieldVector... vectors)
      throws IOException {
    VectorSchemaRoot root = new VectorSchemaRoot(List.of(vectors));
    String ofFile = Scans.rows(table(root, dictionaries)).toString();
    assertThat(imported(root, dictionaries)).isEqualTo(ofFile);
    return ofFile;
  }

  private static String imported(VectorSchemaRoot root, @Nullable DictionaryProvider dictionaries) {
    var schema = ArrowTypes.fromArrow(root.getSchema(), dictionaries);
    List<List<Object>> rows = new ArrayList<>();
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test")) {
      for (int from = 0; from < root.getRowCount(); from += Batch.MAX_ROWS) {
        int count = Math.min(Batch.MAX_ROWS, root.getRowCount() - from);
        try (Batch batch = ArrowImport.copy(root, from, count, schema, dictionaries, account)) {
          rows.addAll(ScannedRows.of(batch));
        }
      }
    }
    return rows.toString();
  }

  private Decimal256Vector decimals(int precision, int scale, @Nullable String... values) {
    Decimal256Vector vector = new Decimal256Vector("d", allocator, precision, scale);
    for (int i = 0; i < values.length; i++) {
      if (values[i] == null) {
        vector.setNull(i);
      } else {
        vector.setSafe(i, new BigDecimal(values[i]));
      }
    }
    vector.setValueCount(values.length);
    return vector;
  }

  @Test
  void decimalsOf256BitsAreReadWhereTheirDigitsFit() throws IOException {
    try (Decimal256Vector narrow = decimals(18, 2, "-1.25", null, "9999999999999999.99");
        Decimal256Vector wide =
            decimals(38, 0, "-1", null, "-99999999999999999999999999999999999999")) {
      assertThat(rows(null, narrow, wide))
          .isEqualTo(
              "[[-1.25, -1], [null, null],"
                  + " [9999999999999999.99, -99999999999999999999999999999999999999]]");
    }
  }

  @Test
  void decimalsOf64BitsAreRead() throws IOException {
    try (InputStream in = getClass().getResourceAsStream("/arrow/decimal64.arrow")) {
      Table table = table(in.readAllBytes());
      assertThat(table.schema().toString()).contains("DECIMAL(");
      assertThat(Scans.rows(table).toString()).contains("1.00").contains("2.00");
    }
  }

  @Test
  void decimalsWithANegativeScaleAreReadAsIntegers() throws IOException {
    try (DecimalVector thousands = new DecimalVector("k", allocator, 5, -3)) {
      thousands.setSafe(0, new BigDecimal("-12E3"));
      thousands.setNull(1);
      thousands.setSafe(2, new BigDecimal("99999E3"));
      thousands.setValueCount(3);
      assertThat(rows(null, thousands)).isEqualTo("[[-12000], [null], [99999000]]");
    }
  }

  @Test
  void decimalsOfTooManyDigitsAndUnionsAreNamedWithTheReason() throws IOException {
    try (Decimal256Vector wide = decimals(39, 2, "1.25");
        UnionVector union = UnionVector.empty("u", allocator);
        IntVector number = new IntVector("i", allocator)) {
      union.setValueCount(1);
      number.setSafe(0, 7);
      number.setValueCount(1);
      VectorSchemaRoot root = new VectorSchemaRoot(List.of(wide, union, number));
      Path file = folder.resolve("a.arrow");
      table(root, null);
      assertThat(IpcMetadata.read(Storages.of(file.toString()).stat(file.toString())).unsupported())
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  "d", "it is a decimal of 39 digits, where 38 are the most",
                  "u", "it is a union, whose rows have different types"));
      assertThatThrownBy(() -> ArrowTypes.fromArrow(root.getSchema()))
          .isInstanceOf(HeddleException.class)
          .hasMessage(
              "Cannot read arrow column \"d\": it is a decimal of 39 digits, where 38 are the"
                  + " most; leave the column out");
    }
  }

  private static DictionaryEncoding encoding() {
    return new DictionaryEncoding(7, false, new ArrowType.Int(8, true));
  }

  private TinyIntVector codes(DictionaryEncoding encoding, int... values) {
    FieldType type = new FieldType(true, encoding.getIndexType(), encoding);
    TinyIntVector codes = new TinyIntVector("c", type, allocator);
    for (int i = 0; i < values.length; i++) {
      if (values[i] < 0) {
        codes.setNull(i);
      } else {
        codes.setSafe(i, values[i]);
      }
    }
    codes.setValueCount(values.length);
    return codes;
  }

  @Test
  void dictionariesOfNumbersMayHaveNullEntries() throws IOException {
    DictionaryEncoding encoding = encoding();
    try (BigIntVector values = new BigIntVector("v", allocator);
        TinyIntVector codes = codes(encoding, 0, 1, 2, -1, 0)) {
      values.setSafe(0, 10);
      values.setNull(1);
      values.setSafe(2, 30);
      values.setValueCount(3);
      Dictionary dictionary = new Dictionary(values, encoding);
      assertThat(rows(new DictionaryProvider.MapDictionaryProvider(dictionary), codes))
          .isEqualTo("[[10], [null], [30], [null], [10]]");
    }
  }

  @Test
  void dictionariesOfStructsAreRead() throws IOException {
    DictionaryEncoding encoding = encoding();
    try (StructVector values = StructVector.empty("v", allocator);
        TinyIntVector codes = codes(encoding, 1, 0, -1, 1)) {
      IntVector number = values.addOrGet("n", FieldType.nullable(int32()), IntVector.class);
      number.setSafe(0, 5);
      number.setSafe(1, 6);
      values.setIndexDefined(0);
      values.setNull(1);
      values.setValueCount(2);
      Dictionary dictionary = new Dictionary(values, encoding);
      String rows = rows(new DictionaryProvider.MapDictionaryProvider(dictionary), codes);
      assertThat(rows).startsWith("[[null], [").contains("5").endsWith("], [null], [null]]");
    }
  }

  private static ArrowType.Int int32() {
    return new ArrowType.Int(32, true);
  }

  @Test
  void codesWithoutTheirDictionaryAreAnErrorOfFrames() {
    try (TinyIntVector codes = codes(encoding(), 0)) {
      VectorSchemaRoot root = new VectorSchemaRoot(List.of(codes));
      assertThatThrownBy(() -> ArrowTypes.fromArrow(root.getSchema(), null))
          .isInstanceOf(HeddleException.class)
          .hasMessage(
              "Cannot read arrow column \"c\": it has codes of dictionary 7, which is not there;"
                  + " hand the provider of the dictionaries over with the vectors");
    }
  }

  @Test
  void listViewsMayOverlapAndComeInAnyOrder() throws IOException {
    int rows = Batch.MAX_ROWS + 100;
    try (ListViewVector lists = ListViewVector.empty("l", allocator)) {
      lists.addOrGetVector(FieldType.nullable(int32()));
      lists.setInitialCapacity(rows);
      lists.allocateNew();
      IntVector elements = (IntVector) lists.getDataVector();
      for (int i = 0; i < 10; i++) {
        elements.setSafe(i, 10 * i);
      }
      elements.setValueCount(10);
      List<List<@Nullable Object>> expected = new ArrayList<>();
      for (int i = 0; i < rows; i++) {
        lists.setValidity(i, i % 3 == 0 ? 0 : 1);
        lists.setOffset(i, 7 - i % 8);
        lists.setSize(i, i % 3);
        List<Object> row = new ArrayList<>();
        for (int e = 0; e < i % 3; e++) {
          row.add(10 * (7 - i % 8 + e));
        }
        expected.add(new ArrayList<>());
        expected.getLast().add(i % 3 == 0 ? null : row);
      }
      lists.setValueCount(rows);
      assertThat(rows(null, lists)).isEqualTo(expected.toString());
    }
  }

  @Test
  void runEndsAreDecoded() throws IOException {
    int rows = 2 * Batch.MAX_ROWS + 3;
    Field ends = new Field("run_ends", FieldType.notNullable(int32()), List.of());
    Field values = new Field("values", FieldType.nullable(ArrowType.Utf8.INSTANCE), List.of());
    Field field =
        new Field("r", FieldType.nullable(new ArrowType.RunEndEncoded()), List.of(ends, values));
    try (RunEndEncodedVector runs = (RunEndEncodedVector) field.createVector(allocator)) {
      IntVector runEnds = (IntVector) runs.getRunEndsVector();
      VarCharVector texts = (VarCharVector) runs.getValuesVector();
      List<List<@Nullable Object>> expected = new ArrayList<>();
      int run = 0;
      for (int row = 0; row < rows; run++) {
        int end = Math.min(rows, row + 1 + run * run % 700);
        String text = run % 5 == 3 ? null : "the text of run " + run;
        runEnds.setSafe(run, end);
        if (text == null) {
          texts.setNull(run);
        } else {
          texts.setSafe(run, text.getBytes(StandardCharsets.UTF_8));
        }
        for (; row < end; row++) {
          List<@Nullable Object> one = new ArrayList<>();
          one.add(text);
          expected.add(one);
        }
      }
      runEnds.setValueCount(run);
      texts.setValueCount(run);
      runs.setValueCount(rows);
      assertThat(rows(null, runs)).isEqualTo(expected.toString());
    }
  }

  @Test
  void columnsAndFieldsOfOneNameGetSuffixes() throws IOException {
    try (IntVector one = numbers("a", 1);
        IntVector two = numbers("a", 2);
        IntVector nameless = numbers("", 3)) {
      assertThat(rows(null, one, two, nameless)).isEqualTo("[[1, 2, 3]]");
      Table table = table(new VectorSchemaRoot(List.of(one, two, nameless)), null);
      assertThat(table.schema().names()).containsExactly("a", "a_1", "");
    }
  }

  private IntVector numbers(String name, int... values) {
    IntVector numbers = new IntVector(name, allocator);
    for (int i = 0; i < values.length; i++) {
      numbers.setSafe(i, values[i]);
    }
    numbers.setValueCount(values.length);
    return numbers;
  }

  private static FieldType extension(ArrowType stored, String name) {
    return new FieldType(true, stored, null, Map.of("ARROW:extension:name", name));
  }

  @Test
  void uuidsAreReadAndBooleansOfBytesAreBooleans() throws IOException {
    try (FixedSizeBinaryVector ids =
            new FixedSizeBinaryVector(
                "u", extension(new ArrowType.FixedSizeBinary(16), "arrow.uuid"), allocator);
        TinyIntVector flags =
            new TinyIntVector(
                "b", extension(new ArrowType.Int(8, true), "arrow.bool8"), allocator);
        VarCharVector json =
            new VarCharVector("j", extension(ArrowType.Utf8.INSTANCE, "arrow.json"), allocator)) {
      byte[] id = new byte[16];
      for (int i = 0; i < id.length; i++) {
        id[i] = (byte) (0x11 * i);
      }
      ids.setSafe(0, id);
      ids.setNull(1);
      flags.setSafe(0, 0);
      flags.setSafe(1, 2);
      json.setSafe(0, "{}".getBytes(StandardCharsets.UTF_8));
      json.setNull(1);
      ids.setValueCount(2);
      flags.setValueCount(2);
      json.setValueCount(2);
      assertThat(rows(null, ids, flags, json))
          .isEqualTo("[[00112233-4455-6677-8899-aabbccddeeff, false, {}], [null, true, null]]");
    }
  }

  @Test
  void labelsOfVectorsAreLookedUpAndThoseOfFilesAreText() throws IOException {
    DataType mood = new DataType.Enumeration(List.of("sad", "ok"));
    Schema schema = Schema.of(dev.heddle.frame.schema.Field.of("v", mood));
    try (VectorSchemaRoot root = VectorSchemaRoot.create(ArrowTypes.toArrow(schema), allocator)) {
      VarCharVector labels = (VarCharVector) root.getVector(0);
      labels.setSafe(0, "ok".getBytes(StandardCharsets.UTF_8));
      labels.setNull(1);
      labels.setSafe(2, "sad".getBytes(StandardCharsets.UTF_8));
      root.setRowCount(3);
      assertThat(ArrowTypes.fromArrow(root.getSchema())).isEqualTo(schema);
      assertThat(table(root, null).schema().field(0).type()).isEqualTo(DataType.STRING);
      assertThat(rows(null, labels)).isEqualTo("[[ok], [null], [sad]]");
      labels.setSafe(2, "well".getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> imported(root, null))
          .isInstanceOf(HeddleException.class)
          .hasMessage(
              "Cannot read arrow column \"v\": row 2 has \"well\", which is no label of"
                  + " ENUM('sad', 'ok')");
    }
  }

  @Test
  void timesOutsideOfADayAreNamedWithFileAndColumn() throws IOException {
    try (TimeSecVector seconds = new TimeSecVector("s", allocator);
        TimeMicroVector micros = new TimeMicroVector("m", allocator);
        TimeNanoVector nanos = new TimeNanoVector("n", allocator)) {
      seconds.setSafe(0, 86_400);
      micros.setSafe(0, -1_500_000);
      nanos.setSafe(0, -1);
      for (FieldVector vector : List.of(seconds, micros, nanos)) {
        vector.setValueCount(1);
      }
      assertOutside(seconds, "column \"s\" has the time 24:00:00, " + NO_TIME);
      assertOutside(micros, "column \"m\" has the time -00:00:01.500000, " + NO_TIME);
      assertOutside(nanos, "column \"n\" has the time -00:00:00.000001, " + NO_TIME);
      micros.setNull(0); // what a null row has does not matter
      assertThat(rows(null, micros)).isEqualTo("[[null]]");
    }
  }

  private void assertOutside(FieldVector times, String reason) throws IOException {
    VectorSchemaRoot root = new VectorSchemaRoot(List.of(times));
    Table table = table(root, null);
    assertThatThrownBy(() -> Scans.rows(table))
        .isInstanceOf(HeddleException.class)
        .hasMessage("Cannot read " + folder.resolve("a.arrow") + ": " + reason);
    assertThatThrownBy(() -> imported(root, null))
        .isInstanceOf(HeddleException.class)
        .hasMessage("Cannot read arrow " + reason);
  }
}
