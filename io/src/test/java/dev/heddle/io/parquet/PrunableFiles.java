package dev.heddle.io.parquet;

import dev.heddle.io.parquet.codec.ParquetCompressors;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.format.ColumnChunk;
import org.apache.parquet.format.FileMetaData;
import org.apache.parquet.format.RowGroup;
import org.apache.parquet.format.Statistics;
import org.apache.parquet.format.Util;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/**
 * Writes seeded random files whose values lie so that parts can be left out: sorted, clustered,
 * constant, few or many; with random settings of the writer, and footers as older or other writers
 * make them.
 */
public final class PrunableFiles {
  private static final String[] TYPES = {
    "int32 %s",
    "int64 %s",
    "int32 %s (DATE)",
    "int64 %s (TIMESTAMP(MILLIS,false))",
    "int64 %s (TIMESTAMP(MICROS,true))",
    "int64 %s (TIMESTAMP(NANOS,false))",
    "int32 %s (TIME(MILLIS,false))",
    "int64 %s (TIME(NANOS,false))",
    "float %s",
    "float %s",
    "double %s",
    "double %s",
    "boolean %s",
    "binary %s (STRING)",
    "binary %s (STRING)",
    "binary %s",
    "fixed_len_byte_array(5) %s",
    "int32 %s (DECIMAL(7,2))",
    "int64 %s (DECIMAL(18,3))",
    "fixed_len_byte_array(6) %s (DECIMAL(12,2))",
    "fixed_len_byte_array(16) %s (DECIMAL(38,4))",
    "binary %s (DECIMAL(25,1))",
    "int96 %s",
    "int32 %s (INTEGER(8,true))",
    "int32 %s (INTEGER(8,false))",
    "int32 %s (INTEGER(16,false))",
    "int32 %s (INTEGER(32,false))",
    "int64 %s (INTEGER(64,false))",
    "fixed_len_byte_array(2) %s (FLOAT16)",
  };
  private static final double[] ODD_NUMBERS = {
    Double.NaN, -0.0, 0.0, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY
  };
  private static final String[] ODD_TEXTS = {"", "ö", "\uffff", "\ud83d\ude00", "a%_", "zzzz"};

  private final Random random;
  private final int rows;
  private final List<Values> columns = new ArrayList<>();

  private PrunableFiles(Random random, int rows) {
    this.random = random;
    this.rows = rows;
  }

  /** How the values of a column come. */
  private final class Values {
    private final String type;
    private final boolean optional;
    // of the structs around the value, from the outermost: whether they may be null
    private final List<Boolean> structs = new ArrayList<>();
    private final int order = random.nextInt(5);
    private final int step = 1 << random.nextInt(8);
    private final double nulls = new double[] {0, 0, 0.05, 0.5, 1}[random.nextInt(5)];
    private final boolean nullsInRuns = random.nextInt(3) == 0;
    private final boolean isOdd;
    private final long zero = random.nextBoolean() ? 0 : 900;
    private final List<Double> numbers = new ArrayList<>(); // of float columns, row by row
    private final String prefix = "p".repeat(random.nextInt(3) == 0 ? 70 : random.nextInt(3));
    private final String suffix = "s".repeat(random.nextInt(3) == 0 ? 40 : 0);

    Values(String type, boolean optional) {
      this.type = type;
      this.optional = optional;
      for (int i = random.nextInt(4) == 0 ? 1 + random.nextInt(2) : 0; i > 0; i--) {
        structs.add(random.nextBoolean());
      }
      this.isOdd = random.nextInt(isNumber() ? 2 : 4) == 0;
    }

    boolean isNumber() {
      return type.startsWith("float ") || type.startsWith("double");
    }

