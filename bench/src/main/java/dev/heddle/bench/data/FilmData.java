package dev.heddle.bench.data;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.frame.schema.Schema;
import dev.heddle.io.batch.ColumnBuilder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Makes the 21 tables of a film database, of which {@code title_cast} is the largest. */
public final class FilmData {
  /** Names of kinds of things, one small table each. */
  private static final Map<String, List<String>> NAMES =
      Map.of(
          "title_kind", FilmWorld.KINDS,
          "company_role", List.of("producer", "distributor", "special effects", "other"),
          "link_kind",
              List.of(
                  "follows",
                  "is followed by",
                  "is a remake of",
                  "is remade as",
                  "refers to",
                  "is referred to in",
                  "parodies",
                  "is parodied in",
                  "has footage of",
                  "lends footage to",
                  "is a version of",
                  "is similar to"),
          "job",
              List.of(
                  "actor",
                  "actress",
                  "producer",
                  "writer",
                  "director",
                  "editor",
                  "composer",
                  "photographer",
                  "designer",
                  "costumes",
                  "crew",
                  "guest"),
          "status", List.of("cast", "crew", "complete", "complete and verified"),
          "fact_kind", FilmFacts.KINDS);

  private static final List<String> POPULAR_WORDS =
      List.of(
          "family",
          "wedding",
          "history",
          "interview",
          "kiss",
          "fight",
          "murder",
          "chase",
          "dragon",
          "blood",
          "child",
          "island",
          "concert",
          "magic",
          "secret",
          "robot",
          "football",
          "soldier",
          "horse",
          "king",
          "artist",
          "dance",
          "detective",
          "election",
          "love",
          "sequel",
          "archive",
          "host",
          "letter",
          "hero",
          "police",
          "spy",
          "cartoon",
          "vampire",
          "dog",
          "ship",
          "band",
          "witch",
          "letter code",
          "space",
          "race",
          "battle",
          "cowboy",
          "empire",
          "poet",
          "singer");

  private final long rows;
  private final FilmWorld world;

  /** Describes the tables; {@code rows} is about the number of those of the largest. */
  public FilmData(long rows) {
    this.rows = rows;
    this.world = new FilmWorld(rows);
  }

  /** A row's maker: appends the values of a row by its number, which begins with 1. */
  interface RowMaker {
    void append(Row row, int number, SplittableRandom random);
  }

  /** The columns of a row, filled from the first to the last. */
  static final class Row {
    private final List<ColumnBuilder> columns;
    private int next;

    Row(List<ColumnBuilder> columns) {
      this.columns = columns;
    }

    /** Appends a number, or null. */
    Row number(@Nullable Integer value) {
      if (value == null) {
        columns.get(next++).appendNull();
      } else {
        columns.get(next++).appendLong(value);
      }
      return this;
    }

    /** Appends a text, or null. */
    Row text(@Nullable String value) {
      if (value == null) {
        columns.get(next++).appendNull();
      } else {
        columns.get(next++).appendString(value);
      }
      return this;
    }
  }

  /** Makes the tables that are not there. */
  public void ensure(Path folder, Consumer<String> progress) {
    for (Map.Entry<String, List<String>> names : new TreeMap<>(NAMES).entrySet()) {
      List<String> all = names.getValue();
      make(
          folder,
          progress,
          names.getKey(),
          "id name:text",
          all.size(),
          (row, id, random) -> row.number(id).text(all.get(id - 1)));
    }
    ensureThings(folder, progress);
    ensureRelations(folder, progress);
  }

  private void ensureThings(Path folder, Consumer<String> progress) {
    make(
        folder,
        progress,
        "title",
        "id name:text kind_id year? season_no? episode_no? series_id? code:text?",
        world.titles,
        this::title);
    make(
        folder,
        progress,
        "person",
        "id name:text gender:text? birth_year? country:text?",
        world.people,
        this::person);
    make(
        folder,
        progress,
        "company",
        "id name:text country:text? city:text?",
        world.companies,
        this::company);
    make(
        folder,
        progress,
        "keyword",
        "id word:text",
        world.keywords,
        (row, id, random) -> row.number(id).text(keyword(id)));
    make(
        folder,
        progress,
        "film_character",
        "id name:text",
        world.characters,
        (row, id, random) -> row.number(id).text(character(id)));
  }

