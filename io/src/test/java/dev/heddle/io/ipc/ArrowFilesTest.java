package dev.heddle.io.ipc;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.ArrowTypes;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.Batch;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.dataset.DatasetTables;
import dev.heddle.io.dataset.FilePart;
import dev.heddle.io.memory.MemoryAccount;
import dev.heddle.io.memory.MemoryLedger;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.testing.RandomBatches;
import dev.heddle.io.testing.ScannedRows;
import dev.heddle.io.testing.Scans;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.Random;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.IntVector;
import org.apache.arrow.vector.LargeVarCharVector;
import org.apache.arrow.vector.TinyIntVector;
import org.apache.arrow.vector.UInt4Vector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ViewVarCharVector;
import org.apache.arrow.vector.complex.ListVector;
import org.apache.arrow.vector.complex.impl.UnionListWriter;
import org.apache.arrow.vector.compression.CompressionUtil.CodecType;
import org.apache.arrow.vector.compression.NoCompressionCodec;
import org.apache.arrow.vector.dictionary.Dictionary;
import org.apache.arrow.vector.dictionary.DictionaryProvider;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.apache.arrow.vector.ipc.message.IpcOption;
import org.apache.arrow.vector.types.pojo.ArrowType;
import org.apache.arrow.vector.types.pojo.DictionaryEncoding;
import org.apache.arrow.vector.types.pojo.FieldType;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files of Arrow's own writers. */
class ArrowFilesTest {
  private static final int MUTATIONS = 600;

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

  private Table table(byte[] content) throws IOException {
    Path file = Files.write(folder.resolve("a.arrow"), content);
    return DatasetTables.open(new ArrowFormat(), List.of(file.toString()), DatasetOptions.DEFAULT);
  }

  private interface Steps {
    void run(ArrowWriter writer) throws IOException;
  }

