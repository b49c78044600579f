package dev.heddle.engine.catalogue;

import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.SchemaName;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.SyntaxTree;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The texts of defaults as they are used in statements of any current schema: sequences, which a
 * default names as its table's schema finds them, are named in full, and types that have names are
 * written out. Stateless.
 */
public final class DefaultTexts {
  private static final Set<String> READERS = Set.of("NEXTVAL", "CURRVAL", "SETVAL");

  private DefaultTexts() {}

  /** Returns what a table is, with defaults for use anywhere. */
  public static TableDefinition used(
      TableDefinition definition, SchemaName home, CatalogueState now) {
    if (definition.defaults().isEmpty()) {
      return definition;
    }
    Map<String, String> defaults = new LinkedHashMap<>();
    definition.defaults().forEach((column, text) -> defaults.put(column, used(text, home, now)));
    return definition.withDefaults(defaults);
  }

  /** Returns a table whose default reads a sequence; null if none does. */
  public static @Nullable ObjectName reader(CatalogueState now, ObjectName sequence) {
    for (Map.Entry<ObjectName, CatalogueObject> each : now.objects().entrySet()) {
      ObjectName table = each.getKey();
      for (String text : each.getValue().definition().defaults().values()) {
        boolean isReading =
            text.contains("(")
                && SyntaxTree.any(
                    SqlParser.expression(text),
                    node -> {
                      Expression.TextLiteral name = sequence(node);
                      return name != null
                          && sequence.equals(Sequences.find(now, table.schema(), name.value()));
                    });
        if (isReading) {
          return table;
        }
      }
    }
    return null;
  }

  /** Returns the name of the sequence that a call reads; null for all else. */
  private static Expression.@Nullable TextLiteral sequence(Object node) {
    return node instanceof Expression.Call call
            && READERS.contains(call.name().getLast().text().toUpperCase(Locale.ROOT))
            && !call.arguments().isEmpty()
            && call.arguments().getFirst().value() instanceof Expression.TextLiteral name
        ? name
        : null;
  }

  private static String used(String text, SchemaName home, CatalogueState now) {
    NamedTypes types = now.types(CurrentSchema.path(home));
    if (types.isEmpty() && !text.contains("(")) {
      return text;
    }
    Map<Integer, Change> changes = new TreeMap<>(Comparator.reverseOrder()); // by their places
    boolean unused =
        SyntaxTree.any(
            SqlParser.expression(text),
            node -> {
              Change change = change(node, home, now, types);
              if (change != null) {
                changes.put(change.span().start(), change);
              }
              return false;
            });
    StringBuilder changed = new StringBuilder(text);
    for (Change change : changes.values()) {
      changed.replace(change.span().start(), change.span().end(), change.text());
    }
    return changed.toString();
  }

  /** What is written in a place instead. */
  private record Change(Span span, String text) {}

  private static @Nullable Change change(
      Object node, SchemaName home, CatalogueState now, NamedTypes types) {
    if (node instanceof TypeName.Scalar type) {
      return types
          .find(type.name().text())
          .map(meant -> new Change(type.span(), meant.sqlName()))
          .orElse(null);
    }
    Expression.TextLiteral name = sequence(node);
    ObjectName found = name == null ? null : Sequences.find(now, home, name.value());
    return name == null || found == null
        ? null
        : new Change(name.span(), "'" + Sequences.fullName(found).replace("'", "''") + "'");
  }
}