    /** Returns the definition of the column, and behind its value a neighbour that is in order. */
    String definition(String name) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < structs.size(); i++) {
        text.append(structs.get(i) ? "optional" : "required");
        text.append(" group ").append(i == 0 ? name : "in").append(" {");
      }
      text.append(optional ? "optional " : "required ");
      text.append(type.formatted(structs.isEmpty() ? name : "v")).append(";\n");
      if (!structs.isEmpty()) {
        text.append("required int32 n;\n");
      }
      return text.append("}\n".repeat(structs.size())).toString();
    }

    /** Returns the path of the column whose values these are. */
    String path(String name) {
      return structs.isEmpty() ? name : name + ".in".repeat(structs.size() - 1) + ".v";
    }

    void add(SimpleGroup row, String name, int number) {
      SimpleGroup around = row;
      for (int i = 0; i < structs.size(); i++) {
        if (structs.get(i) && random.nextInt(20) == 0) {
          return;
        }
        around = (SimpleGroup) around.addGroup(i == 0 ? name : "in");
      }
      if (!structs.isEmpty()) {
        around.add("n", number / 3);
      }
      if (!isNull(number)) {
        PrunableFiles.this.add(around, structs.isEmpty() ? name : "v", this, key(number));
      }
    }

    boolean isNull(int row) {
      if (!optional || nulls == 0) {
        return false;
      }
      return nullsInRuns ? row / 150 % 3 == 0 : random.nextDouble() < nulls;
    }

    long key(int row) {
      return switch (order) {
        case 0 -> row;
        case 1 -> (long) row / 100 * 13 % 40 * step;
        case 2 -> (long) random.nextInt(6) * step;
        case 3 -> random.nextInt(3000);
        default -> row < rows / 2 ? random.nextInt(4) : random.nextInt(3000) * 2L;
      };
    }
  }

  /** Writes a file of three to five columns. */
  public static Path write(Path file, Random random) throws IOException {
    int rows = random.nextInt(20) == 0 ? random.nextInt(3) : random.nextInt(1800);
    new PrunableFiles(random, rows).write(file);
    return file;
  }

  private void write(Path file) throws IOException {
    StringBuilder text = new StringBuilder("message m {\n");
    int width = 3 + random.nextInt(3);
    for (int i = 0; i < width; i++) {
      String type = TYPES[random.nextInt(TYPES.length)];
      boolean optional = random.nextInt(4) > 0;
      Values values = new Values(type, optional);
      columns.add(values);
      text.append(values.definition("c" + i));
    }
    MessageType schema = MessageTypeParser.parseMessageType(text.append('}').toString());
    ExampleParquetWriter.Builder builder =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCompressors())
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .withType(schema)
            .withWriterVersion(
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withCompressionCodec(
                random.nextBoolean()
                    ? CompressionCodecName.SNAPPY
                    : CompressionCodecName.UNCOMPRESSED)
            .withDictionaryEncoding(random.nextInt(3) > 0)
            .withDictionaryPageSize(random.nextInt(3) == 0 ? 300 : 1 << 20)
            .withPageSize(random.nextBoolean() ? 400 : 1 << 20)
            .withPageRowCountLimit(random.nextInt(10) == 0 ? 1 : 20 + random.nextInt(400))
            .withMinRowCountForPageSizeCheck(10)
            .withColumnIndexTruncateLength(random.nextBoolean() ? 64 : 1 + random.nextInt(10))
            .withStatisticsTruncateLength(
                random.nextBoolean() ? Integer.MAX_VALUE : 1 + random.nextInt(10))
            .withRowGroupRowCountLimit(200 + random.nextInt(2000))
            .withMaxBloomFilterBytes(random.nextBoolean() ? 1 << 20 : 4096);
    for (int i = 0; i < width; i++) {
      boolean isBoolean = columns.get(i).type.startsWith("boolean");
      String path = columns.get(i).path("c" + i);
      builder.withBloomFilterEnabled(path, !isBoolean && random.nextInt(3) == 0);
      if (random.nextInt(10) == 0) {
        builder.withStatisticsEnabled(path, false);
      }
    }
    try (ParquetWriter<Group> writer = builder.build()) {
      for (int row = 0; row < rows; row++) {
        SimpleGroup group = new SimpleGroup(schema);
        for (int i = 0; i < width; i++) {
          columns.get(i).numbers.add(Double.NaN);
          columns.get(i).add(group, "c" + i, row);
        }
        writer.write(group);
      }
    }
    if (random.nextInt(3) == 0) {
      age(file);
    }
  }

  private void add(SimpleGroup group, String name, Values values, long key) {
    boolean odd = values.isOdd && random.nextInt(30) == 0;
    String type = values.type;
    if (type.startsWith("boolean")) {
      group.add(name, (key / 7 & 1) == 0);
    } else if (values.isNumber()) {
      double plain = (key - values.zero) / 8.0;
      double number = odd ? oddNumber() : plain == 0 && values.isOdd ? -0.0 : plain;
      values.numbers.set(values.numbers.size() - 1, number);
      if (type.startsWith("float ")) {
        group.add(name, (float) number);
      } else {
        group.add(name, number);
      }
    } else if (type.startsWith("int96")) {
      group.add(name, new NanoTime(2_440_000 + (int) key, key * 1_000_000));
    } else if (type.contains("FLOAT16")) {
      short half = Float.floatToFloat16((key - 900) / 8f);
      group.add(name, binary((byte) half, (byte) (half >> 8)));
    } else if (type.contains("STRING")) {
      String text = values.prefix + String.format("%05d", key) + values.suffix;
      group.add(name, odd ? ODD_TEXTS[random.nextInt(ODD_TEXTS.length)] : text);
    } else if (type.contains("fixed_len_byte_array(5)")) {
      group.add(name, binary((byte) (key >> 8), (byte) key, (byte) -1, (byte) 0, (byte) 7));
    } else if (type.startsWith("fixed") || type.contains("binary %s (DEC")) {
      BigInteger value = BigInteger.valueOf(key - 900);
      if (odd) {
        value = value.shiftLeft(20).negate();
      }
      int length =
          type.contains("(6)") ? 6 : type.contains("(16)") ? 16 : value.toByteArray().length;
      byte[] padded = new byte[length];
      Arrays.fill(padded, (byte) (value.signum() < 0 ? -1 : 0));
      byte[] shortest = value.toByteArray();
      System.arraycopy(shortest, 0, padded, length - shortest.length, shortest.length);
      group.add(name, binary(padded));
    } else if (type.startsWith("binary")) {
      byte[] bytes = new byte[] {(byte) (key >> 4), (byte) (key << 4), (byte) random.nextInt(2)};
      group.add(name, binary(odd ? new byte[0] : bytes));
    } else if (type.contains("TIME(")) {
      long scale = type.startsWith("int32") ? 1000L : 1_000_000_001L;
      addNumber(group, name, type, key * scale);
    } else if (type.contains("TIMESTAMP(MILLIS")) {
      addNumber(group, name, type, (key - 900) * 86_400L);
    } else if (type.contains("INTEGER(8,true)")) {
      addNumber(group, name, type, (byte) (key / 16 - 100));
    } else if (type.contains("INTEGER(8,false)")) {
      addNumber(group, name, type, key / 16 & 255);
    } else if (type.contains("INTEGER(16,false)")) {
      addNumber(group, name, type, key * 9 & 65_535);
    } else if (type.contains("false)") && type.contains("INTEGER")) {
      addNumber(group, name, type, odd ? -key : key);
    } else {
      addNumber(group, name, type, odd && !type.contains("(D") ? extreme(type) : key - 900);
    }
  }

  private long extreme(String type) {
    boolean least = random.nextBoolean();
    if (type.startsWith("int32")) {
      return least ? Integer.MIN_VALUE : Integer.MAX_VALUE;
    }
    return least ? -4_000_000_000_000_000_000L : 4_000_000_000_000_000_000L;
  }

  private static void addNumber(SimpleGroup group, String name, String type, long value) {
    if (type.startsWith("int32")) {
      group.add(name, (int) value);
    } else {
      group.add(name, value);
    }
  }

  private double oddNumber() {
    return ODD_NUMBERS[random.nextInt(ODD_NUMBERS.length)];
  }

  private static Binary binary(byte... bytes) {
    return Binary.fromConstantByteArray(bytes);
  }

  // Footers of other writers

  /** Rewrites the footer so that it has less, or what older writers put there. */
  private void age(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int length = buffer.getInt(bytes.length - 8);
    int start = bytes.length - 8 - length;
    FileMetaData footer = Util.readFileMetaData(new ByteArrayInputStream(bytes, start, length));
    boolean ordered = random.nextInt(3) > 0;
    if (!ordered) {
      footer.unsetColumn_orders();
    }
    long row = 0;
    for (RowGroup group : footer.row_groups) {
      int leaf = 0;
      for (Values values : columns) {
        ColumnChunk chunk = group.columns.get(leaf++);
        if (!values.structs.isEmpty()) {
          age(group.columns.get(leaf++));
        }
        if (values.isNumber()) {
          boundNumbers(chunk, values.numbers.subList((int) row, (int) (row + group.num_rows)));
        } else if (!ordered) {
          confuse(chunk);
        }
        age(chunk);
      }
      row += group.num_rows;
    }
    ByteArrayOutputStream aged = new ByteArrayOutputStream();
    aged.write(bytes, 0, start);
    ByteArrayOutputStream written = new ByteArrayOutputStream();
    Util.writeFileMetaData(footer, written);
    aged.writeBytes(written.toByteArray());
    aged.writeBytes(
        ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(written.size()).array());
    aged.writeBytes("PAR1".getBytes(StandardCharsets.US_ASCII));
    Files.write(file, aged.toByteArray());
  }

  private void age(ColumnChunk chunk) {
    switch (random.nextInt(8)) {
      case 0 -> chunk.meta_data.unsetStatistics();
      case 1 -> chunk.unsetColumn_index_offset();
      case 2 -> chunk.unsetOffset_index_offset();
      case 3 -> chunk.meta_data.unsetBloom_filter_offset();
      case 4 -> chunk.meta_data.unsetEncoding_stats();
      case 5 -> {
        if (chunk.meta_data.isSetStatistics()) {
          chunk.meta_data.statistics.unsetNull_count();
        }
      }
      case 6 -> onlyOldBounds(chunk);
      default -> {}
    }
  }

  /** Gives bounds that leave out NaN, as other writers do. */
  private static void boundNumbers(ColumnChunk chunk, List<Double> numbers) {
    Statistics statistics = chunk.meta_data.statistics;
    double[] known = numbers.stream().mapToDouble(n -> n).filter(n -> !Double.isNaN(n)).toArray();
    if (statistics == null || known.length == 0) {
      return;
    }
    double least = Arrays.stream(known).min().getAsDouble();
    double most = Arrays.stream(known).max().getAsDouble();
    boolean isDouble = chunk.meta_data.type == org.apache.parquet.format.Type.DOUBLE;
    statistics.setMin_value(bytes(least, isDouble));
    statistics.setMax_value(bytes(most, isDouble));
  }

  private static byte[] bytes(double number, boolean isDouble) {
    ByteBuffer buffer = ByteBuffer.allocate(isDouble ? 8 : 4).order(ByteOrder.LITTLE_ENDIAN);
    return isDouble ? buffer.putDouble(number).array() : buffer.putFloat((float) number).array();
  }

  /** Bounds of bytes whose order is not stated may be anything. */
  private static void confuse(ColumnChunk chunk) {
    Statistics statistics = chunk.meta_data.statistics;
    if (isBytes(chunk) && statistics != null && statistics.isSetMax_value()) {
      statistics.setMin_value(statistics.getMax_value());
    }
  }

  private static boolean isBytes(ColumnChunk chunk) {
    return chunk.meta_data.type == org.apache.parquet.format.Type.BYTE_ARRAY
        || chunk.meta_data.type == org.apache.parquet.format.Type.FIXED_LEN_BYTE_ARRAY;
  }

  /** The old fields compared bytes as signed, so that for texts and unsigned they are nonsense. */
  private static void onlyOldBounds(ColumnChunk chunk) {
    Statistics statistics = chunk.meta_data.statistics;
    if (statistics == null || !statistics.isSetMin_value() || !statistics.isSetMax_value()) {
      return;
    }
    boolean isBytes = isBytes(chunk);
    statistics.setMin(isBytes ? statistics.getMax_value() : statistics.getMin_value());
    statistics.setMax(isBytes ? statistics.getMin_value() : statistics.getMax_value());
    statistics.unsetMin_value();
    statistics.unsetMax_value();
  }
}
