package dev.heddle.planner.sql.tree;

import dev.heddle.frame.schema.IntervalText;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An expression as it was written. */
public sealed interface Expression {
  /** Returns where it is written. */
  Span span();

  // Literals

  /** {@code NULL}. */
  record NullLiteral(Span span) implements Expression {}

  /** {@code TRUE} or {@code FALSE}. */
  record BooleanLiteral(boolean value, Span span) implements Expression {}

  /**
   * A number without sign.
   *
   * @param digits as written, without underscores
   */
  record NumberLiteral(String digits, Span span) implements Expression {}

  /** A text, with its escapes resolved. */
  record TextLiteral(String value, Span span) implements Expression {}

  /**
   * {@code X'AB01'}.
   *
   * @param hex an even number of hexadecimal digits
   */
  record BinaryLiteral(String hex, Span span) implements Expression {}

  /** {@code DATE '2024-01-31'}, and likewise TIME, TIMESTAMP, TIMESTAMPTZ, UUID and JSON. */
  record TypedLiteral(TypeName type, String value, Span span) implements Expression {}

  /**
   * {@code INTERVAL '3' DAY}, {@code INTERVAL 3 DAY}, {@code INTERVAL (n) DAY}, {@code INTERVAL
   * '1-2' YEAR TO MONTH} or {@code INTERVAL '1 day 2 hours'}.
   *
   * @param unit null if the text names its units
   * @param to the last unit; null without {@code TO}
   */
  record Interval(
      Expression amount,
      IntervalText.@Nullable Unit unit,
      IntervalText.@Nullable Unit to,
      Span span)
      implements Expression {}

  /** {@code [a, b]} or {@code ARRAY[a, b]}. */
  record ListLiteral(List<Expression> elements, Span span) implements Expression {
    /** Copies the list. */
    public ListLiteral {
      elements = List.copyOf(elements);
    }
  }

  /** {@code {'a': 1, b: 2}}. */
  record StructLiteral(List<FieldValue> fields, Span span) implements Expression {
    /** Copies the list. */
    public StructLiteral {
      fields = List.copyOf(fields);
    }
  }

  /** {@code DEFAULT} in the place of a value that INSERT or UPDATE gives a column. */
  record DefaultValue(Span span) implements Expression {}

  /** A type as the value of a reader's option: {@code {'k': timestamp with time zone}}. */
  record TypeReference(TypeName type, Span span) implements Expression {}

  /** A field of a struct literal. */
  record FieldValue(Name name, Expression value) {}

  /** {@code MAP {k: v}} or {@code MAP[k, v]}. */
  record MapLiteral(List<Expression> keys, List<Expression> values, Span span)
      implements Expression {
    /** Copies the lists. */
    public MapLiteral {
      keys = List.copyOf(keys);
      values = List.copyOf(values);
    }
  }

  /** {@code (a, b)} or {@code ROW(a, b)}. */
  record RowValue(List<Expression> elements, Span span) implements Expression {
    /** Copies the list. */
    public RowValue {
      elements = List.copyOf(elements);
    }
  }

  // Names and parts

  /** {@code a}, {@code t.a}, {@code s.t.a} or a path of fields; which of them the binder finds. */
  record ColumnReference(List<Name> parts, Span span) implements Expression {
    /** Copies the list. */
    public ColumnReference {
      parts = List.copyOf(parts);
    }
  }

  /**
   * {@code *}, {@code t.*} or {@code (struct).*}.
   *
   * @param of what the columns or fields are of; null for all tables
   * @param excluded columns after {@code EXCLUDE} or {@code EXCEPT}, a table's name may precede
   * @param replaced expressions and names after {@code REPLACE}
   * @param renamed columns and their other names after {@code RENAME}
   */
  record Star(
      @Nullable Expression of,
      List<ColumnReference> excluded,
      List<Replacement> replaced,
      List<Renaming> renamed,
      Span span)
      implements Expression {
    /** Copies the lists. */
    public Star {
      excluded = List.copyOf(excluded);
      replaced = List.copyOf(replaced);
      renamed = List.copyOf(renamed);
    }

    /** Returns {@code *} alone. */
    public static Star all(Span span) {
      return new Star(null, List.of(), List.of(), List.of(), span);
    }

    /** Returns whether it is {@code *} alone. */
    public boolean isAll() {
      return of == null && excluded.isEmpty() && replaced.isEmpty() && renamed.isEmpty();
    }
  }

  /** {@code column AS name} in {@code RENAME}. */
  record Renaming(ColumnReference column, Name name) {}

  /**
   * {@code COLUMNS(selector)}, for each of whose columns the expression around is computed, or
   * {@code *COLUMNS(selector)}, which is all of them as arguments.
   *
   * @param selector a star, a pattern test of one, a regular expression, a list of names, or a
   *     function or list comprehension over the names
   */
  record SelectedColumns(Expression selector, boolean isUnpacked, Span span)
      implements Expression {}

  /** {@code value AS name} in {@code REPLACE}. */
  record Replacement(Expression value, Name name) {}

