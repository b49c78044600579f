package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.CancelPoint;
import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprTyper;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.schema.CalendarInterval;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.Intervals;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.FixedLengths;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.binder.scope.TypeBinder;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/**
 * Binds the expressions of one clause. Aggregates and windows stay in the expressions where they
 * are written; the clause's owner takes them out.
 */
final class ExpressionBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final Scope scope;
  private final ClauseContext clause;
  private final @Nullable OuterArguments outer;
  private final ExprTyper typer;
  private final TypeBinder types;
  private final LiteralBinder literals;
  private final CallBinder calls;
  private final LambdaBinder lambdas;
  private final SubqueryBinder subqueries;
  private final NameResolver names;
  private final PredicateBinder predicates;
  private final OperatorBinder operators;
  private final StarBinder stars;

  /**
   * Makes a binder.
   *
   * @param outer where columns of enclosing queries become arguments; null in an outermost query
   */
  ExpressionBinder(
      BindContext context,
      QueryBinder queries,
      Scope scope,
      ClauseContext clause,
      @Nullable OuterArguments outer) {
    this.context = context;
    this.queries = queries;
    this.scope = scope;
    this.clause = clause;
    this.outer = outer;
    this.typer = new ExprTyper(scope.row(), BindContext.ACTION);
    this.types = new TypeBinder(context);
    this.literals = new LiteralBinder(context, types);
    this.lambdas = new LambdaBinder(this);
    this.calls = new CallBinder(this);
    this.subqueries = new SubqueryBinder(this);
    this.names = new NameResolver(this, clause);
    this.predicates = new PredicateBinder(this);
    this.operators = new OperatorBinder(this);
    this.stars = new StarBinder(this);
  }

  /** Returns a binder that names nothing of this one's row, but what is around the query. */
  ExpressionBinder withoutRow(@Nullable OuterArguments query) {
    return new ExpressionBinder(
        context,
        queries,
        Scope.empty(scope.row()),
        clause,
        outer == null ? null : outer.withoutRows(query));
  }

  BindContext context() {
    return context;
  }

  QueryBinder queries() {
    return queries;
  }

  Scope scope() {
    return scope;
  }

  Clause clause() {
    return clause.clause();
  }

  List<Query.NamedWindow> namedWindows() {
    return clause.windows();
  }

  @Nullable OuterArguments outer() {
    return outer;
  }

  ExprTyper typer() {
    return typer;
  }

  CallBinder calls() {
    return calls;
  }

  NameResolver names() {
    return names;
  }

  LambdaBinder lambdas() {
    return lambdas;
  }

  StarBinder stars() {
    return stars;
  }

  OperatorBinder operators() {
    return operators;
  }

  @Nullable SelectUnnests unnests() {
    return clause.unnests();
  }

  /** Returns the column of the elements of a list, flattened to a depth, in a select list. */
  Expr element(Expr list, int depth, Span span) {
    return java.util.Objects.requireNonNull(clause.unnests(), "no select list")
        .add(this, list, depth, span);
  }

  DataType type(Expr expr) {
    return typer.type(expr).type();
  }

  AnalysisException error(Span span, String message) {
    return context.error(span, message);
  }

  /** Returns the expression if its types fit; else fails with a place. */
  Expr checked(Expr expr, Span span) {
    try {
      typer.type(expr);
    } catch (AnalysisException e) {
      throw context.located(e, span);
    }
    return expr;
  }

  /** Returns a number or text as the boolean that a cast makes of it, other values as they are. */
  Expr truth(Expr value) {
    DataType type = type(value);
    boolean isCast =
        type.isNumeric() || type instanceof DataType.Unsigned || type instanceof DataType.Str;
    return isCast ? new Expr.Cast(value, DataType.BOOL, CastMode.STRICT) : value;
  }

  /** Returns a condition, with COLUMNS in it for all of its columns; fails if it is not boolean. */
  Expr condition(Expression expression) {
    List<Expr> each = new ArrayList<>(1);
    stars.forEach(() -> each.add(truth(bind(expression))));
    Expr condition = each.size() == 1 ? each.getFirst() : new Expr.Call(ScalarFunction.AND, each);
    try {
      typer.requireBoolean(condition);
    } catch (AnalysisException e) {
      throw context.located(e, expression.span());
    }
    return condition;
  }

  List<Expr> bindAll(List<Expression> expressions) {
    List<Expr> bound = new ArrayList<>(expressions.size());
    for (Expression expression : expressions) {
      if (expression instanceof Expression.SelectedColumns columns && columns.isUnpacked()) {
        bound.addAll(stars.values(columns));
      } else {
        bound.add(bind(expression));
      }
    }
    return bound;
  }

  Expr call(ScalarFunction function, Span span, Expr... arguments) {
    return checked(Expr.Call.of(function, arguments), span);
  }

  Expr call(ScalarFunction function, Span span, List<Expr> arguments) {
    return checked(new Expr.Call(function, arguments), span);
  }

  /** Binds an expression. */
  Expr bind(Expression expression) {
    CancelPoint.check();
    return switch (expression) {
      case Expression.NullLiteral _ -> LiteralBinder.nothing();
      case Expression.BooleanLiteral literal -> LiteralBinder.bool(literal.value());
      case Expression.NumberLiteral literal -> literals.number(literal);
      case Expression.TextLiteral literal -> LiteralBinder.text(literal.value());
      case Expression.BinaryLiteral literal -> literals.binary(literal);
      case Expression.TypedLiteral literal ->
          rounded(literals.typed(literal), literal.type(), literal.span());
      case Expression.Interval interval -> literals.interval(interval, this);
      case Expression.ListLiteral list ->
          call(ScalarFunction.LIST_OF, list.span(), bindAll(list.elements()));
      case Expression.StructLiteral struct -> struct(struct);
      case Expression.MapLiteral map ->
          call(
              ScalarFunction.MAP_OF,
              map.span(),
              call(ScalarFunction.LIST_OF, map.span(), bindAll(map.keys())),
              call(ScalarFunction.LIST_OF, map.span(), bindAll(map.values())));
      case Expression.RowValue row -> row(row);
      case Expression.DefaultValue word ->
          throw error(word.span(), "DEFAULT is a whole value of INSERT or UPDATE");
      case Expression.TypeReference type ->
          throw error(type.span(), "a type is no value; use it in CAST(value AS type)");
      case Expression.ColumnReference column -> names.column(column);
      case Expression.Star star ->
          throw error(star.span(), "* is only allowed alone in a select list or in count(*)");
      case Expression.SelectedColumns columns -> stars.value(columns);
      case Expression.Parameter parameter -> context.parameter(parameter);
      case Expression.FieldAccess access -> names.field(bind(access.of()), access.field());
      case Expression.Subscript subscript -> subscript(subscript);
      case Expression.Slice slice -> operators.slice(slice);
      case Expression.Prefix prefix -> prefix(prefix);
      case Expression.Junction junction -> junction(junction);
      case Expression.Infix infix -> infix(infix);
      case Expression.Comparison comparison -> predicates.comparison(comparison);
      case Expression.DistinctTest test ->
          call(
              test.isNegated()
                  ? ScalarFunction.IS_NOT_DISTINCT_FROM
                  : ScalarFunction.IS_DISTINCT_FROM,
              test.span(),
              bind(test.left()),
              bind(test.right()));
      case Expression.IsTest test -> predicates.isTest(test);
      case Expression.Between between -> predicates.between(between);
      case Expression.PatternTest test -> operators.pattern(test);
      case Expression.Overlaps overlaps -> operators.overlaps(overlaps);
      case Expression.Collate collate -> operators.collated(collate);
      case Expression.InList in -> predicates.in(in);
      case Expression.InExpression in -> {
        Expr operand = bind(in.operand());
        Expr list = list(in.list(), operand);
        Expr contains = call(ScalarFunction.CONTAINS, in.span(), list, operand);
        yield in.isNegated() ? contains.not() : contains;
      }
      case Expression.InQuery in -> subqueries.in(in);
      case Expression.QuantifiedQuery query -> subqueries.quantified(query);
      case Expression.QuantifiedList list -> subqueries.quantified(list);
      case Expression.ScalarQuery query -> subqueries.scalar(query);
      case Expression.Exists query -> subqueries.exists(query);
      case Expression.ArrayQuery query -> subqueries.array(query);
      case Expression.Case cases -> cases(cases);
      case Expression.Cast cast -> cast(cast);
      case Expression.Call call -> calls.bind(call);
      case Expression.Arrow arrow -> throw misplacedLambda(arrow.span());
      case Expression.Lambda lambda -> throw misplacedLambda(lambda.span());
      case Expression.ListComprehension list -> lambdas.comprehension(list);
    };
  }

  private AnalysisException misplacedLambda(Span span) {
    return error(
        span,
        "a function such as x -> x + 1 is only an argument of list_transform, list_filter or"
            + " list_reduce");
  }

  /** Binds a list that a value is looked for in, which gives a parameter its type. */
  Expr list(Expression list, Expr operand) {
    Expr parameter =
        type(operand) instanceof DataType.Null
            ? null
            : context.parameterOf(list, new DataType.ListOf(type(operand)));
    return parameter == null ? bind(list) : parameter;
  }

  private Expr struct(Expression.StructLiteral struct) {
    List<Expr> arguments = new ArrayList<>();
    for (Expression.FieldValue field : struct.fields()) {
      arguments.add(LiteralBinder.text(field.name().text()));
      arguments.add(bind(field.value()));
    }
    return call(ScalarFunction.STRUCT_OF, struct.span(), arguments);
  }

  private Expr row(Expression.RowValue row) {
    List<Expr> arguments = new ArrayList<>();
    for (Expression element : row.elements()) {
      arguments.add(LiteralBinder.text(TypeCoercion.rowField(arguments.size() / 2)));
      arguments.add(bind(element));
    }
    return call(ScalarFunction.STRUCT_OF, row.span(), arguments);
  }

  private Expr subscript(Expression.Subscript subscript) {
    Expr of = bind(subscript.of());
    DataType type = type(of);
    if ((type instanceof DataType.Struct || type instanceof DataType.Json)
        && subscript.index() instanceof Expression.TextLiteral name) {
      return names.field(of, new Name(name.value(), false, name.span()));
    }
    Expr index = bind(subscript.index());
    if (type instanceof DataType.Json && type(index).isInteger()) {
      return call(ScalarFunction.JSON_EXTRACT, subscript.span(), of, index);
    }
    return type instanceof DataType.Str
            && index instanceof Expr.Literal literal
            && literal.value() instanceof Long position
            && position > 0
        ? call(ScalarFunction.SUBSTRING, subscript.span(), of, index, LiteralBinder.integer(1))
        : call(ScalarFunction.ELEMENT, subscript.span(), of, index);
  }

  // Operators

  private Expr prefix(Expression.Prefix prefix) {
    return switch (prefix.operator()) {
      case NOT -> call(ScalarFunction.NOT, prefix.span(), truth(bind(prefix.operand())));
      case PLUS -> {
        Expr operand = bind(prefix.operand());
        if (!type(operand).isNumeric() && !(type(operand) instanceof DataType.Null)) {
          call(ScalarFunction.NEGATE, prefix.span(), operand);
        }
        yield operand;
      }
      case NEGATE ->
          prefix.operand() instanceof Expression.NumberLiteral number
              ? literals.negatedNumber(number)
              : call(ScalarFunction.NEGATE, prefix.span(), bind(prefix.operand()));
    };
  }

  private Expr junction(Expression.Junction junction) {
    ScalarFunction function = junction.isAnd() ? ScalarFunction.AND : ScalarFunction.OR;
    List<Expr> operands = new ArrayList<>(junction.operands().size());
    for (Expression operand : junction.operands()) {
      operands.add(truth(bind(operand)));
    }
    return call(function, junction.span(), operands);
  }

  private Expr infix(Expression.Infix infix) {
    Span span = infix.first().span();
    List<Expr> texts = new ArrayList<>(List.of(bind(infix.first())));
    for (Expression.Term term : infix.rest()) {
      Expr right = bind(term.operand());
      if (term.operator() != Expression.InfixOperator.CONCAT) {
        Expr left = joined(texts, span);
        texts.clear();
        right = operators.infix(term.operator(), left, right, span.to(term.operand().span()));
      }
      texts.add(right);
      span = span.to(term.operand().span());
    }
    return joined(texts, span);
  }

  /** Returns a chain of {@code ||} as one call, made once it is whole. */
  private Expr joined(List<Expr> texts, Span span) {
    return texts.size() == 1
        ? texts.getFirst()
        : call(ScalarFunction.CONCAT_OPERATOR, span, List.copyOf(texts));
  }

  static ScalarFunction function(Expression.ComparisonOperator operator) {
    return switch (operator) {
      case EQUAL -> ScalarFunction.EQ;
      case NOT_EQUAL -> ScalarFunction.NOT_EQ;
      case LESS -> ScalarFunction.LT;
      case LESS_OR_EQUAL -> ScalarFunction.LT_EQ;
      case GREATER -> ScalarFunction.GT;
      case GREATER_OR_EQUAL -> ScalarFunction.GT_EQ;
    };
  }

  /** Returns an expression whose types fit; an error about a text literal points to it. */
  Expr checked(Expr expr, Span span, List<Expression> operands) {
    try {
      typer.type(expr);
    } catch (AnalysisException e) {
      throw context.located(e, place(e, span, operands));
    }
    return expr;
  }

  /** Returns where the literal is that an error is about, or else the whole expression. */
  private static Span place(AnalysisException e, Span whole, List<Expression> operands) {
    for (Expression operand : operands) {
      if (operand instanceof Expression.TextLiteral literal
          && String.valueOf(e.getMessage())
              .contains(LiteralBinder.text(literal.value()) + " is no ")) {
        return literal.span();
      }
    }
    return whole;
  }

  private Expr cases(Expression.Case cases) {
    Expr operand = cases.operand() == null ? null : bind(cases.operand());
    List<Expr.Branch> branches = new ArrayList<>();
    for (Expression.When when : cases.branches()) {
      Expr condition =
          operand == null
              ? condition(when.condition())
              : call(ScalarFunction.EQ, when.condition().span(), operand, bind(when.condition()));
      branches.add(new Expr.Branch(condition, bind(when.value())));
    }
    Expr otherwise = cases.otherwise() == null ? LiteralBinder.nothing() : bind(cases.otherwise());
    return checked(new Expr.Case(branches, otherwise), cases.span());
  }

  private Expr cast(Expression.Cast cast) {
    int length = types.length(cast.type());
    DataType type = types.withoutLength(cast.type());
    CastMode mode = cast.isTry() ? CastMode.TRY : CastMode.STRICT;
    Expr operand = bind(cast.operand());
    Expr converted = new Expr.Cast(operand, type, mode);
    try {
      typer.type(converted);
    } catch (AnalysisException e) {
      throw error(
          cast.span(),
          "there is no cast from " + type(operand).sqlName() + " to " + type.sqlName());
    }
    if (FixedLengths.isIn(cast.type())) {
      return checked(FixedLengths.checked(converted, cast.type(), mode), cast.span());
    }
    return length == 0
        ? rounded(converted, cast.type(), cast.span())
        : call(ScalarFunction.LEFT, cast.span(), converted, LiteralBinder.integer(length));
  }

  /** Rounds a time to the digits of {@code TIMESTAMP(n)}, halves towards later. */
  private Expr rounded(Expr time, TypeName type, Span span) {
    OptionalInt digits = types.roundedDigits(type);
    if (digits.isEmpty()) {
      return time;
    }
    CalendarInterval step = Intervals.secondFraction(digits.getAsInt());
    CalendarInterval half = new CalendarInterval(0, 0, step.micros() / 2);
    return call(
        ScalarFunction.TIME_BUCKET,
        span,
        LiteralBinder.literal(step),
        call(ScalarFunction.ADD, span, time, LiteralBinder.literal(half)));
  }
}
