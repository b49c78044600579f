package dev.heddle.physical.expr.node;

import dev.heddle.frame.schema.DataType;
import dev.heddle.physical.kernel.Failures;
import dev.heddle.physical.kernel.number.NumberPattern;
import dev.heddle.physical.kernel.text.TextCodes;
import dev.heddle.physical.kernel.time.JavaTimePatterns;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.LocalDateTime;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Numbers, times and binaries written by patterns, and numbers read, see {@link RowCallNode}. */
final class WrittenFunctions {
  private @Nullable String last;
  private @Nullable NumberPattern pattern;

  private WrittenFunctions() {}

  private NumberPattern pattern(String text) {
    if (!text.equals(last)) {
      pattern = NumberPattern.of(text);
      last = text;
    }
    return Objects.requireNonNull(pattern, "no pattern");
  }

  /** Returns what writes values of a type by a pattern: text is that of a number. */
  static RowCallNode.Function of(DataType type) {
    if (type instanceof DataType.Binary) {
      return row -> binary((byte[]) row[0], (String) row[1]);
    }
    if (type instanceof DataType.Timestamp) {
      JavaTimePatterns times = new JavaTimePatterns();
      return row -> times.format((LocalDateTime) row[0], (String) row[1]);
    }
    WrittenFunctions numbers = new WrittenFunctions();
    return row -> numbers.pattern((String) row[1]).write(number((String) row[0]));
  }

  /** Returns what reads numbers by a pattern. */
  static RowCallNode.Function numbers() {
    WrittenFunctions numbers = new WrittenFunctions();
    return row -> {
      BigDecimal read = numbers.pattern((String) row[1]).read((String) row[0]);
      if (read == null) {
        throw Failures.argument(
            "Cannot read \""
                + Failures.shorten((String) row[0])
                + "\" as a number by the pattern \""
                + Failures.shorten((String) row[1])
                + "\"; try_to_number gives null instead");
      }
      return read;
    };
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw Failures.argument("Cannot write \"" + Failures.shorten(text) + "\": it is no number");
    }
  }

  private static String binary(byte[] bytes, String format) {
    return switch (format.toLowerCase(Locale.ROOT)) {
      case "hex" -> TextCodes.hex(bytes);
      case "base64" -> Base64.getEncoder().encodeToString(bytes);
      case "utf-8", "utf8" -> TextCodes.decode(bytes);
      default ->
          throw Failures.argument(
              "Cannot write a binary as \""
                  + Failures.shorten(format)
                  + "\"; the formats are hex, base64 and utf-8");
    };
  }

  /** Returns a sum that fits BIGINT; null for others. */
  static @Nullable Long bigint(@Nullable Object sum) {
    return switch (sum) {
      case null -> null;
      case BigDecimal number -> {
        BigInteger whole = number.toBigInteger();
        yield whole.bitLength() < Long.SIZE ? whole.longValue() : null;
      }
      default -> ((Number) sum).longValue();
    };
  }
}
