package dev.heddle.io.parquet;

import dev.heddle.io.parquet.codec.ParquetCompressors;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.conf.PlainParquetConfiguration;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetFileWriter;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.example.ExampleParquetWriter;
import org.apache.parquet.io.LocalOutputFile;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;

/** Writes files with schemas that few writers make, through parquet-java. */
public final class OddFiles {
  private OddFiles() {}

  /** Writes a row of a readable column {@code id} and one that cannot be read, {@code wide}. */
  public static Path withUnreadableColumn(Path file) {
    return write(
        file,
        "message t { required int32 id; required fixed_len_byte_array(20) wide (DECIMAL(40,2)); }",
        WriterVersion.PARQUET_1_0,
        List.of(
            group -> {
              group.add("id", 1);
              group.add("wide", Binary.fromConstantByteArray(new byte[20]));
            }));
  }

  /** Writes rows, each filled by one of the consumers. */
  public static Path write(
      Path file, String schema, WriterVersion version, List<Consumer<Group>> rows) {
    MessageType type = MessageTypeParser.parseMessageType(schema);
    try (ParquetWriter<Group> writer = writer(file, type).withWriterVersion(version).build()) {
      for (Consumer<Group> row : rows) {
        Group group = new SimpleGroup(type);
        row.accept(group);
        writer.write(group);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return file;
  }

  /** Begins a file with settings that need no Hadoop. */
  public static ExampleParquetWriter.Builder writer(Path file, MessageType type) {
    return ExampleParquetWriter.builder(new LocalOutputFile(file))
        .withConf(new PlainParquetConfiguration())
        .withCodecFactory(new ParquetCompressors())
        .withWriteMode(ParquetFileWriter.Mode.OVERWRITE)
        .withType(type);
  }
}
