package dev.heddle.engine.catalogue;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.planner.sql.tree.ExecuteArgument;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Span;
import dev.heddle.planner.sql.tree.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The statements of one session that PREPARE keeps by name, whose names have no case. They are kept
 * as text and mean the tables that are there when they run. Thread-safe.
 */
public final class PreparedTexts {
  private final Map<String, Prepared> prepared = new TreeMap<>(); // guarded by this

  /** Text with parameters, whose spans count from its start. */
  private record Prepared(String name, String text, List<Expression.Parameter> parameters) {}

  private static String key(String name) {
    return name.toLowerCase(Locale.ROOT);
  }

  /** Returns others, which begin with the same statements. */
  public synchronized PreparedTexts copy() {
    PreparedTexts copy = new PreparedTexts();
    copy.prepared.putAll(prepared);
    return copy;
  }

  /**
   * Keeps a statement in the place of one of the same name.
   *
   * @param script the text that the spans of the statement count in
   */
  public synchronized void put(String script, Statement.Prepare statement) {
    int start = statement.body().start();
    List<Expression.Parameter> parameters =
        statement.parameters().stream()
            .map(p -> new Expression.Parameter(p.name(), p.span().shifted(-start)))
            .toList();
    String name = statement.name().text();
    String text = script.substring(start, statement.body().end());
    prepared.put(key(name), new Prepared(name, text, parameters));
  }

  /** Ends a statement; returns whether there was one. */
  public synchronized boolean remove(String name) {
    return prepared.remove(key(name)) != null;
  }

  /** Ends all; returns how many there were. */
  public synchronized int clear() {
    int count = prepared.size();
    prepared.clear();
    return count;
  }

  /** Returns the error of a name that no statement has. */
  public synchronized HeddleException missing(String name) {
    List<String> names = prepared.values().stream().map(Prepared::name).toList();
    return new HeddleException(
        ErrorCode.NOT_FOUND,
        "Cannot find a prepared statement: "
            + NearestNames.missing("prepared statement", name, names));
  }

  /**
   * Returns the text of a statement with values in the places of its parameters; those without one
   * that are names of variables stay.
   *
   * @param script the text that the spans of the values count in
   * @throws HeddleException if no statement has the name, a parameter has no value or a value no
   *     parameter
   */
  public synchronized String text(
      String script, Statement.Execute statement, SessionVariables variables) {
    String name = statement.name().text();
    Prepared found = prepared.get(key(name));
    if (found == null) {
      throw missing(name);
    }
    Map<String, String> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (ExecuteArgument argument : statement.arguments()) {
      Span span = argument.value().span();
      values.put(argument.parameter(), script.substring(span.start(), span.end()));
    }
    checkValues(found, values.keySet(), variables);
    StringBuilder text = new StringBuilder();
    int at = 0;
    for (Expression.Parameter parameter : found.parameters()) {
      String value = values.get(parameter.name());
      if (value != null) {
        text.append(found.text(), at, parameter.span().start());
        text.append('(').append(value).append(')');
        at = parameter.span().end();
      }
    }
    return text.append(found.text().substring(at)).toString();
  }

  private static void checkValues(
      Prepared statement, Set<String> given, SessionVariables variables) {
    Set<String> wanted = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    Set<String> lacking = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    for (Expression.Parameter parameter : statement.parameters()) {
      wanted.add(parameter.name());
      boolean isVariable = !parameter.isNumbered() && variables.find(parameter.name()) != null;
      if (!isVariable && !given.contains(parameter.name())) {
        lacking.add(parameter.name());
      }
    }
    List<String> useless = new ArrayList<>(given);
    useless.removeIf(wanted::contains);
    if (!lacking.isEmpty() || !useless.isEmpty()) {
      throw new AnalysisException(
          "Cannot execute "
              + statement.name()
              + ": "
              + (lacking.isEmpty()
                  ? "it has no parameter " + String.join(", ", useless)
                  : "there is no value for parameter " + String.join(", ", lacking))
              + "; its parameters are "
              + (wanted.isEmpty() ? "none" : String.join(", ", wanted)));
    }
  }
}
