package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.text.TypeGuess;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What the values at one place of a file's objects can be.
 *
 * <p>Numbers are 64-bit integers, decimals for longer ones, or doubles; texts are dates, timestamps
 * or UUIDs where all of them are; objects are structs, or maps where they have very many keys; what
 * is of several kinds is JSON, and so is what is nested very deeply; where nulls alone have been
 * seen it is text. Used by one thread.
 */
final class JsonGuess {
  private static final int MAX_FIELDS = 200;
  private static final int MAX_DEPTH = 100;
  private static final String UUID_FORM = "00000000-0000-0000-0000-000000000000";

  private final int depth;
  private final int jsonDepth;

  private final Map<String, JsonGuess> fields = new LinkedHashMap<>();
  private @Nullable JsonGuess elements;
  private @Nullable TypeGuess texts;
  private @Nullable TypeGuess numbers;
  private boolean mayBeUuid = true;
  private boolean isNull;
  private boolean isTruth;
  private boolean isStruct;
  private boolean isDeep;

  /**
   * Makes a guess at rows that has seen nothing.
   *
   * @param jsonDepth how deep values are JSON, whatever they are; 1 for those of columns
   */
  JsonGuess(int jsonDepth) {
    this(0, jsonDepth);
  }

  private JsonGuess(int depth, int jsonDepth) {
    this.depth = depth;
    this.jsonDepth = jsonDepth;
  }

  /** Looks at a value. */
  void add(JsonToken token, JsonTokens tokens) throws IOException, BrokenJsonException {
    if (depth == jsonDepth) {
      tokens.skip(token);
      return;
    }
    if (depth == MAX_DEPTH && token.isStructStart()) {
      isDeep = true;
      tokens.skip(token);
      return;
    }
    switch (token) {
      case VALUE_NULL -> isNull = true;
      case VALUE_TRUE, VALUE_FALSE -> isTruth = true;
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          add(numbers = numbers == null ? new TypeGuess() : numbers, tokens.parser());
      case VALUE_STRING -> {
        add(texts = texts == null ? new TypeGuess() : texts, tokens.parser());
        mayBeUuid &= mayBeUuid && isUuid(tokens.parser());
      }
      case START_ARRAY -> {
        elements = elements == null ? new JsonGuess(depth + 1, jsonDepth) : elements;
        JsonToken next = tokens.nextWithin();
        while (next != JsonToken.END_ARRAY) {
          elements.add(next, tokens);
          next = tokens.nextWithin();
        }
      }
      case START_OBJECT -> {
        isStruct = true;
        while (tokens.nextWithin() != JsonToken.END_OBJECT) {
          JsonGuess field =
              fields.computeIfAbsent(
                  tokens.parser().currentName(), _ -> new JsonGuess(depth + 1, jsonDepth));
          field.add(tokens.nextWithin(), tokens);
        }
      }
      default -> throw BrokenJsonException.ofValue("unexpected " + token);
    }
  }

  /** Looks at all that another guess of the same depth has looked at. */
  void add(JsonGuess other) {
    isNull |= other.isNull;
    isTruth |= other.isTruth;
    isStruct |= other.isStruct;
    isDeep |= other.isDeep;
    mayBeUuid &= other.mayBeUuid;
    numbers = united(numbers, other.numbers);
    texts = united(texts, other.texts);
    if (other.elements != null) {
      elements = elements == null ? new JsonGuess(depth + 1, jsonDepth) : elements;
      elements.add(other.elements);
    }
    other.fields.forEach(
        (name, field) ->
            fields.computeIfAbsent(name, _ -> new JsonGuess(depth + 1, jsonDepth)).add(field));
  }

  private static @Nullable TypeGuess united(@Nullable TypeGuess one, @Nullable TypeGuess other) {
    if (other == null) {
      return one;
    }
    TypeGuess all = one == null ? new TypeGuess() : one;
    all.add(other);
    return all;
  }

  private static void add(TypeGuess guess, JsonParser parser) throws IOException {
    guess.add(parser.getTextCharacters(), parser.getTextOffset(), parser.getTextLength());
  }

  /** Returns whether a text is a UUID of 32 digits in five groups, as they are written. */
  private static boolean isUuid(JsonParser parser) throws IOException {
    if (parser.getTextLength() != UUID_FORM.length()) {
      return false;
    }
    char[] buffer = parser.getTextCharacters();
    for (int i = 0; i < UUID_FORM.length(); i++) {
      char sign = buffer[parser.getTextOffset() + i];
      boolean fits = UUID_FORM.charAt(i) == '-' ? sign == '-' : Character.digit(sign, 16) >= 0;
      if (!fits || sign > 'f') {
        return false;
      }
    }
    return true;
  }

  /** Returns the columns, if this is what has been seen of whole objects. */
  Schema schema() {
    List<Field> columns = new ArrayList<>();
    fields.forEach((name, guess) -> columns.add(Field.of(name, guess.type())));
    return new Schema(columns);
  }

  /** Returns the columns of which only nulls have been seen, if this is of whole objects. */
  Set<String> untyped() {
    Set<String> untyped = new HashSet<>();
    fields.forEach(
        (name, guess) -> {
          if (guess.kinds() == 0 && guess.depth < jsonDepth) {
            untyped.add(name);
          }
        });
    return untyped;
  }

  private int kinds() {
    return (isTruth ? 1 : 0)
        + (texts == null ? 0 : 1)
        + (numbers == null ? 0 : 1)
        + (elements == null ? 0 : 1)
        + (isStruct ? 1 : 0)
        + (isDeep ? 2 : 0);
  }

  /** Returns the narrowest type that holds all values. */
  DataType type() {
    if (depth == jsonDepth) {
      return DataType.JSON;
    }
    if (kinds() == 0 && isNull) {
      return DataType.STRING;
    }
    if (kinds() != 1 || (isStruct && fields.isEmpty())) {
      return DataType.JSON;
    }
    if (isTruth) {
      return DataType.BOOL;
    }
    if (texts != null && mayBeUuid) {
      return DataType.UUID;
    }
    if (texts != null) {
      DataType type = texts.type();
      boolean isTime = type instanceof DataType.Date || type instanceof DataType.Timestamp;
      return isTime ? type : DataType.STRING;
    }
    if (numbers != null) {
      return numbers.type();
    }
    if (elements != null) {
      return new DataType.ListOf(elements.type());
    }
    if (fields.size() > MAX_FIELDS) {
      List<DataType> types = fields.values().stream().map(JsonGuess::type).distinct().toList();
      return new DataType.MapOf(
          DataType.STRING, types.size() == 1 ? types.getFirst() : DataType.JSON);
    }
    return new DataType.Struct(
        fields.entrySet().stream()
            .map(field -> Field.of(field.getKey(), field.getValue().type()))
            .toList());
  }
}