  /**
   * {@code ?}, {@code $1} or {@code $name}.
   *
   * @param name the number, from 1, or the name
   */
  record Parameter(String name, Span span) implements Expression {
    /** Returns whether its name is its number. */
    public boolean isNumbered() {
      return Character.isDigit(name.charAt(0));
    }
  }

  /** {@code (expression).field}; a path that starts with a name is a {@link ColumnReference}. */
  record FieldAccess(Expression of, Name field, Span span) implements Expression {}

  /** {@code list[i]}, {@code map[key]} or {@code struct['field']}. */
  record Subscript(Expression of, Expression index, Span span) implements Expression {}

  /**
   * {@code list[from:to]} and {@code list[from:to:step]}.
   *
   * @param from null from the start, or from the end with a negative step
   * @param to null to the other end
   * @param step null for 1
   */
  record Slice(
      Expression of,
      @Nullable Expression from,
      @Nullable Expression to,
      @Nullable Expression step,
      Span span)
      implements Expression {}

  // Operators

  /** A prefix operator. */
  record Prefix(PrefixOperator operator, Expression operand, Span span) implements Expression {}

  /** {@code a AND b AND c}, or the same with OR. */
  record Junction(boolean isAnd, List<Expression> operands, Span span) implements Expression {
    /** Copies the list. */
    public Junction {
      operands = List.copyOf(operands);
    }
  }

  /** Operators of one precedence, applied from left to right: {@code a + b - c}. */
  record Infix(Expression first, List<Term> rest, Span span) implements Expression {
    /** Copies the list. */
    public Infix {
      rest = List.copyOf(rest);
    }
  }

  /** An operator and its right operand. */
  record Term(InfixOperator operator, Expression operand) {}

  /** {@code a < b}. */
  record Comparison(ComparisonOperator operator, Expression left, Expression right, Span span)
      implements Expression {}

  /** {@code a IS [NOT] DISTINCT FROM b}. */
  record DistinctTest(Expression left, Expression right, boolean isNegated, Span span)
      implements Expression {}

  /** {@code a IS [NOT] NULL}, TRUE, FALSE or UNKNOWN. */
  record IsTest(Expression operand, IsKind kind, boolean isNegated, Span span)
      implements Expression {}

  /** {@code a [NOT] BETWEEN [SYMMETRIC] low AND high}. */
  record Between(
      Expression operand,
      Expression low,
      Expression high,
      boolean isSymmetric,
      boolean isNegated,
      Span span)
      implements Expression {}

  /**
   * {@code a [NOT] LIKE pattern [ESCAPE escape]}, ILIKE, SIMILAR TO or GLOB.
   *
   * @param escape null without {@code ESCAPE}
   */
  record PatternTest(
      PatternKind kind,
      Expression operand,
      Expression pattern,
      @Nullable Expression escape,
      boolean isNegated,
      Span span)
      implements Expression {}

  /** {@code a [NOT] IN (b, c)}. */
  record InList(Expression operand, List<Expression> members, boolean isNegated, Span span)
      implements Expression {
    /** Copies the list. */
    public InList {
      members = List.copyOf(members);
    }
  }

  /** {@code a [NOT] IN list}, where the list is an expression. */
  record InExpression(Expression operand, Expression list, boolean isNegated, Span span)
      implements Expression {}

  /** {@code a [NOT] IN (query)}. */
  record InQuery(Expression operand, Query query, boolean isNegated, Span span)
      implements Expression {}

  /** {@code a < ANY (query)}, SOME or ALL. */
  record QuantifiedQuery(
      ComparisonOperator operator, Expression operand, boolean isAll, Query query, Span span)
      implements Expression {}

  /** {@code a < ANY (list)}, SOME or ALL, where the list is an expression. */
  record QuantifiedList(
      ComparisonOperator operator, Expression operand, boolean isAll, Expression list, Span span)
      implements Expression {}

  /**
   * {@code (a, b) OVERLAPS (c, d)}: whether two periods have a moment in common.
   *
   * @param left start and end, or start and length
   * @param right likewise
   */
  record Overlaps(RowValue left, RowValue right, Span span) implements Expression {}

  /** {@code a COLLATE name.name}: a text that is compared and ordered by other rules. */
  record Collate(Expression operand, List<Name> collation, Span span) implements Expression {}

  // Queries inside expressions

  /** {@code (query)}: its one value, or null without a row. */
  record ScalarQuery(Query query, Span span) implements Expression {}

  /** {@code EXISTS (query)}. */
  record Exists(Query query, Span span) implements Expression {}

  /** {@code ARRAY(query)}: the list of its values. */
  record ArrayQuery(Query query, Span span) implements Expression {}

  // Calls

  /**
   * {@code CASE [operand] WHEN a THEN b ... [ELSE c] END}.
   *
   * @param operand null where the conditions are boolean
   * @param otherwise null without {@code ELSE}
   */
  record Case(
      @Nullable Expression operand, List<When> branches, @Nullable Expression otherwise, Span span)
      implements Expression {
    /** Copies the list. */
    public Case {
      branches = List.copyOf(branches);
    }
  }

