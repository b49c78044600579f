package dev.heddle.planner.sql.parser;

import dev.heddle.frame.plan.SampleSize;
import dev.heddle.planner.sql.tree.Relation;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Parses samples: {@code [method] (size) [REPEATABLE (seed)]} and {@code size [(method [, seed])]},
 * where a size is a number of rows or a percentage. A number without unit is rows, but for the
 * methods BERNOULLI and SYSTEM, which take percentages.
 */
final class SampleParser {
  private static final List<String> METHODS = List.of("bernoulli", "system", "reservoir");
  private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);

  private final TokenStream tokens;
  private @Nullable String method;
  private @Nullable Long seed;

  SampleParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** Parses what follows TABLESAMPLE or USING SAMPLE. */
  Relation of(Relation input) {
    if (tokens.peek().kind() == Token.Kind.WORD) {
      method = method();
    }
    Token first = tokens.peek();
    boolean isOpen = tokens.acceptSymbol("(");
    if (!isOpen && method != null) {
      throw tokens.expected("\"(\"");
    }
    BigDecimal number = number();
    boolean isPercent = tokens.acceptSymbol("%") || tokens.accept("PERCENT");
    boolean isRows = !isPercent && (tokens.accept("ROWS") || tokens.accept("ROW"));
    if (isOpen) {
      tokens.expectSymbol(")");
    } else {
      methodBehind();
    }
    if (seed == null && tokens.accept("REPEATABLE")) {
      tokens.expectSymbol("(");
      seed = seed();
      tokens.expectSymbol(")");
    }
    SampleSize size = size(number, isPercent, isRows, first);
    return new Relation.Sampled(input, size, seed, tokens.since(input.span().start()));
  }

  private String method() {
    Token word = tokens.peek();
    String name = word.text().toLowerCase(Locale.ROOT);
    if (!METHODS.contains(name)) {
      throw tokens.expected(
          "a number of rows, a percentage, or one of BERNOULLI, SYSTEM, RESERVOIR");
    }
    tokens.take();
    return name;
  }

  /** Parses {@code (method)} or {@code (method, seed)} if it comes next. */
  private void methodBehind() {
    if (tokens.acceptSymbol("(")) {
      method = method();
      if (tokens.acceptSymbol(",")) {
        seed = seed();
      }
      tokens.expectSymbol(")");
    }
  }

  private BigDecimal number() {
    if (tokens.peek().kind() != Token.Kind.NUMBER) {
      throw tokens.expected("a number of rows or a percentage");
    }
    return new BigDecimal(tokens.take().text());
  }

  private long seed() {
    boolean isNegative = tokens.acceptSymbol("-");
    Token token = tokens.peek();
    if (token.kind() != Token.Kind.NUMBER || !token.text().matches("\\d{1,18}")) {
      throw tokens.expected("an integer of up to 18 digits");
    }
    long value = Long.parseLong(tokens.take().text());
    return isNegative ? -value : value;
  }

  private SampleSize size(BigDecimal number, boolean isPercent, boolean isRows, Token first) {
    boolean isByRow = method != null && !method.equals("reservoir");
    if ("bernoulli".equals(method) && isRows) {
      throw tokens.error("BERNOULLI takes a percentage; RESERVOIR chooses a number of rows", first);
    }
    if (isPercent || (isByRow && !isRows)) {
      if (number.compareTo(HUNDRED) > 0) {
        throw tokens.error(
            "a sample of " + number + " % is out of range; it has 0 to 100 percent", first);
      }
      return new SampleSize.Fraction(number.divide(HUNDRED).doubleValue());
    }
    boolean isCount = number.stripTrailingZeros().scale() <= 0 && number.precision() <= 18;
    if (!isCount) {
      throw tokens.error("a sample of " + number + " rows is no number of rows", first);
    }
    return new SampleSize.RowCount(number.longValueExact());
  }
}
