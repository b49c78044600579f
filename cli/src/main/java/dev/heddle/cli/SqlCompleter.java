package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.frame.spi.TableInfo;
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
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes keywords, tables and columns, and within quotes names of files. */
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
          "sum(",
          "avg(",
          "min(",
          "max(",
          "create view",
          "create table",
          "insert into",
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

  private final Session session;

  SqlCompleter(Session session) {
    this.session = session;
  }

  @Override
  public void complete(LineReader reader, ParsedLine line, List<Candidate> candidates) {
    String word = line.word().substring(0, line.wordCursor());
    boolean isQuoted = line instanceof ShellText.Line shell && shell.quote() != 0;
    if (isQuoted || ShellText.command(line.line()).startsWith("\\i ")) {
      completeFile(word, candidates);
      return;
    }
    int start =
        1 + Math.max(word.lastIndexOf('('), Math.max(word.lastIndexOf(','), word.lastIndexOf('.')));
    String before = word.substring(0, start);
    String typed = word.substring(start).toLowerCase(Locale.ROOT);
    for (String name : names()) {
      if (name.toLowerCase(Locale.ROOT).startsWith(typed)) {
        candidates.add(new Candidate(before + name, name, null, null, null, null, true));
      }
    }
  }

  private static void completeFile(String typed, List<Candidate> candidates) {
    String folder = typed.substring(0, typed.lastIndexOf('/') + 1);
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

  private Set<String> names() {
    Set<String> names = new TreeSet<>(KEYWORDS);
    for (TableInfo table : session.tables()) {
      names.add(table.name());
      names.addAll(table.schema().names());
    }
    return names;
  }
}