  private void ensureRelations(Path folder, Consumer<String> progress) {
    make(
        folder,
        progress,
        "title_cast",
        "id title_id person_id character_id? job_id position? note:text?",
        rows,
        this::cast);
    make(
        folder,
        progress,
        "title_company",
        "id title_id company_id role_id note:text?",
        rows / 9,
        this::titleCompany);
    make(
        folder,
        progress,
        "title_keyword",
        "id title_id keyword_id",
        rows / 7,
        (row, id, random) -> {
          int title = world.title(random, 2.6);
          row.number(id).number(title).number(world.keyword(random, world.genre[title]));
        });
    make(folder, progress, "title_link", "id title_id other_id kind_id", rows / 150, this::link);
    make(
        folder,
        progress,
        "title_alias",
        "id title_id name:text country:text? note:text?",
        rows / 70,
        this::alias);
    make(
        folder,
        progress,
        "title_status",
        "id title_id subject_id status_id",
        rows / 200,
        (row, id, random) -> {
          int subject = random.nextInt(3) == 0 ? 2 : 1;
          int status = random.nextInt(subject == 1 ? 5 : 2) == 0 ? 4 : 3;
          row.number(id).number(world.title(random, 2)).number(subject).number(status);
        });
    make(
        folder,
        progress,
        "person_alias",
        "id person_id name:text",
        rows / 40,
        (row, id, random) ->
            row.number(id)
                .number(1 + FilmWorld.drawn(random, world.people, 2))
                .text(name(FilmWorld.skewed(random, Integer.MAX_VALUE, 1))));
    FilmFacts facts = new FilmFacts(world);
    make(
        folder,
        progress,
        "person_fact",
        "id person_id kind_id text:text note:text?",
        rows / 14,
        facts::ofPerson);
    FilmFacts.Table titles = facts.ofTitles();
    table(
        folder,
        progress,
        "title_fact",
        "id title_id kind_id text:text note:text?",
        () -> titles::append);
    make(
        folder,
        progress,
        "title_score",
        "id title_id kind_id text:text",
        world.titles / 2 * 3,
        facts::score);
  }

  private static void make(
      Path folder,
      Consumer<String> progress,
      String table,
      String columns,
      long count,
      RowMaker maker) {
    table(
        folder,
        progress,
        table,
        columns,
        () -> {
          SplittableRandom random = new SplittableRandom(table.hashCode());
          int[] last = {0};
          return builders -> {
            if (last[0] >= count) {
              return false;
            }
            maker.append(new Row(builders), ++last[0], random);
            return true;
          };
        });
  }

  private static void table(
      Path folder,
      Consumer<String> progress,
      String table,
      String columns,
      Supplier<TableFiles.RowSource> rows) {
    TableFiles.ensure(folder, table, schema(columns), progress, rows);
  }

  /** Reads columns: integers or {@code :text}, {@code ?} where they may be null. */
  private static Schema schema(String columns) {
    List<Field> fields = new ArrayList<>();
    for (String column : columns.split(" ")) {
      String name = column.replace("?", "").replace(":text", "");
      boolean isText = column.contains(":text");
      fields.add(new Field(name, isText ? DataType.STRING : DataType.INT32, column.endsWith("?")));
    }
    return new Schema(fields);
  }

  private void title(Row row, int id, SplittableRandom random) {
    int kind = world.kind[id];
    boolean isEpisode = world.series[id] > 0;
    String name = world.word(id, 11);
    if (random.nextInt(3) > 0) {
      name += " " + (random.nextInt(4) == 0 ? "of the " : "") + world.word(id, 12);
    }
    row.number(id).text(isEpisode && random.nextInt(5) == 0 ? "Episode " + id % 90 : capital(name));
    row.number(kind + 1).number(world.year[id] > 0 ? (int) world.year[id] : null);
    row.number(isEpisode ? 1 + FilmWorld.skewed(random, 20, 3) : null);
    row.number(isEpisode ? 1 + FilmWorld.skewed(random, 200, 2) : null);
    row.number(isEpisode ? world.series[id] : null);
    row.text(random.nextInt(4) > 0 ? Integer.toString(id % 997, 36) + kind : null);
  }

  private void person(Row row, int id, SplittableRandom random) {
    boolean isKnown = random.nextInt(7) > 0;
    row.number(id).text(name(id)).text(isKnown ? (world.isFemale(id) ? "f" : "m") : null);
    row.number(random.nextInt(5) < 2 ? 2000 - FilmWorld.skewed(random, 130, 1.3) : null);
    row.text(random.nextInt(3) > 0 ? FilmWorld.COUNTRIES.get(world.countryOfPerson(id)) : null);
  }

  private void company(Row row, int id, SplittableRandom random) {
    int country = world.countryOfCompany(id);
    String[] endings = {"Film", "Pictures", "Television", "Productions", "Media", "Studio"};
    String name = capital(world.word(id, 21)) + " " + endings[FilmWorld.skewed(random, 6, 1.5)];
    row.number(id).text(name);
    row.text(random.nextInt(12) > 0 ? FilmWorld.COUNTRIES.get(country) : null);
    row.text(random.nextInt(3) > 0 ? capital(world.word(country * 7 + id % 5, 22)) : null);
  }

