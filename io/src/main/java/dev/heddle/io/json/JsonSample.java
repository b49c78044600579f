package dev.heddle.io.json;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import dev.heddle.frame.option.JsonLayout;
import dev.heddle.frame.option.JsonReadOptions;
import dev.heddle.frame.option.JsonRecords;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.text.WholeFile;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** What the first values of a file show if they follow each other in some layout. One thread's. */
final class JsonSample {
  private static final int MAX_BYTES = 8 << 20;

  private final JsonLayout layout;
  private final JsonRecords kind;
  private final JsonGuess records;
  private final JsonGuess values;
  private long lines;
  private long rows;
  private long rowsBeforeMistake;
  private long objects;
  private long others;
  private long bytes = 1;
  private @Nullable String firstMistake;
  private boolean hasMoreBehind;

  private JsonSample(JsonLayout layout, JsonReadOptions options) {
    this.layout = layout;
    this.kind = options.maxDepth() == 0 ? JsonRecords.NONE : options.records();
    this.records = new JsonGuess(options.maxDepth());
    this.values = new JsonGuess(options.maxDepth());
  }

  /**
   * Looks at the first values of a file.
   *
   * @param layout how they may follow each other, whatever the options have
   * @param options how many at most, and whether they are objects of columns
   */
  static JsonSample of(StoredFile file, JsonLayout layout, JsonReadOptions options)
      throws IOException {
    JsonSample sample = new JsonSample(layout, options);
    int maxRows = options.sampleRows();
    try (WholeFile in = WholeFile.open(file, 0);
        JsonTokens tokens = new JsonTokens(in, layout)) {
      tokens.skipByteOrderMark();
      if (layout == JsonLayout.NEWLINE_DELIMITED) {
        sample.addLines(tokens, in, maxRows);
      } else {
        sample.addAll(tokens, in, maxRows);
      }
      sample.bytes = Math.max(1, in.fetchedBytes());
    }
    return sample;
  }

  private void addLines(JsonTokens tokens, WholeFile in, int maxRows) throws IOException {
    while (rows < maxRows && in.fetchedBytes() < MAX_BYTES && tokens.nextLine()) {
      lines++;
      try {
        JsonToken token = tokens.next();
        add(token, tokens);
        if (tokens.next() != JsonToken.NOT_AVAILABLE) {
          throw BrokenJsonException.ofLayout("more on the line");
        }
        rows++;
      } catch (JsonProcessingException | BrokenJsonException e) {
        mistake(e, tokens);
        tokens.recover();
      }
    }
    rowsBeforeMistake = firstMistake == null ? rows : rowsBeforeMistake;
  }

  /** Looks at values as far as they are JSON; reading reports where they are not. */
  private void addAll(JsonTokens tokens, WholeFile in, int maxRows) throws IOException {
    try {
      if (layout == JsonLayout.ARRAY && tokens.next() != JsonToken.START_ARRAY) {
        throw BrokenJsonException.ofLayout("it is no array");
      }
      while (rows < maxRows && in.fetchedBytes() < MAX_BYTES) {
        JsonToken token = layout == JsonLayout.ARRAY ? tokens.nextWithin() : tokens.next();
        if (token == JsonToken.END_ARRAY) {
          hasMoreBehind = tokens.next() != JsonToken.NOT_AVAILABLE;
          break;
        }
        if (token == JsonToken.NOT_AVAILABLE) {
          break;
        }
        add(token, tokens);
        rows++;
      }
    } catch (JsonProcessingException | BrokenJsonException e) {
      mistake(e, tokens);
    }
    rowsBeforeMistake = rows;
  }

  private void mistake(Exception e, JsonTokens tokens) {
    if (firstMistake == null) {
      rowsBeforeMistake = rows;
      firstMistake =
          "line "
              + tokens.line()
              + ", character "
              + tokens.character()
              + ": "
              + JsonMistakes.message(e);
    }
  }

  private void add(JsonToken token, JsonTokens tokens) throws IOException, BrokenJsonException {
    if (token == JsonToken.START_OBJECT) {
      (kind == JsonRecords.NONE ? values : records).add(token, tokens);
      objects++;
    } else {
      values.add(token, tokens);
      others += token == JsonToken.VALUE_NULL ? 0 : 1;
    }
  }

  JsonLayout layout() {
    return layout;
  }

  /** Returns whether all that has been looked at is JSON in this layout. */
  boolean isClean() {
    return firstMistake == null;
  }

  /** Returns where and why a value is broken, or null if none is. */
  @Nullable String firstMistake() {
    return firstMistake;
  }

  /** Returns whether a value follows the array. */
  boolean hasMoreBehind() {
    return hasMoreBehind;
  }

  /** Returns how many values there are. */
  long rows() {
    return rows;
  }

  /** Returns how many values come before the first that is broken. */
  long rowsBeforeMistake() {
    return rowsBeforeMistake;
  }

  /** Returns how many of the values are objects. */
  long objects() {
    return objects;
  }

  /** Returns how many lines that are not blank there are, if values are separated by line. */
  long lines() {
    return lines;
  }

  /** Returns whether rows are objects, not values of any kind. */
  boolean isRecords() {
    return switch (kind) {
      case ALL -> true;
      case NONE -> false;
      case AUTO -> objects > 0 || others == 0;
    };
  }

  /** Returns what rows can be: objects, or values of any kind. */
  JsonGuess guess() {
    return isRecords() ? records : values;
  }

  /** Returns about how many rows a byte of the file has. */
  double rowsPerByte() {
    return (double) rows / bytes;
  }
}
