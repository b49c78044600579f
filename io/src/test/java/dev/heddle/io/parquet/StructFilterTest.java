package dev.heddle.io.parquet;

import static org.assertj.core.api.Assertions.assertThat;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.parquet.footer.ChunkInfo;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.parquet.footer.ParquetFooter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import dev.heddle.io.scan.TableScan;
import dev.heddle.io.testing.Scans;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Filters over fields of structs decide which rows of other fields are read. */
class StructFilterTest {
  private static final int SEEDS = Integer.getInteger("heddle.seeds", 150) / 25;
  private static final int ROWS = 100_000;
  private static final int PAGE_ROWS = 1000;
  private static final MessageType SCHEMA =
      MessageTypeParser.parseMessageType(
          """
          message m {
            optional group s {
              optional int64 a;
              optional group inner { optional int64 b; optional binary text (STRING); }
              required binary more (STRING);
              optional group list (LIST) { repeated group list { optional int32 element; } }
            }
          }
          """);

  @TempDir Path folder;

  private static ScanRequest request(List<Integer> outputs, TestFilter... filters) {
    List<ScanFilter.Conjunct> conjuncts = new ArrayList<>();
    for (TestFilter filter : filters) {
      conjuncts.add(filter.conjunct());
    }
    List<Integer> columns = new ArrayList<>(outputs);
    for (TestFilter filter : filters) {
      filter.columns().stream().filter(c -> !columns.contains(c)).forEach(columns::add);
    }
    assertThat(columns).isEqualTo(IntStream.range(0, columns.size()).boxed().toList());
    return new ScanRequest(columns, outputs, new ScanFilter(conjuncts), OptionalLong.empty());
  }

  /** Returns all paths of fields in a column, through structs only. */
  private static void paths(DataType type, int column, List<String> path, List<FieldPath> found) {
    found.add(new FieldPath(column, path));
    if (type instanceof DataType.Struct(List<Field> fields)) {
      for (Field field : fields) {
        List<String> inner = new ArrayList<>(path);
        inner.add(field.name());
        paths(field.type(), column, inner, found);
      }
    }
  }

