package dev.heddle.frame.schema;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.AnalysisException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Reads types from text: names of SQL, those of other engines among them, with parameters, lists
 * {@code INTEGER[]} and {@code array<int>}, structs {@code STRUCT(a INTEGER)} and {@code struct<a:
 * int>}, and maps. Fields alone are a struct, {@code a INT, b DOUBLE}. So are the structures of
 * JSON functions, {@code {"a": "INTEGER", "b": ["DOUBLE"]}}. Used once.
 */
public final class TypeText {
  private static final DataType.Decimal DEFAULT_DECIMAL = new DataType.Decimal(18, 3);

  private static final Map<String, DataType> NAMES =
      Map.ofEntries(
          Map.entry("BOOLEAN", DataType.BOOL),
          Map.entry("BOOL", DataType.BOOL),
          Map.entry("TINYINT", DataType.INT8),
          Map.entry("INT1", DataType.INT8),
          Map.entry("SMALLINT", DataType.INT16),
          Map.entry("INT2", DataType.INT16),
          Map.entry("SHORT", DataType.INT16),
          Map.entry("INTEGER", DataType.INT32),
          Map.entry("INT", DataType.INT32),
          Map.entry("INT4", DataType.INT32),
          Map.entry("BIGINT", DataType.INT64),
          Map.entry("INT8", DataType.INT64),
          Map.entry("LONG", DataType.INT64),
          Map.entry("INT16", DataType.INT16),
          Map.entry("INT32", DataType.INT32),
          Map.entry("INT64", DataType.INT64),
          Map.entry("SIGNED", DataType.INT32),
          Map.entry("LOGICAL", DataType.BOOL),
          Map.entry("BPCHAR", DataType.STRING),
          Map.entry("REAL", DataType.FLOAT32),
          Map.entry("FLOAT4", DataType.FLOAT32),
          Map.entry("FLOAT", DataType.FLOAT32),
          Map.entry("FLOAT8", DataType.FLOAT64),
          Map.entry("DOUBLE", DataType.FLOAT64),
          Map.entry("DECIMAL", DEFAULT_DECIMAL),
          Map.entry("NUMERIC", DEFAULT_DECIMAL),
          Map.entry("DEC", DEFAULT_DECIMAL),
          Map.entry("VARCHAR", DataType.STRING),
          Map.entry("CHAR", DataType.STRING),
          Map.entry("CHARACTER", DataType.STRING),
          Map.entry("TEXT", DataType.STRING),
          Map.entry("CLOB", DataType.STRING),
          Map.entry("STRING", DataType.STRING),
          Map.entry("BINARY", DataType.BINARY),
          Map.entry("VARBINARY", DataType.BINARY),
          Map.entry("BLOB", DataType.BINARY),
          Map.entry("BYTEA", DataType.BINARY),
          Map.entry("UUID", DataType.UUID),
          Map.entry("GUID", DataType.UUID),
          Map.entry("JSON", DataType.JSON),
          Map.entry("UTINYINT", DataType.UINT8),
          Map.entry("UINT8", DataType.UINT8),
          Map.entry("USMALLINT", DataType.UINT16),
          Map.entry("UINT16", DataType.UINT16),
          Map.entry("UINTEGER", DataType.UINT32),
          Map.entry("UINT32", DataType.UINT32),
          Map.entry("UBIGINT", DataType.UINT64),
          Map.entry("UINT64", DataType.UINT64),
          Map.entry("HUGEINT", DataType.INT128),
          Map.entry("INT128", DataType.INT128),
          Map.entry("DATE", DataType.DATE),
          Map.entry("TIME", DataType.TIME),
          Map.entry("TIMESTAMP", DataType.TIMESTAMP),
          Map.entry("DATETIME", DataType.TIMESTAMP),
          Map.entry("TIMESTAMPTZ", DataType.TIMESTAMP_TZ),
          Map.entry("TIMESTAMP_LTZ", DataType.TIMESTAMP_TZ),
          Map.entry("TIMESTAMP_NTZ", DataType.TIMESTAMP),
          Map.entry("TIMESTAMP_US", DataType.TIMESTAMP),
          Map.entry("TIMESTAMP_NS", new DataType.Timestamp(TimestampUnit.NANOS, false)),
          Map.entry("INTERVAL", DataType.INTERVAL));

  private static final int HEX_DIGITS = 4; // of an escaped character

  private final String text;
  private int at;

  private TypeText(String text) {
    this.text = requireNonNull(text, "text is null");
  }

  /** Returns the type of a name without parameters, in any case. */
  public static Optional<DataType> scalar(String name) {
    return Optional.ofNullable(
        NAMES.get(requireNonNull(name, "name is null").toUpperCase(Locale.ROOT)));
  }

  /**
   * Returns the type that a text names, or the struct of the fields that it lists.
   *
   * @throws AnalysisException if it is none
   */
  public static DataType parse(String text) {
    TypeText reader = new TypeText(text);
    String first = reader.word();
    reader.blanks();
    boolean isField = reader.at < text.length() && "([<".indexOf(text.charAt(reader.at)) < 0;
    reader.at = 0;
    DataType type = isField && !first.isEmpty() ? reader.fields('\0') : reader.type();
    return reader.ended(type);
  }

