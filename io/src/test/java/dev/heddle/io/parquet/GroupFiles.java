package dev.heddle.io.parquet;

import dev.heddle.io.parquet.codec.ParquetCompressors;
import dev.heddle.io.parquet.footer.FooterCache;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.storage.Storages;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Random;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.NanoTime;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.apache.parquet.schema.PrimitiveType;
import org.apache.parquet.schema.Type;

/** Writes seeded random files with parquet-java's own writer and random settings of it. */
public final class GroupFiles {
  private static final CompressionCodecName[] CODECS = {
    CompressionCodecName.UNCOMPRESSED,
    CompressionCodecName.SNAPPY,
    CompressionCodecName.GZIP,
    CompressionCodecName.ZSTD,
    CompressionCodecName.LZ4_RAW
  };

  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message all {
            required int32 a;
            optional int32 b;
            optional int64 c;
            required int64 d (TIMESTAMP(MILLIS,false));
            optional int64 e (TIMESTAMP(NANOS,false));
            optional float f;
            required double g;
            optional double h;
            required boolean i;
            optional boolean j;
            required binary k (STRING);
            optional binary l (STRING);
            optional binary m;
            required fixed_len_byte_array(5) n;
            optional fixed_len_byte_array(20) o;
            optional int32 p (DECIMAL(7,2));
            optional int64 q (DECIMAL(18,3));
            required fixed_len_byte_array(6) r (DECIMAL(12,2));
            optional fixed_len_byte_array(16) s (DECIMAL(38,4));
            optional binary t (DECIMAL(25,1));
            optional int96 u;
            optional int32 v (DATE);
            optional int32 w (INTEGER(8,true));
            optional int32 x (INTEGER(16,false));
            optional int32 y (TIME(MILLIS,false));
            optional binary z (STRING);
            optional fixed_len_byte_array(2) A (FLOAT16);
            optional int64 B (INTEGER(64,false));
            required int32 C (INTEGER(32,false));
            optional int64 D (TIME(NANOS,false));
            optional fixed_len_byte_array(16) E (UUID);
            required int64 F (TIMESTAMP(MICROS,true));
          }
          """);

  private GroupFiles() {}

  public static Path write(Path file, long seed) throws IOException {
    Random random = new Random(seed);
    WriterVersion version =
        random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0;
    try (ParquetWriter<Group> writer =
        ExampleParquetWriter.builder(new LocalOutputFile(file))
            .withConf(new PlainParquetConfiguration())
            .withCodecFactory(new ParquetCompressors())
            .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
            .withType(SCHEMA)
            .withWriterVersion(version)
            .withCompressionCodec(CODECS[random.nextInt(CODECS.length)])
            .withDictionaryEncoding(random.nextInt(3) > 0)
            .withDictionaryPageSize(random.nextBoolean() ? 300 : 1 << 20)
            .withByteStreamSplitEncoding(random.nextBoolean())
            .withPageSize(random.nextBoolean() ? 400 : 1 << 20)
            .withPageRowCountLimit(random.nextInt(4) == 0 ? 1 : 50 + random.nextInt(20_000))
            .withMinRowCountForPageSizeCheck(10)
            .withRowGroupRowCountLimit(500 + random.nextInt(20_000))
            .build()) {
      int rows = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(2500);
      int distinct = 1 << random.nextInt(16);
      double nulls = new double[] {0, 0.01, 0.5, 1}[random.nextInt(4)];
      for (int row = 0; row < rows; row++) {
        writer.write(group(random, distinct, nulls, rows > 800 && row < rows / 2));
      }
    }
    return file;
  }

  private static Group group(Random random, int distinct, double nulls, boolean fewNow) {
    SimpleGroup group = new SimpleGroup(SCHEMA);
    for (Type type : SCHEMA.getFields()) {
      if (type.isRepetition(Type.Repetition.OPTIONAL) && random.nextDouble() < nulls) {
        continue;
      }
      // few values at first, many later: dictionaries give up in the middle of a chunk
      int choice = random.nextInt(fewNow ? Math.min(distinct, 4) : distinct);
      add(group, type.asPrimitiveType(), new Random(choice * 31L + type.getName().charAt(0)));
    }
    return group;
  }

  private static void add(SimpleGroup group, PrimitiveType type, Random r) {
    String name = type.getName();
    switch (name) {
      case "a", "b" -> group.add(name, r.nextBoolean() ? r.nextInt() : r.nextInt(100));
      case "c" -> group.add(name, r.nextBoolean() ? r.nextLong() : r.nextLong(1000));
      case "d", "q" -> group.add(name, r.nextLong(2_000_000_000_000L) - 1_000_000_000_000L);
      case "e" -> group.add(name, r.nextLong() / 4);
      case "f" -> group.add(name, r.nextInt(1000) / 8f);
      case "g", "h" -> group.add(name, r.nextGaussian());
      case "i", "j" -> group.add(name, r.nextInt(10) == 0);
      case "k" -> group.add(name, "text " + r.nextInt(1000));
      case "l" -> group.add(name, "http://example.org/some/long/path/" + r.nextInt(100_000));
      case "m" -> group.add(name, bytes(r, r.nextInt(30)));
      case "n" -> group.add(name, bytes(r, 5));
      case "o" -> group.add(name, bytes(r, 20));
      case "p" -> group.add(name, r.nextInt(20_000_000) - 10_000_000 + 1);
      case "r" -> group.add(name, decimal(r, 36, 6));
      case "s" -> group.add(name, decimal(r, 120, 16));
      case "t" ->
          group.add(
              name,
              Binary.fromConstantByteArray(
                  new BigInteger(80, r).subtract(BigInteger.TEN.pow(23)).toByteArray()));
      case "u" ->
          group.add(
              name,
              new NanoTime(2_440_000 + r.nextInt(20_000), r.nextLong(86_400_000L) * 1_000_000));
      case "v" -> group.add(name, r.nextInt(40_000) - 20_000);
      case "w" -> group.add(name, r.nextInt(256) - 128);
      case "x" -> group.add(name, r.nextInt(65_536));
      case "y" -> group.add(name, r.nextInt(86_400_000));
      case "A" -> {
        short half = Float.floatToFloat16(r.nextInt(2000) / 16f - 50);
        group.add(name, Binary.fromConstantByteArray(new byte[] {(byte) half, (byte) (half >> 8)}));
      }
      case "B" -> group.add(name, r.nextLong());
      case "C" -> group.add(name, r.nextInt());
      case "D" -> group.add(name, r.nextLong(86_400_000_000L) * 1000);
      case "E" -> group.add(name, bytes(r, 16));
      case "F" -> group.add(name, r.nextLong(4_000_000_000_000_000L) - 2_000_000_000_000_000L);
      default -> group.add(name, "x".repeat(r.nextInt(4)));
    }
  }

  private static Binary bytes(Random r, int length) {
    byte[] bytes = new byte[length];
    r.nextBytes(bytes);
    return Binary.fromConstantByteArray(bytes);
  }

  private static Binary decimal(Random r, int bits, int length) {
    BigInteger value = new BigInteger(bits, r);
    byte[] big = (r.nextBoolean() ? value : value.negate()).toByteArray();
    byte[] padded = new byte[length];
    java.util.Arrays.fill(padded, (byte) (big[0] < 0 ? -1 : 0));
    System.arraycopy(big, 0, padded, length - big.length, big.length);
    return Binary.fromConstantByteArray(padded);
  }

  /** Returns the footer of a file. */
  public static ParquetFooter footer(Path file) {
    String path = file.toString();
    return FooterCache.SHARED.get(Storages.of(path).stat(path));
  }
}