  /** {@code WHEN condition THEN value}. */
  record When(Expression condition, Expression value) {}

  /**
   * {@code CAST(a AS type)}, {@code a::type} or {@code TRY_CAST(a AS type)}.
   *
   * @param isTry whether a value that cannot be converted gives null
   */
  record Cast(Expression operand, TypeName type, boolean isTry, Span span) implements Expression {}

  /**
   * A call of a function, aggregate or window function. Calls with keywords among their arguments,
   * such as {@code EXTRACT(YEAR FROM d)}, are calls with arguments in the order of the catalogue.
   *
   * @param name one part, or more with a schema
   * @param isDistinct whether {@code DISTINCT} precedes the arguments
   * @param orderBy keys inside the parentheses
   * @param withinGroup keys of {@code WITHIN GROUP (ORDER BY ...)}
   * @param filter condition of {@code FILTER (WHERE ...)}; null without
   * @param isFromLast whether {@code FROM LAST} was written
   * @param nulls {@code IGNORE NULLS} or {@code RESPECT NULLS}; null without
   * @param over the window; null if it is no window call
   */
  record Call(
      List<Name> name,
      List<Argument> arguments,
      boolean isDistinct,
      List<OrderItem> orderBy,
      List<OrderItem> withinGroup,
      @Nullable Expression filter,
      boolean isFromLast,
      @Nullable NullsOption nulls,
      @Nullable Window over,
      Span span)
      implements Expression {
    /** Copies the lists. */
    public Call {
      name = List.copyOf(name);
      arguments = List.copyOf(arguments);
      orderBy = List.copyOf(orderBy);
      withinGroup = List.copyOf(withinGroup);
    }

    /** Returns a plain call of values. */
    public static Call of(Name name, List<Expression> values, Span span) {
      return new Call(
          List.of(name),
          values.stream().map(value -> new Argument(null, value)).toList(),
          false,
          List.of(),
          List.of(),
          null,
          false,
          null,
          null,
          span);
    }

    /** Returns the call as one of a method: with a value before its arguments. */
    public Call on(Name function, Expression value) {
      List<Argument> all = new ArrayList<>(List.of(new Argument(null, value)));
      all.addAll(arguments);
      return new Call(
          List.of(function),
          all,
          isDistinct,
          orderBy,
          withinGroup,
          filter,
          isFromLast,
          nulls,
          over,
          value.span().to(span));
    }
  }

  /**
   * An argument of a call.
   *
   * @param name name of {@code name := value} or {@code name => value}; null without
   */
  record Argument(@Nullable Name name, Expression value) {}

  /**
   * {@code a -> b}: a lambda where the function takes one.
   *
   * @param left a name, or names as a row value
   */
  record Arrow(Expression left, Expression body, Span span) implements Expression {}

  /** {@code lambda x, i: body}. */
  record Lambda(List<Name> parameters, Expression body, Span span) implements Expression {
    /** Copies the list. */
    public Lambda {
      parameters = List.copyOf(parameters);
    }
  }

  /**
   * {@code [value for x, i in list if condition]}.
   *
   * @param condition null without {@code if}
   */
  record ListComprehension(
      Expression value,
      List<Name> parameters,
      Expression list,
      @Nullable Expression condition,
      Span span)
      implements Expression {
    /** Copies the list. */
    public ListComprehension {
      parameters = List.copyOf(parameters);
    }
  }

  /** Prefix operators. */
  enum PrefixOperator {
    NEGATE,
    PLUS,
    NOT
  }

  /** Infix operators of arithmetic and text. */
  enum InfixOperator {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    INTEGER_DIVIDE,
    MODULO,
    POWER,
    CONCAT,
    EXTRACT,
    EXTRACT_TEXT,
    MATCHES,
    NOT_MATCHES,
    MATCHES_IGNORING_CASE,
    NOT_MATCHES_IGNORING_CASE,
    STARTS_WITH,
    CONTAINS,
    CONTAINED_IN,
    INTERSECTS,
    EQUAL_OR_COSINE,
    DISTANCE,
    BIT_AND,
    BIT_OR,
    SHIFT_LEFT,
    SHIFT_RIGHT,
    SHIFT_RIGHT_UNSIGNED
  }

  /** Comparisons. */
  enum ComparisonOperator {
    EQUAL,
    NOT_EQUAL,
    LESS,
    LESS_OR_EQUAL,
    GREATER,
    GREATER_OR_EQUAL
  }

  /** What {@code IS} asks for. */
  enum IsKind {
    NULL,
    TRUE,
    FALSE,
    UNKNOWN
  }

  /** Languages of patterns. */
  enum PatternKind {
    LIKE,
    ILIKE,
    SIMILAR,
    GLOB
  }

  /** What a window function does with nulls. */
  enum NullsOption {
    IGNORE,
    RESPECT
  }
}
