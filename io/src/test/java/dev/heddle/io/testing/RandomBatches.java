package dev.heddle.io.testing;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.frame.schema.TimestampUnit;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.batch.Bits;
import dev.heddle.io.batch.Column;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.batch.Layout;
import dev.heddle.io.memory.Buffer;
import dev.heddle.io.memory.Memory;
import dev.heddle.io.memory.MemoryAccount;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Seeded random columns and batches: every type, nulls, extremes, NaN, -0.0, empty and long texts.
 *
 * <p>The same seed and the same calls give the same values. Columns come with no, few, many or only
 * nulls, and with few or many distinct values.
 */
public final class RandomBatches {
  /** One type of each kind and width. */
  public static final List<DataType> TYPES =
      List.of(
          DataType.BOOL,
          DataType.INT8,
          DataType.INT16,
          DataType.INT32,
          DataType.INT64,
          DataType.FLOAT32,
          DataType.FLOAT64,
          new DataType.Decimal(7, 2),
          new DataType.Decimal(18, 4),
          new DataType.Decimal(38, 6),
          DataType.STRING,
          DataType.BINARY,
          DataType.DATE,
          DataType.TIME,
          DataType.TIMESTAMP,
          DataType.TIMESTAMP_TZ,
          new DataType.Timestamp(TimestampUnit.NANOS, false),
          DataType.INTERVAL,
          DataType.UUID,
          DataType.JSON,
          DataType.UINT8,
          DataType.UINT16,
          DataType.UINT32,
          DataType.UINT64,
          DataType.INT128,
          new DataType.Enumeration(List.of("sad", "", "ä'", "a")));

  private static final double[] ODD_DOUBLES = {
    0.0,
    -0.0,
    Double.NaN,
    Double.POSITIVE_INFINITY,
    Double.NEGATIVE_INFINITY,
    1.0,
    -1.0,
    Double.MAX_VALUE,
    Double.MIN_VALUE,
    0.5
  };
  private static final String[] ODD_TEXTS = {
    "",
    " ",
    "a",
    "A",
    "ab",
    "ab ",
    "äöü",
    "日本語テキスト",
    "exactly12byt",
    "exactly13byte",
    "a text that is longer than twelve bytes",
    "a text that is longer than twelve bytez",
    "%_\\",
    "\0"
  };

  private final long seed;
  private final Random random;

  private RandomBatches(long seed) {
    this.seed = seed;
    this.random = new Random(seed * 0x9E3779B97F4A7C15L + 17);
  }

  /** Starts a sequence of values. */
  public static RandomBatches seed(long seed) {
    return new RandomBatches(seed);
  }

  /** Returns the source of randomness, for choices of a test's own. */
  public Random random() {
    return random;
  }

  /** Returns some type of {@link #TYPES}. */
  public DataType type() {
    return TYPES.get(random.nextInt(TYPES.size()));
  }