  private static byte[] write(
      VectorSchemaRoot root,
      @Nullable DictionaryProvider dictionaries,
      boolean isStream,
      CodecType codec,
      Steps steps)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    var factory =
        codec == CodecType.NO_COMPRESSION ? NoCompressionCodec.Factory.INSTANCE : TestCodec.FACTORY;
    try (ArrowWriter writer =
        isStream
            ? new ArrowStreamWriter(
                root, dictionaries, Channels.newChannel(out), IpcOption.DEFAULT, factory, codec)
            : new ArrowFileWriter(
                root,
                dictionaries,
                Channels.newChannel(out),
                null,
                IpcOption.DEFAULT,
                factory,
                codec)) {
      writer.start();
      steps.run(writer);
      writer.end();
    }
    return out.toByteArray();
  }

  private static Schema schema() {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < RandomBatches.TYPES.size(); i++) {
      fields.add(Field.of("c" + i, RandomBatches.TYPES.get(i)));
    }
    return new Schema(fields);
  }

  /** Returns what files have, where labels are text. */
  private static Schema filed() {
    return new Schema(
        schema().fields().stream()
            .map(field -> Field.of(field.name(), TypeCoercion.unlabelled(field.type())))
            .toList());
  }

  /** Writes random batches and adds their rows to a list. */
  private byte[] random(
      long seed, int[] sizes, boolean isStream, CodecType codec, List<List<Object>> rows)
      throws IOException {
    RandomBatches random = RandomBatches.seed(seed);
    try (MemoryAccount account = new MemoryLedger(1L << 30).open("test");
        VectorSchemaRoot root = VectorSchemaRoot.create(ArrowTypes.toArrow(schema()), allocator)) {
      return write(
          root,
          null,
          isStream,
          codec,
          writer -> {
            for (int size : sizes) {
              try (Batch batch = random.batch(schema(), size, account)) {
                rows.addAll(ScannedRows.of(batch));
                ArrowExport.fill(batch, root);
                writer.writeBatch();
              }
            }
          });
    }
  }

  @Test
  void readsWhatArrowWrites() throws IOException {
    int seed = 0;
    for (CodecType codec : CodecType.values()) {
      for (boolean isStream : new boolean[] {false, true}) {
        List<List<Object>> rows = new ArrayList<>();
        byte[] content = random(seed, new int[] {10_000, 1, 0, 4096, 777}, isStream, codec, rows);
        Table table = table(content);
        assertThat(table.schema()).isEqualTo(filed());
        assertThat(Scans.rows(table).toString())
            .as("seed %s, %s, stream %s", seed++, codec, isStream)
            .isEqualTo(rows.toString());
      }
    }
  }

  @Test
  void readsSomeColumnsOnly() throws IOException {
    List<List<Object>> rows = new ArrayList<>();
    Table table = table(random(5, new int[] {5_000}, false, CodecType.NO_COMPRESSION, rows));
    ScanRequest request =
        new ScanRequest(
            List.of(10, 0, ScanRequest.ROW_NUMBER),
            List.of(2, 0),
            ScanFilter.NONE,
            OptionalLong.of(4_500));
    List<Object> expected = new ArrayList<>();
    for (int i = 0; i < 5_000; i++) {
      List<Object> row = new ArrayList<>();
      row.add((long) i);
      row.add(rows.get(i).get(10));
      expected.add(row);
    }
    assertThat(
            Scans.rows(
                new ArrowFormat()
                    .scan(
                        List.of(FilePart.whole(IpcMetadata.read(stored()))),
                        request,
                        new dev.heddle.io.scan.ScanMetrics())))
        .isEqualTo(expected);
    assertThat(Scans.rows(table)).hasSize(5_000);
  }

  private dev.heddle.io.storage.StoredFile stored() {
    String path = folder.resolve("a.arrow").toString();
    return dev.heddle.io.storage.Storages.of(path).stat(path);
  }

  @Test
  void readsViewsListsAndUnsignedNumbers() throws IOException {
    String[] texts = {"", "short", "exactly12byt", "exactly13byte", "a much longer text than that"};
    try (ViewVarCharVector views = new ViewVarCharVector("v", allocator);
        LargeVarCharVector large = new LargeVarCharVector("g", allocator);
        UInt4Vector unsigned = new UInt4Vector("u", allocator);
        ListVector lists = ListVector.empty("l", allocator)) {
      int rows = 5_000;
      List<Object> expected = new ArrayList<>();
      UnionListWriter writer = lists.getWriter();
      for (int i = 0; i < rows; i++) {
        byte[] text = texts[i % texts.length].getBytes(StandardCharsets.UTF_8);
        List<Object> row = new ArrayList<>();
        if (i % 7 == 0) {
          views.setNull(i);
          row.add(null);
        } else {
          views.setSafe(i, text);
          row.add(texts[i % texts.length]);
        }
        large.setSafe(i, text);
        unsigned.setSafe(i, -1 - i);
        row.add(texts[i % texts.length]);
        row.add((-1 - i) & 0xffffffffL);
        writer.setPosition(i);
        if (i % 5 == 0) {
          row.add(null);
        } else {
          writer.startList();
          List<Object> elements = new ArrayList<>();
          for (int k = 0; k < i % 4; k++) {
            writer.bigInt().writeBigInt(i + k);
            elements.add((long) (i + k));
          }
          writer.endList();
          row.add(elements);
        }
        expected.add(row);
      }
      views.setValueCount(rows);
      large.setValueCount(rows);
      unsigned.setValueCount(rows);
      lists.setValueCount(rows);
      List<FieldVector> vectors = List.of(views, large, unsigned, lists);
      try (VectorSchemaRoot root = new VectorSchemaRoot(vectors)) {
        for (CodecType codec : CodecType.values()) {
          byte[] content = write(root, null, false, codec, ArrowWriter::writeBatch);
          assertThat(Scans.rows(table(content)).toString())
              .as("%s", codec)
              .isEqualTo(expected.toString());
        }
      }
    }
  }

  @Test
  void readsDictionariesThatAreReplacedInStreams() throws IOException {
    DictionaryEncoding encoding = new DictionaryEncoding(7, false, new ArrowType.Int(8, true));
    try (VarCharVector values = new VarCharVector("d", allocator);
        TinyIntVector codes =
            new TinyIntVector(
                "c", new FieldType(true, new ArrowType.Int(8, true), encoding), allocator);
        IntVector plain = new IntVector("i", allocator)) {
      fill(values, "one", null, "three is longer than it");
      DictionaryProvider.MapDictionaryProvider provider =
          new DictionaryProvider.MapDictionaryProvider(new Dictionary(values, encoding));
      try (VectorSchemaRoot root = new VectorSchemaRoot(List.of(codes, plain))) {
        fill(root, codes, plain, 0, 1, 2, -1, 0);
        byte[] file =
            write(root, provider, false, CodecType.NO_COMPRESSION, ArrowWriter::writeBatch);
        String first = "[one, 0], [null, 1], [three is longer than it, 2], [null, 3], [one, 4]";
        assertThat(Scans.rows(table(file)).toString()).isEqualTo("[" + first + "]");
        byte[] stream =
            write(
                root,
                provider,
                true,
                CodecType.ZSTD,
                writer -> {
                  fill(values, "one", null, "three is longer than it");
                  writer.writeBatch();
                  fill(values, "other");
                  fill(root, codes, plain, 0, -1);
                  writer.writeBatch();
                });
        assertThat(Scans.rows(table(stream)).toString())
            .isEqualTo("[" + first + ", [other, 0], [null, 1]]");
      }
    }
  }

  private static void fill(VarCharVector values, @Nullable String... texts) {
    values.reset();
    for (int i = 0; i < texts.length; i++) {
      if (texts[i] == null) {
        values.setNull(i);
      } else {
        values.setSafe(i, texts[i].getBytes(StandardCharsets.UTF_8));
      }
    }
    values.setValueCount(texts.length);
  }

  private static void fill(
      VectorSchemaRoot root, TinyIntVector codes, IntVector plain, int... values) {
    for (int i = 0; i < values.length; i++) {
      if (values[i] < 0) {
        codes.setNull(i);
      } else {
        codes.setSafe(i, values[i]);
      }
      plain.setSafe(i, i);
    }
    codes.setValueCount(values.length);
    plain.setValueCount(values.length);
    root.setRowCount(values.length);
  }

  @Test
  void brokenFilesAreErrorsOrRows() throws IOException {
    List<byte[]> contents = new ArrayList<>();
    for (CodecType codec : CodecType.values()) {
      contents.add(random(9, new int[] {300, 40}, false, codec, new ArrayList<>()));
      contents.add(random(9, new int[] {300, 40}, true, codec, new ArrayList<>()));
    }
    for (int seed = 0; seed < MUTATIONS; seed++) {
      Random random = new Random(seed);
      byte[] content = mutate(contents.get(seed % contents.size()).clone(), random);
      try {
        Table table = table(content);
        Scans.drain(table.scan(Scans.all(table)));
      } catch (HeddleException e) {
        assertThat(e).as("seed %s", seed).hasMessageContaining("rrow");
      } catch (Throwable e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
  }

  private static byte[] mutate(byte[] content, Random random) {
    switch (random.nextInt(4)) {
      case 0 -> {
        return java.util.Arrays.copyOf(content, random.nextInt(content.length));
      }
      case 1 -> {
        int from = random.nextInt(content.length);
        int length = Math.min(random.nextInt(64), content.length - from);
        int source = random.nextInt(content.length - length);
        System.arraycopy(content, source, content, from, length);
      }
      default -> {
        for (int i = 0; i <= random.nextInt(4); i++) {
          // most bytes that matter are in the metadata, at both ends
          int at = random.nextInt(3) == 0 ? random.nextInt(content.length) : edge(content, random);
          content[at] = (byte) (random.nextBoolean() ? random.nextInt() : content[at] ^ 1 << 7);
        }
      }
    }
    return content;
  }

  private static int edge(byte[] content, Random random) {
    int distance = random.nextInt(Math.min(4_000, content.length));
    return random.nextBoolean() ? distance : content.length - 1 - distance;
  }

  @Test
  void otherFilesAreErrors() throws IOException {
    for (String text : List.of("", "PAR1", "hello, world, this is text\n")) {
      assertThat(message(text)).as(text).contains("a.arrow");
    }
  }

  private String message(String text) throws IOException {
    try {
      table(text.getBytes(StandardCharsets.UTF_8));
      return "";
    } catch (HeddleException e) {
      return e.getMessage();
    }
  }
}
