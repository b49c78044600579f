package dev.heddle.kernel;

import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.kernel.java.JavaSnippets.Completions;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/** Completes tables, columns, functions and the words that statements begin with. */
final class SqlCompletions {
  private static final List<String> WORDS =
      List.of(
          "select",
          "from",
          "where",
          "group by",
          "having",
          "order by",
          "limit",
          "join",
          "left join",
          "on",
          "using",
          "union all",
          "with",
          "as",
          "distinct",
          "case",
          "when",
          "then",
          "else",
          "end",
          "and",
          "or",
          "not",
          "between",
          "like",
          "is null",
          "is not null",
          "create view",
          "create table",
          "insert into",
          "drop table",
          "drop view",
          "copy",
          "explain",
          "show tables",
          "describe",
          "partition by",
          "asc",
          "desc");

  private SqlCompletions() {}

  static Completions of(String code, int at, List<TableInfo> tables) {
    int start = at;
    while (start > 0 && isOfName(code.charAt(start - 1))) {
      start--;
    }
    String typed = code.substring(start, at);
    Set<String> found = new TreeSet<>();
    boolean isOfTable = start > 0 && code.charAt(start - 1) == '.';
    if (isOfTable) {
      int from = start - 1;
      while (from > 0 && isOfName(code.charAt(from - 1))) {
        from--;
      }
      columns(code.substring(from, start - 1), tables).forEach(each -> add(each, typed, found));
      return new Completions(new ArrayList<>(found), start);
    }
    for (TableInfo table : tables) {
      add(table.name(), typed, found);
      table.schema().names().forEach(each -> add(each, typed, found));
    }
    List<String> all = new ArrayList<>(found);
    if (!typed.isEmpty()) {
      Set<String> words = new TreeSet<>();
      WORDS.forEach(each -> addWord(each, typed, words));
      FunctionCatalogue.names().forEach(each -> addWord(each + "(", typed, words));
      words.removeAll(found);
      all.addAll(words);
    }
    return new Completions(all, start);
  }

  private static boolean isOfName(char each) {
    return Character.isLetterOrDigit(each) || each == '_';
  }

  private static void add(String name, String typed, Set<String> found) {
    if (name.regionMatches(true, 0, typed, 0, typed.length())) {
      boolean isPlain = name.chars().allMatch(each -> isOfName((char) each));
      found.add(isPlain ? name : '"' + name.replace("\"", "\"\"") + '"');
    }
  }

  private static void addWord(String word, String typed, Set<String> found) {
    if (word.regionMatches(true, 0, typed, 0, typed.length())) {
      boolean isUpper = typed.equals(typed.toUpperCase(Locale.ROOT));
      found.add(isUpper ? word.toUpperCase(Locale.ROOT) : word);
    }
  }

  /** Returns the columns of a table, or of all tables if the name is an alias. */
  private static Set<String> columns(String name, List<TableInfo> tables) {
    Set<String> columns = new TreeSet<>();
    Set<String> all = new TreeSet<>();
    for (TableInfo table : tables) {
      all.addAll(table.schema().names());
      if (table.name().equalsIgnoreCase(name)) {
        columns.addAll(table.schema().names());
      }
    }
    return columns.isEmpty() ? all : columns;
  }
}
