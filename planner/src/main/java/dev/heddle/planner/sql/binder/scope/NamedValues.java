package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.SessionValue;
import dev.heddle.planner.sql.tree.Expression;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Binds calls that ask the session for a value by its name: of a variable, or of a setting. */
public final class NamedValues {
  private NamedValues() {}

  /**
   * Returns what a bare word of SQL for the current time, or for the session, means; null for
   * others.
   */
  public static @Nullable Expr word(BindContext context, String word) {
    return FunctionCatalogue.word(word)
        .<Expr>map(Expr.Call::of)
        .or(() -> SessionValue.word(word).map(value -> text(context, value)))
        .orElse(null);
  }

  private static Expr text(BindContext context, SessionValue value) {
    return new Expr.Literal(context.catalogue().value(value), DataType.STRING);
  }

  /** Returns a value of the session that a call without arguments asks for. */
  public static Expr of(BindContext context, SessionValue value, Expression.Call call) {
    if (!call.arguments().isEmpty()
        || call.isDistinct()
        || call.filter() != null
        || call.over() != null) {
      throw context.error(
          call.span(),
          call.name().getLast().text().toLowerCase(Locale.ROOT)
              + " takes no arguments, and no DISTINCT, FILTER or OVER");
    }
    return text(context, value);
  }

  /** Returns the value of a variable, null without one, or what a setting is. */
  public static Expr of(BindContext context, Expression.Call call) {
    String function = call.name().getLast().text().toLowerCase(Locale.ROOT);
    boolean isSetting = function.equals("current_setting");
    if (call.arguments().size() != 1
        || !(call.arguments().getFirst().value() instanceof Expression.TextLiteral name)) {
      throw context.error(
          call.span(),
          function + " takes the name of a " + (isSetting ? "setting" : "variable") + " in quotes");
    }
    if (isSetting) {
      Object value = context.catalogue().setting(name.value());
      return new Expr.Literal(value, value instanceof Long ? DataType.INT64 : DataType.STRING);
    }
    Expr value = context.catalogue().variable(name.value());
    return value == null ? new Expr.Literal(null, DataType.NULL) : value;
  }
}