  /** Returns a schema of {@code columns} columns {@code c0, c1, ...} of random types. */
  public Schema schema(int columns) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < columns; i++) {
      fields.add(Field.of("c" + i, type()));
    }
    return new Schema(fields);
  }

  /** Returns a schema {@code c0, c1, ...} of the types. */
  public static Schema schema(List<DataType> types) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      fields.add(Field.of("c" + i, types.get(i)));
    }
    return new Schema(fields);
  }

  /** Returns a batch of the schema's columns without a selection; the caller closes it. */
  public Batch batch(Schema schema, int rows, MemoryAccount account) {
    Column[] columns = new Column[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(schema.field(i).type(), rows, account);
    }
    return Batch.of(account, rows, columns);
  }

  /** Returns a batch under a random selection (perhaps of no row, perhaps of all). */
  public Batch selectedBatch(Schema schema, int physicalRows, MemoryAccount account) {
    Column[] columns = new Column[schema.size()];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = column(schema.field(i).type(), physicalRows, account);
    }
    Buffer selection = account.allocate(4L * physicalRows);
    int share = random.nextInt(5);
    int count = 0;
    for (int row = 0; row < physicalRows; row++) {
      if (random.nextInt(4) < share) {
        Memory.putInt(selection.address() + 4L * count++, row);
      }
    }
    return Batch.selected(account, physicalRows, selection, count, columns);
  }

  /**
   * Returns a column with a random share of nulls; text is sometimes a dictionary column, as
   * Parquet gives it.
   */
  public Column column(DataType type, int rows, MemoryAccount account) {
    double nullShare = new double[] {0, 0, 0.1, 0.5, 1}[random.nextInt(5)];
    if (Layout.of(type) == Layout.VIEW && random.nextInt(3) == 0) {
      return dictionaryColumn(type, rows, nullShare, account);
    }
    return column(type, rows, nullShare, random.nextInt(2) == 0 ? 5 : 1_000_000, account);
  }

  /** Returns a plain column. */
  public Column column(
      DataType type, int rows, double nullShare, int distinct, MemoryAccount account) {
    try (ColumnBuilder builder = new ColumnBuilder(type, account)) {
      long pool = random.nextLong();
      for (int row = 0; row < rows; row++) {
        if (nullShare > 0 && random.nextDouble() < nullShare) {
          builder.appendNull();
        } else {
          append(builder, type, new Random(pool + random.nextInt(distinct)));
        }
      }
      return builder.build();
    }
  }

  /** Returns a column of codes into a dictionary of at most 20 entries (which may repeat). */
  public Column dictionaryColumn(DataType type, int rows, double nullShare, MemoryAccount account) {
    int entries = 1 + random.nextInt(20);
    Column dictionary = column(type, entries, 0, 1_000_000, account);
    Buffer codes = account.allocate(4L * rows);
    @Nullable Buffer validity = nullShare == 0 ? null : account.allocateZeroed(Bits.bytesFor(rows));
    for (int row = 0; row < rows; row++) {
      boolean present = validity == null || random.nextDouble() >= nullShare;
      Memory.putInt(codes.address() + 4L * row, present ? random.nextInt(entries) : 0);
      if (validity != null && present) {
        Bits.set(validity.address(), row);
      }
    }
    return Column.codes(rows, codes, validity, dictionary);
  }

  private static void append(ColumnBuilder builder, DataType type, Random r) {
    boolean odd = r.nextInt(8) == 0;
    switch (type) {
      case DataType.Bool _ -> builder.appendBoolean(r.nextBoolean());
      case DataType.Int8 _ -> builder.appendLong(odd ? extreme(8, r) : r.nextInt(256) - 128);
      case DataType.Int16 _ -> builder.appendLong(odd ? extreme(16, r) : r.nextInt(2000) - 1000);
      case DataType.Int32 _ ->
          builder.appendLong(odd ? extreme(32, r) : r.nextInt(20_000) - 10_000);
      case DataType.Int64 _ ->
          builder.appendLong(odd ? extreme(64, r) : r.nextInt(200_000) - 100_000);
      case DataType.Float32 _, DataType.Float64 _ ->
          builder.appendDouble(
              odd
                  ? ODD_DOUBLES[r.nextInt(ODD_DOUBLES.length)]
                  : (r.nextInt(20_000) - 10_000) / 64.0);
      case DataType.Decimal decimal -> appendDecimal(builder, decimal, odd, r);
      case DataType.Str _ -> builder.appendString(text(odd, r));
      case DataType.Enumeration labelled ->
          builder.appendLong(odd ? 0 : r.nextInt(labelled.labels().size()));
      case DataType.Json _ ->
          builder.appendString(odd ? "null" : "{\"a\": [" + r.nextInt(1000) + ", \"ä\"]}");
      case DataType.Binary _ -> {
        byte[] bytes =
            odd ? text(true, r).getBytes(StandardCharsets.UTF_8) : new byte[r.nextInt(20)];
        if (!odd) {
          r.nextBytes(bytes);
        }
        builder.appendBytes(bytes, 0, bytes.length);
      }
      // 1700 to 2200, so that nanoseconds hold it
      case DataType.Date _ ->
          builder.appendLong(odd ? r.nextInt(5) - 2 : r.nextInt(180_000) - 98_000);
      case DataType.Time _ ->
          builder.appendLong(odd ? r.nextInt(2) * 86_399_999_999L : r.nextLong(86_400_000_000L));
      case DataType.Timestamp t ->
          builder.appendLong(
              odd
                  ? r.nextInt(5) - 2
                  : (r.nextLong(15_000_000_000L) - 8_000_000_000L) * t.unit().perSecond()
                      + r.nextLong(t.unit().perSecond()));
      case DataType.Int128 _ ->
          builder.appendWords(
              odd ? -r.nextInt(2) : r.nextLong(), odd ? r.nextInt(3) - 1 : r.nextLong());
      case DataType.Unsigned(int bits) when bits == Long.SIZE ->
          builder.appendWords(odd ? -1 - r.nextInt(2) : r.nextLong(), 0);
      case DataType.Unsigned(int bits) ->
          builder.appendLong(odd ? (1L << bits) - 1 - r.nextInt(2) : r.nextLong() >>> (64 - bits));
      case DataType.Uuid _ ->
          builder.appendWords(r.nextLong(), odd ? r.nextInt(3) - 1 : r.nextLong());
      case DataType.Interval _ -> {
        long months = r.nextInt(50) - 25;
        long days = r.nextInt(80) - 40;
        long nanos = (r.nextLong(172_800_000_000L) - 86_400_000_000L) * 1000;
        builder.appendWords(days << 32 | (months & 0xffffffffL), odd ? 0 : nanos);
      }
      case DataType.ListOf(DataType element) -> {
        int length = odd ? 0 : r.nextInt(5);
        for (int i = 0; i < length; i++) {
          appendOrNull(builder.child(0), element, r);
        }
        builder.endList();
      }
      case DataType.MapOf map -> {
        int length = odd ? 0 : r.nextInt(4);
        for (int i = 0; i < length; i++) {
          append(builder.child(0).child(0), map.key(), r);
          appendOrNull(builder.child(0).child(1), map.value(), r);
          builder.child(0).endStruct();
        }
        builder.endList();
      }
      case DataType.Struct(List<Field> fields) -> {
        for (int i = 0; i < fields.size(); i++) {
          appendOrNull(builder.child(i), fields.get(i).type(), r);
        }
        builder.endStruct();
      }
      case DataType.Null _ -> builder.appendNull();
    }
  }

  private static void appendOrNull(ColumnBuilder builder, DataType type, Random r) {
    if (r.nextInt(5) == 0) {
      builder.appendNull();
    } else {
      append(builder, type, r);
    }
  }

  private static long extreme(int bits, Random r) {
    long most = -1L >>> (65 - bits);
    return switch (r.nextInt(5)) {
      case 0 -> most;
      case 1 -> -most - 1;
      case 2 -> 0;
      case 3 -> -1;
      default -> 1;
    };
  }

  private static void appendDecimal(
      ColumnBuilder builder, DataType.Decimal type, boolean odd, Random r) {
    BigInteger limit = BigInteger.TEN.pow(type.precision());
    BigInteger value =
        odd ? limit.subtract(BigInteger.ONE) : new BigInteger(limit.bitLength() + 8, r).mod(limit);
    if (!odd && r.nextBoolean()) {
      value = value.mod(BigInteger.valueOf(100_000));
    }
    if (r.nextBoolean()) {
      value = value.negate();
    }
    if (type.fitsLong()) {
      builder.appendLong(value.longValueExact());
    } else {
      builder.appendWords(value.longValue(), value.shiftRight(64).longValueExact());
    }
  }

  private static String text(boolean odd, Random r) {
    if (odd) {
      return ODD_TEXTS[r.nextInt(ODD_TEXTS.length)];
    }
    int length = r.nextInt(10) == 0 ? 13 + r.nextInt(60) : r.nextInt(14);
    StringBuilder text = new StringBuilder(length);
    for (int i = 0; i < length; i++) {
      text.append((char) ('a' + r.nextInt(26)));
    }
    return text.toString();
  }

  @Override
  public String toString() {
    return "RandomBatches.seed(" + seed + ")";
  }
}
