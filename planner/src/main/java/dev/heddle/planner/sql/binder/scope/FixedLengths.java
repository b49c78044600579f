package dev.heddle.planner.sql.binder.scope;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.expr.CastMode;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The lengths of {@code INTEGER[3]}. Such a type is a list, whose length is looked at where a value
 * is cast to it and where a row is put into a column that a table declares so.
 */
public final class FixedLengths {
  /** The longest list that a type may declare. */
  public static final int MAX_LENGTH = 100_000;

  private static final String ELEMENT = "element";

  private FixedLengths() {}

  /** Returns whether a type, or a part of it, has a fixed length. */
  public static boolean isIn(TypeName type) {
    return switch (type) {
      case TypeName.Scalar _, TypeName.EnumOf _ -> false;
      case TypeName.ListOf list -> list.length() != null || isIn(list.element());
      case TypeName.MapOf map -> isIn(map.key()) || isIn(map.value());
      case TypeName.StructOf struct ->
          struct.fields().stream().anyMatch(field -> isIn(field.type()));
    };
  }

  /**
   * Returns a value of the type whose lists of other lengths are errors, or null if it is tried.
   */
  public static Expr checked(Expr value, TypeName type, CastMode mode) {
    if (!isIn(type)) {
      return value;
    }
    return switch (type) {
      case TypeName.ListOf list -> {
        Expr elements =
            isIn(list.element())
                ? value.listTransform(element -> checked(element, list.element(), mode))
                : value;
        yield list.length() == null ? elements : ofLength(elements, list.length(), mode);
      }
      case TypeName.StructOf struct -> {
        List<Expr> parts = new ArrayList<>();
        for (TypeName.FieldType field : struct.fields()) {
          Expr name = lit(field.name().text());
          parts.add(name);
          parts.add(checked(call(ScalarFunction.FIELD, value, name), field.type(), mode));
        }
        yield caseWhen(value.isNotNull(), new Expr.Call(ScalarFunction.STRUCT_OF, parts))
            .otherwiseNull();
      }
      case TypeName.Scalar _, TypeName.EnumOf _, TypeName.MapOf _ -> value;
    };
  }

  private static Expr ofLength(Expr list, int length, CastMode mode) {
    Expr count = call(ScalarFunction.LENGTH, list);
    Expr fits = count.eqTo(lit(length));
    if (mode == CastMode.TRY) {
      return caseWhen(fits, list).otherwiseNull();
    }
    Expr message =
        call(
            ScalarFunction.CONCAT,
            lit("Cannot cast a list of "),
            count,
            lit(" elements to an array of " + length + "; use try_cast to get null instead"));
    return caseWhen(fits, list)
        .orWhen(count.isNotNull(), ValueFunction.ERROR.call(List.of(message)))
        .otherwiseNull();
  }

  /**
   * Returns the condition in SQL that a value is of the type's lengths; null if it has none.
   *
   * @param value what has the value, in SQL
   */
  public static @Nullable String condition(String value, TypeName type) {
    return switch (type) {
      case TypeName.Scalar _, TypeName.EnumOf _, TypeName.MapOf _ -> null;
      case TypeName.ListOf list -> {
        String own = list.length() == null ? null : "len(" + value + ") = " + list.length();
        String each = condition(ELEMENT, list.element());
        String all =
            each == null
                ? null
                : "list_bool_and(list_transform("
                    + value
                    + ", lambda "
                    + ELEMENT
                    + ": "
                    + each
                    + "))";
        yield both(own, all);
      }
      case TypeName.StructOf struct -> {
        String all = null;
        for (TypeName.FieldType field : struct.fields()) {
          String part = "(" + value + ")." + SqlParser.name(field.name().text());
          all = both(all, condition(part, field.type()));
        }
        yield all;
      }
    };
  }

  private static @Nullable String both(@Nullable String first, @Nullable String second) {
    if (first == null || second == null) {
      return first == null ? second : first;
    }
    return first + " AND " + second;
  }
}