  private String keyword(int id) {
    if (id <= POPULAR_WORDS.size()) {
      return POPULAR_WORDS.get(id - 1);
    }
    return world.word(id, 31) + " " + world.word(id, 32);
  }

  private String character(int id) {
    List<String> frequent =
        List.of("Self", "Host", "Narrator", "Guest", "Reporter", "Doctor", "Mother", "Soldier");
    return id <= frequent.size()
        ? frequent.get(id - 1)
        : capital(world.word(id, 41)) + (id % 3 == 0 ? "" : " " + capital(world.word(id, 42)));
  }

  private String name(int id) {
    return capital(world.word(id, 51)) + ", " + capital(world.word(id % 4001, 52));
  }

  static String capital(String word) {
    return Character.toUpperCase(word.charAt(0)) + word.substring(1);
  }

  private void cast(Row row, int id, SplittableRandom random) {
    int title = world.title(random, 2.1);
    int person = world.person(random, world.country[title]);
    boolean acts = random.nextInt(5) < 3;
    int job = world.isFemale(person) ? 1 : 0;
    if (!acts) {
      job = 2 + FilmWorld.skewed(random, 10, 1.7);
    }
    row.number(id).number(title).number(person);
    row.number(
        acts && random.nextInt(4) > 0 ? 1 + FilmWorld.skewed(random, world.characters, 3) : null);
    row.number(job + 1).number(acts ? 1 + FilmWorld.skewed(random, 60, 2) : null);
    row.text(random.nextInt(acts ? 4 : 2) == 0 ? note(title, job, random) : null);
  }

  private String note(int title, int job, SplittableRandom random) {
    boolean isAnimated = "Animation".equals(FilmWorld.GENRES.get(world.genre[title]));
    if (job < 2) {
      if (isAnimated && random.nextInt(5) > 0) {
        return world.country[title] == 0 ? "(voice)" : "(voice: " + language(title) + ")";
      }
      return random.nextInt(3) == 0 ? "(as " + name(title + job) + ")" : "(uncredited)";
    }
    return switch (job) {
      case 2 -> random.nextInt(3) == 0 ? "(executive producer)" : "(producer)";
      case 3 -> random.nextInt(2) == 0 ? "(written by)" : "(story)";
      default -> "(" + FilmData.NAMES.get("job").get(job) + ")";
    };
  }

  private String language(int title) {
    return FilmWorld.LANGUAGES.get(world.country[title]);
  }

  private void titleCompany(Row row, int id, SplittableRandom random) {
    int title = world.title(random, 1.8);
    int role = random.nextInt(12) == 0 ? 2 + random.nextInt(2) : random.nextInt(2);
    int company = world.company(random, world.country[title]);
    row.number(id).number(title).number(company).number(role + 1);
    String country = FilmWorld.COUNTRIES.get(world.countryOfCompany(company));
    boolean isTelevision = world.kind[title] != FilmWorld.MOVIE;
    String note =
        "("
            + (world.year[title] == 0 ? "?" : world.year[title] + random.nextInt(3))
            + ") ("
            + country
            + ")"
            + (isTelevision ? " (TV)" : random.nextInt(3) == 0 ? " (theatrical)" : " (DVD)");
    row.text(role != 0 || random.nextInt(4) == 0 ? note : null);
  }

  private void link(Row row, int id, SplittableRandom random) {
    int title = world.title(random, 3);
    int other = world.title(random, 3);
    for (int again = 0; again < 8 && world.genre[other] != world.genre[title]; again++) {
      other = world.title(random, 3);
    }
    int kind = FilmWorld.skewed(random, NAMES.get("link_kind").size(), 1.2);
    if (world.kind[title] == FilmWorld.EPISODE && kind < 4) {
      kind = 4;
    }
    row.number(id).number(title).number(other).number(kind + 1);
  }

  private void alias(Row row, int id, SplittableRandom random) {
    int title = world.title(random, 2.4);
    int country = FilmWorld.skewed(random, FilmWorld.COUNTRIES.size(), 1.3);
    row.number(id).number(title).text(capital(world.word(title, 60 + country)));
    row.text(random.nextInt(5) > 0 ? FilmWorld.COUNTRIES.get(country) : null);
    row.text(random.nextInt(4) == 0 ? "(" + FilmWorld.LANGUAGES.get(country) + " title)" : null);
  }

  /** Returns the names of the tables, in the order in which they are made. */
  public static List<String> tables() {
    List<String> tables = new ArrayList<>(NAMES.keySet());
    tables.sort(null);
    tables.addAll(
        Arrays.asList(
            "title",
            "person",
            "company",
            "keyword",
            "film_character",
            "title_cast",
            "title_company",
            "title_keyword",
            "title_link",
            "title_alias",
            "title_status",
            "person_alias",
            "person_fact",
            "title_fact",
            "title_score"));
    return tables;
  }
}
