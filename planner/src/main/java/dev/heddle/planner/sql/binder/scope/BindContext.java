package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Position;
import dev.heddle.planner.sql.tree.Span;
import org.jspecify.annotations.Nullable;

/** What the binding of one statement shares: its text, for messages, and the catalogue. */
public final class BindContext {
  /**
   * How errors of the type rules begin here; left out of the message, which has a place instead.
   */
  public static final String ACTION = "Cannot bind";

  private static final int MAX_NAME_LENGTH = 200;

  private final String script;
  private final BinderCatalogue catalogue;
  private final ParameterTypes parameters;

  public BindContext(String script, BinderCatalogue catalogue) {
    this(script, catalogue, ParameterTypes.refused());
  }

  public BindContext(String script, BinderCatalogue catalogue, ParameterTypes parameters) {
    this.script = script;
    this.catalogue = catalogue;
    this.parameters = parameters;
  }

  /**
   * Returns the parameter that a text names; where none are taken, the variable of its name, unless
   * that is its number.
   */
  public Expr parameter(Expression.Parameter parameter) {
    if (parameters.areTaken()) {
      return parameters.of(parameter);
    }
    Expr variable = parameter.isNumbered() ? null : catalogue.variable(parameter.name());
    if (variable == null) {
      throw error(
          parameter.span(),
          "parameter " + parameter.name() + " has no value; give one beside the text");
    }
    return variable;
  }

  /** Returns a parameter that has a type by its place, if an expression is one without a type. */
  public @Nullable Expr parameterOf(Expression expression, DataType type) {
    if (!(expression instanceof Expression.Parameter parameter)
        || !(parameter(parameter) instanceof Expr.Parameter named)
        || !named.isUntyped()) {
      return null;
    }
    parameters.suggest(parameter.name(), type);
    return new Expr.Parameter(parameter.name(), type);
  }

  public BinderCatalogue catalogue() {
    return catalogue;
  }

  /** Returns an error of code ANALYSIS about a place in the text. */
  public AnalysisException error(Span span, String message) {
    return new AnalysisException(message + place(span));
  }

  /** Returns an error of the type rules as one about a place in the text. */
  public AnalysisException located(AnalysisException error, Span span) {
    String message = String.valueOf(error.getMessage());
    String prefix = ACTION + ": ";
    return new AnalysisException(
        error.code(),
        (message.startsWith(prefix) ? message.substring(prefix.length()) : message) + place(span),
        error);
  }

  private String place(Span span) {
    return " (" + Position.of(script, span.start()) + ")";
  }

  /** Returns the whole text. */
  public String script() {
    return script;
  }

  /** Returns a part of the text. */
  String text(Span span) {
    return script.substring(span.start(), span.end());
  }

  /** Returns the name of a column that has no alias: its text on one line, or a number. */
  public String name(Span span, int position) {
    String text = text(span).strip().replaceAll("\\s+", " ");
    return text.isEmpty() || text.length() > MAX_NAME_LENGTH ? "column" + position : text;
  }
}
