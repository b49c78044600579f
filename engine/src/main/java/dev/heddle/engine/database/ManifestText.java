package dev.heddle.engine.database;

import dev.heddle.engine.catalogue.Sequence;
import dev.heddle.engine.catalogue.TableComments;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.binder.Binder;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableConstraint.KeyKind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * The text of a manifest: a line for each thing, its kind and fields separated by tabs. In fields
 * {@code \t}, {@code \n}, {@code \r} and {@code \\} are escaped, and {@code \0} is one that is
 * missing. The first line is {@code heddle-database 1}, the last {@code end} with the CRC-32C of
 * all before it. Lines of columns, defaults, generated columns, keys, checks, foreign keys,
 * indexes, comments and files belong to the table or view before them, tables, views, macros, types
 * and sequences to the schema before them. Stateless.
 */
final class ManifestText {
  private static final String FORMAT = "heddle-database";
  private static final String VERSION = "1";

  private ManifestText() {}

  // Writing

  static String of(Manifest manifest) {
    StringBuilder text = new StringBuilder();
    line(text, FORMAT, VERSION);
    for (Manifest.SchemaContent schema : manifest.schemas()) {
      line(text, "schema", schema.name());
      schema.tables().forEach(table -> add(text, table));
      schema.views().forEach(view -> add(text, view));
      schema.macros().forEach(macro -> line(text, "macro", macro));
      schema.types().forEach(type -> line(text, "type", type.name(), type.type().sqlName()));
      schema.sequences().forEach(sequence -> add(text, sequence));
    }
    line(text, "end", checksum(text));
    return text.toString();
  }

  private static String checksum(CharSequence text) {
    CRC32C crc = new CRC32C();
    crc.update(text.toString().getBytes(StandardCharsets.UTF_8));
    return Long.toHexString(crc.getValue());
  }

  private static void line(StringBuilder text, String kind, @Nullable String... fields) {
    text.append(kind);
    for (String field : fields) {
      text.append('\t');
      if (field == null) {
        text.append("\\0");
        continue;
      }
      for (int i = 0; i < field.length(); i++) {
        char c = field.charAt(i);
        switch (c) {
          case '\t' -> text.append("\\t");
          case '\n' -> text.append("\\n");
          case '\r' -> text.append("\\r");
          case '\\' -> text.append("\\\\");
          default -> text.append(c);
        }
      }
    }
    text.append('\n');
  }

  private static void line(
      StringBuilder text, String kind, List<@Nullable String> first, List<String> others) {
    List<@Nullable String> all = new ArrayList<>(first);
    all.addAll(others);
    line(text, kind, all.toArray(new @Nullable String[0]));
  }

  private static void add(StringBuilder text, Manifest.TableContent table) {
    line(text, "table", table.name());
    addColumns(text, table.schema());
    TableDefinition definition = table.definition();
    new TreeMap<>(definition.defaults())
        .forEach((column, value) -> line(text, "default", column, value));
    new TreeMap<>(definition.generated())
        .forEach((column, value) -> line(text, "generated", column, value));
    for (TableDefinition.Key key : definition.keys()) {
      line(text, "key", fields(key.name(), key.kind().name()), key.columns());
    }
    for (TableDefinition.Check check : definition.checks()) {
      line(text, "check", fields(check.name(), check.condition()), check.columns());
    }
    for (TableDefinition.ForeignKey key : definition.foreignKeys()) {
      List<String> columns = new ArrayList<>(key.columns());
      columns.addAll(key.referenced());
      line(text, "foreign", fields(key.name(), key.table()), columns);
    }
    for (TableDefinition.Index index : definition.indexes()) {
      line(text, "index", fields(index.name(), index.isUnique() ? "unique" : ""), index.columns());
    }
    add(text, table.comments());
    for (DataFile file : table.files()) {
      line(text, "file", file.name(), String.valueOf(file.rows()), String.valueOf(file.bytes()));
    }
  }

  private static List<@Nullable String> fields(@Nullable String first, String second) {
    List<@Nullable String> fields = new ArrayList<>();
    fields.add(first);
    fields.add(second);
    return fields;
  }

  private static void add(StringBuilder text, Manifest.ViewContent view) {
    List<@Nullable String> fields = new ArrayList<>(List.of(view.name(), view.home(), view.text()));
    line(text, "view", fields, view.names());
    addColumns(text, view.schema());
    add(text, view.comments());
  }

