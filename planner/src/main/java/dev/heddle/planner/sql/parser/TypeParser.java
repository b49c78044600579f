package dev.heddle.planner.sql.parser;

import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Parses types: {@code DECIMAL(10, 2)}, {@code STRUCT(a INT)[]}, {@code ENUM('a', 'b')}, {@code
 * TIMESTAMP WITH TIME ZONE}, {@code TUPLE(INT, TEXT)}, and nested ones in angles, {@code
 * ARRAY<STRUCT<a: INT>>}.
 */
final class TypeParser {
  private final TokenStream tokens;

  TypeParser(TokenStream tokens) {
    this.tokens = tokens;
  }

  TypeName parse() {
    return tokens.nested(this::type);
  }

  private TypeName type() {
    int start = tokens.peek().start();
    TypeName type = element(start);
    while (true) {
      if (tokens.acceptSymbol("[")) {
        Integer length = tokens.isNextSymbol("]") ? null : Integer.valueOf(number());
        tokens.expectSymbol("]");
        type = new TypeName.ListOf(type, length, tokens.since(start));
      } else if (tokens.accept("ARRAY")) {
        if (!tokens.isNextSymbol("[")) {
          type = new TypeName.ListOf(type, null, tokens.since(start));
        }
      } else if (tokens.isNext("CHARACTER", "SET")) {
        throw tokens.error("texts are in UTF-8; leave the character set out", tokens.peek());
      } else {
        return type;
      }
    }
  }

  private TypeName element(int start) {
    Token first = tokens.peek();
    boolean isAngle = tokens.peek(1).isSymbol("<");
    boolean isOpen = tokens.peek(1).isSymbol("(") || isAngle;
    if (isOpen && (first.isWord("STRUCT") || first.isWord("ROW"))) {
      return struct(start, isAngle);
    }
    if (isOpen && first.isWord("TUPLE")) {
      return tuple(start, isAngle);
    }
    if (isOpen && first.isWord("ENUM")) {
      return labels(start);
    }
    if (isOpen && first.isWord("MAP")) {
      tokens.take();
      tokens.take();
      TypeName key = parse();
      tokens.expectSymbol(",");
      TypeName value = parse();
      close(isAngle);
      return new TypeName.MapOf(key, value, tokens.since(start));
    }
    if (isOpen && (first.isWord("LIST") || first.isWord("ARRAY"))) {
      tokens.take();
      tokens.take();
      TypeName element = parse();
      close(isAngle);
      return new TypeName.ListOf(element, null, tokens.since(start));
    }
    return scalar(start);
  }

  private TypeName labels(int start) {
    tokens.take();
    tokens.take();
    List<String> labels = new ArrayList<>();
    do {
      Token label = tokens.peek();
      if (label.kind() != Token.Kind.TEXT) {
        throw tokens.expected("a label in single quotes");
      }
      labels.add(label.text());
      tokens.take();
    } while (tokens.acceptComma());
    tokens.expectSymbol(")");
    return new TypeName.EnumOf(labels, tokens.since(start));
  }

  private TypeName struct(int start, boolean isAngle) {
    tokens.take();
    tokens.take();
    List<TypeName.FieldType> fields = new ArrayList<>();
    do {
      Name name = tokens.anyName("a field");
      tokens.acceptSymbol(":");
      fields.add(new TypeName.FieldType(name, parse()));
    } while (tokens.acceptComma());
    close(isAngle);
    return new TypeName.StructOf(fields, tokens.since(start));
  }

  /** The type of {@code row(a, b)}. */
  private TypeName tuple(int start, boolean isAngle) {
    tokens.take();
    tokens.take();
    List<TypeName.FieldType> fields = new ArrayList<>();
    do {
      TypeName type = parse();
      Name name = new Name(TypeCoercion.rowField(fields.size()), true, type.span());
      fields.add(new TypeName.FieldType(name, type));
    } while (tokens.acceptComma());
    close(isAngle);
    return new TypeName.StructOf(fields, tokens.since(start));
  }

  /** Takes the sign that closes what {@code (} or {@code <} has opened. */
  private void close(boolean isAngle) {
    if (isAngle) {
      tokens.splitClosing();
    }
    tokens.expectSymbol(isAngle ? ">" : ")");
  }

  private TypeName scalar(int start) {
    Name name = tokens.name("a type");
    String upper = name.isQuoted() ? "" : name.text().toUpperCase(Locale.ROOT);
    if (upper.equals("DOUBLE")) {
      tokens.accept("PRECISION");
    } else if (upper.startsWith("CHAR") || upper.equals("BINARY")) {
      tokens.accept("VARYING");
    }
    List<Integer> parameters = new ArrayList<>();
    if (tokens.acceptSymbol("(")) {
      do {
        parameters.add(number());
      } while (tokens.acceptComma());
      tokens.expectSymbol(")");
    }
    boolean withTimeZone = false;
    if (upper.equals("TIMESTAMP") || upper.equals("TIME")) {
      withTimeZone =
          tokens.accept("WITH", "TIME", "ZONE") || tokens.accept("WITH", "LOCAL", "TIME", "ZONE");
      if (!withTimeZone) {
        tokens.accept("WITHOUT", "TIME", "ZONE");
      }
    }
    return new TypeName.Scalar(name, parameters, withTimeZone, tokens.since(start));
  }

  private int number() {
    Token token = tokens.peek();
    boolean isNegative = token.isSymbol("-") && tokens.peek(1).kind() == Token.Kind.NUMBER;
    if (isNegative) {
      tokens.take();
    }
    Token digits = tokens.peek();
    if (digits.kind() != Token.Kind.NUMBER || !digits.text().matches("\\d{1,9}")) {
      throw tokens.expected("an integer");
    }
    tokens.take();
    int value = Integer.parseInt(digits.text());
    return isNegative ? -value : value;
  }
}
