package dev.heddle.io.parquet.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.ParquetCompression;
import dev.heddle.frame.option.ParquetPages;
import dev.heddle.frame.option.ParquetWriteOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.parquet.ParquetTables;
import dev.heddle.io.testing.DuckDbOracle;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import dev.heddle.io.write.SortField;
import dev.heddle.io.write.Workers;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.apache.parquet.ParquetReadOptions;
import org.apache.parquet.column.values.bloomfilter.BloomFilter;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.SortingColumn;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileReader;
import org.apache.parquet.hadoop.ParquetReader;
import org.apache.parquet.hadoop.api.ReadSupport;
import org.apache.parquet.hadoop.example.GroupReadSupport;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalInputFile;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ParquetOutputTest {
  @TempDir private Path folder;

  private final MemoryLedger ledger = new MemoryLedger(256 << 20);
  private final MemoryAccount account = ledger.open("test");

  @AfterEach
  void everythingIsGivenBack() {
    account.close();
    assertThat(ledger.usedBytes()).isZero();
  }

  private ParquetOutput open(
      Path file, Schema schema, ParquetWriteOptions options, SortField... order) {
    return TestOutputs.open(file, schema, options, account, order);
  }

  private Path write(
      Schema schema,
      List<Batch> batches,
      ParquetWriteOptions options,
      String name,
      SortField... order) {
    Path file = folder.resolve(name);
    try (ParquetOutput output = open(file, schema, options, order)) {
      batches.forEach(batch -> output.write(batch, Workers.CALLER));
      assertThat(output.publish(Workers.CALLER)).isPositive();
    }
    return file;
  }

  @ParameterizedTest
  @EnumSource(ParquetCompression.class)
  void whatIsWrittenIsReadBack(ParquetCompression compression) {
    isReadBack(
        ParquetWriteOptions.DEFAULT.withCompression(compression).withRowGroupRows(1500),
        7 + compression.ordinal());
  }

  @Test
  void whatIsWrittenWithEachOptionIsReadBack() {
    ParquetWriteOptions start = ParquetWriteOptions.DEFAULT;
    List<ParquetWriteOptions> all =
        List.of(
            start.withPages(ParquetPages.V2),
            start.withPages(ParquetPages.V2).withoutDictionary().withPageRows(100),
            start.withoutDictionary(),
            start.withoutStatistics(),
            start.withPageBytes(1000).withRowGroupBytes(100_000),
            start.withPageRows(1),
            start.withCompression(ParquetCompression.ZSTD, 19),
            start.withCompression(ParquetCompression.GZIP, 1));
    for (int i = 0; i < all.size(); i++) {
      isReadBack(all.get(i), 100 + i);
    }
  }

  private void isReadBack(ParquetWriteOptions options, long seed) {
    RandomBatches random = RandomBatches.seed(seed);
    Schema schema =
        RandomBatches.schema(
            RandomBatches.TYPES.stream()
                .filter(type -> !(type instanceof DataType.Interval)) // Parquet's are narrower
                .toList());
    List<Batch> batches = new ArrayList<>();
    for (int rows : new int[] {1, 1000, 3000, 17}) {
      batches.add(random.batch(schema, rows, account));
    }
    batches.add(random.selectedBatch(schema, 500, account));
    Path file = write(schema, batches, options, "t" + seed + ".parquet");
    List<List<@Nullable Object>> expected = new ArrayList<>();
    batches.forEach(batch -> expected.addAll(ScannedRows.of(batch)));
    assertThat(Scans.rows(ParquetTables.open(file.toString())))
        .as("seed %d", seed)
        .isEqualTo(expected);
    batches.forEach(Batch::close);
  }

  private static List<ParquetWriteOptions> bothPages() {
    return List.of(
        ParquetWriteOptions.DEFAULT.withPages(ParquetPages.V1),
        ParquetWriteOptions.DEFAULT.withPages(ParquetPages.V2),
        ParquetWriteOptions.DEFAULT.withPages(ParquetPages.V2).withoutDictionary());
  }

  private static Schema schemaWithout(DataType... types) {
    List<DataType> left = new ArrayList<>(RandomBatches.TYPES);
    left.removeAll(List.of(types));
    return RandomBatches.schema(left);
  }

  @Test
  void duckDbReadsTheSameValues() {
    // Parquet's intervals are narrower, and DuckDB reads decimals of 39 digits as DOUBLE
    Schema schema = schemaWithout(DataType.INTERVAL, DataType.INT128);
    for (ParquetWriteOptions options : bothPages()) {
      Batch batch = RandomBatches.seed(11).batch(schema, 2000, account);
      Path file = write(schema, List.of(batch), options, "t.parquet");
      try (DuckDbOracle duck = DuckDbOracle.open()) {
        assertThat(duck.rows("select * from read_parquet('" + file + "')"))
            .as("%s", options)
            .isEqualTo(ScannedRows.of(batch));
      }
      batch.close();
    }
  }

  @Test
  void parquetJavaReadsTheSameValues() throws IOException {
    parquetJavaReadsTheSame(schemaWithout(DataType.INTERVAL));
  }

  @Test
  void parquetJavaReadsTheSameNestedValues() throws IOException {
    parquetJavaReadsTheSame(RandomBatches.schema(NestedOutputTest.TYPES));
  }

  private void parquetJavaReadsTheSame(Schema schema) throws IOException {
    for (ParquetWriteOptions start : bothPages()) {
      // decompressing would need Hadoop's codecs
      ParquetWriteOptions options = start.withCompression(ParquetCompression.UNCOMPRESSED);
      Batch batch = RandomBatches.seed(12).batch(schema, 2000, account);
      Path file = write(schema, List.of(batch), options, "t.parquet");
      List<List<@Nullable Object>> expected = ScannedRows.of(batch);
      try (ParquetReader<Group> reader =
          new GroupReader(new LocalInputFile(file))
              .withConf(new PlainParquetConfiguration())
              .build()) {
        for (List<@Nullable Object> row : expected) {
          assertThat(values(reader.read(), schema)).as("%s", options).isEqualTo(row);
        }
        assertThat(reader.read()).isNull();
      }
      batch.close();
    }
  }

  private static final class GroupReader extends ParquetReader.Builder<Group> {
    GroupReader(LocalInputFile file) {
      super(file, new PlainParquetConfiguration());
    }

    @Override
    protected ReadSupport<Group> getReadSupport() {
      return new GroupReadSupport();
    }
  }

  private static List<@Nullable Object> values(Group group, Schema schema) {
    List<@Nullable Object> values = new ArrayList<>();
    for (int i = 0; i < schema.size(); i++) {
      values.add(valueOrNull(group, i, schema.field(i).type()));
    }
    return values;
  }

  /** In the forms of {@link Rows}. */
  private static Object value(Group group, int i, DataType type) {
    return switch (type) {
      case DataType.Bool _ -> group.getBoolean(i, 0);
      case DataType.Int8 _, DataType.Int16 _, DataType.Int32 _ -> (long) group.getInteger(i, 0);
      case DataType.Int64 _ -> group.getLong(i, 0);
      case DataType.Float32 _ -> group.getFloat(i, 0);
      case DataType.Float64 _ -> group.getDouble(i, 0);
      case DataType.Decimal d when d.precision() <= 9 ->
          BigDecimal.valueOf(group.getInteger(i, 0), d.scale());
      case DataType.Decimal d when d.precision() <= 18 ->
          BigDecimal.valueOf(group.getLong(i, 0), d.scale());
      case DataType.Int128 _ -> new BigDecimal(new BigInteger(group.getBinary(i, 0).getBytes()));
      case DataType.Decimal d ->
          new BigDecimal(new BigInteger(group.getBinary(i, 0).getBytes()), d.scale());
      case DataType.Str _, DataType.Json _, DataType.Enumeration _ -> group.getString(i, 0);
      case DataType.Binary _ -> "0x" + HexFormat.of().formatHex(group.getBinary(i, 0).getBytes());
      case DataType.Unsigned(int bits) when bits == Long.SIZE ->
          new BigDecimal(Long.toUnsignedString(group.getLong(i, 0)));
      case DataType.Unsigned _ -> group.getInteger(i, 0) & 0xffffffffL;
      case DataType.Uuid _ -> {
        ByteBuffer bytes = ByteBuffer.wrap(group.getBinary(i, 0).getBytes());
        yield new UUID(bytes.getLong(), bytes.getLong());
      }
      case DataType.Date _ -> LocalDate.ofEpochDay(group.getInteger(i, 0));
      case DataType.Time _ -> LocalTime.ofNanoOfDay(group.getLong(i, 0) * 1000);
      case DataType.Timestamp t -> {
        long perSecond = t.unit().perSecond();
        long value = group.getLong(i, 0);
        Instant moment =
            Instant.ofEpochSecond(
                Math.floorDiv(value, perSecond),
                Math.floorMod(value, perSecond) * (1_000_000_000L / perSecond));
        yield t.withZone() ? moment : LocalDateTime.ofInstant(moment, ZoneOffset.UTC);
      }
      case DataType.ListOf(DataType element) -> {
        Group list = group.getGroup(i, 0);
        List<@Nullable Object> elements = new ArrayList<>();
        for (int at = 0; at < list.getFieldRepetitionCount(0); at++) {
          elements.add(valueOrNull(list.getGroup(0, at), 0, element));
        }
        yield elements;
      }
      case DataType.MapOf map -> {
        Group entries = group.getGroup(i, 0);
        List<@Nullable Object> pairs = new ArrayList<>();
        for (int at = 0; at < entries.getFieldRepetitionCount(0); at++) {
          pairs.add(fields(entries.getGroup(0, at), map.entry()));
        }
        yield pairs;
      }
      case DataType.Struct struct -> fields(group.getGroup(i, 0), struct);
      case DataType.Interval _, DataType.Null _ ->
          throw new IllegalArgumentException("No value of type " + type);
    };
  }

  private static @Nullable Object valueOrNull(Group group, int i, DataType type) {
    return group.getFieldRepetitionCount(i) == 0 ? null : value(group, i, type);
  }

  private static Map<String, @Nullable Object> fields(Group group, DataType.Struct type) {
    Map<String, @Nullable Object> fields = new LinkedHashMap<>();
    for (int i = 0; i < type.fields().size(); i++) {
      Field field = type.fields().get(i);
      fields.put(field.name(), valueOrNull(group, i, field.type()));
    }
    return fields;
  }

  @Test
  void parquetJavaFindsWhatTheOptionsAskFor() throws IOException {
    Schema schema =
        Schema.of(
            Field.of("a.b", DataType.STRING),
            Field.of("id", DataType.INT64),
            Field.of("text", DataType.STRING));
    List<Batch> batches = new ArrayList<>();
    for (int i = 0; i < 4; i++) {
      try (ColumnBuilder dotted = new ColumnBuilder(DataType.STRING, account);
          ColumnBuilder ids = new ColumnBuilder(DataType.INT64, account);
          ColumnBuilder texts = new ColumnBuilder(DataType.STRING, account)) {
        for (int row = 0; row < 1000; row++) {
          dotted.appendNull();
          ids.appendLong(1000L * i + row);
          texts.appendString("value " + row % 7);
        }
        batches.add(Batch.of(account, 1000, dotted.build(), ids.build(), texts.build()));
      }
    }
    ParquetWriteOptions options =
        ParquetWriteOptions.DEFAULT
            .withRowGroupRows(2000)
            .withPageRows(500)
            .withoutDictionary("id")
            .withBloomFilter("id", 2000);
    Path file =
        write(
            schema,
            batches,
            options,
            "t.parquet",
            new SortField("id", true, false),
            new SortField("text", false, true));
    batches.forEach(Batch::close);
    try (ParquetFileReader reader =
        ParquetFileReader.open(
            new LocalInputFile(file),
            ParquetReadOptions.builder(new PlainParquetConfiguration()).build())) {
      List<BlockMetaData> groups = reader.getFooter().getBlocks();
      assertThat(groups).extracting(BlockMetaData::getRowCount).containsExactly(2000L, 2000L);
      ColumnChunkMetaData id = groups.getLast().getColumns().get(1);
      assertThat(id.getCodec()).isEqualTo(CompressionCodecName.ZSTD);
      assertThat(id.hasDictionaryPage()).isFalse();
      assertThat(groups.getLast().getColumns().get(2).hasDictionaryPage()).isTrue();
      assertThat(reader.readOffsetIndex(id).getPageCount()).isEqualTo(4);
      assertThat(reader.readColumnIndex(id).getMinValues()).hasSize(4);
      BloomFilter filter = reader.readBloomFilter(id);
      assertThat(filter.findHash(filter.hash(3999L))).isTrue();
      assertThat(filter.findHash(filter.hash(1L))).isFalse();
      assertThat(reader.readBloomFilter(groups.getLast().getColumns().get(2))).isNull();
    }
    byte[] bytes = Files.readAllBytes(file);
    int length = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt(bytes.length - 8);
    FileMetaData meta =
        Util.readFileMetaData(new ByteArrayInputStream(bytes, bytes.length - 8 - length, length));
    assertThat(meta.getRow_groups())
        .allSatisfy(
            group ->
                assertThat(group.getSorting_columns())
                    .containsExactly(
                        new SortingColumn(1, true, false), new SortingColumn(2, false, true)));
  }

  @Test
  void memoryOfAnOpenRowGroupIsCounted() {
    RandomBatches random = RandomBatches.seed(5);
    Schema schema = RandomBatches.schema(List.of(DataType.STRING, DataType.INT64));
    try (Batch batch = random.batch(schema, 4000, account);
        ParquetOutput output =
            open(folder.resolve("t.parquet"), schema, ParquetWriteOptions.DEFAULT)) {
      long before = account.usedBytes();
      output.write(batch, Workers.CALLER);
      assertThat(output.bufferedBytes()).isGreaterThan(8 * 4000);
      assertThat(account.usedBytes()).isGreaterThanOrEqualTo(before + output.bufferedBytes());
    }
  }

  @Test
  void duckDbAndWeReadIntervals() {
    DataType list = new DataType.ListOf(DataType.INTERVAL);
    Schema schema = RandomBatches.schema(List.of(DataType.INTERVAL, list));
    try (ColumnBuilder plain = new ColumnBuilder(DataType.INTERVAL, account);
        ColumnBuilder lists = new ColumnBuilder(list, account)) {
      plain.appendWords(14 | 3L << 32, 4_005_000_000L);
      plain.appendNull();
      lists.appendNull();
      lists.appendNull();
      try (Batch batch = Batch.of(account, 2, plain.build(), lists.build())) {
        Path file = write(schema, List.of(batch), ParquetWriteOptions.DEFAULT, "t.parquet");
        assertThat(Scans.rows(ParquetTables.open(file.toString())))
            .isEqualTo(ScannedRows.of(batch));
        try (DuckDbOracle duck = DuckDbOracle.open()) {
          String column = schema.names().getFirst();
          assertThat(
                  duck.rows(
                      "select typeof(%s), %s = interval '14 months 3 days 4005 milliseconds' from '%s'"
                          .formatted(column, column, file)))
              .containsExactly(List.of("INTERVAL", true), Arrays.asList("INTERVAL", null));
        }
      }
    }
  }

  @Test
  void anIntervalThatParquetCannotHoldIsAnError() {
    Schema schema = RandomBatches.schema(List.of(DataType.INTERVAL));
    Path file = folder.resolve("t.parquet");
    try (ColumnBuilder builder = new ColumnBuilder(DataType.INTERVAL, account);
        ParquetOutput output = open(file, schema, ParquetWriteOptions.DEFAULT)) {
      builder.appendWords(-1 & 0xffffffffL, 0);
      try (Batch batch = Batch.of(account, 1, builder.build())) {
        assertThatThrownBy(() -> output.write(batch, Workers.CALLER))
            .isInstanceOf(HeddleException.class)
            .hasMessageContaining("cast the column to VARCHAR");
      }
    }
    assertThat(file).doesNotExist();
  }

  @Test
  void withoutAPublishNothingIsLeft() throws Exception {
    RandomBatches random = RandomBatches.seed(3);
    Schema schema = random.schema(4);
    Path file = folder.resolve("never.parquet");
    try (Batch batch = random.batch(schema, 100, account);
        ParquetOutput output = open(file, schema, ParquetWriteOptions.DEFAULT)) {
      output.write(batch, Workers.CALLER);
    }
    try (var files = Files.list(folder)) {
      assertThat(files).isEmpty();
    }
  }
}
