package dev.heddle.cli;

import dev.heddle.frame.Session;
import dev.heddle.frame.spi.TableInfo;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import org.jline.reader.Candidate;
import org.jline.reader.Completer;
import org.jline.reader.LineReader;
import org.jline.reader.ParsedLine;

/** Completes keywords, tables and columns. */
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

  private Set<String> names() {
    Set<String> names = new TreeSet<>(KEYWORDS);
    for (TableInfo table : session.tables()) {
      names.add(table.name());
      names.addAll(table.schema().names());
    }
    return names;
  }
}
