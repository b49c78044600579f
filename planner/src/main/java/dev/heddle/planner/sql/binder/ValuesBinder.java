package dev.heddle.planner.sql.binder;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.ExprType;
import dev.heddle.frame.expr.LiteralReader;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import dev.heddle.frame.plan.LogicalPlan;
import dev.heddle.frame.plan.NamedExpr;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.binder.scope.BindContext;
import dev.heddle.planner.sql.binder.scope.Scope;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Query;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Binds {@code VALUES}: the values of each column meet in one type. */
final class ValuesBinder {
  private final BindContext context;
  private final QueryBinder queries;
  private final @Nullable OuterArguments outer;

  ValuesBinder(BindContext context, QueryBinder queries, @Nullable OuterArguments outer) {
    this.context = context;
    this.queries = queries;
    this.outer = outer;
  }

  LogicalPlan bind(Query.Values values) {
    LogicalPlan row = Plans.oneRow();
    ExpressionBinder binder =
        new ExpressionBinder(
            context, queries, Scope.empty(row.schema()), ClauseContext.of(Clause.VALUES), outer);
    int width = values.rows().getFirst().size();
    List<List<Expr>> rows = new ArrayList<>();
    for (List<Expression> expressions : values.rows()) {
      if (expressions.size() != width) {
        throw context.error(
            expressions.getFirst().span(),
            "this row of VALUES has "
                + expressions.size()
                + " values, and the first one has "
                + width);
      }
      expressions.forEach(this::refuseDefault);
      rows.add(binder.bindAll(expressions));
    }
    List<Field> fields = new ArrayList<>();
    for (int c = 0; c < width; c++) {
      readTexts(values, rows, c, binder);
      fields.add(column(values, rows, c, binder));
    }
    return plan(row, rows, new Schema(fields));
  }

  private void refuseDefault(Expression value) {
    if (value instanceof Expression.ColumnReference name
        && name.parts().size() == 1
        && !name.parts().getFirst().isQuoted()
        && name.parts().getFirst().text().equalsIgnoreCase("default")) {
      throw context.error(
          value.span(), "DEFAULT is not supported, as columns have no defaults; write NULL");
    }
  }

  /** Text literals beside values of another type are read as values of it, as in comparisons. */
  private void readTexts(
      Query.Values values, List<List<Expr>> rows, int column, ExpressionBinder binder) {
    DataType others = DataType.NULL;
    for (int r = 0; r < rows.size() && others != null; r++) {
      if (!(values.rows().get(r).get(column) instanceof Expression.TextLiteral)) {
        others =
            TypeCoercion.commonType(others, binder.typer().type(rows.get(r).get(column)).type());
      }
    }
    if (others == null || !TypeCoercion.readsTextLiterals(others)) {
      return;
    }
    for (int r = 0; r < rows.size(); r++) {
      if (values.rows().get(r).get(column) instanceof Expression.TextLiteral literal) {
        if (!LiteralReader.isReadable(literal.value(), others)) {
          throw context.error(
              literal.span(),
              LiteralBinder.text(literal.value())
                  + " is no "
                  + others.sqlName()
                  + ", as other rows of VALUES have here; cast one of them");
        }
        rows.get(r).set(column, LiteralBinder.read(literal.value(), others));
      }
    }
  }

  private Field column(
      Query.Values values, List<List<Expr>> rows, int column, ExpressionBinder binder) {
    DataType common = DataType.NULL;
    boolean nullable = false;
    for (int r = 0; r < rows.size(); r++) {
      ExprType type = binder.typer().type(rows.get(r).get(column));
      DataType next = TypeCoercion.commonType(common, type.type());
      if (next == null) {
        throw context.error(
            values.rows().get(r).get(column).span(),
            "VALUES does not take "
                + common.sqlName()
                + " beside "
                + type.type().sqlName()
                + " in one column; cast one of them");
      }
      common = next;
      nullable |= type.nullable();
    }
    return new Field("column" + (column + 1), common, nullable);
  }

  private static LogicalPlan plan(LogicalPlan row, List<List<Expr>> rows, Schema schema) {
    List<List<Expr.Literal>> constants = new ArrayList<>();
    for (List<Expr> given : rows) {
      List<Expr.Literal> literals = literals(given, schema);
      if (literals == null) {
        return union(row, rows, schema);
      }
      constants.add(literals);
    }
    return new LogicalPlan.Values(schema, constants);
  }

  private static @Nullable List<Expr.Literal> literals(List<Expr> row, Schema schema) {
    List<Expr.Literal> literals = new ArrayList<>();
    for (int c = 0; c < row.size(); c++) {
      Expr.Literal literal =
          row.get(c) instanceof Expr.Literal given
              ? converted(given, schema.field(c).type())
              : null;
      if (literal == null) {
        return null;
      }
      literals.add(literal);
    }
    return literals;
  }

  /** Returns a literal in the type that all meet in; null if that takes a cast. */
  private static Expr.@Nullable Literal converted(Expr.Literal literal, DataType type) {
    if (literal.type().equals(type)) {
      return literal;
    }
    if (literal.value() == null) {
      return type.isNested() ? null : new Expr.Literal(null, type);
    }
    return switch (literal.value()) {
      case Long number when type.isInteger() -> new Expr.Literal(number, type);
      case Long number when type instanceof DataType.Int128 ->
          new Expr.Literal(BigInteger.valueOf(number), type);
      case Long number when type instanceof DataType.Decimal decimal ->
          decimal(BigDecimal.valueOf(number), decimal);
      case Long number when type instanceof DataType.Float64 ->
          new Expr.Literal(number.doubleValue(), type);
      case BigDecimal number when type instanceof DataType.Decimal decimal ->
          decimal(number, decimal);
      case BigDecimal number when type instanceof DataType.Float64 ->
          new Expr.Literal(number.doubleValue(), type);
      default -> null;
    };
  }

  private static Expr.@Nullable Literal decimal(BigDecimal number, DataType.Decimal type) {
    BigDecimal scaled = number.setScale(type.scale());
    return scaled.precision() <= type.precision() ? new Expr.Literal(scaled, type) : null;
  }

  private static LogicalPlan union(LogicalPlan row, List<List<Expr>> rows, Schema schema) {
    List<LogicalPlan> inputs = new ArrayList<>();
    for (List<Expr> given : rows) {
      List<NamedExpr> columns = new ArrayList<>();
      for (int c = 0; c < given.size(); c++) {
        Field field = schema.field(c);
        Expr value = given.get(c);
        boolean isOfType =
            (value instanceof Expr.Literal l && l.type().equals(field.type()))
                || (value instanceof Expr.Parameter p && p.type().equals(field.type()));
        columns.add(
            new NamedExpr(
                field.name(),
                isOfType ? value : new Expr.Cast(value, field.type(), CastMode.STRICT)));
      }
      inputs.add(Plans.project(row, columns));
    }
    return inputs.size() == 1 ? inputs.getFirst() : new LogicalPlan.Union(inputs, schema);
  }
}