  @Test
  void randomFiltersOverFieldsOfRandomFiles() throws IOException {
    long first = Long.getLong("heddle.firstSeed", 0);
    int divided = 0;
    for (long seed = first; seed < first + SEEDS; seed++) {
      Random random = new Random(seed);
      Path file = folder.resolve("f" + seed + ".parquet");
      List<List<@Nullable Object>> all = NestedGroupFiles.write(file, seed);
      Table table = ParquetTables.open(file.toString());
      List<FieldPath> paths = new ArrayList<>();
      for (int i = 0; i < table.schema().size(); i++) {
        paths(table.schema().field(i).type(), i, List.of(), paths);
      }
      for (int round = 0; round < 4; round++) {
        List<TestFilter> filters = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        List<List<@Nullable Object>> expected = all;
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          List<FieldPath> inputs = new ArrayList<>();
          for (int count = 1 + random.nextInt(2); count > 0; count--) {
            FieldPath path = paths.get(random.nextInt(paths.size()));
            if (!inputs.contains(path)) {
              inputs.add(path);
            }
            divided += path.names().isEmpty() ? 0 : 1;
          }
          text.append(inputs).append(" ");
          int modulus = 2 + random.nextInt(30);
          int kept = 1 + random.nextInt(modulus);
          filters.add(
              TestFilter.byFields(
                  inputs, v -> Math.floorMod(Objects.hash(v.toString()), modulus) < kept));
          List<List<@Nullable Object>> left = new ArrayList<>();
          for (List<@Nullable Object> row : expected) {
            List<@Nullable Object> values = new ArrayList<>();
            inputs.forEach(p -> values.add(TestFilter.at(row.get(p.column()), p.names())));
            if (Math.floorMod(Objects.hash(values.toString()), modulus) < kept) {
              left.add(row);
            }
          }
          expected = left;
        }
        Set<Integer> outputs = new HashSet<>(List.of(0));
        IntStream.range(0, table.schema().size())
            .filter(i -> random.nextBoolean())
            .forEach(outputs::add);
        List<Integer> columns = IntStream.range(0, table.schema().size()).boxed().toList();
        ScanRequest request =
            new ScanRequest(
                columns,
                outputs.stream().sorted().toList(),
                new ScanFilter(filters.stream().map(TestFilter::conjunct).toList()),
                OptionalLong.empty());
        List<List<@Nullable Object>> wanted = new ArrayList<>();
        for (List<@Nullable Object> row : expected) {
          List<@Nullable Object> some = new ArrayList<>();
          request.outputs().forEach(i -> some.add(row.get(i)));
          wanted.add(some);
        }
        assertThat(Scans.rows(table, request).toString())
            .as("seed %d, round %d: %s", seed, round, text)
            .isEqualTo(wanted.toString());
      }
    }
    assertThat(divided).isPositive();
  }

  private Path write() throws IOException {
    Path file = folder.resolve("structs.parquet");
    Random random = new Random(3);
    try (ParquetWriter<Group> writer =
        OddFiles.writer(file, SCHEMA)
            .withDictionaryEncoding(false)
            .withPageRowCountLimit(PAGE_ROWS)
            .withRowGroupRowCountLimit(ROWS)
            .build()) {
      for (int row = 0; row < ROWS; row++) {
        Group group = new SimpleGroup(SCHEMA);
        if (row % 7 != 3) {
          Group s = group.addGroup("s");
          if (row % 5 != 1) {
            s.add("a", (long) row);
          }
          if (row % 3 != 1) {
            Group inner = s.addGroup("inner");
            inner.add("b", random.nextLong(1000));
            if (row % 4 != 2) {
              inner.add("text", "text " + random.nextLong() + " of row " + row);
            }
          }
          s.add("more", "more " + random.nextLong() + random.nextLong());
          if (row % 6 != 2) {
            Group list = s.addGroup("list");
            for (int i = row % 4; i > 0; i--) {
              list.addGroup("list").add("element", random.nextInt());
            }
          }
        }
        writer.write(group);
      }
    }
    return file;
  }

  /** Returns how many bytes the pages of all leaves take, and those of single ones by name. */
  private static Map<String, Long> bytes(Path file) {
    ParquetFooter footer = GroupFiles.footer(file);
    Map<String, Long> bytes = new HashMap<>();
    ParquetColumn s = footer.columns().getFirst();
    List<ParquetColumn> leaves = s.nested().leaves();
    ChunkInfo chunk = footer.rowGroups().getFirst().chunks().getFirst();
    for (int i = 0; i < leaves.size(); i++) {
      bytes.put(leaves.get(i).name(), chunk.leaves().get(i).compressedBytes());
      bytes.merge("", chunk.leaves().get(i).compressedBytes(), Long::sum);
    }
    return bytes;
  }

  private static boolean isNear(@Nullable Object value, int row) {
    return value instanceof Long number && Math.abs(number - row) < PAGE_ROWS / 2;
  }

  @Test
  void otherFieldsAreReadOnlyWhereRowsAreLeft() throws IOException {
    Path file = write();
    Map<String, Long> bytes = bytes(file);
    Table table = ParquetTables.open(file.toString());
    FieldPath a = new FieldPath(0, List.of("a"));
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (List<@Nullable Object> row : Scans.rows(table)) {
      if (isNear(TestFilter.at(row.getFirst(), a.names()), 70_500)) {
        expected.add(row);
      }
    }
    TestFilter near = TestFilter.byFields(List.of(a), v -> isNear(v.getFirst(), 70_500));
    TableScan scan = table.scan(request(List.of(0), near));
    assertThat(Scans.rows(scan).toString()).isEqualTo(expected.toString());
    assertThat(expected).isNotEmpty();
    // a whole, of the other leaves two pages in a hundred, and lists of pages
    long others = bytes.get("") - bytes.get("s.a");
    assertThat(scan.metrics().bytesRead.sum())
        .isGreaterThan(bytes.get("s.a"))
        .isLessThan(bytes.get("s.a") + others / 10);
  }

  @Test
  void eachConjunctDecidesWhichRowsOfTheNextOnesFieldAreRead() throws IOException {
    Path file = write();
    Map<String, Long> bytes = bytes(file);
    Table table = ParquetTables.open(file.toString());
    FieldPath a = new FieldPath(0, List.of("a"));
    FieldPath text = new FieldPath(0, List.of("inner", "text"));
    List<List<@Nullable Object>> expected = new ArrayList<>();
    for (List<@Nullable Object> row : Scans.rows(table)) {
      Object value = TestFilter.at(row.getFirst(), text.names());
      if (isNear(TestFilter.at(row.getFirst(), a.names()), 20_500)
          && value != null
          && value.toString().contains("9")) {
        expected.add(row);
      }
    }
    TestFilter near = TestFilter.byFields(List.of(a), v -> isNear(v.getFirst(), 20_500));
    TestFilter nine =
        TestFilter.byFields(
            List.of(text), v -> v.getFirst() != null && v.getFirst().toString().contains("9"));
    TableScan scan = table.scan(request(List.of(0), near, nine));
    assertThat(Scans.rows(scan).toString()).isEqualTo(expected.toString());
    assertThat(nine.looked.get()).isZero(); // its values are looked at by its form over fields
    assertThat(scan.metrics().bytesRead.sum())
        .isLessThan(bytes.get("s.a") + (bytes.get("") - bytes.get("s.a")) / 2);
  }
}
