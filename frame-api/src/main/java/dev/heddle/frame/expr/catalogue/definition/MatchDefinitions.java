package dev.heddle.frame.expr.catalogue.definition;

import static dev.heddle.frame.expr.Functions.call;
import static dev.heddle.frame.expr.Functions.caseWhen;
import static dev.heddle.frame.expr.Functions.lit;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Expr;
import dev.heddle.frame.expr.catalogue.CallParts;
import dev.heddle.frame.expr.catalogue.ExprFunction;
import dev.heddle.frame.expr.catalogue.ScalarFunction;
import dev.heddle.frame.expr.catalogue.TypeCoercion;
import java.util.ArrayList;
import java.util.List;

/** Texts that are searched for parts, taken apart, and put into fields. */
public final class MatchDefinitions {
  private static final int MAX_FIELDS = 100;

  private MatchDefinitions() {}

  /** Returns the functions. */
  public static List<ExprFunction> all() {
    return List.of(
        ExprFunction.scalar("contains_any", 2, 2, MatchDefinitions::containsAny),
        ExprFunction.scalar("regexp_extract", 3, 3, MatchDefinitions::groups),
        ExprFunction.scalar("regexp_extract_all", 3, 3, MatchDefinitions::groupsOfAll),
        ExprFunction.scalar("split_exact", 3, 3, MatchDefinitions::splitExact),
        ExprFunction.scalar("splitn", 3, 3, MatchDefinitions::splitAtMost));
  }

  private static Expr containsAny(CallParts parts) {
    return parts
        .argument(1)
        .listAny(part -> call(ScalarFunction.CONTAINS, parts.argument(0), part));
  }

  /** A group of the first match by its number, or a struct of groups by a list of names. */
  static Expr groups(CallParts parts) {
    Expr groups = parts.argument(2);
    boolean isList = groups instanceof Expr.Call list && list.function() == ScalarFunction.LIST_OF;
    if (groups instanceof Expr.Literal options && options.value() instanceof String) {
      return FormDefinitions.extracted(
          CallParts.of(parts.argument(0), parts.argument(1), lit(0), options));
    }
    if (!isList) {
      return new Expr.Call(ScalarFunction.REGEXP_EXTRACT, parts.arguments());
    }
    List<Expr> fields = new ArrayList<>();
    for (int i = 0; i < groups.children().size(); i++) {
      fields.add(name("regexp_extract", groups.children().get(i)));
      fields.add(
          call(ScalarFunction.REGEXP_EXTRACT, parts.argument(0), parts.argument(1), lit(i + 1)));
    }
    if (fields.isEmpty()) {
      throw new AnalysisException("regexp_extract takes at least one name of a group");
    }
    return caseWhen(parts.argument(0).isNotNull(), new Expr.Call(ScalarFunction.STRUCT_OF, fields))
        .otherwiseNull();
  }

  /** A group of all matches by its number, or structs of groups by a list of names. */
  static Expr groupsOfAll(CallParts parts) {
    Expr groups = parts.argument(2);
    if (groups instanceof Expr.Literal options && options.value() instanceof String) {
      return FormDefinitions.allExtracted(
          CallParts.of(parts.argument(0), parts.argument(1), lit(0), options));
    }
    if (!(groups instanceof Expr.Call list && list.function() == ScalarFunction.LIST_OF)) {
      return new Expr.Call(ScalarFunction.REGEXP_EXTRACT_ALL, parts.arguments());
    }
    int count = groups.children().size();
    if (count == 0) {
      throw new AnalysisException("regexp_extract_all takes at least one name of a group");
    }
    List<Expr> found = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      found.add(
          call(ScalarFunction.REGEXP_EXTRACT_ALL, parts.argument(0), parts.argument(1), lit(i)));
    }
    Expr matches = count == 1 ? found.getFirst() : new Expr.Call(ScalarFunction.LIST_ZIP, found);
    Expr structs = matches.listTransform(match -> named(groups.children(), match));
    return caseWhen(found.getFirst().isNotNull(), structs).otherwiseNull();
  }

  /** The groups of a match, one text or a struct of several, under their names. */
  private static Expr named(List<Expr> names, Expr match) {
    List<Expr> fields = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Expr place = lit(TypeCoercion.rowField(i));
      fields.add(name("regexp_extract_all", names.get(i)));
      fields.add(names.size() == 1 ? match : call(ScalarFunction.FIELD, match, place));
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, fields);
  }

  /** The first n + 1 parts. */
  private static Expr splitExact(CallParts parts) {
    Expr split = call(ScalarFunction.STRING_SPLIT, parts.argument(0), parts.argument(1));
    int count = count("split_exact", parts.argument(2)) + 1;
    List<Expr> fields = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      fields.add(lit("field_" + i));
      fields.add(split.element(i + 1));
    }
    return new Expr.Call(ScalarFunction.STRUCT_OF, fields);
  }

  /** The first n - 1 parts, and the rest. */
  private static Expr splitAtMost(CallParts parts) {
    Expr split = call(ScalarFunction.STRING_SPLIT, parts.argument(0), parts.argument(1));
    int count = count("splitn", parts.argument(2));
    List<Expr> fields = new ArrayList<>();
    for (int i = 0; i + 1 < count; i++) {
      fields.add(lit("field_" + i));
      fields.add(split.element(i + 1));
    }
    Expr rest =
        call(
            ScalarFunction.LIST_JOIN,
            call(ScalarFunction.LIST_SLICE, split, lit(count), lit(-1)),
            parts.argument(1));
    fields.add(lit("field_" + (count - 1)));
    fields.add(caseWhen(call(ScalarFunction.LENGTH, split).gtEq(lit(count)), rest).otherwiseNull());
    return new Expr.Call(ScalarFunction.STRUCT_OF, fields);
  }

  /** Returns the text of a literal. */
  static String text(String function, Expr given) {
    if (given instanceof Expr.Literal literal && literal.value() instanceof String text) {
      return text;
    }
    throw new AnalysisException(function + " takes a literal text here, not " + given);
  }

  /** Returns a literal text. */
  static Expr name(String function, Expr given) {
    if (given instanceof Expr.Literal literal && literal.value() instanceof String) {
      return literal;
    }
    throw new AnalysisException(function + " takes literal texts as names, not " + given);
  }

  private static int count(String function, Expr given) {
    if (given instanceof Expr.Literal literal
        && literal.type().isInteger()
        && literal.value() instanceof Number value
        && value.longValue() > 0
        && value.longValue() < MAX_FIELDS) {
      return value.intValue();
    }
    throw new AnalysisException(
        function
            + " takes a literal number of parts from 1 to "
            + (MAX_FIELDS - 1)
            + ", not "
            + given);
  }
}
