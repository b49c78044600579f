package dev.heddle.planner.sql.parser;

import dev.heddle.planner.sql.tree.Existing;
import dev.heddle.planner.sql.tree.Statement;
import dev.heddle.planner.sql.tree.TableName;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** Parses statements about sequences. */
final class SequenceParser {
  private final TokenStream tokens;
  private long increment = 1;
  private @Nullable Long start;
  private @Nullable Long min;
  private @Nullable Long max;
  private boolean cycles;

  SequenceParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  /** Whether a sequence comes next, behind CREATE or DROP. */
  boolean isNext() {
    return tokens.isNext("SEQUENCE");
  }

  /** Parses what follows {@code CREATE [OR REPLACE]}. */
  Statement create(int statementStart, Existing without) {
    Token sequence = tokens.take();
    Existing existing = without;
    if (tokens.accept("IF", "NOT", "EXISTS")) {
      if (without == Existing.REPLACED) {
        throw tokens.error("CREATE OR REPLACE makes it anyway; leave IF NOT EXISTS out", sequence);
      }
      existing = Existing.KEPT;
    }
    TableName name = tokens.tableName("the name of a sequence");
    boolean isOption = true;
    while (isOption) {
      isOption = option();
    }
    return new Statement.CreateSequence(
        name, existing, increment, start, min, max, cycles, tokens.since(statementStart));
  }

  private boolean option() {
    if (tokens.accept("INCREMENT")) {
      tokens.accept("BY");
      Token number = tokens.peek();
      increment = number();
      if (increment == 0) {
        throw tokens.error("a sequence counts up or down; its increment is not 0", number);
      }
    } else if (tokens.accept("START")) {
      tokens.accept("WITH");
      start = number();
    } else if (tokens.accept("MINVALUE")) {
      min = number();
    } else if (tokens.accept("MAXVALUE")) {
      max = number();
    } else if (tokens.accept("NO", "MINVALUE")) {
      min = null;
    } else if (tokens.accept("NO", "MAXVALUE")) {
      max = null;
    } else if (tokens.accept("NO", "CYCLE")) {
      cycles = false;
    } else if (tokens.accept("CYCLE")) {
      cycles = true;
    } else {
      return false;
    }
    return true;
  }

  private long number() {
    boolean isNegative = tokens.acceptSymbol("-");
    Token token = tokens.peek();
    if (token.kind() != Token.Kind.NUMBER || !token.text().matches("\\d+")) {
      throw tokens.expected("an integer");
    }
    tokens.take();
    BigInteger digits = new BigInteger(token.text());
    BigInteger value = isNegative ? digits.negate() : digits;
    if (value.bitLength() > 63) {
      throw tokens.error(value + " is no BIGINT", token);
    }
    return value.longValue();
  }

  /** Parses what follows DROP. */
  Statement drop(int statementStart) {
    tokens.take();
    boolean ifExists = tokens.accept("IF", "EXISTS");
    TableName name = tokens.tableName("the name of a sequence");
    return new Statement.DropSequence(name, ifExists, tokens.since(statementStart));
  }
}
