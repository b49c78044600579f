package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.batch.ColumnBuilder;
import dev.heddle.io.text.ValueParser;
import java.io.IOException;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Appends the values at one place of a file's objects to a column. Used by one thread.
 *
 * <p>Each call appends exactly one value, null where there is none of the type, also when it
 * throws: so columns stay of one length past rows that do not fit.
 */
final class JsonValue {
  private final JsonRows rows;
  private final String path;
  private final DataType type;
  private final ValueParser texts;
  private final JsonKeys keys;
  private final JsonValue[] children;
  private final boolean[] seen;

  /**
   * Makes it.
   *
   * @param rows receives values that do not fit
   * @param path names the place in messages
   */
  JsonValue(JsonRows rows, String path, DataType type, ZoneId zone) {
    this.rows = rows;
    this.path = path;
    this.type = type;
    this.texts = new ValueParser(type, zone);
    Map<String, Integer> positions = new HashMap<>();
    this.children =
        switch (type) {
          case DataType.ListOf(DataType element) ->
              new JsonValue[] {new JsonValue(rows, path, element, zone)};
          case DataType.MapOf(DataType key, DataType value) ->
              new JsonValue[] {
                new JsonValue(rows, path, key, zone), new JsonValue(rows, path, value, zone)
              };
          case DataType.Struct(List<Field> fields) -> {
            JsonValue[] values = new JsonValue[fields.size()];
            for (int i = 0; i < values.length; i++) {
              Field field = fields.get(i);
              positions.put(field.name(), i);
              values[i] = new JsonValue(rows, path + "." + field.name(), field.type(), zone);
            }
            yield values;
          }
          case DataType _ -> new JsonValue[0];
        };
    this.keys = new JsonKeys(positions);
    this.seen = new boolean[children.length];
  }

  /** Returns the place of the value. */
  String path() {
    return path;
  }

  /** Returns the type of the value. */
  DataType type() {
    return type;
  }

  /** Appends the value that starts with the token. */
  void append(JsonToken token, JsonTokens tokens, ColumnBuilder target)
      throws IOException, BrokenJsonException {
    if (token == JsonToken.VALUE_NULL) {
      target.appendNull();
      return;
    }
    switch (type) {
      case DataType.ListOf _ -> {
        if (token == JsonToken.START_ARRAY) {
          appendList(tokens, target);
        } else {
          appendUnfit(token, tokens, target);
        }
      }
      case DataType.MapOf _ -> {
        if (token == JsonToken.START_OBJECT) {
          appendMap(tokens, target);
        } else {
          appendUnfit(token, tokens, target);
        }
      }
      case DataType.Struct _ -> {
        if (token == JsonToken.START_OBJECT) {
          appendStruct(tokens, target);
        } else {
          appendUnfit(token, tokens, target);
        }
      }
      case DataType.Json _ -> appendJson(token, tokens, target);
      case DataType.Str _ when token.isStructStart() -> {
        String text = "";
        try {
          text = new JsonText(tokens).of(token);
        } finally {
          target.appendString(text);
        }
      }
      case DataType _ -> {
        if (token.isStructStart()) {
          appendUnfit(token, tokens, target);
        } else {
          JsonParser parser = tokens.parser();
          appendText(
              parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength(), target);
        }
      }
    }
  }

  private void appendJson(JsonToken token, JsonTokens tokens, ColumnBuilder target)
      throws IOException, BrokenJsonException {
    JsonText json = new JsonText(tokens);
    String text = null;
    try {
      text = json.of(token);
    } finally {
      if (text == null || json.hasNonFinite()) {
        target.appendNull();
      } else {
        target.appendString(text);
      }
    }
    if (json.hasNonFinite()) {
      rows.unfit(this, text.toCharArray(), 0, text.length());
    }
  }

  private void appendText(char[] buffer, int offset, int length, ColumnBuilder target) {
    if (!texts.append(buffer, offset, length, target)) {
      target.appendNull();
      rows.unfit(this, buffer, offset, length);
    }
  }

  private void appendUnfit(JsonToken token, JsonTokens tokens, ColumnBuilder target)
      throws IOException, BrokenJsonException {
    target.appendNull();
    char[] shown =
        token.isStructStart() ? token.asCharArray() : tokens.parser().getText().toCharArray();
    rows.unfit(this, shown, 0, shown.length);
    tokens.skip(token);
  }

  private void appendList(JsonTokens tokens, ColumnBuilder target)
      throws IOException, BrokenJsonException {
    try {
      JsonToken next = tokens.nextWithin();
      while (next != JsonToken.END_ARRAY) {
        children[0].append(next, tokens, target.child(0));
        next = tokens.nextWithin();
      }
    } finally {
      target.endList();
    }
  }

  private void appendMap(JsonTokens tokens, ColumnBuilder target)
      throws IOException, BrokenJsonException {
    ColumnBuilder entries = target.child(0);
    Set<String> names = new HashSet<>();
    try {
      while (tokens.nextWithin() != JsonToken.END_OBJECT) {
        String name = tokens.parser().currentName();
        if (!names.add(name)) {
          tokens.skip(tokens.nextWithin());
          rows.repeated(path + "." + name);
          continue;
        }
        char[] key = name.toCharArray();
        children[0].appendText(key, 0, key.length, entries.child(0));
        appendMapValue(tokens, entries);
      }
    } finally {
      target.endList();
    }
  }

  private void appendMapValue(JsonTokens tokens, ColumnBuilder entries)
      throws IOException, BrokenJsonException {
    boolean isAppended = false;
    try {
      JsonToken next = tokens.nextWithin();
      isAppended = true;
      children[1].append(next, tokens, entries.child(1));
    } finally {
      if (!isAppended) {
        entries.child(1).appendNull();
      }
      entries.endStruct();
    }
  }

  private void appendStruct(JsonTokens tokens, ColumnBuilder target)
      throws IOException, BrokenJsonException {
    Arrays.fill(seen, false); // no struct holds itself, so one array will do
    int place = 0;
    try {
      while (tokens.nextWithin() != JsonToken.END_OBJECT) {
        int position = keys.position(tokens.parser().currentName(), place++);
        JsonToken next = tokens.nextWithin();
        if (position == JsonKeys.NONE) {
          rows.unknownKey();
          tokens.skip(next);
        } else if (seen[position]) {
          tokens.skip(next);
          rows.repeated(children[position].path());
        } else {
          seen[position] = true;
          children[position].append(next, tokens, target.child(position));
        }
      }
    } finally {
      for (int i = 0; i < seen.length; i++) {
        if (!seen[i]) {
          target.child(i).appendNull();
        }
      }
      target.endStruct();
    }
  }
}
