package dev.heddle.io.csv;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.option.CsvReadOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.text.BadValue;
import dev.heddle.io.text.ByteParser;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.TypeSource;
import dev.heddle.io.text.Utf8Reader;
import dev.heddle.io.text.ValueParser;
import java.nio.charset.StandardCharsets;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Appends the fields of records to the columns that are wanted. Used by one thread. */
final class CsvRecords extends CsvHandler<CsvRecords> {
  private final CsvInspected file;
  private final TextStream stream;
  private final List<String> nullTexts;
  private final byte[][] nullBytes;
  private final boolean isStrict;
  private final boolean isPadded;
  private final boolean hasQuotedNulls;
  // by position in a record: the builder that wants the field, or null
  private final @Nullable ColumnBuilder[] builders;
  private final @Nullable ValueParser[] parsers;
  private final @Nullable ByteParser[] byteParsers;
  private final boolean[] isText;
  private final TypeSource[] sources; // of the types of the fields' columns
  private final @Nullable ColumnBuilder badRows;
  private final StringBuilder raw = new StringBuilder();
  private final BitSet bad = new BitSet();
  private char[] characters = new char[256];
  private int taken; // fields of the record that are in the columns already
  private long earlierLines;
  private boolean isHeader;
  private boolean isBad;
  private boolean isNullBehind; // the field behind the last column
  private int rows;

  /**
   * Makes a handler.
   *
   * @param stream knows lines, for messages
   * @param builders the builder of each field of a record, or null where it is not wanted
   * @param badRows wants the text of records that do not fit, or null
   */
  CsvRecords(
      CsvInspected file,
      CsvReadOptions options,
      ZoneId zone,
      TextStream stream,
      @Nullable ColumnBuilder[] builders,
      @Nullable ColumnBuilder badRows) {
    this.file = file;
    this.stream = stream;
    this.nullTexts = options.nullTexts();
    this.nullBytes =
        nullTexts.stream().map(t -> t.getBytes(StandardCharsets.UTF_8)).toArray(byte[][]::new);
    this.isStrict = options.badRows() instanceof BadRows.Fail;
    this.isPadded = options.isPadded();
    this.hasQuotedNulls = options.hasQuotedNulls();
    this.builders = builders;
    this.badRows = badRows;
    this.parsers = new ValueParser[builders.length];
    this.byteParsers = new ByteParser[builders.length];
    this.isText = new boolean[builders.length];
    this.sources = new TypeSource[builders.length];
    for (int i = 0; i < builders.length; i++) {
      if (builders[i] != null) {
        DataType type = column(i).type();
        String format = format(type);
        boolean isStated = CsvInspected.isStated(options, i, column(i).name());
        sources[i] = isStated ? TypeSource.STATED : TypeSource.FOUND;
        parsers[i] = ValueParser.ofCsv(type, zone, file.times().order(), format, sources[i]);
        byteParsers[i] = format == null ? new ByteParser(type) : new ByteParser();
        isText[i] =
            type instanceof DataType.Str
                || type instanceof DataType.Binary
                || type instanceof DataType.Enumeration;
      }
    }
  }

  private @Nullable String format(DataType type) {
    return switch (type) {
      case DataType.Date _ -> file.times().date();
      case DataType.Timestamp timestamp when !timestamp.withZone() -> file.times().timestamp();
      default -> null;
    };
  }

  /** Lets the first record have names. */
  void expectHeader() {
    isHeader = true;
  }

  private Field column(int field) {
    return file.schema().field(file.columns().get(field));
  }

  /** Starts a batch. */
  void startBatch() {
    rows = 0;
    bad.clear();
  }

  /** Returns how many records of the batch there are. */
  int rows() {
    return rows;
  }

  /** Returns which records of the batch do not fit. */
  BitSet bad() {
    return bad;
  }

  @Override
  void field(char[] buffer, int offset, int length) {
    field(buffer, offset, length, isQuoted());
  }

  private void field(char[] buffer, int offset, int length, boolean quoted) {
    if (isHeader) {
      return;
    }
    if (badRows != null) {
      keepRaw(buffer, offset, length, quoted);
    }
    int position = fields();
    if (position == builders.length) {
      isNullBehind = isNull(buffer, offset, length, quoted);
    }
    if (position >= builders.length || builders[position] == null || position < taken) {
      return;
    }
    ColumnBuilder builder = builders[position];
    if ((length == 0 && !isText[position]) || isNull(buffer, offset, length, quoted)) {
      builder.appendNull();
    } else if (!parsers[position].append(buffer, offset, length, builder)) {
      if (isStrict) {
        throw BadValue.of(
            file.file().path(),
            lineInFile(),
            column(position),
            sources[position],
            buffer,
            offset,
            length);
      }
      builder.appendNull();
      isBad = true;
    }
  }

  private boolean isNull(char[] buffer, int offset, int length, boolean quoted) {
    return (!quoted || hasQuotedNulls) && NullTexts.contain(nullTexts, buffer, offset, length);
  }

