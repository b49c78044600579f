package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import dev.heddle.io.text.JsonSyntax;
import dev.heddle.physical.kernel.Failures;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;

/** Writes JSON without blanks. Stateless. */
public final class JsonText {
  private static final int MAX_WHOLE_DIGITS = 21;
  private static final int MAX_LEADING_ZEROS = 6;

  private JsonText() {}

  /** Returns the value that starts with a token, which the parser has read at the end. */
  static String of(JsonParser parser, JsonToken start) throws IOException {
    StringBuilder text = new StringBuilder();
    int depth = 0;
    JsonToken token = start;
    boolean isFirst = true;
    while (true) {
      if (token.isStructEnd()) {
        text.append(token.asString());
        depth--;
        isFirst = false;
      } else {
        if (!isFirst) {
          text.append(',');
        }
        if (token == JsonToken.FIELD_NAME) {
          putText(parser.currentName(), text);
          text.append(':');
          token = parser.nextToken();
        }
        isFirst = token.isStructStart();
        switch (token) {
          case START_OBJECT, START_ARRAY -> {
            text.append(token.asString());
            depth++;
          }
          case VALUE_STRING -> putText(parser.getText(), text);
          default -> text.append(scalar(token, parser.getText()));
        }
      }
      if (depth == 0) {
        return text.toString();
      }
      token = parser.nextToken();
    }
  }

  /**
   * Returns a number, boolean or null as it is written: integers of 64 bits and what no double is
   * near to as they were, other numbers as {@link #number} gives them.
   */
  static String scalar(JsonToken token, String text) {
    return switch (token) {
      case VALUE_NUMBER_INT -> text.equals("-0") ? "0" : text;
      case VALUE_NUMBER_FLOAT -> {
        if (isWord(text)) {
          yield text;
        }
        double value = Double.parseDouble(text);
        yield Double.isFinite(value) ? number(value) : text;
      }
      default -> text;
    };
  }

  /** Returns whether a number is one of the words for what is none, such as {@code NaN}. */
  static boolean isWord(String number) {
    return !Character.isDigit(number.charAt(number.length() - 1));
  }

  /**
   * Returns the shortest text of a number: with a point from {@code 0.000001} to below {@code
   * 1e21}, else with an exponent; {@code NaN}, {@code Infinity} and {@code -Infinity}.
   */
  public static String number(double value) {
    if (!Double.isFinite(value) || value == 0) {
      return Double.toString(value);
    }
    BigDecimal shortest = shortest(Math.abs(value));
    String digits = shortest.unscaledValue().toString();
    int point = digits.length() - shortest.scale();
    StringBuilder text = new StringBuilder(value < 0 ? "-" : "");
    if (point > MAX_WHOLE_DIGITS || point <= -MAX_LEADING_ZEROS) {
      text.append(digits.charAt(0));
      if (digits.length() > 1) {
        text.append('.').append(digits, 1, digits.length());
      }
      text.append('e').append(point - 1);
    } else if (point <= 0) {
      text.append("0.").repeat('0', -point).append(digits);
    } else if (point >= digits.length()) {
      text.append(digits).repeat('0', point - digits.length()).append(".0");
    } else {
      text.append(digits, 0, point).append('.').append(digits, point, digits.length());
    }
    return text.toString();
  }

  /** Returns the number of fewest digits that means a number above 0. */
  private static BigDecimal shortest(double value) {
    BigDecimal written = new BigDecimal(Double.toString(value)); // of two digits or more
    BigDecimal rounded = written.round(new MathContext(1));
    return (rounded.doubleValue() == value ? rounded : written).stripTrailingZeros();
  }

  /**
   * Returns a value without blanks.
   *
   * @throws dev.heddle.frame.error.HeddleException of code INVALID_ARGUMENT if it is no JSON
   */
  public static String compact(String json) {
    try (JsonParser parser = JsonSyntax.parser(json)) {
      JsonToken start = parser.nextToken();
      if (start == null) {
        throw Failures.argument("Cannot read JSON '': it is empty");
      }
      return of(parser, start);
    } catch (IOException e) {
      throw JsonReader.malformed(json, e);
    }
  }

  /** Appends a text in quotes. */
  public static void putText(CharSequence value, StringBuilder target) {
    target.append('"');
    JsonStringEncoder.getInstance().quoteAsString(value, target);
    target.append('"');
  }
}
