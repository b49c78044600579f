package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Macro;
import dev.heddle.planner.sql.tree.SyntaxTree;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The macros of a schema: those that are values by name, and beside them those that are tables.
 * Names have no case. Immutable; no macro calls itself, by way of others or not.
 */
public final class SessionMacros {
  /** None. */
  public static final SessionMacros NONE = new SessionMacros(Map.of(), Map.of());

  private final Map<String, Made> values;
  private final Map<String, Made> tables;

  /**
   * A macro.
   *
   * @param text the statement that made it
   */
  private record Made(Macro macro, String text) {}

  private SessionMacros(Map<String, Made> values, Map<String, Made> tables) {
    this.values = values;
    this.tables = tables;
  }

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  @Nullable Macro value(String name) {
    return macro(values, name);
  }

  @Nullable Macro table(String name) {
    return macro(tables, name);
  }

  private static @Nullable Macro macro(Map<String, Made> macros, String name) {
    Made made = macros.isEmpty() ? null : macros.get(key(name));
    return made == null ? null : made.macro();
  }

  /** Returns the statements that have made them, those of values first. */
  public List<String> texts() {
    List<String> texts = new ArrayList<>();
    values.values().forEach(made -> texts.add(made.text()));
    tables.values().forEach(made -> texts.add(made.text()));
    return texts;
  }

  /** Returns whether there are none. */
  public boolean isEmpty() {
    return values.isEmpty() && tables.isEmpty();
  }

  /** Returns the names of all, those of values first. */
  public List<String> names() {
    Set<String> names = new LinkedHashSet<>(valueNames());
    names.addAll(tableNames());
    return List.copyOf(names);
  }

  /** Returns the names of those that are values. */
  List<String> valueNames() {
    return values.values().stream().map(made -> made.macro().name().text()).toList();
  }

  /** Returns the names of those that are tables. */
  List<String> tableNames() {
    return tables.values().stream().map(made -> made.macro().name().text()).toList();
  }

  private Map<String, Made> ofKind(Macro macro) {
    return macro.isTable() ? tables : values;
  }

  /**
   * Returns these with a new macro.
   *
   * @param text the statement that makes it
   */
  SessionMacros with(Macro macro, String text) {
    if (ofKind(macro).containsKey(key(macro.name().text()))) {
      throw new HeddleException(
          ErrorCode.ALREADY_EXISTS,
          "Cannot create macro \""
              + macro.name().text()
              + "\": there is one of that name; write CREATE OR REPLACE, or choose another name");
    }
    return replacing(macro, text);
  }

  /** Returns these with a macro, in the place of one of that name if there is one. */
  public SessionMacros replacing(Macro macro, String text) {
    Map<String, Made> changed = new TreeMap<>(ofKind(macro));
    changed.put(key(macro.name().text()), new Made(macro, text));
    SessionMacros made =
        macro.isTable() ? new SessionMacros(values, changed) : new SessionMacros(changed, tables);
    if (made.calls(macro, macro, new LinkedHashSet<>())) {
      throw new AnalysisException(
          "Cannot create macro \""
              + macro.name().text()
              + "\": it calls itself; write WITH RECURSIVE in a table macro");
    }
    return made;
  }

  /** Whether the body of a macro calls another one, directly or by way of others. */
  private boolean calls(Macro macro, Macro wanted, Set<Macro> seen) {
    return seen.add(macro)
        && macro.forms().stream()
            .anyMatch(
                form ->
                    SyntaxTree.any(
                        form,
                        node ->
                            node instanceof Expression.Call call
                                && call.name().size() == 1
                                && reaches(call.name().getFirst().text(), wanted, seen)));
  }

  private boolean reaches(String name, Macro wanted, Set<Macro> seen) {
    for (Map<String, Made> macros : List.of(values, tables)) {
      Macro called = macro(macros, name);
      if (called != null && (called.equals(wanted) || calls(called, wanted, seen))) {
        return true;
      }
    }
    return false;
  }

  /** Returns these without the macro that is a value; the same if there is none of the name. */
  SessionMacros withoutValue(String name) {
    return value(name) == null ? this : new SessionMacros(without(values, name), tables);
  }

  /** Returns these without the macro that is a table; the same if there is none of the name. */
  SessionMacros withoutTable(String name) {
    return table(name) == null ? this : new SessionMacros(values, without(tables, name));
  }

  private static Map<String, Made> without(Map<String, Made> macros, String name) {
    Map<String, Made> changed = new TreeMap<>(macros);
    changed.remove(key(name));
    return changed;
  }
}