  private static void add(StringBuilder text, Manifest.SequenceContent sequence) {
    Sequence.Definition definition = sequence.definition();
    line(
        text,
        "sequence",
        sequence.name(),
        String.valueOf(definition.increment()),
        String.valueOf(definition.min()),
        String.valueOf(definition.max()),
        definition.cycles() ? "cycle" : "",
        sequence.next() == null ? null : String.valueOf(sequence.next()));
  }

  private static void addColumns(StringBuilder text, Schema schema) {
    for (Field field : schema.fields()) {
      String nulls = field.nullable() ? "null" : "not null";
      line(text, "column", field.name(), field.type().sqlName(), nulls);
    }
  }

  private static void add(StringBuilder text, TableComments comments) {
    if (comments.text() != null) {
      line(text, "comment", null, comments.text());
    }
    new TreeMap<>(comments.columns())
        .forEach((column, comment) -> line(text, "comment", column, comment));
  }

  // Reading

  /**
   * Reads a manifest.
   *
   * @param path where it was, for messages
   * @throws HeddleException {@code CORRUPT_FILE} if it is not whole, {@code UNSUPPORTED} if it is
   *     of a later version
   */
  static Manifest read(String text, String path) {
    String[] lines = text.split("\n", -1);
    List<@Nullable String> first = fields(lines[0]);
    if (!FORMAT.equals(first.getFirst()) || first.size() < 2) {
      throw corrupt(path, "it does not begin with " + FORMAT);
    }
    if (!VERSION.equals(first.get(1))) {
      throw new HeddleException(
          ErrorCode.UNSUPPORTED,
          "Cannot open database "
              + path
              + ": its manifest is of version "
              + first.get(1)
              + ", and this Heddle reads version "
              + VERSION);
    }
    int end = text.lastIndexOf("end\t");
    if (lines.length < 2
        || end < 0
        || !text.substring(end).equals("end\t" + checksum(text.substring(0, end)) + "\n")) {
      throw corrupt(path, "its checksum is not that of its lines");
    }
    return new Reading(path).read(lines);
  }

  private static HeddleException corrupt(String path, String why) {
    return new HeddleException(
        ErrorCode.CORRUPT_FILE, "Cannot read the manifest of database " + path + ": " + why);
  }

  private static List<@Nullable String> fields(String line) {
    List<@Nullable String> fields = new ArrayList<>();
    for (String field : line.split("\t", -1)) {
      fields.add(field.equals("\\0") ? null : unescaped(field));
    }
    return fields;
  }

