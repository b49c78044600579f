package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.frame.expr.catalogue.FunctionCatalogue;
import dev.heddle.frame.spi.TableInfo;
import dev.heddle.io.storage.Storages;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/**
 * Completes keywords, functions, tables and columns; within quotes names of files, and within
 * double quotes of tables and columns.
 */
final class SqlCompleter implements Completer {
  private static final List<String> KEYWORDS =
      List.of(
          "select",
          "from",
          "where",
          "group by",
          "having",
          "order by",
          "limit",
          "offset",
          "join",
          "left join",
          "right join",
          "full join",
          "cross join",
          "on",
          "using",
          "union all",
          "intersect",
          "except",
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
          "in",
          "exists",
          "between",
          "like",
          "is null",
          "is not null",
          "count(*)",
          "create view",
          "create table",
          "insert into",
          "update",
          "delete from",
          "merge into",
          "on conflict",
          "returning",
          "alter table",
          "values",
          "drop table",
          "drop view",
          "cache table",
          "uncache table",
          "persist table",
          "unpersist table",
          "copy",
          "explain",
          "analyze",
          "show tables",
          "describe",
          "cast(",
          "extract(",
          "interval",
          "date",
          "timestamp",
          "over (",
          "partition by",
          "nulls first",
          "nulls last",
          "asc",
          "desc");

  private static final Pattern PLAIN = Pattern.compile("[\\p{L}_][\\p{L}\\p{N}_]*");

  private final Session session;

  SqlCompleter(Session session) {
    this.session = session;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word().substring(0, line.wordCursor());
    char quote = line instanceof ShellText.Line shell ? shell.quote() : 0;
    if (quote == '\'' || ShellText.command(line.line()).startsWith("\\i ")) {
      completeFile(word, candidates);
    } else if (quote == '"') {
      names(_ -> true).stream()
          .filter(name -> startsWith(name, word))
          .forEach(name -> candidates.add(candidate("", name, true)));
    } else {
      completeWord(word, candidates);
    }
  }

  private void completeWord(String word, List<Candidate> candidates) {
    int start =
        1 + Math.max(word.lastIndexOf('('), Math.max(word.lastIndexOf(','), word.lastIndexOf('.')));
    String before = word.substring(0, start);
    String typed = word.substring(start);
    if (before.endsWith(".")) {
      String table =
          before.substring(1 + Math.max(before.lastIndexOf('('), before.lastIndexOf(',')));
      for (String name : columns(table.substring(0, table.length() - 1))) {
        if (startsWith(name, typed)) {
          candidates.add(candidate(before, name, true));
        }
      }
      return;
    }
    for (String name : names(SqlCompleter::isPlain)) {
      if (startsWith(name, typed)) {
        candidates.add(candidate(before, name, true));
      }
    }
    for (String keyword : KEYWORDS) {
      if (startsWith(keyword, typed)) {
        candidates.add(candidate(before, inCaseOf(typed, keyword), true));
      }
    }
    if (!typed.isEmpty()) { // else the list of what may follow would be hundreds long
      for (String function : FunctionCatalogue.names()) {
        if (startsWith(function, typed)) {
          candidates.add(candidate(before, inCaseOf(typed, function) + "(", false));
        }
      }
    }
  }

  private static Candidate candidate(String before, String name, boolean isWhole) {
    return new Candidate(before + name, name, null, null, null, null, isWhole);
  }

  private static boolean startsWith(String name, String typed) {
    return name.regionMatches(true, 0, typed, 0, typed.length());
  }

  private static String inCaseOf(String typed, String word) {
    boolean isUpper = !typed.isEmpty() && typed.equals(typed.toUpperCase(Locale.ROOT));
    return isUpper ? word.toUpperCase(Locale.ROOT) : word;
  }

  private static boolean isPlain(String name) {
    return PLAIN.matcher(name).matches();
  }

  private static void completeFile(String typed, List<Candidate> candidates) {
    String folder = typed.substring(0, Storages.slashed(typed).lastIndexOf('/') + 1);
    String start = typed.substring(folder.length());
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(Path.of(folder.isEmpty() ? "." : folder))) {
      for (Path entry : entries) {
        String name = entry.getFileName().toString();
        boolean isHidden = name.startsWith(".") && !start.startsWith(".");
        if (name.startsWith(start) && !isHidden) {
          boolean isFolder = Files.isDirectory(entry);
          String shown = isFolder ? name + "/" : name;
          candidates.add(new Candidate(folder + shown, shown, null, null, null, null, !isFolder));
        }
      }
    } catch (IOException | DirectoryIteratorException | InvalidPathException e) {
      candidates.clear(); // there is no such folder
    }
  }

  /** Returns the names of tables and columns that pass a filter. */
  private Set<String> names(Predicate<String> filter) {
    Set<String> names = new TreeSet<>();
    for (TableInfo table : session.tables()) {
      names.add(table.qualifiedName());
      names.addAll(table.schema().names());
    }
    names.removeIf(filter.negate());
    return names;
  }

  /** Returns the columns of a table, or of all tables if it is an alias. */
  private Set<String> columns(String name) {
    Set<String> columns = new TreeSet<>();
    Set<String> all = new TreeSet<>();
    for (TableInfo table : session.tables()) {
      List<String> ofTable = table.schema().names();
      all.addAll(ofTable);
      if (table.name().equalsIgnoreCase(name)) {
        columns.addAll(ofTable);
      }
    }
    Set<String> found = columns.isEmpty() ? all : columns;
    found.removeIf(column -> !isPlain(column));
    return found;
  }
}