  /** Returns whether the next record has names. */
  boolean isHeader() {
    return isHeader;
  }

  /**
   * Takes a field of UTF-8 bytes that is not the header's, as {@link #field} takes characters; for
   * readers without a column for bad rows.
   *
   * @param bytes with {@link ByteParser#PADDING} behind the field
   */
  void take(byte[] bytes, int offset, int length, int position) {
    take(bytes, offset, length, position, false);
  }

  /** Takes a field in quotes, as {@link #take} takes others. */
  void takeQuoted(byte[] bytes, int offset, int length, int position) {
    take(bytes, offset, length, position, true);
  }

  private void take(byte[] bytes, int offset, int length, int position, boolean quoted) {
    if (position == builders.length) {
      isNullBehind = isNull(bytes, offset, length, quoted);
    }
    if (position >= builders.length || builders[position] == null) {
      return;
    }
    ColumnBuilder builder = builders[position];
    if ((length == 0 && !isText[position]) || isNull(bytes, offset, length, quoted)) {
      builder.appendNull();
    } else if (!byteParsers[position].append(bytes, offset, length, builder)) {
      at(position);
      int size = decode(bytes, offset, length);
      field(characters, 0, size, quoted);
    }
  }

  private boolean isNull(byte[] bytes, int offset, int length, boolean quoted) {
    if (quoted && !hasQuotedNulls) {
      return false;
    }
    for (byte[] text : nullBytes) {
      if (length == text.length && Arrays.equals(bytes, offset, offset + length, text, 0, length)) {
        return true;
      }
    }
    return false;
  }

  private int decode(byte[] bytes, int offset, int length) {
    if (characters.length < length) {
      characters = new char[2 * length];
    }
    return Utf8Reader.decode(bytes, offset, length, characters);
  }

  /**
   * Prepares for the record being handed over again from its start.
   *
   * @param fields how many of its fields have been taken
   * @param lines how many lines come before it
   */
  void goOn(int fields, long lines) {
    taken = fields;
    earlierLines = lines;
  }

  /** Keeps a field as it was written. */
  private void keepRaw(char[] buffer, int offset, int length, boolean quoted) {
    if (fields() > 0) {
      raw.append(file.dialect().shownDelimiter());
    }
    if (!quoted) {
      BadValue.append(raw, buffer, offset, length);
      return;
    }
    char quote = file.dialect().quote();
    raw.append(quote);
    int broken = 0;
    while (broken < length && buffer[offset + broken] != QuoteRepair.BROKEN) {
      broken++;
    }
    int quotedLength = broken == length ? length : broken - 1; // the closing quote is in the field
    boolean isOpen = broken == length - 1; // or there is none
    int end = isOpen ? broken : quotedLength;
    for (int i = 0; i < end; i++) {
      char c = buffer[offset + i];
      BadValue.append(raw, buffer, offset + i, 1);
      if (c == quote) {
        raw.append(quote);
      }
    }
    if (!isOpen) {
      raw.append(quote);
      if (broken < length) {
        BadValue.append(raw, buffer, offset + broken + 1, length - broken - 1);
      }
    }
  }

  @Override
  boolean record() {
    if (isEmpty()) {
      if (isHeader || builders.length > 1) {
        return false;
      }
      field(new char[0], 0, 0, false);
      endRow(1);
      return true;
    }
    if (isHeader) {
      isHeader = false;
      taken = 0;
      return false;
    }
    endRow(fields());
    return true;
  }

  private void endRow(int fields) {
    taken = 0;
    boolean isNullMore = fields == builders.length + 1 && isNullBehind;
    if (fields < builders.length && isPadded) {
      appendNulls(fields);
    } else if (fields != builders.length && !isNullMore) {
      if (isStrict) {
        throw new HeddleException(
            ErrorCode.CORRUPT_FILE,
            "Cannot read "
                + file.file().path()
                + ", line "
                + lineInFile()
                + ": it has "
                + fields
                + " fields where "
                + builders.length
                + " are expected; is the delimiter '"
                + file.dialect().shownDelimiter()
                + "' and the quote "
                + file.dialect().shownQuote()
                + "? Skip bad rows, or collect them, to read the others");
      }
      isBad = true;
      appendNulls(fields);
    }
    if (badRows != null) {
      if (isBad) {
        badRows.appendString(raw.toString());
      } else {
        badRows.appendNull();
      }
      raw.setLength(0);
    }
    if (isBad) {
      bad.set(rows);
      isBad = false;
    }
    rows++;
  }

  private void appendNulls(int first) {
    for (int i = first; i < builders.length; i++) {
      if (builders[i] != null) {
        builders[i].appendNull();
      }
    }
  }

  /** Returns the line of the file in which the record starts. */
  long lineInFile() {
    return stream.linesBefore() + earlierLines + line();
  }

  /** Returns the name of the column whose field was being read. */
  String columnName() {
    return fields() < builders.length && file.columns().get(fields()) >= 0
        ? column(fields()).name()
        : "number " + (fields() + 1);
  }

  @Override
  CsvRecords self() {
    return this;
  }
}
