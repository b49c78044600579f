package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.BadRows;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.text.BadValue;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.io.text.RowColumns;
import dev.heddle.io.text.TextStream;
import dev.heddle.io.text.TypeSource;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import java.time.ZoneId;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Appends the objects of a file to the columns that are wanted. Used by one thread. */
final class JsonRows {
  private final JsonInspected file;
  private final boolean isStrict;
  private final boolean keepsNulls;
  private final TextStream stream;
  private final JsonTokens tokens;
  private final JsonKeys keys;
  private final @Nullable JsonValue[] values;
  private final @Nullable ColumnBuilder[] builders;
  private final boolean[] seen;
  private final boolean isLineOfJson; // whether the only column is JSON, as the lines are
  private final @Nullable ColumnBuilder badRows;
  private final BitSet bad = new BitSet();
  private boolean isBad;
  private boolean isBegun;
  private boolean isEnded;
  private int rows;
  private long unknownKeys;

  JsonRows(
      JsonInspected file,
      BadRows mode,
      ZoneId zone,
      TextStream stream,
      JsonTokens tokens,
      RowColumns columns) {
    this.file = file;
    this.isStrict = mode instanceof BadRows.Fail;
    this.keepsNulls = mode instanceof BadRows.Nulls;
    this.stream = stream;
    this.tokens = tokens;
    Schema schema = file.schema();
    int count = schema.size();
    int badColumn =
        mode instanceof BadRows.Collect(String column)
            ? schema.indexOf(column).orElseThrow()
            : count;
    this.badRows = badColumn < count ? columns.builder(badColumn) : null;
    this.values = new JsonValue[count];
    this.builders = new ColumnBuilder[count];
    this.seen = new boolean[count];
    Map<String, Integer> positions = new HashMap<>();
    for (int i = 0; i < count; i++) {
      if (i == badColumn) {
        continue;
      }
      Field field = schema.field(i);
      positions.put(file.keyOf(field.name()), i);
      builders[i] = columns.builder(i);
      values[i] =
          builders[i] == null ? null : new JsonValue(this, field.name(), field.type(), zone);
    }
    this.keys = new JsonKeys(positions);
    this.isLineOfJson =
        !file.isRecords() && file.isByLine() && schema.field(0).type() instanceof DataType.Json;
  }

  /** Counts a key that is none of the column's, or no column. */
  void unknownKey() {
    unknownKeys++;
  }

  /** Returns how many such keys there have been so far. */
  long unknownKeys() {
    return unknownKeys;
  }

  /** Starts a batch. */
  void startBatch() {
    rows = 0;
    bad.clear();
  }

  /** Returns how many objects of the batch there are. */
  int rows() {
    return rows;
  }

  /** Returns which objects of the batch do not fit. */
  BitSet bad() {
    return bad;
  }

  /** Takes a value that is none of its column's type. */
  void unfit(JsonValue value, char[] buffer, int offset, int length) {
    if (isStrict) {
      throw BadValue.of(
          file.file().path(),
          line(),
          Field.of(value.path(), value.type()),
          TypeSource.FOUND,
          buffer,
          offset,
          length);
    }
    isBad = true;
  }

  private long line() {
    return stream.linesBefore() + tokens.line();
  }

  /** Takes a key that an object has for the second time, whose value is left out. */
  void repeated(String path) throws BrokenJsonException {
    if (isStrict) {
      throw BrokenJsonException.ofValue("an object has key \"" + path + "\" twice");
    }
    isBad = true;
  }

  /** Appends the next row; returns false if there is none. */
  boolean advance() {
    try {
      return switch (file.layout()) {
        case NEWLINE_DELIMITED -> advanceByLine();
        case ARRAY -> advanceInArray();
        case AUTO, UNSTRUCTURED -> advanceInText();
      };
    } catch (JsonProcessingException e) {
      throw broken(false, e);
    } catch (BrokenJsonException e) {
      throw broken(e.isLayout(), e);
    } catch (IOException e) {
      throw WholeFile.corrupt(file.file(), e);
    }
  }

