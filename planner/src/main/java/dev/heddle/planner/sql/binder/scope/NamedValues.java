package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import java.util.Locale;

/** Binds calls that ask the session for a value by its name: of a variable, or of a setting. */
public final class NamedValues {
  private NamedValues() {}

  /** Returns the value of a variable, null without one, or the text that a setting has. */
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
      return new Expr.Literal(context.catalogue().setting(name.value()), DataType.STRING);
    }
    Expr value = context.catalogue().variable(name.value());
    return value == null ? new Expr.Literal(null, DataType.NULL) : value;
  }
}
