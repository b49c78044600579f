package dev.heddle.frame.option;

import static java.util.Objects.requireNonNull;

import dev.heddle.frame.error.Arguments;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * How CSV text is read. What is not stated is found out from a sample of the file.
 *
 * @param delimiter between fields, of one to four characters, or null to find out which of comma,
 *     semicolon, tab and bar it is
 * @param quote around fields, a doubled one inside represents one; null to find out whether it is
 *     {@code "} or {@code '}, {@link #NO_QUOTE} for files without quotes
 * @param header whether the first line of each file names the columns
 * @param nullTexts texts that mean null; only the empty one by default
 * @param comment starts what is left out up to the end of its line, in front of a row or within it,
 *     outside of quotes; null to find out whether {@code #} does, {@link #NO_COMMENT} for files
 *     without comments
 * @param skipLines how many lines at the start of each file are left out, comments not counted;
 *     with 0 those are that are in front of the table and have fewer fields
 * @param sampleRows how many rows are looked at to find out types; with 0 all columns are text
 * @param badRows what becomes of rows that do not fit
 * @param schema the columns, if they are not to be found out; by name where the header has these
 *     names, else by position
 * @param isSchemaInOrder whether the columns of {@code schema} go by position whatever the header
 *     says
 * @param types the types of some columns, by name, where the others are to be found out
 * @param dateOrder in which order dates have day, month and year, or null to find out how they are
 *     written
 * @param escape makes a quote, or itself, a character of the quoted field around, where a quote is
 *     not doubled for that; null if it is
 * @param names of the first columns, in place of those in the header or of {@code column0} and so
 *     on
 * @param isPadded whether fields that are missing at the end of a row are null, and no mistake
 * @param encoding of the characters
 * @param dateFormat how dates are written, in the codes of C's {@code strptime}, such as {@code
 *     %d.%m.%Y}; null to find it out
 * @param timestampFormat how timestamps without zone are written, as {@code dateFormat}
 * @param hasQuotedNulls whether a text in quotes means null, too, where it is one of {@code
 *     nullTexts}
 * @param firstTypes the types of the first columns, by position
 * @param candidates the types that columns may be found out to have, beside text; none for
 *     booleans, BIGINT, HUGEINT, DOUBLE, TIME, DATE and timestamps
 */
public record CsvReadOptions(
    @Nullable String delimiter,
    @Nullable Character quote,
    CsvHeader header,
    List<String> nullTexts,
    @Nullable Character comment,
    int skipLines,
    int sampleRows,
    BadRows badRows,
    @Nullable Schema schema,
    boolean isSchemaInOrder,
    List<Field> types,
    @Nullable DateOrder dateOrder,
    @Nullable Character escape,
    List<String> names,
    boolean isPadded,
    TextEncoding encoding,
    @Nullable String dateFormat,
    @Nullable String timestampFormat,
    boolean hasQuotedNulls,
    List<DataType> firstTypes,
    List<DataType> candidates) {
  /** The quote of files in which no character is one. */
  public static final char NO_QUOTE = '\0';

  /** The comment of files in which no character starts one. */
  public static final char NO_COMMENT = '\0';

  private static final int MAX_DELIMITER = 4;

  /** Everything found out; empty is null; bad rows are errors. */
  public static final CsvReadOptions DEFAULT =
      new CsvReadOptions(
          null,
          null,
          CsvHeader.SNIFFED,
          List.of(""),
          null,
          0,
          20_480,
          BadRows.FAIL,
          null,
          false,
          List.of(),
          null,
          null,
          List.of(),
          false,
          TextEncoding.UTF_8,
          null,
          null,
          false,
          List.of(),
          List.of());

  /** Checks that the characters differ and the numbers are in range. */
  public CsvReadOptions {
    requireNonNull(header, "header is null");
    nullTexts = Arguments.all(nullTexts, "nullTexts");
    requireNonNull(badRows, "badRows is null");
    requireNonNull(encoding, "encoding is null");
    if (delimiter != null) {
      checkDelimiter(delimiter, quote, comment, escape);
    }
    checkDiffer("comment", comment, "quote", quote);
    checkNullTexts(nullTexts, delimiter, quote, escape);
    if (escape != null && quote != null && quote == NO_QUOTE) {
      throw invalid("escape is '" + escape + "' where the file has no quotes; leave it out");
    }
    names = Arguments.all(names, "names");
    if (new HashSet<>(names).size() < names.size()) {
      throw invalid("names has a name twice: " + names);
    }
    if (schema != null && !names.isEmpty()) {
      throw invalid("names of columns are stated beside a schema; state one of both");
    }
    if (skipLines < 0) {
      throw invalid("skipLines is " + skipLines + ", it must be at least 0");
    }
    if (sampleRows < 0) {
      throw invalid("sampleRows is " + sampleRows + ", it must be at least 0");
    }
    types = Arguments.all(types, "types");
    firstTypes = Arguments.all(firstTypes, "firstTypes");
    candidates = Arguments.all(candidates, "candidates");
    if (schema != null && (!types.isEmpty() || !firstTypes.isEmpty())) {
      throw invalid("types of some columns are stated beside a schema; state one of both");
    }
    if (dateOrder != null && (dateFormat != null || timestampFormat != null)) {
      throw invalid("dateOrder is stated beside a format of times; state one of both");
    }
  }

  private static void checkDiffer(
      String oneName, @Nullable Character one, String otherName, @Nullable Character other) {
    boolean isSame = one != null && one != NO_QUOTE && one.equals(other);
    if (isUnusable(one) || isUnusable(other) || isSame) {
      throw invalid(
          oneName
              + " '"
              + one
              + "' and "
              + otherName
              + " '"
              + other
              + "' must differ and be no line ends");
    }
  }

  private static void checkDelimiter(
      String delimiter,
      @Nullable Character quote,
      @Nullable Character comment,
      @Nullable Character escape) {
    if (delimiter.isEmpty() || delimiter.length() > MAX_DELIMITER) {
      throw invalid(
          "delimiter is '"
              + delimiter
              + "', it must have one to "
              + MAX_DELIMITER
              + " characters; for lines that are one field take a character that no line has");
    }
    for (char c : delimiter.toCharArray()) {
      checkDiffer("delimiter", c, "quote", quote);
      checkDiffer("delimiter", c, "comment", comment);
      checkDiffer("delimiter", c, "escape", escape);
    }
  }

  private static void checkNullTexts(
      List<String> nullTexts,
      @Nullable String delimiter,
      @Nullable Character quote,
      @Nullable Character escape) {
    for (String text : nullTexts) {
      if ((delimiter != null && text.contains(delimiter))
          || (quote != null && text.indexOf(quote) >= 0)
          || (escape != null && text.indexOf(escape) >= 0)) {
        throw invalid("the text of null '" + text + "' has a delimiter, quote or escape in it");
      }
    }
  }

  private static boolean isUnusable(@Nullable Character c) {
    return c != null && (c == '\n' || c == '\r' || Character.isSurrogate(c));
  }

  private static HeddleException invalid(String reason) {
    return new HeddleException(ErrorCode.INVALID_ARGUMENT, "Cannot read csv: " + reason);
  }

  /** Returns these options with a delimiter. */
  public CsvReadOptions withDelimiter(char newDelimiter) {
    return withDelimiter(String.valueOf(newDelimiter));
  }

  /** Returns these options with a delimiter of one to four characters. */
  public CsvReadOptions withDelimiter(String newDelimiter) {
    return with(parts -> parts.delimiter = newDelimiter);
  }

  /** Returns these options with a quote. */
  public CsvReadOptions withQuote(char newQuote) {
    return with(parts -> parts.quote = newQuote);
  }

  /** Returns these options for files in which quotes are characters as others are. */
  public CsvReadOptions withoutQuotes() {
    return withQuote(NO_QUOTE);
  }

  /** Returns these options for files with a header line. */
  public CsvReadOptions withHeader() {
    return withHeader(CsvHeader.PRESENT);
  }

  /** Returns these options for files without a header line. */
  public CsvReadOptions withoutHeader() {
    return withHeader(CsvHeader.ABSENT);
  }

  /** Returns these options with or without a header line. */
  public CsvReadOptions withHeader(CsvHeader newHeader) {
    return with(parts -> parts.header = newHeader);
  }

  /** Returns these options with other texts for null, instead of the empty one. */
  public CsvReadOptions withNullTexts(String... newNullTexts) {
    return with(parts -> parts.nullTexts = Arguments.all(newNullTexts, "newNullTexts"));
  }

  /** Returns these options for files with comments that start with a character. */
  public CsvReadOptions withComment(char newComment) {
    return with(parts -> parts.comment = newComment);
  }

  /** Returns these options for files without comments. */
  public CsvReadOptions withoutComments() {
    return withComment(NO_COMMENT);
  }

  /** Returns these options with this number of lines left out at the start of each file. */
  public CsvReadOptions withSkipLines(int newSkipLines) {
    return with(parts -> parts.skipLines = newSkipLines);
  }

  /** Returns these options with this number of rows to find out types from. */
  public CsvReadOptions withSampleRows(int newSampleRows) {
    return with(parts -> parts.sampleRows = newSampleRows);
  }

  /** Returns these options with another treatment of rows that do not fit. */
  public CsvReadOptions withBadRows(BadRows newBadRows) {
    return with(parts -> parts.badRows = newBadRows);
  }

  /** Returns these options with given columns; no types are found out then. */
  public CsvReadOptions withSchema(Schema newSchema) {
    return with(
        parts -> {
          parts.schema = newSchema;
          parts.isSchemaInOrder = false;
        });
  }

  /** Returns these options with given columns, which the file has in this order under any names. */
  public CsvReadOptions withSchemaInOrder(Schema newSchema) {
    requireNonNull(newSchema, "newSchema is null");
    return with(
        parts -> {
          parts.schema = newSchema;
          parts.isSchemaInOrder = true;
        });
  }

  /** Returns these options with a type for a column, whatever its values suggest. */
  public CsvReadOptions withType(String column, DataType type) {
    List<Field> newTypes = new ArrayList<>(types);
    newTypes.removeIf(field -> field.name().equals(column));
    newTypes.add(Field.of(column, type));
    return with(parts -> parts.types = newTypes);
  }

  /** Returns these options with types for the first columns, whatever their values suggest. */
  public CsvReadOptions withFirstTypes(DataType... newTypes) {
    return with(parts -> parts.firstTypes = Arguments.all(newTypes, "newTypes"));
  }

  /** Returns these options with the types that columns may be found out to have, beside text. */
  public CsvReadOptions withCandidates(DataType... newCandidates) {
    return with(parts -> parts.candidates = Arguments.all(newCandidates, "newCandidates"));
  }

  /** Returns these options for dates of an order. */
  public CsvReadOptions withDateOrder(DateOrder newDateOrder) {
    return with(parts -> parts.dateOrder = newDateOrder);
  }

  /** Returns these options with a character that makes quotes characters of their fields. */
  public CsvReadOptions withEscape(char newEscape) {
    return with(parts -> parts.escape = newEscape);
  }

  /** Returns these options with names of the first columns, instead of those in the header. */
  public CsvReadOptions withNames(String... newNames) {
    return with(parts -> parts.names = Arguments.all(newNames, "newNames"));
  }

  /** Returns these options with null for fields that are missing at the end of a row. */
  public CsvReadOptions withMissingAsNull() {
    return with(parts -> parts.isPadded = true);
  }

  /** Returns these options for files whose characters are stored in another way than as UTF-8. */
  public CsvReadOptions withEncoding(TextEncoding newEncoding) {
    return with(parts -> parts.encoding = newEncoding);
  }

  /**
   * Returns these options for dates that are written so.
   *
   * @param newFormat in the codes of C's {@code strptime}, such as {@code %d.%m.%Y}
   */
  public CsvReadOptions withDateFormat(String newFormat) {
    requireNonNull(newFormat, "newFormat is null");
    return with(parts -> parts.dateFormat = newFormat);
  }

  /**
   * Returns these options for timestamps without zone that are written so.
   *
   * @param newFormat in the codes of C's {@code strptime}, such as {@code %d.%m.%Y %H:%M}
   */
  public CsvReadOptions withTimestampFormat(String newFormat) {
    requireNonNull(newFormat, "newFormat is null");
    return with(parts -> parts.timestampFormat = newFormat);
  }

  /** Returns these options for files in which a text in quotes may mean null, too. */
  public CsvReadOptions withQuotedNulls() {
    return with(parts -> parts.hasQuotedNulls = true);
  }

  /** Returns these options with a change. */
  private CsvReadOptions with(Consumer<Parts> change) {
    Parts parts = new Parts(this);
    change.accept(parts);
    return parts.options();
  }

  /** The components, before they are checked. */
  private static final class Parts {
    @Nullable String delimiter;
    @Nullable Character quote;
    CsvHeader header;
    List<String> nullTexts;
    @Nullable Character comment;
    int skipLines;
    int sampleRows;
    BadRows badRows;
    @Nullable Schema schema;
    boolean isSchemaInOrder;
    List<Field> types;
    @Nullable DateOrder dateOrder;
    @Nullable Character escape;
    List<String> names;
    boolean isPadded;
    TextEncoding encoding;
    @Nullable String dateFormat;
    @Nullable String timestampFormat;
    boolean hasQuotedNulls;
    List<DataType> firstTypes;
    List<DataType> candidates;

    Parts(CsvReadOptions options) {
      delimiter = options.delimiter;
      quote = options.quote;
      header = options.header;
      nullTexts = options.nullTexts;
      comment = options.comment;
      skipLines = options.skipLines;
      sampleRows = options.sampleRows;
      badRows = options.badRows;
      schema = options.schema;
      isSchemaInOrder = options.isSchemaInOrder;
      types = options.types;
      dateOrder = options.dateOrder;
      escape = options.escape;
      names = options.names;
      isPadded = options.isPadded;
      encoding = options.encoding;
      dateFormat = options.dateFormat;
      timestampFormat = options.timestampFormat;
      hasQuotedNulls = options.hasQuotedNulls;
      firstTypes = options.firstTypes;
      candidates = options.candidates;
    }

    CsvReadOptions options() {
      return new CsvReadOptions(
          delimiter,
          quote,
          header,
          nullTexts,
          comment,
          skipLines,
          sampleRows,
          badRows,
          schema,
          isSchemaInOrder,
          types,
          dateOrder,
          escape,
          names,
          isPadded,
          encoding,
          dateFormat,
          timestampFormat,
          hasQuotedNulls,
          firstTypes,
          candidates);
    }
  }
}