  private static String unescaped(String field) {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < field.length(); i++) {
      char c = field.charAt(i);
      if (c == '\\' && i + 1 < field.length()) {
        char next = field.charAt(++i);
        text.append(
            switch (next) {
              case 't' -> '\t';
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> next;
            });
      } else {
        text.append(c);
      }
    }
    return text.toString();
  }

  /** Takes the lines of one text in their order. */
  private static final class Reading {
    private final String path;
    private final List<Manifest.SchemaContent> schemas = new ArrayList<>();
    private final List<Manifest.TableContent> tables = new ArrayList<>();
    private final List<Manifest.ViewContent> views = new ArrayList<>();
    private final List<String> macros = new ArrayList<>();
    private final List<NamedTypes.Entry> types = new ArrayList<>();
    private final List<Manifest.SequenceContent> sequences = new ArrayList<>();
    private @Nullable String schema;
    private List<@Nullable String> open = List.of(); // the fields of a table or view
    private final List<String> columns = new ArrayList<>(); // of it, as SQL
    private final Map<String, String> defaults = new LinkedHashMap<>();
    private final Map<String, String> generated = new LinkedHashMap<>();
    private final List<TableDefinition.Key> keys = new ArrayList<>();
    private final List<TableDefinition.Check> checks = new ArrayList<>();
    private final List<TableDefinition.Index> indexes = new ArrayList<>();
    private final List<TableDefinition.ForeignKey> foreign = new ArrayList<>();
    private @Nullable String comment;
    private final Map<String, String> columnComments = new LinkedHashMap<>();
    private final List<DataFile> files = new ArrayList<>();

    Reading(String path) {
      this.path = path;
    }

    Manifest read(String[] lines) {
      for (String line : lines) {
        List<@Nullable String> fields = fields(line);
        try {
          take(fields);
        } catch (IndexOutOfBoundsException | IllegalArgumentException e) {
          throw corrupt(path, "a line is not as expected: " + line);
        }
      }
      return new Manifest(schemas);
    }

    private static String text(List<@Nullable String> fields, int at) {
      String text = fields.get(at);
      if (text == null) {
        throw new IllegalArgumentException("a field is missing");
      }
      return text;
    }

    private static List<String> others(List<@Nullable String> fields, int from) {
      List<String> all = new ArrayList<>();
      for (int i = from; i < fields.size(); i++) {
        all.add(text(fields, i));
      }
      return all;
    }

    private void take(List<@Nullable String> fields) {
      switch (text(fields, 0)) {
        case "schema" -> {
          endSchema();
          schema = text(fields, 1);
        }
        case "table", "view" -> {
          endObject();
          open = fields;
        }
        case "column" ->
            columns.add(
                SqlParser.name(text(fields, 1))
                    + " "
                    + text(fields, 2)
                    + (text(fields, 3).equals("null") ? "" : " NOT NULL"));
        case "default" -> defaults.put(text(fields, 1), text(fields, 2));
        case "generated" -> generated.put(text(fields, 1), text(fields, 2));
        case "key" ->
            keys.add(
                new TableDefinition.Key(
                    fields.get(1), KeyKind.valueOf(text(fields, 2)), others(fields, 3)));
        case "check" ->
            checks.add(
                new TableDefinition.Check(fields.get(1), text(fields, 2), others(fields, 3)));
        case "foreign" -> {
          List<String> columns = others(fields, 3);
          int half = columns.size() / 2;
          foreign.add(
              new TableDefinition.ForeignKey(
                  fields.get(1),
                  columns.subList(0, half),
                  text(fields, 2),
                  columns.subList(half, columns.size())));
        }
        case "index" ->
            indexes.add(
                new TableDefinition.Index(
                    text(fields, 1), text(fields, 2).equals("unique"), others(fields, 3)));
        case "comment" -> {
          if (fields.get(1) == null) {
            comment = text(fields, 2);
          } else {
            columnComments.put(text(fields, 1), text(fields, 2));
          }
        }
        case "file" ->
            files.add(
                new DataFile(
                    text(fields, 1),
                    Long.parseLong(text(fields, 2)),
                    Long.parseLong(text(fields, 3))));
        case "macro" -> {
          endObject();
          macros.add(text(fields, 1));
        }
        case "type" -> {
          endObject();
          types.add(new NamedTypes.Entry(text(fields, 1), type(text(fields, 2))));
        }
        case "sequence" -> {
          endObject();
          String next = fields.get(6);
          sequences.add(
              new Manifest.SequenceContent(
                  text(fields, 1),
                  new Sequence.Definition(
                      Long.parseLong(text(fields, 2)),
                      Long.parseLong(text(fields, 3)),
                      Long.parseLong(text(fields, 4)),
                      text(fields, 5).equals("cycle")),
                  next == null ? null : Long.valueOf(next)));
        }
        case "end" -> endSchema();
        case FORMAT, "" -> {
          // The first line, and what follows the last one.
        }
        default -> throw new IllegalArgumentException("a line of no kind that is known");
      }
    }

    private void endSchema() {
      endObject();
      if (schema != null) {
        schemas.add(new Manifest.SchemaContent(schema, tables, views, macros, types, sequences));
      }
      schema = null;
      tables.clear();
      views.clear();
      macros.clear();
      types.clear();
      sequences.clear();
    }

    private void endObject() {
      if (open.isEmpty()) {
        return;
      }
      TableComments comments = new TableComments(comment, columnComments);
      if (text(open, 0).equals("table")) {
        tables.add(
            new Manifest.TableContent(
                text(open, 1),
                columns(),
                new TableDefinition(defaults, generated, keys, checks, indexes, foreign),
                comments,
                files));
      } else {
        views.add(
            new Manifest.ViewContent(
                text(open, 1), text(open, 2), text(open, 3), others(open, 4), columns(), comments));
      }
      open = List.of();
      columns.clear();
      defaults.clear();
      generated.clear();
      keys.clear();
      checks.clear();
      indexes.clear();
      foreign.clear();
      comment = null;
      columnComments.clear();
      files.clear();
    }

    private static DataType type(String sqlName) {
      return columns(List.of("t " + sqlName)).field(0).type();
    }

    private Schema columns() {
      return columns(columns);
    }

    private static Schema columns(List<String> columns) {
      String sql = "CREATE TABLE t (" + String.join(", ", columns) + ")";
      if (columns.isEmpty()
          || !(SqlParser.script(sql).statements().getFirst()
              instanceof Statement.CreateTable made)) {
        throw new IllegalArgumentException("a table or view has no columns");
      }
      return Binder.columns(sql, made, NamedTypes.NONE);
    }
  }
}