  private boolean advanceByLine() throws IOException, BrokenJsonException {
    if (!tokens.nextLine()) {
      return false;
    }
    boolean isAppended = false;
    try {
      if (keepsNulls && !JsonSyntax.isValid(tokens.lineText())) {
        throw BrokenJsonException.ofLayout("the line is no JSON");
      }
      JsonToken start = tokens.next();
      isAppended = start != JsonToken.NOT_AVAILABLE;
      if (isAppended) {
        appendRow(start);
      }
      if (tokens.next() != JsonToken.NOT_AVAILABLE) {
        throw BrokenJsonException.ofLayout("there is more behind the line's first value");
      }
    } catch (JsonProcessingException | BrokenJsonException e) {
      if (isStrict) {
        throw e;
      }
      isBad = true;
      if (!isAppended) {
        appendMissing();
      }
      tokens.recover();
    }
    endRow();
    return true;
  }

  private boolean advanceInArray() throws IOException, BrokenJsonException {
    if (isEnded) {
      return false;
    }
    JsonToken token = tokens.next();
    if (!isBegun) {
      isBegun = true;
      if (token != JsonToken.START_ARRAY) {
        throw BrokenJsonException.ofLayout("it is no array");
      }
      token = tokens.nextWithin();
    }
    if (token == JsonToken.END_ARRAY) {
      if (tokens.next() != JsonToken.NOT_AVAILABLE) {
        throw BrokenJsonException.ofLayout("there is more behind the array");
      }
      isEnded = true;
      return false;
    }
    if (token == JsonToken.NOT_AVAILABLE) {
      throw BrokenJsonException.ofLayout("the file ends within the array");
    }
    appendRow(token);
    endRow();
    return true;
  }

  private boolean advanceInText() throws IOException, BrokenJsonException {
    JsonToken token = isEnded ? JsonToken.NOT_AVAILABLE : tokens.next();
    if (token == JsonToken.NOT_AVAILABLE) {
      isEnded = true;
      return false;
    }
    appendRow(token);
    endRow();
    return true;
  }

  /** Appends the row of a value that starts with the token: of null, a row of nulls. */
  private void appendRow(JsonToken token) throws IOException, BrokenJsonException {
    if (!file.isRecords()) {
      appendOnlyValue(token);
    } else if (token == JsonToken.START_OBJECT) {
      appendObject();
    } else {
      appendMissing();
      if (token != JsonToken.VALUE_NULL) {
        if (isStrict) {
          throw BrokenJsonException.ofValue("a value is no object");
        }
        isBad = true;
        tokens.skip(token);
      }
    }
  }

  private void appendOnlyValue(JsonToken token) throws IOException, BrokenJsonException {
    try {
      if (builders[0] == null) {
        tokens.skip(token);
      } else if (isLineOfJson) {
        tokens.skip(token);
        seen[0] = true;
        builders[0].appendString(tokens.lineText().strip());
      } else {
        seen[0] = true;
        values[0].append(token, tokens, builders[0]);
      }
    } finally {
      appendMissing();
    }
  }

  private void appendObject() throws IOException, BrokenJsonException {
    int place = 0;
    try {
      while (tokens.nextWithin() != JsonToken.END_OBJECT) {
        int position = keys.position(tokens.parser().currentName(), place++);
        JsonToken next = tokens.nextWithin();
        if (position == JsonKeys.NONE) {
          unknownKeys++;
          tokens.skip(next);
          continue;
        }
        boolean isRepeated = seen[position];
        if (!isRepeated && builders[position] != null) {
          seen[position] = true;
          values[position].append(next, tokens, builders[position]);
          continue;
        }
        seen[position] = true;
        tokens.skip(next);
        if (isRepeated) {
          repeated(file.schema().field(position).name());
        }
      }
    } finally {
      appendMissing();
    }
  }

  /** Appends null to the columns that have got no value, and starts a new row. */
  private void appendMissing() {
    for (int i = 0; i < seen.length; i++) {
      if (!seen[i] && builders[i] != null) {
        builders[i].appendNull();
      }
      seen[i] = false;
    }
  }

  private void endRow() {
    if (badRows != null) {
      if (isBad) {
        badRows.appendString(tokens.lineText());
      } else {
        badRows.appendNull();
      }
    }
    if (isBad) {
      bad.set(rows);
      isBad = false;
    }
    rows++;
  }

  private HeddleException broken(boolean isLayout, Exception e) {
    String place = ", line " + line() + ", character " + tokens.character() + ": ";
    String wayOut =
        (isLayout ? "; " + file.layoutAdvice() : "")
            + (file.isByLine() ? "; skip or collect bad rows to read the others" : "");
    return new HeddleException(
        ErrorCode.CORRUPT_FILE,
        "Cannot read " + file.file().path() + place + JsonMistakes.message(e) + wayOut,
        e);
  }
}
