package dev.heddle.io.parquet;

import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import org.apache.parquet.column.ParquetProperties.WriterVersion;
import org.apache.parquet.example.data.Group;
import org.apache.parquet.example.data.simple.SimpleGroup;
import org.apache.parquet.hadoop.ParquetWriter;
import org.apache.parquet.hadoop.metadata.CompressionCodecName;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.schema.MessageType;
import org.apache.parquet.schema.MessageTypeParser;
import org.jspecify.annotations.Nullable;

/**
 * Writes seeded random files with random nested schemas through parquet-java: lists and maps in all
 * forms that writers old and new have given them.
 */
public final class NestedGroupFiles {
  private static final int MAX_DEPTH = 4;
  private static final int LONGEST_LIST = 6000;

  private final Random random;
  private final int distinct;
  private final double nulls;
  private int names;

  private NestedGroupFiles(Random random) {
    this.random = random;
    this.distinct = 1 << random.nextInt(14);
    this.nulls = new double[] {0, 0.05, 0.5, 0.95}[random.nextInt(4)];
  }

  private enum Kind {
    PRIMITIVE,
    STRUCT,
    /** A list whose repeated group holds the element. */
    LIST,
    /** A list whose repeated field is the element. */
    OLD_LIST,
    MAP,
    /** A map without values. */
    KEYS
  }

  /**
   * A field.
   *
   * @param type of a primitive, or the annotation of a group
   * @param inner the name of the repeated field of a list or map
   */
  private record Node(
      Kind kind, String name, String repetition, String type, String inner, List<Node> children) {
    boolean isOptional() {
      return repetition.equals("optional");
    }

    boolean isRepeated() {
      return repetition.equals("repeated");
    }

    String text() {
      String fields = children.stream().map(Node::text).collect(Collectors.joining(" "));
      return switch (kind) {
        case PRIMITIVE -> repetition + " " + type.replace("$", name) + ";";
        case STRUCT -> repetition + " group " + name + " { " + fields + " }";
        case OLD_LIST -> repetition + " group " + name + " (LIST) { " + fields + " }";
        case LIST, MAP, KEYS ->
            "%s group %s (%s) { repeated group %s { %s } }"
                .formatted(repetition, name, type, inner, fields);
      };
    }
  }

  /** Writes a file and returns its rows in the form of {@code Rows}. */
  public static List<List<@Nullable Object>> write(Path file, long seed) throws IOException {
    return new NestedGroupFiles(new Random(seed)).write(file);
  }