  /**
   * Returns the type of a structure in JSON: a text that names it, a list of one structure, or an
   * object of the fields of a struct.
   *
   * @throws AnalysisException if it is none
   */
  public static DataType ofStructure(String json) {
    TypeText reader = new TypeText(json);
    return reader.ended(reader.structure());
  }

  private DataType ended(DataType type) {
    blanks();
    if (at < text.length()) {
      throw refusal();
    }
    return type;
  }

  private AnalysisException refusal() {
    return new AnalysisException(
        "cannot read the type \""
            + text
            + "\" at character "
            + (at + 1)
            + "; write for example"
            + " DECIMAL(9, 2), STRUCT(a INTEGER), or a INT, b DOUBLE");
  }

  private void blanks() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private boolean accept(char symbol) {
    blanks();
    boolean isNext = at < text.length() && text.charAt(at) == symbol;
    at += isNext ? 1 : 0;
    return isNext;
  }

  private void expect(char symbol) {
    if (!accept(symbol)) {
      throw refusal();
    }
  }

  private String word() {
    blanks();
    if (accept('"')) {
      return quoted();
    }
    int start = at;
    while (at < text.length()
        && (Character.isUnicodeIdentifierPart(text.charAt(at)) || text.charAt(at) == '$')) {
      at++;
    }
    return text.substring(start, at);
  }

  /** Reads up to a quote that no backslash precedes, with the escapes of JSON. */
  private String quoted() {
    StringBuilder content = new StringBuilder();
    while (at < text.length() && text.charAt(at) != '"') {
      boolean isEscape = text.charAt(at) == '\\' && at + 1 < text.length();
      at += isEscape ? 1 : 0;
      content.append(isEscape ? escaped() : text.charAt(at++));
    }
    expect('"');
    return content.toString();
  }

  /** Reads what follows a backslash. */
  private char escaped() {
    char mark = text.charAt(at++);
    int end = at + HEX_DIGITS;
    if (mark == 'u' && end <= text.length() && text.substring(at, end).matches("\\p{XDigit}+")) {
      char code = (char) Integer.parseInt(text.substring(at, end), 16);
      at = end;
      return code;
    }
    return switch (mark) {
      case 'n' -> '\n';
      case 't' -> '\t';
      case 'r' -> '\r';
      case 'b' -> '\b';
      case 'f' -> '\f';
      default -> mark;
    };
  }

  private DataType type() {
    DataType type = element();
    while (accept('[')) {
      expect(']');
      type = new DataType.ListOf(type);
    }
    return type;
  }

  private DataType element() {
    String name = word().toUpperCase(Locale.ROOT);
    boolean isAngle = accept('<');
    if (!isAngle && !accept('(')) {
      return scalar(name).orElseThrow(() -> missing(name));
    }
    char close = isAngle ? '>' : ')';
    DataType type =
        switch (name) {
          case "STRUCT", "ROW" -> fields(close);
          case "ARRAY", "LIST" -> new DataType.ListOf(type());
          case "MAP" -> {
            DataType key = type();
            expect(',');
            yield new DataType.MapOf(key, type());
          }
          default -> parametrized(name);
        };
    expect(close);
    return type;
  }

  private static AnalysisException missing(String name) {
    return new AnalysisException("no type \"" + name + "\"");
  }

  private DataType parametrized(String name) {
    DataType plain = scalar(name).orElseThrow(() -> missing(name));
    List<Integer> numbers = new ArrayList<>();
    do {
      String digits = word();
      if (!digits.matches("\\d{1,4}")) {
        throw refusal();
      }
      numbers.add(Integer.valueOf(digits));
    } while (accept(','));
    return plain instanceof DataType.Decimal && numbers.size() <= 2
        ? new DataType.Decimal(numbers.getFirst(), numbers.size() > 1 ? numbers.get(1) : 0)
        : plain;
  }

  /** Reads fields up to the sign that closes them, which is not taken. */
  private DataType.Struct fields(char close) {
    List<Field> fields = new ArrayList<>();
    do {
      String name = word();
      if (name.isEmpty()) {
        throw refusal();
      }
      accept(':');
      fields.add(Field.of(name, type()));
    } while (accept(','));
    blanks();
    if (close != '\0' && (at == text.length() || text.charAt(at) != close)) {
      throw refusal();
    }
    return new DataType.Struct(fields);
  }

  private DataType structure() {
    if (accept('[')) {
      DataType element = structure();
      expect(']');
      return new DataType.ListOf(element);
    }
    if (accept('{')) {
      List<Field> fields = new ArrayList<>();
      do {
        expect('"');
        String name = quoted();
        expect(':');
        fields.add(Field.of(name, structure()));
      } while (accept(','));
      expect('}');
      return new DataType.Struct(fields);
    }
    expect('"');
    return parse(quoted());
  }
}
