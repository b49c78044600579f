package dev.heddle.physical.expr.node;

import dev.heddle.frame.expr.catalogue.ValueFunction;
import dev.heddle.frame.schema.DataType;
import java.util.List;
import java.util.Map;

/** What computes the functions of enumerations, whose values are their labels here. */
final class LabelFunctions {
  private LabelFunctions() {}

  static RowCallNode.Function of(ValueFunction function, DataType.Enumeration type) {
    List<String> labels = type.labels();
    Map<String, Integer> positions = type.positions();
    return switch (function) {
      case ENUM_FIRST -> row -> labels.getFirst();
      case ENUM_LAST -> row -> labels.getLast();
      case ENUM_RANGE -> row -> labels;
      case ENUM_RANGE_BOUNDARY ->
          row -> {
            int from = row[0] == null ? 0 : positions.get((String) row[0]);
            int to = row[1] == null ? labels.size() : positions.get((String) row[1]) + 1;
            return labels.subList(from, Math.max(from, to));
          };
      case ENUM_CODE -> row -> positions.get((String) row[0]).longValue();
      default -> throw new IllegalStateException("No function of enumerations: " + function);
    };
  }
}
