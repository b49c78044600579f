package dev.heddle.cli.findings;

import dev.heddle.frame.Session;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** The tables that {@link SlowQueries} and {@link HealthyQueries} read, as files in a folder. */
final class FindingsTables {
  private static final int TINY_FILES = 2_500;
  private static final int SMALL_FILES = 20;

  private static final Map<String, String> QUERIES =
      new TreeMap<>(
          Map.of(
              "calls",
              "select range as id,"
                  + " case when range % 20 < 17 then 'unknown caller' else 'caller ' || (range %"
                  + " 3001) end as caller,"
                  + " case when range % 10 < 9 then null else range % 997 end as region,"
                  + " case when range % 8 < 7 then (range // 8) * 10 else range % 9 end as code,"
                  + " (range * 7919) % 1000003 as v,"
                  + " cast((range * 31) % 100003 as decimal(12, 2)) as price,"
                  + " date '2000-01-01' + cast(range // 1000 as integer) as day,"
                  + " timestamp '2000-01-01 00:00:00' + (range // 10) * interval '1 minute' as"
                  + " moment,"
                  + " 'note ' || ((range * 104729) % 2000003) as note"
                  + " from range(4000000)",
              "users",
              "select range as id, 'caller ' || (range % 3001) as name, range % 50 as city,"
                  + " case when range % 5 = 0 then 'none' else 'tag ' || range end as tag,"
                  + " (range * 7919) % 100003 as score from range(60000)",
              "flags",
              "select range as id, case when range % 100 < 95 then 3 else range end as a,"
                  + " case when range % 100 < 95 then 'on' else 'x' || range end as b"
                  + " from range(2000000)",
              "lump",
              "select range as id, 'some words ' || ((range * 104729) % 2000003) as words"
                  + " from range(2500000)",
              "facts",
              "select range as id, range % 20011 as product, range % 40009 as buyer,"
                  + " (range * 104729) % 977 as amount,"
                  + " date '2015-01-01' + cast(range // 2000 as integer) as day"
                  + " from range(4000000)",
              "products",
              "select range as id, 'kind ' || (range % 40) as kind from range(20011)",
              "buyers",
              "select range as id, 'land ' || (range % 25) as land from range(40009)"));

  private FindingsTables() {}

  /** Writes the tables that a query names and that are not there yet, and makes views of them. */
  static void of(WatchedQuery query, Session session, Path folder) {
    for (String name : new TreeSet<>(List.of(query.sql().split("\\W+")))) {
      Path files = folder.resolve(name);
      switch (name) {
        case "tiny", "texts", "few" -> {
          if (!Files.exists(files)) {
            writeSmall(files, name.equals("few") ? SMALL_FILES : TINY_FILES, name, session);
          }
          view(session, name, "'" + files + (name.equals("tiny") ? "/*.parquet'" : "/*.csv'"));
        }
        case "facts_of_a_day" -> {
          view(session, "facts", parquet(session, folder, "facts"));
          session.execute(
              "create or replace view facts_of_a_day as select id, amount * id as v from facts"
                  + " where day between date '2016-02-01' and date '2016-04-10'");
        }
        default -> {
          if (QUERIES.containsKey(name)) {
            view(session, name, parquet(session, folder, name));
          }
        }
      }
    }
  }

  private static void view(Session session, String name, String files) {
    session.execute("create or replace view " + name + " as select * from " + files);
  }

  private static String parquet(Session session, Path folder, String name) {
    String file = "'" + folder.resolve(name + ".parquet") + "'";
    if (!Files.exists(folder.resolve(name + ".parquet"))) {
      int rowGroup = name.equals("lump") ? 5_000_000 : 65_536;
      session.execute(
          "copy (" + QUERIES.get(name) + ") to " + file + " (row_group_size " + rowGroup + ")");
    }
    return file;
  }

  private static void writeSmall(Path folder, int count, String name, Session session) {
    try {
      Files.createDirectory(folder);
      for (int file = 0; file < count; file++) {
        if (name.equals("tiny") && file == 0) {
          session.execute(
              "copy (select range as id, 'w' || range as w from range(50)) to '"
                  + folder.resolve("0.parquet")
                  + "'");
        } else if (name.equals("tiny")) {
          Files.copy(folder.resolve("0.parquet"), folder.resolve(file + ".parquet"));
        } else {
          Files.writeString(folder.resolve(file + ".csv"), "id,w\n" + file + ",a\n1,b\n");
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
