package dev.heddle.planner.sql.reader;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Query;
import dev.heddle.planner.sql.tree.Relation;
import dev.heddle.planner.sql.tree.Span;
import java.util.ArrayList;
import java.util.List;

/** The file of {@code COPY table FROM}. Stateless. */
public final class CopiedFile {
  private CopiedFile() {}

  /**
   * Returns the query of a file's rows in which the columns of CSV are those that they are put
   * into. Those of nested types are read as text, which is cast.
   *
   * @param query calls a reader, and nothing else
   * @param columns that the rows are put into
   */
  public static Query typed(Query query, List<Field> columns) {
    if (!(query.body() instanceof Query.Select select)
        || !(select.from() instanceof Relation.Function function)
        || !function.call().name().getLast().text().equals("read_csv")) {
      return query;
    }
    Expression.Call call = function.call();
    Span span = call.span();
    List<Expression.FieldValue> types = new ArrayList<>();
    for (Field column : columns) {
      DataType type = column.type().isNested() ? DataType.STRING : column.type();
      types.add(
          new Expression.FieldValue(
              new Name(column.name(), true, span),
              new Expression.TextLiteral(type.sqlName(), span)));
    }
    List<Expression.Argument> arguments = new ArrayList<>(call.arguments());
    arguments.add(
        new Expression.Argument(
            new Name("columns", false, span), new Expression.StructLiteral(types, span)));
    Expression.Call typed =
        new Expression.Call(
            call.name(), arguments, false, List.of(), List.of(), null, false, null, null, span);
    Relation rows = new Relation.Function(typed, false, false, null, function.span());
    return Query.of(
        new Query.Select(
            null, select.items(), rows, null, null, null, List.of(), null, select.span()));
  }
}
