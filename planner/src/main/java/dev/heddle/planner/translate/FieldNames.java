package dev.heddle.planner.translate;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.expr.Argument;
import dev.heddle.frame.expr.CatalogueFunction;
import dev.heddle.frame.expr.ScalarFunction;
import dev.heddle.frame.schema.DataType;
import java.util.ArrayList;
import java.util.List;

/**
 * Finds fields of structs as SQL names them: the exact one, else the only one that is equal but for
 * case. {@code struct['name']} is a field, too.
 */
final class FieldNames {
  private FieldNames() {}

  /** Returns the function that a call in SQL text means. */
  static CatalogueFunction function(CatalogueFunction function, List<Argument> arguments) {
    boolean isField =
        function == ScalarFunction.ELEMENT
            && arguments.size() == 2
            && arguments.get(0).type() instanceof DataType.Struct
            && arguments.get(1).isTextLiteral();
    return isField ? ScalarFunction.FIELD : function;
  }

  /**
   * Returns the arguments of a call with the name as the struct has it, if it is one of a field.
   */
  static List<Argument> matched(CatalogueFunction function, List<Argument> arguments) {
    if (function(function, arguments) != ScalarFunction.FIELD
        || arguments.size() != 2
        || !(arguments.get(0).type() instanceof DataType.Struct struct)
        || arguments.get(1).text() == null) {
      return arguments;
    }
    List<Argument> matched = new ArrayList<>(arguments);
    matched.set(1, Argument.literal(match(struct, arguments.get(1).text())));
    return matched;
  }

  /** Returns the name of the field that is meant, or the given one if there is none. */
  private static String match(DataType.Struct struct, String name) {
    if (struct.indexOf(name) >= 0) {
      return name;
    }
    List<String> alike = struct.names().stream().filter(name::equalsIgnoreCase).toList();
    if (alike.size() > 1) {
      throw new AnalysisException(
          "field name "
              + name
              + " is ambiguous: it may be \""
              + alike.get(0)
              + "\" or \""
              + alike.get(1)
              + "\"");
    }
    return alike.isEmpty() ? name : alike.getFirst();
  }
}