  private List<List<@Nullable Object>> write(Path file) throws IOException {
    List<Node> columns = new ArrayList<>();
    columns.add(new Node(Kind.PRIMITIVE, "id", "required", "int32 $", "", List.of()));
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      columns.add(node(0, true));
    }
    String schema =
        "message t { " + columns.stream().map(Node::text).collect(Collectors.joining(" ")) + " }";
    MessageType type = MessageTypeParser.parseMessageType(schema);
    List<List<@Nullable Object>> rows = new ArrayList<>();
    CompressionCodecName[] codecs = {
      CompressionCodecName.UNCOMPRESSED, CompressionCodecName.SNAPPY, CompressionCodecName.ZSTD
    };
    try (ParquetWriter<Group> writer =
        OddFiles.writer(file, type)
            .withWriterVersion(
                random.nextBoolean() ? WriterVersion.PARQUET_1_0 : WriterVersion.PARQUET_2_0)
            .withCompressionCodec(codecs[random.nextInt(codecs.length)])
            .withDictionaryEncoding(random.nextInt(3) > 0)
            .withDictionaryPageSize(random.nextBoolean() ? 300 : 1 << 20)
            .withPageSize(random.nextBoolean() ? 400 : 1 << 20)
            .withPageRowCountLimit(random.nextInt(6) == 0 ? 1 : 20 + random.nextInt(2000))
            .withMinRowCountForPageSizeCheck(10)
            .withRowGroupRowCountLimit(100 + random.nextInt(2000))
            .build()) {
      int count = random.nextInt(10) == 0 ? random.nextInt(3) : random.nextInt(1200);
      for (int row = 0; row < count; row++) {
        Group group = new SimpleGroup(type);
        List<@Nullable Object> values = new ArrayList<>();
        group.add("id", row);
        values.add((long) row);
        for (Node column : columns.subList(1, columns.size())) {
          values.add(add(group, column));
        }
        writer.write(group);
        rows.add(values);
      }
    }
    return rows;
  }

  private String name() {
    return "f" + names++;
  }

  private Node node(int depth, boolean mayRepeat) {
    String repetition =
        mayRepeat && random.nextInt(8) == 0
            ? "repeated"
            : random.nextInt(3) == 0 ? "required" : "optional";
    Kind kind =
        depth >= MAX_DEPTH || (depth > 0 && random.nextInt(3) == 0)
            ? Kind.PRIMITIVE
            : Kind.values()[random.nextInt(Kind.values().length)];
    String name = name();
    return switch (kind) {
      case PRIMITIVE -> {
        String[] types = {
          "int32 $",
          "int64 $",
          "binary $ (STRING)",
          "boolean $",
          "double $",
          "fixed_len_byte_array(9) $ (DECIMAL(20,2))",
          "int32 $ (INTEGER(16,true))"
        };
        yield new Node(kind, name, repetition, types[random.nextInt(types.length)], "", List.of());
      }
      case STRUCT -> {
        List<Node> fields = new ArrayList<>();
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          fields.add(node(depth + 1, true));
        }
        yield new Node(kind, name, repetition, "", "", fields);
      }
      case LIST -> {
        String[] inners = {"list", "bag", "element", "anything"};
        String inner = inners[random.nextInt(inners.length)];
        yield new Node(kind, name, repetition, "LIST", inner, List.of(node(depth + 1, false)));
      }
      case OLD_LIST -> {
        Node one = node(depth + 1, false);
        Node element =
            switch (random.nextInt(4)) {
              case 0 -> new Node(Kind.PRIMITIVE, "array", "repeated", "int32 $", "", List.of());
              case 1 -> new Node(Kind.STRUCT, "array", "repeated", "", "", List.of(one));
              case 2 -> new Node(Kind.STRUCT, name + "_tuple", "repeated", "", "", List.of(one));
              default ->
                  new Node(
                      Kind.STRUCT,
                      "element",
                      "repeated",
                      "",
                      "",
                      List.of(one, node(depth + 1, true)));
            };
        yield new Node(kind, name, repetition, "LIST", "", List.of(element));
      }
      case MAP, KEYS -> {
        boolean isOld = kind == Kind.MAP && random.nextInt(3) == 0;
        String keyType = random.nextBoolean() ? "int32 $" : "binary $ (STRING)";
        List<Node> fields = new ArrayList<>();
        fields.add(new Node(Kind.PRIMITIVE, "key", "required", keyType, "", List.of()));
        if (kind == Kind.MAP) {
          fields.add(node(depth + 1, false));
        }
        String annotation = isOld ? "MAP_KEY_VALUE" : "MAP";
        yield new Node(kind, name, repetition, annotation, isOld ? "map" : "key_value", fields);
      }
    };
  }

  private int length() {
    return switch (random.nextInt(12)) {
      case 0, 1 -> 0;
      case 2 -> random.nextInt(200) == 0 ? random.nextInt(LONGEST_LIST) : 9;
      default -> 1 + random.nextInt(4);
    };
  }

  /** Adds a field to a group and returns its value. */
  private @Nullable Object add(Group group, Node node) {
    if (node.isRepeated()) {
      List<@Nullable Object> values = new ArrayList<>();
      for (int i = length(); i > 0; i--) {
        values.add(addOne(group, node));
      }
      return values;
    }
    return node.isOptional() && random.nextDouble() < nulls ? null : addOne(group, node);
  }

  private Object addOne(Group group, Node node) {
    if (node.kind == Kind.PRIMITIVE) {
      return addPrimitive(group, node);
    }
    Group inner = group.addGroup(node.name);
    return switch (node.kind) {
      case PRIMITIVE -> throw new IllegalStateException("done above");
      case STRUCT -> {
        Map<String, @Nullable Object> struct = new LinkedHashMap<>();
        for (Node field : node.children) {
          struct.put(field.name, add(inner, field));
        }
        yield struct;
      }
      case OLD_LIST -> {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = length(); i > 0; i--) {
          values.add(addOne(inner, node.children.getFirst()));
        }
        yield values;
      }
      case LIST, KEYS -> {
        List<@Nullable Object> values = new ArrayList<>();
        for (int i = length(); i > 0; i--) {
          values.add(add(inner.addGroup(node.inner), node.children.getFirst()));
        }
        yield values;
      }
      case MAP -> {
        List<@Nullable Object> entries = new ArrayList<>();
        for (int i = length(); i > 0; i--) {
          Group pair = inner.addGroup(node.inner);
          Map<String, @Nullable Object> entry = new LinkedHashMap<>();
          entry.put("key", add(pair, node.children.get(0)));
          entry.put("value", add(pair, node.children.get(1)));
          entries.add(entry);
        }
        yield entries;
      }
    };
  }

  private Object addPrimitive(Group group, Node node) {
    int choice = random.nextInt(distinct);
    String name = node.name;
    switch (node.type) {
      case "int32 $" -> {
        group.add(name, choice * 31);
        return choice * 31L;
      }
      case "int32 $ (INTEGER(16,true))" -> {
        group.add(name, choice - 500);
        return choice - 500L;
      }
      case "int64 $" -> {
        group.add(name, choice * 3_000_000_000L);
        return choice * 3_000_000_000L;
      }
      case "binary $ (STRING)" -> {
        String text = choice % 3 == 0 ? "t" + choice : "a longer text number " + choice;
        group.add(name, text);
        return text;
      }
      case "boolean $" -> {
        group.add(name, choice % 2 == 0);
        return choice % 2 == 0;
      }
      case "double $" -> {
        group.add(name, choice / 8.0);
        return choice / 8.0;
      }
      default -> {
        BigInteger unscaled = BigInteger.valueOf(choice - 100).multiply(BigInteger.TEN.pow(12));
        byte[] bytes = new byte[9];
        byte[] least = unscaled.toByteArray();
        java.util.Arrays.fill(bytes, (byte) (unscaled.signum() < 0 ? -1 : 0));
        System.arraycopy(least, 0, bytes, 9 - least.length, least.length);
        group.add(name, Binary.fromConstantByteArray(bytes));
        return new BigDecimal(unscaled, 2);
      }
    }
  }
}
