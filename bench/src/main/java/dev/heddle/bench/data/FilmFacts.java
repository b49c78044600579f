package dev.heddle.bench.data;

import dev.heddle.bench.data.FilmData.Row;
import dev.heddle.io.batch.ColumnBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes the tables of what is known of titles and people: one row for each fact, its kind and its
 * text. Facts of a title go together, as its language with its country and its score with its
 * genre.
 */
final class FilmFacts {
  static final List<String> KINDS =
      List.of(
          "genres",
          "languages",
          "countries",
          "runtimes",
          "color",
          "sound",
          "release dates",
          "budget",
          "gross",
          "locations",
          "trivia",
          "quotes",
          "certificates",
          "rating",
          "votes",
          "distribution",
          "birth place",
          "height",
          "biography",
          "spouse",
          "nick names",
          "person trivia");
  private static final int RELEASES = 7;
  private static final int RATING = 14;
  private static final int FIRST_OF_PERSONS = 17;
  private static final long SEED = 1896;

  private final FilmWorld world;

  FilmFacts(FilmWorld world) {
    this.world = world;
  }

  /** The facts of all titles, in the order of titles. */
  Table ofTitles() {
    return new Table();
  }

  /** One fact of a title. */
  private record Fact(int kind, String text, boolean hasNote) {}

  /** Makes the rows of one title after the other. */
  final class Table {
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final List<Fact> facts = new ArrayList<>();
    private int title;
    private int next;
    private int id;

    boolean append(List<ColumnBuilder> columns) {
      while (next == facts.size()) {
        if (title == world.titles) {
          return false;
        }
        facts.clear();
        next = 0;
        add(++title, facts, random);
      }
      Fact fact = facts.get(next++);
      Row row = new Row(columns).number(++id).number(title).number(fact.kind).text(fact.text);
      row.text(fact.hasNote ? "(" + world.word(title, 71) + ")" : null);
      return true;
    }
  }

  private void add(int title, List<Fact> facts, SplittableRandom random) {
    int country = world.country[title];
    double fame = world.fame(title);
    facts.add(new Fact(1, FilmWorld.GENRES.get(world.genre[title]), false));
    if (random.nextInt(3) == 0) {
      facts.add(new Fact(1, FilmWorld.GENRES.get((world.genre[title] * 5 + 1) % 24), false));
    }
    if (random.nextInt(10) > 0) {
      boolean isOther = random.nextInt(14) == 0;
      facts.add(new Fact(2, FilmWorld.LANGUAGES.get(isOther ? 0 : country), isOther));
      facts.add(new Fact(3, FilmWorld.COUNTRIES.get(country), false));
    }
    if (random.nextInt(2) == 0) {
      int minutes =
          switch (world.kind[title]) {
            case FilmWorld.SHORT -> 3 + random.nextInt(30);
            case FilmWorld.EPISODE, FilmWorld.SERIES -> random.nextBoolean() ? 30 : 60;
            default -> 75 + FilmWorld.skewed(random, 90, 2);
          };
      facts.add(new Fact(4, "" + minutes, false));
    }
    if (random.nextInt(5) < 3) {
      boolean isOld = world.year[title] > 0 && world.year[title] < 1950 + random.nextInt(15);
      facts.add(new Fact(5, isOld ? "Black and White" : "Color", false));
    }
    releases(title, fame, facts, random);
    if (world.kind[title] == FilmWorld.MOVIE && random.nextDouble() < fame) {
      facts.add(new Fact(8, "" + (1 + FilmWorld.skewed(random, 200, 3)) + ",000,000", false));
      facts.add(new Fact(9, "" + (1 + FilmWorld.skewed(random, 900, 3)) + ",000,000", true));
    }
    for (int more = FilmWorld.skewed(random, 2 + (int) (9 * fame), 2); more > 0; more--) {
      int kind = 10 + random.nextInt(4);
      facts.add(new Fact(kind, world.word(title + more, 72) + " " + kind, random.nextBoolean()));
    }
  }

  private void releases(int title, double fame, List<Fact> facts, SplittableRandom random) {
    int count = world.year[title] == 0 ? 0 : 1 + FilmWorld.skewed(random, 1 + (int) (8 * fame), 2);
    for (int i = 0; i < count; i++) {
      int country =
          i == 0 ? world.country[title] : FilmWorld.skewed(random, FilmWorld.COUNTRIES.size(), 2);
      int year = world.year[title] + (i == 0 ? 0 : random.nextInt(2));
      String month = (1 + random.nextInt(12)) + " ";
      facts.add(new Fact(RELEASES, FilmWorld.COUNTRIES.get(country) + ": " + month + year, i > 2));
    }
  }

  void ofPerson(Row row, int id, SplittableRandom random) {
    int person = 1 + FilmWorld.drawn(random, world.people, 2.2);
    int kind =
        FIRST_OF_PERSONS + FilmWorld.skewed(random, KINDS.size() - FIRST_OF_PERSONS + 1, 1.6);
    String country = FilmWorld.COUNTRIES.get(world.countryOfPerson(person));
    String text =
        kind == FIRST_OF_PERSONS
            ? FilmData.capital(world.word(person % 900, 73)) + ", " + country
            : world.word(person, 74) + " " + random.nextInt(200);
    row.number(id).number(person).number(kind).text(text);
    row.text(
        random.nextInt(6) == 0 ? "by " + FilmData.capital(world.word(person % 300, 75)) : null);
  }

  /** A score: its rating, votes and distribution, for titles that are rather popular. */
  void score(Row row, int id, SplittableRandom random) {
    int title = world.title(new SplittableRandom(SEED + (id - 1) / 3), 1.6);
    int kind = RATING + (id - 1) % 3;
    double fame = world.fame(title);
    String text =
        switch (kind) {
          case RATING -> rating(title, fame, random);
          case RATING + 1 -> "" + (5 + (int) (Math.pow(fame, 4) * random.nextInt(900_000)));
          default -> "0" + random.nextInt(100) + "." + random.nextInt(10) + "." + title % 10;
        };
    row.number(id).number(title).number(kind).text(text);
  }

  private String rating(int title, double fame, SplittableRandom random) {
    double of =
        switch (FilmWorld.GENRES.get(world.genre[title])) {
          case "Documentary", "Biography", "History" -> 7.3;
          case "Horror", "Action" -> 4.6;
          default -> 6;
        };
    double rating =
        Math.clamp(of + fame + (random.nextDouble() + random.nextDouble() - 1) * 2.5, 1, 9.9);
    return "" + Math.round(rating * 10) / 10.0;
  }
}
