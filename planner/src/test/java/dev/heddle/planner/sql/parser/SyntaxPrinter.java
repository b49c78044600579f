package dev.heddle.planner.sql.parser;

import dev.heddle.frame.plan.LimitKind;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.TableName;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Prints syntax trees without positions: {@code Infix(1, [Term(ADD, a)])}. */
final class SyntaxPrinter {
  private SyntaxPrinter() {}

  static String print(Object node) {
    return switch (node) {
      case null -> "-";
      case TableName name ->
          String.join(".", name.parts().stream().map(SyntaxPrinter::print).toList());
      case Name name -> name.isQuoted() ? "\"" + name.text() + "\"" : name.text();
      case Expression.NumberLiteral number -> number.digits();
      case Expression.TextLiteral text -> "'" + text.value() + "'";
      case Expression.ColumnReference column ->
          column.parts().stream().map(SyntaxPrinter::print).collect(Collectors.joining("."));
      case List<?> list ->
          list.stream().map(SyntaxPrinter::print).collect(Collectors.joining(", ", "[", "]"));
      case Record fields -> record(fields);
      default -> String.valueOf(node);
    };
  }

  private static String record(Record node) {
    List<String> parts = new ArrayList<>();
    for (RecordComponent component : node.getClass().getRecordComponents()) {
      if (component.getType() == Span.class) {
        continue;
      }
      try {
        component.getAccessor().setAccessible(true);
        Object value = component.getAccessor().invoke(node);
        boolean isUnset =
            value == null
                || Boolean.FALSE.equals(value)
                || value == LimitKind.ROWS
                || (value instanceof List<?> list && list.isEmpty());
        if (!isUnset) {
          parts.add(Boolean.TRUE.equals(value) ? component.getName() : print(value));
        }
      } catch (ReflectiveOperationException e) {
        throw new IllegalStateException(e);
      }
    }
    return node.getClass().getSimpleName() + "(" + String.join(", ", parts) + ")";
  }
}
